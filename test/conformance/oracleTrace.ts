// A run's events in the form of the recorded vectors, by the mapping of oracle/MAPPING.md, so that the two can be compared
// field by field. It looks at events alone, so a replay and a reopened tape can be judged by it too.
import type { CheckedNode, CheckedPivotGraph } from '../../shared/model/checkedGraph.ts';
import type { EngineEvent, EventOf } from '../../shared/model/event.ts';
import { parsePath } from '../../shared/model/path.ts';
import { toPublic, toPublicRecord } from '../../shared/model/publicValue.ts';
import type { Value, Values } from '../../shared/model/value.ts';
import type { Fields, OracleBoundary, OraclePath } from './oracleVector.ts';

export interface TraceFire {
  readonly node: string;
  readonly phase: 'main' | 'settle' | 'band';
  readonly scope: string;
  readonly iteration: number | null;
  readonly path: OraclePath;
  /** Completed iterations of the root when it fired. */
  readonly step: number;
  inputs: Fields;
  /** Undefined where the tape has none: pivots give no outputs of their own. */
  outputs: Fields | null | undefined;
  error?: string;
}

export interface TraceBoundary extends Omit<OracleBoundary, 'fire' | 'settled'> {
  /** Nodes fired inside, graphIns and failed fires apart. */
  readonly settled: readonly string[];
}

export interface Trace {
  readonly fires: readonly TraceFire[];
  readonly boundaries: readonly TraceBoundary[];
  readonly finals: readonly Fields[];
  readonly outputs: Fields;
  readonly latched: Fields;
  readonly slots: Readonly<Record<string, Fields>>;
  readonly scopes: Readonly<
    Record<string, { readonly last: number; readonly total: number; readonly terminated: boolean }>
  >;
  readonly nodeErrors: readonly { readonly node: string; readonly step: number; readonly error: string }[];
  readonly end: EventOf<'run.finished'> | undefined;
}

interface ScopeCount {
  last: number;
  total: number;
  terminated: boolean;
  isEntered: boolean;
}

export function traceOf(graph: CheckedPivotGraph, events: readonly EngineEvent[]): Trace {
  return new Tracer(graph, events).trace();
}

class Tracer {
  readonly #graph: CheckedPivotGraph;
  readonly #events: readonly EngineEvent[];
  readonly #nodes: ReadonlyMap<string, CheckedNode>;
  readonly #root: string;
  readonly #fires: TraceFire[] = [];
  readonly #byFire = new Map<number, TraceFire>();
  readonly #boundaries: TraceBoundary[] = [];
  readonly #finals: Fields[] = [];
  readonly #outputs: Record<string, unknown> = {};
  readonly #latched: Record<string, unknown> = {};
  readonly #slots: Record<string, Record<string, unknown>> = {};
  readonly #scopes: Record<string, ScopeCount> = {};
  readonly #errors: { node: string; step: number; error: string }[] = [];
  #phase: TraceFire['phase'] = 'main';
  /** iterOut's fire that opened the boundary, and what has fired inside it. */
  #opened:
    | { readonly fire: TraceFire; readonly settled: TraceFire[]; decision: string; handed: Record<string, unknown> }
    | undefined;
  #isEnding = false;

  constructor(graph: CheckedPivotGraph, events: readonly EngineEvent[]) {
    this.#graph = graph;
    this.#events = events;
    this.#nodes = new Map(graph.nodes.map((node) => [node.id, node]));
    this.#root = graph.forest.root_scope_ids[0] ?? '';
    for (const scope of Object.keys(graph.scopes)) {
      this.#slots[scope] = {};
      this.#scopes[scope] = { last: 0, total: 0, terminated: false, isEntered: false };
    }
  }

  trace(): Trace {
    for (const event of this.#events) this.#see(event);
    const last = this.#events.at(-1);
    return {
      fires: this.#fires,
      boundaries: this.#boundaries,
      finals: this.#finals,
      outputs: this.#outputs,
      latched: this.#latched,
      slots: this.#slots,
      scopes: this.#scopes,
      nodeErrors: this.#errors,
      end: last?.kind === 'run.finished' ? last : undefined,
    };
  }

  #see(event: EngineEvent): void {
    switch (event.kind) {
      case 'scope.entered': {
        const count = this.#count(event.scope);
        Object.assign(count, { last: 0, terminated: false, isEntered: true });
        return;
      }
      case 'signal.emitted':
        if (event.signal === 'step_start') this.#fired(event.scope, event.at, this.#slots[event.scope] ?? {});
        if (event.signal === 'step_end') this.#open(event);
        return;
      case 'fire.started': {
        const fire = this.#fired(event.node, event.at, plain(event.inputs));
        fire.outputs = null;
        this.#byFire.set(event.fire, fire);
        return;
      }
      case 'fire.finished': {
        const fire = this.#byFire.get(event.fire);
        if (fire) fire.outputs = plain(event.outputs);
        return;
      }
      case 'fire.failed': {
        const fire = this.#byFire.get(event.fire);
        if (!fire) return;
        fire.error = event.error.message;
        if (fire.phase === 'main' && event.error.code !== 'halt')
          this.#errors.push({ node: event.node, step: fire.step, error: event.error.message });
        return;
      }
      case 'decision.made':
        if (event.question === 'boundary') this.#decided(event);
        return;
      case 'slot.written':
        this.#written(event);
        return;
      case 'slot.cleared':
        delete this.#slots[event.scope]?.[event.slot];
        return;
      case 'iteration.closed':
        this.#closed(event);
        return;
      case 'iteration.opened':
        this.#isEnding = false;
        return;
      case 'scope.exited':
        this.#exited(event);
        return;
      case 'run.started':
      case 'run.finished':
      case 'run.continued':
        return;
    }
  }

