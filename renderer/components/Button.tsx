// A button of one of four weights. A button that can't be used now stays reachable and says why.
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';

export type ButtonWeight = 'main' | 'plain' | 'quiet' | 'danger';

export interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled'> {
  readonly weight?: ButtonWeight;
  /** Why it can't be used; undefined where it can. */
  readonly unavailable?: string | undefined;
  readonly ref?: Ref<HTMLButtonElement>;
  readonly children: ReactNode;
}

const WEIGHTS: Readonly<Record<ButtonWeight, string>> = {
  main: 'bg-accent text-accent-ink font-semibold border-transparent hover:brightness-110',
  plain: 'border-line text-text hover:bg-hover hover:border-line-strong',
  quiet: 'border-transparent text-dim hover:bg-hover hover:text-text',
  danger: 'border-hazard text-hazard hover:bg-hover',
};

export function Button({ weight = 'plain', unavailable, className = '', onClick, title, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      title={unavailable ?? title}
      aria-disabled={unavailable === undefined ? undefined : true}
      onClick={unavailable === undefined ? onClick : (event) => event.preventDefault()}
      className={`inline-flex h-7 shrink-0 items-center justify-center gap-1.5 whitespace-nowrap rounded-md border px-2.5 text-small transition-colors aria-disabled:opacity-50 ${WEIGHTS[weight]} ${className}`}
    />
  );
}
