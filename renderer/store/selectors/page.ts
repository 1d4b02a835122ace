// Small picks of the whole page.
import type { CommandId } from '../../../shared/commands/commands.ts';
import { whyNotContinuable } from '../../../shared/model/continuable.ts';
import type { AppState, Tab, TapeTab } from '../state.ts';
import { roundsText, roundWord } from './roundWord.ts';
import { activeTab } from './tabs.ts';

export function isMac(state: AppState): boolean {
  return state.app?.platform === 'darwin';
}

/** Beside a tab's name: how far a tape went or that it runs. */
export function tabNote(tab: Tab): string {
  if (tab.kind === 'graph') return 'graph';
  const { summary } = tab;
  if (tab.run === 'paused') return 'paused';
  if (summary.live) return 'running';
  // An inner loop has as many as all of its activations together, which says little.
  const roots = tab.graph.value?.scopes.filter((scope) => scope.parent === null).map(({ scope }) => scope) ?? [];
  const counted = Object.entries(summary.iterations).filter(([scope]) => roots.length === 0 || roots.includes(scope));
  const iterations = counted.map(([, count]) => count);
  if (iterations.length === 0) return summary.reason ?? summary.status;
  const most = Math.max(...iterations);
  return roundsText(most, roundWord(summary.dialect === 'bounded' ? 'bounded' : undefined));
}

/** A recording whose run can go on in it. */
export function isContinuable({ summary }: TapeTab): boolean {
  return !summary.live && !summary.readOnly && whyNotContinuable(summary) === undefined;
}

/** What must be shown for a command to do something. */
export type CommandScope = 'anywhere' | 'tape' | 'graph' | 'tab' | 'live' | 'continuable';

export function scopeOf(command: CommandId): CommandScope {
  switch (command) {
    case 'run.start':
      return 'graph';
    case 'run.continue':
      return 'continuable';
    case 'run.pause':
    case 'run.step':
    case 'run.stop':
      return 'live';
    case 'goto':
    case 'fit':
    case 'close':
      return 'tab';
    case 'loop.start':
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
    continuable: tab?.kind === 'tape' && isContinuable(tab),
  };
}
