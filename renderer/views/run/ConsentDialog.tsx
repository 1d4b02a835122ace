// Asks before a graph runs code on this machine, with all that it would use; of code that a tape names, where that lies. The
// default is no.
import { Button } from '../../components/Button.tsx';
import { Modal } from '../../components/Modal.tsx';
import { useStore } from '../../components/useStore.ts';
import { PlainText } from '../../parts/PlainText.tsx';
import type { Store } from '../../store/store.ts';

export function ConsentDialog({ store }: { readonly store: Store }) {
  const overlay = useStore(store, (state) => (state.overlay?.kind === 'consent' ? state.overlay : undefined));
  if (!overlay) return null;
  const { request, tab, paused } = overlay;
  const { tape } = request;
  const close = (): void => store.dispatch({ type: 'overlay.shown', overlay: null });
  return (
    <Modal
      title={tape ? 'This tape runs code on your machine' : 'This graph runs code on your machine'}
      description={
        tape ? (
          <>
            The recording <Path text={tape.path} /> would go on with its graph, <Path text={request.graph} />, and what
            that names in the folder <Path text={tape.folder} />:
          </>
        ) : (
          <>
            <Path text={request.graph} /> has not run here before in this form. It would use:
          </>
        )
      }
      onClose={close}
    >
      <div className="space-y-3 overflow-auto px-5 pt-3">
        <Uses what="Modules" items={request.modules} />
        <Uses what="Commands" items={request.commands} />
        <Uses what="Hosts" items={request.hosts} />
        <Uses what="Models" items={request.models} />
        <p className="text-dim text-small">
          The answer is kept for exactly these files. If {tape ? 'the tape' : 'the graph'} or a module changes, you are
          asked again.
        </p>
      </div>
      <div className="flex justify-end gap-2 px-5 pt-4 pb-4">
        <Button weight="main" ref={(button) => button?.focus()} onClick={close}>
          Don’t run it
        </Button>
        <Button onClick={() => store.dispatch({ type: 'consent.given', tab, hash: request.hash, paused })}>
          {tape ? 'Allow and continue' : 'Allow and run'}
        </Button>
      </div>
    </Modal>
  );
}

function Path({ text }: { readonly text: string }) {
  return (
    <span className="break-all font-mono text-text">
      <PlainText text={text} />
    </span>
  );
}

function Uses({ what, items }: { readonly what: string; readonly items: readonly string[] }) {
  if (items.length === 0) return null;
  return (
    <section>
      <h3 className="pb-1 text-dim text-small">{what}</h3>
      <ul className="max-h-40 overflow-auto rounded-md border border-line bg-bg px-2.5 py-1.5 font-mono text-small">
        {items.map((item) => (
          <li key={item} className="break-all">
            <PlainText text={item} />
          </li>
        ))}
      </ul>
    </section>
  );
}
