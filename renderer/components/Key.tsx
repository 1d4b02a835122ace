// A key as it is printed on the keyboard.
import type { ReactNode } from 'react';

export function Key({ children }: { readonly children: ReactNode }) {
  return (
    <kbd className="inline-block rounded-sm border border-line-strong px-1 py-px font-mono text-[10.5px] leading-[14px] text-faint">
      {children}
    </kbd>
  );
}
