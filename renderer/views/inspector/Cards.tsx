// Cards one above the other, under a name of their own.
import type { ReactNode } from 'react';

export function Cards({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <section aria-label={label} className="space-y-3 px-3.5 pt-1">
      {children}
    </section>
  );
}
