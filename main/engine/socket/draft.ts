// An event of a socket run that has no number yet.
import type { EngineEvent } from '../../../shared/model/event.ts';

export type Draft = EngineEvent extends infer E ? (E extends EngineEvent ? Omit<E, 'seq'> : never) : never;