  #count(scope: string): ScopeCount {
    const count = this.#scopes[scope];
    if (!count) throw new Error(`no scope ${scope}`);
    return count;
  }

  #fired(node: string, at: string, inputs: Fields): TraceFire {
    const steps = parsePath(at) ?? [];
    const scope = this.#graph.forest.node_to_scope[node] ?? '';
    const own = steps.at(-1);
    // The engine counts from 0 before a scope is first entered; on the tape such a fire stands in the parent's iteration.
    const isBefore = scope !== '' && !this.#count(scope).isEntered;
    const path = steps.map((step) => [step.scope, step.iteration] as const);
    const fire: TraceFire = {
      node,
      phase: this.#phase,
      scope,
      iteration: isBefore ? 0 : own?.scope === scope ? own.iteration : null,
      path: isBefore ? [...path, [scope, 0]] : path,
      // The engine counts an iteration as soon as its iterOut has fired.
      step: (this.#scopes[this.#root]?.last ?? 0) + (this.#opened?.fire.scope === this.#root ? 1 : 0),
      inputs: { ...inputs },
      outputs: undefined,
    };
    this.#fires.push(fire);
    this.#opened?.settled.push(fire);
    return fire;
  }

  #open(event: EventOf<'signal.emitted'>): void {
    const iterOut = this.#graph.scopes[event.scope]?.iterOut ?? '';
    const fire = this.#fired(iterOut, event.at, {});
    this.#opened = { fire, settled: [], decision: '', handed: {} };
    this.#phase = 'settle';
  }

  #decided(event: EventOf<'decision.made'>): void {
    if (event.chosen !== null) {
      if (this.#opened) this.#opened.decision = event.chosen;
      return;
    }
    const { lost, stop } = event.operands;
    this.#fired(event.subject, event.at, plain({ ...(lost as Values), ...(stop === undefined ? {} : { stop }) }));
  }

  #written(event: EventOf<'slot.written'>): void {
    const value = toPublic(event.value);
    if (event.writer !== 'latch') {
      const slots = this.#slots[event.scope];
      if (slots) slots[event.slot] = value;
      if (event.writer === 'iterout' && this.#opened) this.#opened.handed[event.slot] = value;
      return;
    }
    const node = event.slot.slice(0, -'.latch'.length);
    if ((this.#graph.forest.node_to_scope[node] ?? '') !== '') this.#latched[node] = value;
    // What a latch takes when its scope ends is no fire of it; nor is what a graphOut takes after the loop.
    if (this.#isEnding) return;
    this.#outputs[String(this.#nodes.get(node)?.config.portName ?? node)] = value;
    if (this.#phase !== 'band') this.#fired(node, event.at, { value }).outputs = { value };
  }

  #closed(event: EventOf<'iteration.closed'>): void {
    const count = this.#count(event.scope);
    count.last++;
    count.total++;
    const opened = this.#opened;
    if (!opened) throw new Error(`iteration.closed at ${event.at} without a step_end`);
    const hasStop = event.stop !== undefined;
    opened.fire.inputs = plain(hasStop ? { ...event.carry, stop: event.stop as Value } : event.carry);
    this.#boundaries.push({
      scope: event.scope,
      iteration: event.iteration,
      path: (parsePath(event.at) ?? []).map((step) => [step.scope, step.iteration] as const),
      collected: plain(event.carry),
      stop_present: hasStop,
      ...(hasStop ? { stop: toPublic(event.stop as Value) } : {}),
      decision: opened.decision as OracleBoundary['decision'],
      handed_off: opened.handed,
      settled: opened.settled.filter((fire) => fire.error === undefined).map((fire) => fire.node),
    });
    this.#opened = undefined;
    this.#phase = 'main';
    this.#isEnding = true;
  }

  #exited(event: EventOf<'scope.exited'>): void {
    this.#isEnding = false;
    const count = this.#count(event.scope);
    count.terminated = event.reason === 'stop' || event.reason === 'budget';
    if (event.scope === this.#root) {
      this.#phase = 'band';
      this.#opened = undefined;
    }
    if (!event.finals) return;
    this.#finals.push({
      scope: event.scope,
      via: event.rebuilt ? 'fallback' : 'boundary',
      iteration: event.rebuilt ? null : event.iterations - 1,
      values: plain(event.finals),
    });
  }
}

function plain(values: Values): Fields {
  return toPublicRecord(values) as Fields;
}
