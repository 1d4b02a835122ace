// A row of choices of which one is on, as tabs over a panel. Arrows move between them.
import { type KeyboardEvent, useId } from 'react';

export interface Segment<T extends string> {
  readonly id: T;
  readonly label: string;
  readonly count?: number | undefined;
}

export interface SegmentsProps<T extends string> {
  readonly label: string;
  readonly segments: readonly Segment<T>[];
  readonly value: T;
  /** The id of the panel that they switch. */
  readonly controls: string;
  readonly onChange: (value: T) => void;
}

export function Segments<T extends string>({ label, segments, value, controls, onChange }: SegmentsProps<T>) {
  const base = useId();
  const move = (event: KeyboardEvent<HTMLDivElement>): void => {
    // With another key held an arrow is a step through time.
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    event.stopPropagation();
    const at = segments.findIndex((segment) => segment.id === value);
    const next = segments[(at + step + segments.length) % segments.length];
    if (!next) return;
    onChange(next.id);
    document.getElementById(`${base}-${next.id}`)?.focus();
  };
  return (
    <div role="tablist" aria-label={label} onKeyDown={move} className="flex min-w-0 gap-0.5">
      {segments.map((segment) => (
        <button
          key={segment.id}
          id={`${base}-${segment.id}`}
          type="button"
          role="tab"
          aria-selected={segment.id === value}
          aria-controls={controls}
          tabIndex={segment.id === value ? 0 : -1}
          onClick={() => onChange(segment.id)}
          className="flex h-6 items-center gap-1.5 rounded-md px-2.5 text-small text-dim hover:text-text aria-selected:bg-sel aria-selected:text-text"
        >
          {segment.label}
          {segment.count !== undefined && <span className="text-faint">{segment.count.toLocaleString('en')}</span>}
        </button>
      ))}
    </div>
  );
}
