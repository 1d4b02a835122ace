// A titled part of the inspector.
import type { ReactNode } from 'react';

export function Block({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 className="px-3.5 pt-3 pb-1 text-dim text-tiny tracking-wide">{title}</h3>
      {children}
    </section>
  );
}
