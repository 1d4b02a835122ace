// Asks before a file is deleted. The focus is on keeping it.
import { Button } from '../../components/Button.tsx';
import { Modal } from '../../components/Modal.tsx';
import { useStore } from '../../components/useStore.ts';
import { PlainText } from '../../parts/PlainText.tsx';
import type { Store } from '../../store/store.ts';

export function DeleteDialog({ store }: { readonly store: Store }) {
  const overlay = useStore(store, (state) => (state.overlay?.kind === 'delete' ? state.overlay : undefined));
  if (!overlay) return null;
  const close = (): void => store.dispatch({ type: 'overlay.shown', overlay: null });
  return (
    <Modal
      title={<PlainText text={`Delete ${overlay.name}?`} />}
      description={<PlainText text={`${overlay.path} is deleted from this disk. That can’t be undone.`} />}
      widthPx={440}
      onClose={close}
    >
      <div className="flex justify-end gap-2 px-5 pt-4 pb-4">
        <Button ref={(button) => button?.focus()} onClick={close}>
          Keep it
        </Button>
        <Button weight="danger" onClick={() => store.dispatch({ type: 'item.deleted', path: overlay.path })}>
          Delete the file
        </Button>
      </div>
    </Modal>
  );
}
