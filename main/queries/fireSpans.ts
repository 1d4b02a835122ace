// Where on a tape each node's fires lie, and which failed. It sees the log once, in order, as far as it goes.
import type { EngineEvent } from '../../shared/model/event.ts';
import { lastAtOrBefore } from './scopeSpans.ts';

/** Fires of one node in order, as columns. A fire covers startedSeq to endedSeq; −1 = still running. */
export interface NodeFires {
  readonly startedSeq: number[];
  readonly endedSeq: number[];
  /** 0 running, 1 finished, 2 failed, or lost when the tape stopped. */
  readonly state: number[];
  readonly durationMs: number[];
}

export class FireSpans {
  readonly #nodes = new Map<string, NodeFires>();
  /** The fires that run, by id: the node and the place in its columns. */
  readonly #running = new Map<number, { readonly fires: NodeFires; readonly place: number }>();
  readonly #failedSeq: number[] = [];

  see(event: EngineEvent): void {
    if (event.kind === 'fire.started') {
      const fires = this.of(event.node);
      this.#running.set(event.fire, { fires, place: fires.startedSeq.length });
      fires.startedSeq.push(event.seq);
      fires.endedSeq.push(-1);
      fires.state.push(0);
      fires.durationMs.push(-1);
      return;
    }
    if (event.kind === 'run.continued') this.#lose(event.seq);
    if (event.kind !== 'fire.finished' && event.kind !== 'fire.failed') return;
    if (event.kind === 'fire.failed') this.#failedSeq.push(event.seq);
    const running = this.#running.get(event.fire);
    if (!running) return;
    this.#running.delete(event.fire);
    running.fires.endedSeq[running.place] = event.seq;
    running.fires.state[running.place] = event.kind === 'fire.failed' ? 2 : 1;
    running.fires.durationMs[running.place] = event.durationMs ?? -1;
  }

  /** What was out when the tape stopped never came to an end; where it went on, it was started again. */
  #lose(seq: number): void {
    for (const { fires, place } of this.#running.values()) {
      fires.endedSeq[place] = seq;
      fires.state[place] = 2;
    }
    this.#running.clear();
  }

  nodes(): readonly string[] {
    return [...this.#nodes.keys()];
  }

  of(node: string): NodeFires {
    const known = this.#nodes.get(node);
    if (known) return known;
    const made: NodeFires = { startedSeq: [], endedSeq: [], state: [], durationMs: [] };
    this.#nodes.set(node, made);
    return made;
  }

  /** Seq at which the node's first fire after `seq` began; undefined where it has none. */
  nextAfter(node: string, seq: number): number | undefined {
    const started = this.#nodes.get(node)?.startedSeq ?? [];
    return started[lastAtOrBefore(started, seq) + 1];
  }

  /** Seqs of the fires that failed, in order. */
  failedSeqs(): readonly number[] {
    return this.#failedSeq;
  }
}
