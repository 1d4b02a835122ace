// What a person who looks on is shown of a bounded loop, in the order in which it happens: the output of each attempt as it comes, and a
// line that says what the attempt came to. Nothing secret is in it.
import { ATTEMPT, type CheckedBoundedGraph } from '../../shared/model/checkedBoundedGraph.ts';
import type { EngineEvent } from '../../shared/model/event.ts';
import type { Call, Sink } from './ports.ts';
import type { Redaction } from './redaction.ts';

export interface Shown {
  readonly what: 'output' | 'result';
  readonly text: string;
}

export interface ShownLoop {
  /** For what an operator shows while its fire runs. */
  output(fire: Pick<Call, 'fire' | 'node'>, text: string): void;
  /** For events on their way to `sink`, without secrets. */
  sink(sink: Sink): Sink;
}

/** `cap`: the most attempts that this run makes. */
export function shownLoop(
  { request }: CheckedBoundedGraph,
  options: { readonly cap: number; readonly redaction: Redaction | undefined; readonly show: (shown: Shown) => void },
): ShownLoop {
  const { redaction, show } = options;
  const cap = Math.min(options.cap, request.maxIters);
  const streams = new Map<number, ReturnType<Redaction['stream']>>();
  const showOutput = (text: string): void => {
    if (text !== '') show({ what: 'output', text });
  };

  function ended(event: EngineEvent): void {
    if (event.kind === 'fire.finished' || event.kind === 'fire.failed') {
      showOutput(streams.get(event.fire)?.end() ?? '');
      streams.delete(event.fire);
    } else if (event.kind === 'iteration.closed') {
      const summary = String(event.carry.summary).replace(/^(exit \d+|ended by \w+|failed \([^)]*\)): /, '$1 – ');
      show({ what: 'result', text: `attempt ${event.iteration + 1} of ${cap}: ${summary}` });
    }
  }

  return {
    output({ fire, node }, text) {
      if (node !== ATTEMPT) return;
      if (redaction === undefined) {
        showOutput(text);
        return;
      }
      const stream = streams.get(fire) ?? redaction.stream();
      streams.set(fire, stream);
      showOutput(stream.next(text));
    },
    sink: (sink) => ({
      write(events) {
        sink.write(events);
        for (const event of events) ended(event);
      },
      commit: () => sink.commit(),
    }),
  };
}
