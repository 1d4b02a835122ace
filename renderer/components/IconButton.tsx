// A square button that shows a picture and has its words as name and title.
import type { Ref } from 'react';
import { Icon, type IconName } from './Icon.tsx';

export interface IconButtonProps {
  readonly icon: IconName;
  /** The name for screen readers and on hover. */
  readonly label: string;
  /** Its key, shown on hover. */
  readonly hint?: string | undefined;
  readonly weight?: 'main' | 'quiet';
  readonly pressed?: boolean | undefined;
  readonly unavailable?: string | undefined;
  readonly ref?: Ref<HTMLButtonElement>;
  readonly onPress: () => void;
}

export function IconButton({
  icon,
  label,
  hint,
  weight = 'quiet',
  pressed,
  unavailable,
  ref,
  onPress,
}: IconButtonProps) {
  const look =
    weight === 'main' ? 'bg-accent text-accent-ink hover:brightness-110' : 'text-dim hover:bg-hover hover:text-text';
  return (
    <button
      ref={ref}
      type="button"
      aria-label={label}
      aria-pressed={pressed}
      aria-disabled={unavailable === undefined ? undefined : true}
      title={unavailable ?? (hint ? `${label} (${hint})` : label)}
      onClick={unavailable === undefined ? onPress : undefined}
      className={`grid size-7 shrink-0 place-items-center rounded-md transition-colors aria-disabled:opacity-40 aria-pressed:bg-sel aria-pressed:text-text ${look}`}
    >
      <Icon name={icon} />
    </button>
  );
}
