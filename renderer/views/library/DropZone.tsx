// The whole window takes dropped files, and says so while they are held over it.
import { type ReactNode, useEffect, useState } from 'react';
import type { Store } from '../../store/store.ts';

export function DropZone({ store, children }: { readonly store: Store; readonly children: ReactNode }) {
  const [over, setOver] = useState(false);
  useEffect(() => {
    const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;
    const onOver = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const onLeave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setOver(false);
    };
    const onDrop = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(false);
      store.dispatch({ type: 'files.dropped', files: [...(event.dataTransfer?.files ?? [])] });
    };
    window.addEventListener('dragover', onOver);
    window.addEventListener('dragleave', onLeave);
    window.addEventListener('drop', onDrop);
    return () => {
      window.removeEventListener('dragover', onOver);
      window.removeEventListener('dragleave', onLeave);
      window.removeEventListener('drop', onDrop);
    };
  }, [store]);
  return (
    <div className="relative flex h-full flex-col overflow-hidden">
      {children}
      {over && (
        <div className="pointer-events-none fixed inset-2 z-50 grid place-items-center rounded-lg border-2 border-accent border-dashed bg-shade">
          <p className="rounded-lg bg-raise px-5 py-3 shadow-float">Drop tapes or graphs to open them</p>
        </div>
      )}
    </div>
  );
}
