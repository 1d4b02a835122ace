// What floats above the page and takes the focus until it is closed. Escape and a press beside it close it.
import { Dialog } from 'radix-ui';
import type { ReactNode } from 'react';

export interface ModalProps {
  readonly title: ReactNode;
  /** A sentence under the title; read out when it opens. */
  readonly description?: ReactNode;
  /** Hides the title from the eye, not from a screen reader. */
  readonly quietTitle?: boolean;
  readonly widthPx?: number;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function Modal({ title, description, quietTitle = false, widthPx = 520, onClose, children }: ModalProps) {
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-shade" />
        <Dialog.Content
          {...(description === undefined ? { 'aria-describedby': undefined } : {})}
          style={{ width: `min(${widthPx}px, calc(100vw - 32px))` }}
          className="fixed top-[12vh] left-1/2 z-50 flex max-h-[76vh] -translate-x-1/2 flex-col overflow-hidden rounded-lg border border-line-strong bg-raise shadow-float focus:outline-none"
        >
          <Dialog.Title className={quietTitle ? 'sr-only' : 'px-5 pt-4 text-[15px] font-semibold break-words'}>
            {title}
          </Dialog.Title>
          {description !== undefined && (
            <Dialog.Description className={quietTitle ? 'sr-only' : 'px-5 pt-1 text-dim break-words'}>
              {description}
            </Dialog.Description>
          )}
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
