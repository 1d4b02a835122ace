// Emitting an event: it is numbered, folded into the machine at once, and kept for whoever records it.
import type { EngineEvent } from '../../../shared/model/event.ts';

/** An event without its number. */
export type Draft = EngineEvent extends infer E ? (E extends EngineEvent ? Omit<E, 'seq'> : never) : never;
export type Emit = (draft: Draft) => void;
