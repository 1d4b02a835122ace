// The machine as a reader of the tape would fold it: what keyframes of a run with secrets hold, so that a keyframe says what the log says,
// whatever a secret took part in. It costs a second fold; the run's own machine has the real values.
import type { CheckedGraph } from '../../shared/model/checkedGraph.ts';
import type { EngineEvent, EventOf } from '../../shared/model/event.ts';
import { cloneMachine, freezeMachine, type Machine, newMachine } from '../engine/machine.ts';
import { apply } from '../engine/step.ts';
import type { Sink } from './ports.ts';

export class RedactedFold {
  readonly #graphOf: (started: EventOf<'run.started'>) => CheckedGraph | undefined;
  #graph: CheckedGraph | undefined;
  #machine: Machine | undefined;

  /**
   * @param machine the run's before its first event; not changed
   * @param graphOf the graph that a reader has from that event; undefined where it can't be one any more
   */
  constructor(
    graph: CheckedGraph,
    machine: Machine,
    graphOf: (started: EventOf<'run.started'>) => CheckedGraph | undefined,
  ) {
    this.#graph = graph;
    this.#machine = cloneMachine(machine);
    this.#graphOf = graphOf;
  }

  /** Folds what goes to the tape, on its way there. */
  sink(sink: Sink): Sink {
    return {
      write: (events) => {
        for (const event of events) this.#take(event);
        sink.write(events);
      },
      commit: () => sink.commit(),
    };
  }

  /** The body of a keyframe; undefined where a reader could not fold the log either. */
  frozen(): unknown {
    return this.#machine && freezeMachine(this.#machine);
  }

  #take(event: EngineEvent): void {
    if (event.kind === 'run.started' && event.graph !== this.#graph?.source) {
      this.#graph = this.#graphOf(event);
      this.#machine = this.#graph && newMachine(this.#graph);
    }
    // Of a run that goes on, its last step may be folded already.
    if (!this.#graph || !this.#machine || event.seq < this.#machine.seq) return;
    try {
      apply(this.#graph, this.#machine, event);
    } catch {
      // Keyframes only save a reader time; the log tells everything without them.
      this.#machine = undefined;
    }
  }
}
