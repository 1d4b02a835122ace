// The library, and opening: by path, by drop, by dialog.
import type { Result } from '../../../shared/base/result.ts';
import { COMMANDS, type CommandId } from '../../../shared/commands/commands.ts';
import type { Failure } from '../../../shared/contract/failure.ts';
import { createLatest } from '../../api/latest.ts';
import { graphTabId, tabById } from '../selectors/tabs.ts';
import type { Effect, EffectContext } from './effect.ts';

export function isGraphPath(path: string): boolean {
  return /\.json$/i.test(path);
}

export function createFilesEffect({ api, dispatch, getState }: EffectContext): Effect {
  const listing = createLatest();

  const tell = (failure: Failure): void =>
    dispatch({ type: 'notice.raised', tone: 'error', code: failure.code, message: failure.message });

  const list = async (): Promise<void> => {
    dispatch({ type: 'library.asked' });
    const outcome = await listing.run(() => api.call('library.list', {}));
    if (outcome.state === 'answered') dispatch({ type: 'library.answered', answer: outcome.value });
  };

  const loadGraph = async (path: string): Promise<void> => {
    dispatch({ type: 'graph.opened', path });
    const tab = tabById(getState(), graphTabId(path));
    const loadout = tab?.kind === 'graph' ? tab.form.loadout : '';
    const answer = await api.call('graph.ofFile', { path, ...(loadout === '' ? {} : { loadout }) });
    dispatch({ type: 'graph.answered', tab: graphTabId(path), answer });
  };

  const open = async (path: string): Promise<void> => {
    dispatch({ type: 'open.started', path });
    if (isGraphPath(path)) await loadGraph(path);
    else {
      const opened = await api.call('tape.open', { path });
      if (opened.ok) dispatch({ type: 'tape.opened', summary: opened.value, started: undefined });
      else tell(opened.failure);
    }
    dispatch({ type: 'open.ended', path });
  };

  const take = async (file: File): Promise<void> => {
    dispatch({ type: 'open.started', path: file.name });
    const path = await api.localPath(file);
    dispatch({ type: 'open.ended', path: file.name });
    if (path.ok) await open(path.value);
    else tell(path.failure);
  };

  const pick = async (): Promise<void> => {
    const picked = await api.call('library.pick', {});
    if (picked.ok) dispatch({ type: 'open.requested', paths: picked.value.paths });
    else tell(picked.failure);
  };

  /** Does something to a file of the library; the list is read again whatever came of it. */
  const change = async (call: Promise<Result<unknown, Failure>>): Promise<void> => {
    const done = await call;
    if (!done.ok) tell(done.failure);
    await list();
  };

  return (action, before) => {
    switch (action.type) {
      case 'app.described':
      case 'library.wanted':
        void list();
        return;
      case 'push.received':
        if (action.push.kind === 'library.changed') void list();
        if (action.push.kind === 'command.invoked') {
          const { command } = action.push;
          const known = COMMANDS.find((one) => one.id === command);
          if (known) dispatch({ type: 'command.invoked', command: known.id as CommandId });
        }
        return;
      case 'open.requested':
        for (const path of action.paths) void open(path);
        return;
      case 'files.dropped':
        for (const file of action.files) void take(file);
        return;
      case 'command.invoked':
        // In the browser the page's own file field opens instead.
        if (action.command === 'open' && getState().app?.host === 'desktop') void pick();
        if (action.command === 'close') closeTape(before, before.active);
        return;
      case 'tab.closed':
        closeTape(before, action.tab);
        return;
      case 'graph.reloaded': {
        const tab = tabById(before, action.tab);
        if (tab?.kind === 'graph') void loadGraph(tab.path);
        return;
      }
      case 'item.renamed':
        void change(api.call('library.rename', { path: action.path, name: action.name }));
        return;
      case 'item.revealed':
        void api.call('library.reveal', { path: action.path }).then((done) => {
          if (!done.ok) tell(done.failure);
        });
        return;
      case 'item.deleted':
        void change(api.call('library.delete', { path: action.path }));
        return;
      case 'item.forgotten':
        void change(api.call('library.forget', { path: action.path }));
        return;
      default:
        return;
    }
  };

  function closeTape(state: ReturnType<typeof getState>, id: string): void {
    const tab = tabById(state, id);
    // A live run goes on when its tab is closed; only the reading of its tape ends.
    if (tab?.kind === 'tape') void api.call('tape.close', { tape: tab.summary.tape });
  }
}
