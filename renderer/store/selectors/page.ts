// Small picks of the whole page.
import type { CommandId } from '../../../shared/commands/commands.ts';
import type { AppState, Tab } from '../state.ts';
import { activeTab } from './tabs.ts';

export function isMac(state: AppState): boolean {
  return state.app?.platform === 'darwin';
}

/** The line under a tab's name: how a tape ended or that it runs; nothing for a graph. */
export function tabNote(tab: Tab): string {
  if (tab.kind === 'graph') return 'graph';
  const { summary } = tab;
  if (tab.run === 'paused') return 'paused';
  if (summary.live) return 'running';
  const iterations = Object.values(summary.iterations);
  if (iterations.length === 0) return summary.reason ?? summary.status;
  const most = Math.max(...iterations);
  return `${most} ${most === 1 ? 'iteration' : 'iterations'}`;
}

/** What must be shown for a command to do something. */
export type CommandScope = 'anywhere' | 'tape' | 'graph' | 'tab' | 'live';

export function scopeOf(command: CommandId): CommandScope {
  switch (command) {
    case 'run.start':
      return 'graph';
    case 'run.pause':
    case 'run.step':
    case 'run.stop':
      return 'live';
    case 'goto':
    case 'fit':
    case 'close':
      return 'tab';
    case 'open':
    case 'library':
    case 'theme':
    case 'palette':
    case 'shortcuts':
    case 'clear':
      return 'anywhere';
    default:
      return 'tape';
  }
}

export function usableGroups(state: AppState): Readonly<Record<CommandScope, boolean>> {
  const tab = activeTab(state);
  return {
    anywhere: true,
    tab: tab !== undefined,
    tape: tab?.kind === 'tape',
    graph: tab?.kind === 'graph',
    live: tab?.kind === 'tape' && tab.summary.live,
  };
}
