// Emitting an event: it is folded into the machine at once, and kept for whoever records it. Whoever makes it numbers it, with
// `seq: machine.seq`: a copy of every event, for its number alone, would cost more than its fold.
import type { EngineEvent } from '../../../shared/model/event.ts';

export type Emit = (event: EngineEvent) => void;
