// An event that has no number yet: whoever emits it numbers it.
import type { EngineEvent } from '../../shared/model/event.ts';

export type Draft = EngineEvent extends infer E ? (E extends EngineEvent ? Omit<E, 'seq'> : never) : never;
