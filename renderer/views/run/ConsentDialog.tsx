// Asks before a graph runs code on this machine, with all that it would use. The default is no.
import { Button } from '../../components/Button.tsx';
import { Modal } from '../../components/Modal.tsx';
import { useStore } from '../../components/useStore.ts';
import { PlainText } from '../../parts/PlainText.tsx';
import type { Store } from '../../store/store.ts';

export function ConsentDialog({ store }: { readonly store: Store }) {
  const overlay = useStore(store, (state) => (state.overlay?.kind === 'consent' ? state.overlay : undefined));
  if (!overlay) return null;
  const { request, tab, paused } = overlay;
  const close = (): void => store.dispatch({ type: 'overlay.shown', overlay: null });
  return (
    <Modal
      title="This graph runs code on your machine"
      description={
        <>
          <span className="font-mono text-text">
            <PlainText text={request.graph} />
          </span>{' '}
          has not run here before in this form. It would use:
        </>
      }
      onClose={close}
    >
      <div className="space-y-3 overflow-auto px-5 pt-3">
        <Uses what="Modules" items={request.modules} />
        <Uses what="Commands" items={request.commands} />
        <Uses what="Hosts" items={request.hosts} />
        <p className="text-dim text-small">
          The answer is kept for exactly these files. If the graph or a module changes, you are asked again.
        </p>
      </div>
      <div className="flex justify-end gap-2 px-5 pt-4 pb-4">
        <Button weight="main" ref={(button) => button?.focus()} onClick={close}>
          Don’t run it
        </Button>
        <Button onClick={() => store.dispatch({ type: 'consent.given', tab, hash: request.hash, paused })}>
          Allow and run
        </Button>
      </div>
    </Modal>
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
