// A socket run's events in the words of the recorded vectors, by the mapping of oracle/socket/MAPPING.md, so that the two can be
// compared field by field. It looks at events alone and folds them, so a replay and a reopened tape can be judged by it too.
import { type Machine, newMachine } from '../../main/engine/machine.ts';
import type { SocketMachine } from '../../main/engine/socket/machine.ts';
import { textOf } from '../../main/engine/socket/parse.ts';
import { apply } from '../../main/engine/step.ts';
import type { CheckedSocketGraph, SocketSpec } from '../../shared/model/checkedSocketGraph.ts';
import type { EngineEvent, EventOf } from '../../shared/model/event.ts';
import { toPublic, toPublicRecord } from '../../shared/model/publicValue.ts';
import { isRecord, type Value } from '../../shared/model/value.ts';
import type { OracleDecision, OracleEnd, OracleMoment, OracleRun, OracleVisit } from './oracleSocketVector.ts';

export function socketTraceOf(graph: CheckedSocketGraph, events: readonly EngineEvent[]): OracleRun {
  return new Tracer(graph).trace(events);
}

type Open = { -readonly [K in keyof OracleDecision]: OracleDecision[K] };

class Tracer {
  readonly #graph: CheckedSocketGraph;
  readonly #machine: SocketMachine;
  readonly #visits: OracleVisit[] = [];
  readonly #decisions: Open[] = [];
  readonly #timeline: OracleMoment[] = [];
  readonly #counts: Record<string, number> = {};
  readonly #turns: Record<string, number> = {};
  readonly #traversals: Record<string, number> = {};
  /** The accepted output that is on its way through the decision order. */
  #open: Open | undefined;
  #lastOutput: string | null = null;
  #end: OracleEnd = { status: 'failed', code: 'no end' };
  #retried = false;

  constructor(graph: CheckedSocketGraph) {
    this.#graph = graph;
    const machine: Machine = newMachine(graph);
    if (machine.dialect !== 'socket') throw new Error('a machine of a socket graph was meant');
    this.#machine = machine;
  }

  trace(events: readonly EngineEvent[]): OracleRun {
    for (const event of events) {
      apply(this.#graph, this.#machine, event);
      this.#see(event);
    }
    const { state, cursors, traversals, lastJson, compat } = this.#machine;
    const cycles = compat?.cycles ?? null;
    return {
      visits: this.#visits,
      decisions: this.#decisions,
      timeline: this.#timeline,
      state: {
        data: toPublicRecord(state),
        cursors,
        visits: this.#counts,
        edgeTraversals: this.#traversals,
        scopedEdgeRetries: traversals,
        noAdvanceCycles: cycles && {
          itemKey: cycles.itemKey,
          count: cycles.count,
          socketPath: cycles.path,
          ...(cycles.latest ? { lastCycleSockets: cycles.latest } : {}),
        },
        lastJson: toPublic(lastJson),
        lastOutput: this.#lastOutput,
        currentItemKey: compat?.itemKey ?? null,
      },
      outputs_used: this.#turns,
      end: this.#end,
    };
  }

  #see(event: EngineEvent): void {
    switch (event.kind) {
      case 'fire.started':
        this.#started(event);
        return;
      case 'fire.finished':
        this.#finished(event);
        return;
      case 'fire.failed':
        this.#failed(event);
        return;
      case 'decision.made':
        this.#decided(event);
        return;
      case 'run.finished':
        this.#ended(event);
        return;
      default:
    }
  }

  #started({ node, retry }: EventOf<'fire.started'>): void {
    this.#turns[node] = (this.#turns[node] ?? 0) + 1;
    this.#retried = retry === true;
    if (retry) return;
    const visit = (this.#counts[node] ?? 0) + 1;
    this.#counts[node] = visit;
    const seen: OracleVisit = { socket: node, visit, item: this.#machine.compat?.itemKey ?? null };
    this.#visits.push(seen);
    this.#timeline.push({ type: 'visit', ...seen });
  }

  #finished({ node, outputs: { output = null } }: EventOf<'fire.finished'>): void {
    this.#lastOutput = textOf(output);
    const satisfied = isRecord(output) && typeof output.satisfied === 'boolean' ? output.satisfied : null;
    const { advance } = this.#socket(node);
    const before = advance ? (this.#machine.cursors[advance.cursor] ?? 0) : null;
    this.#open = {
      socket: node,
      item: this.#machine.compat?.itemKey ?? null,
      satisfied,
      advanced: false,
      cursor: advance?.cursor ?? null,
      cursorBefore: before,
      cursorAfter: before,
      itemCount: null,
      exhausted: false,
      via: 'none',
      chosen: null,
      target: 'end',
    };
  }

