// A moment that can be gone to.
import { PlainText } from './PlainText.tsx';

export interface MomentLinkProps {
  readonly seq: number;
  /** What to call it; `#seq` where absent. */
  readonly text?: string | undefined;
  readonly onJump: (seq: number) => void;
  readonly onHover?: ((seq: number | null) => void) | undefined;
}

export function MomentLink({ seq, text, onJump, onHover }: MomentLinkProps) {
  return (
    <button
      type="button"
      title={`Go to #${seq}`}
      onClick={() => onJump(seq)}
      onPointerEnter={() => onHover?.(seq)}
      onPointerLeave={() => onHover?.(null)}
      className="rounded-sm text-left font-mono text-dim underline decoration-line-strong underline-offset-2 hover:text-accent hover:decoration-accent"
    >
      <PlainText text={text === undefined || text === '' ? `#${seq}` : text} />
    </button>
  );
}