  #failed({ node, error, raw }: EventOf<'fire.failed'>): void {
    if (error.code !== 'invalid-output') return;
    this.#lastOutput = compact(raw ?? null);
    const isOther = error.message.includes('where an object is expected');
    const paths = isOther ? ['$'] : [...new Set(error.message.match(/\$(\.\w+)+/g))];
    this.#timeline.push({
      type: 'invalid_output',
      socket: node,
      code: paths.length > 0 ? 'contract' : 'json_syntax',
      paths,
    });
  }

  #decided({ question, subject, scope, operands, chosen, target = 'end' }: EventOf<'decision.made'>): void {
    if (question === 'empty-loop') {
      this.#timeline.push({ type: 'skip_empty', socket: subject, target });
      return;
    }
    const open = this.#open;
    if (!open) throw new Error(`a decision of ${subject} without an output`);
    if (question === 'advance') {
      open.advanced = chosen !== null;
      open.cursorBefore = operands.before as number;
      open.cursorAfter = operands.after as number;
      open.itemCount = operands.length as number;
      open.exhausted = operands.exhausted === true;
      return;
    }
    open.target = target;
    if (chosen !== null && question === 'edge') {
      const edge = Number(/\d+/.exec(chosen)?.[0]);
      open.via = 'edge';
      open.chosen = { edge, when: this.#socket(subject).edges[edge]?.when ?? 'always' };
      const way = `${subject}->${target}`;
      this.#traversals[way] = (this.#traversals[way] ?? 0) + 1;
    } else if (chosen !== null) {
      const exit = this.#graph.loops.find(({ id }) => id === scope)?.exits.find(({ id }) => id === chosen);
      open.via = 'exit';
      open.chosen = { loop: scope, exit: chosen, condition: exit?.condition ?? 'always' };
    }
    this.#timeline.push({ type: 'decision', index: this.#decisions.length, socket: subject });
    this.#decisions.push(open);
    this.#open = undefined;
  }

  #ended({ status, error }: EventOf<'run.finished'>): void {
    if (status === 'ended') this.#end = { status: 'complete', code: null };
    if (!error) return;
    const { route, traversals, compat } = this.#machine;
    if (error.code === 'max-traversals' && route?.limited) {
      const { node, edge, key } = route.limited;
      const limit = this.#graph.sockets[node]?.edges[edge]?.maxTraversals ?? 0;
      const code = 'edge_traversal_exhausted';
      this.#timeline.push({ type: 'limit', code, key, count: traversals[key] ?? 0, limit });
      const last = this.#decisions.at(-1);
      if (last) last.limitExceeded = true;
      this.#end = { status: 'failed', code };
    } else if (error.code === 'no-advance-limit' && compat?.cycles) {
      const { itemKey: item, count, latest } = compat.cycles;
      const limit = this.#graph.limits.noAdvanceCycles;
      const code = 'no_advance_cycle_exhausted';
      this.#timeline.push({ type: 'limit', code, item, count, limit, sockets: latest ?? [] });
      this.#end = { status: 'failed', code };
    } else {
      const isInvalid = error.code === 'invalid-output';
      const code = this.#retried ? 'same_socket_recovery_exhausted' : 'output_invalid';
      this.#end = { status: 'failed', code: isInvalid ? code : error.code };
    }
  }

  #socket(id: string): SocketSpec {
    const socket = this.#graph.sockets.find((one) => one.id === id);
    if (!socket) throw new Error(`no socket ${id}`);
    return socket;
  }
}

/** The engine writes an object that it could parse again, also where it then refuses it. */
function compact(raw: Value): string {
  const text = textOf(raw);
  try {
    const parsed = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? JSON.stringify(parsed) : text;
  } catch {
    return text;
  }
}
