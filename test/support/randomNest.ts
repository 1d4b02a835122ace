// Random pivot graphs of up to four scopes, nested up to three deep, several of them roots: with latches, graphIns before inner
// loops, side read-outs, streams to graphOuts, wires from outside into root bodies, bands, and a state container now and then. Valid by
// construction. Every input has one wire, or the pair init_x and iterout_x, so that no contest between equal writers depends
// on the order of edges.
import fc from 'fast-check';
import type { RandomGraph } from './randomGraph.ts';

type Entry = number | null | 'missing' | 'throw';

interface BodyPlan {
  readonly required: readonly boolean[];
  readonly sources: readonly number[];
  readonly seq: readonly Entry[];
  /** Writes into and reads from the container, where there is one. */
  readonly touches: boolean;
}

interface ScopePlan {
  /** Which of the scopes before it holds it; out of range: a root. */
  readonly parent: number;
  readonly bodies: readonly BodyPlan[];
  readonly persistInit: readonly boolean[];
  readonly persistCarry: readonly boolean[];
  readonly requiredCarry: readonly boolean[];
  readonly budget: number | null;
  readonly stopper: number | null;
  readonly carriers: readonly number[];
  /** Its values come through a graphIn. */
  readonly throughGraphIn: boolean;
  readonly fromOutside: boolean;
  readonly reader: number | null;
  readonly initSources: readonly number[];
}

interface NestPlan {
  readonly scopes: readonly ScopePlan[];
  readonly budget: number;
  /** Which scope's body may touch the container, or every one's; null: there is none. */
  readonly container: number | 'all' | null;
  readonly lifetime: string;
}

const entry: fc.Arbitrary<Entry> = fc.oneof(
  { weight: 40, arbitrary: fc.integer({ min: 0, max: 3 }) },
  { weight: 2, arbitrary: fc.constant(null) },
  { weight: 3, arbitrary: fc.constant('missing' as const) },
  { weight: 1, arbitrary: fc.constant('throw' as const) },
);
const mostly = fc.oneof({ weight: 3, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) });
const seldom = mostly.map((yes) => !yes);

const body: fc.Arbitrary<BodyPlan> = fc.record({
  required: fc.array(seldom, { minLength: 1, maxLength: 3 }),
  sources: fc.array(fc.nat(1000), { minLength: 3, maxLength: 3 }),
  seq: fc.array(entry, { minLength: 1, maxLength: 4 }),
  touches: fc.boolean(),
});

const scope: fc.Arbitrary<ScopePlan> = fc.record({
  parent: fc.oneof({ weight: 1, arbitrary: fc.constant(-1) }, { weight: 3, arbitrary: fc.nat(2) }),
  bodies: fc.array(body, { minLength: 1, maxLength: 3 }),
  persistInit: fc.tuple(mostly, mostly),
  persistCarry: fc.tuple(mostly, mostly),
  requiredCarry: fc.tuple(fc.boolean(), seldom),
  budget: fc.option(fc.integer({ min: 1, max: 3 })),
  stopper: fc.option(fc.nat(1000), { freq: 1 }),
  carriers: fc.tuple(fc.nat(1000), fc.nat(1000)),
  throughGraphIn: fc.boolean(),
  fromOutside: fc.boolean(),
  reader: fc.option(fc.nat(1000)),
  initSources: fc.tuple(fc.nat(1000), fc.nat(1000)),
});

const plan = (container: fc.Arbitrary<NestPlan['container']>, lifetimes: readonly string[]): fc.Arbitrary<NestPlan> =>
  fc.record({
    scopes: fc.array(scope, { minLength: 1, maxLength: 4 }),
    budget: fc.integer({ min: 1, max: 3 }),
    container,
    lifetime: fc.constantFrom(...lifetimes),
  });

/** Without containers: whose turn it is at one depends on the order of nodes. */
export const randomNest: fc.Arbitrary<RandomGraph> = plan(fc.constant(null), ['run']).map((made) =>
  new Builder(made).graph(),
);
/** At most one container, which nodes of one scope's body touch, so that their turns have an order of their own. */
export const randomNestWithContainer: fc.Arbitrary<RandomGraph> = plan(fc.nat(3), ['step', 'forever', 'run']).map(
  (made) => new Builder(made).graph(),
);
/**
 * Without a state that lives for a step: loops side by side would reset it for one another, whenever their steps happen to
 * end (hazard foreign-reset).
 */
export const randomNestWithLastingState: fc.Arbitrary<RandomGraph> = plan(fc.nat(3), ['forever', 'run']).map((made) =>
  new Builder(made).graph(),
);

/** One container that nodes of every scope may touch. */
export const randomNestWithSharedState: fc.Arbitrary<RandomGraph> = plan(fc.constant('all'), ['step', 'forever']).map(
  (made) => new Builder(made).graph(),
);

const PORTS = ['a', 'b'] as const;

/** What a wire of a body can leave from: `node.handle`, or the pair of an init and a carry slot. */
type Source = readonly (readonly [node: string, handle: string])[];

class Builder {
  private readonly plan: NestPlan;
  private readonly parents: readonly number[];
  private readonly nodes: Record<string, unknown>[] = [];
  private readonly edges: Record<string, unknown>[] = [];
  private readonly touching: string[] = [];

  constructor(made: NestPlan) {
    this.plan = made;
    const depths: number[] = [];
    this.parents = made.scopes.map(({ parent }, i) => {
      const holder = parent >= 0 && parent < i && (depths[parent] as number) < 3 ? parent : -1;
      depths[i] = holder < 0 ? 1 : (depths[holder] as number) + 1;
      return holder;
    });
  }

  graph(): RandomGraph {
    this.nodes.push(scripted('start', [], [], ['a', 'b'], [{ a: 10, b: 20 }]));
    const start: Source[] = PORTS.map((port) => [['start', port]]);
    for (const i of this.childrenOf(-1)) {
      this.scope(i, start);
      const verdict = `verdict${i}`;
      this.nodes.push(scripted(verdict, ['x'], ['x'], ['y'], [{ y: { $echo: 'x' } }]));
      this.nodes.push({ id: `done${i}`, type: 'graphOut', config: { portName: `done${i}` } });
      this.wire([[`out${i}`, 'final_a']], verdict, 'x');
      this.wire([[verdict, 'y']], `done${i}`, 'value');
    }
    const { container, lifetime, budget } = this.plan;
    const containers =
      container === null
        ? {}
        : {
            containers: [{ id: 'c', states: { s: { type: 'accumulator', lifetime } } }],
            access_grants: this.touching.map((node_id) => ({ node_id, container_id: 'c' })),
          };
    return { nodes: this.nodes, edges: this.edges, step_budget: budget, ...containers };
  }

  private childrenOf(parent: number): number[] {
    return this.parents.flatMap((holder, i) => (holder === parent ? [i] : []));
  }

  private wire(source: Source, target: string, targetHandle: string): void {
    for (const [from, sourceHandle] of source)
      this.edges.push({ id: `e${this.edges.length}`, source: from, sourceHandle, target, targetHandle });
  }

  /** A loop and all that is in it. `around`: what the iteration around it has by then. */
  private scope(i: number, around: readonly Source[]): void {
    const spec = this.plan.scopes[i] as ScopePlan;
    const [iterIn, iterOut] = [`in${i}`, `out${i}`];
    this.nodes.push(iterInNode(iterIn, iterOut, spec));
    PORTS.forEach((port, k) => {
      // A pair of slots stands for one value; which of the two arrives is the init side's affair.
      const single = around.filter((source) => source.length === 1);
      const source = pick(single, spec.initSources[k] as number);
      if (spec.throughGraphIn && this.parents[i] !== -1) {
        const boundary = `gin${i}${port}`;
        this.nodes.push({ id: boundary, type: 'graphIn', config: { portName: boundary } });
        this.wire(source, boundary, 'value');
        this.wire([[boundary, 'value']], iterIn, `init_${port}`);
      } else this.wire(source, iterIn, `init_${port}`);
    });
    const own: Source[] = [
      ...PORTS.map(
        (port): Source => [
          [iterIn, `iterout_${port}`],
          [iterIn, `init_${port}`],
        ],
      ),
      [[iterIn, 'step']],
      [[iterIn, 'iterout_a']],
      [[iterIn, 'init_b']],
    ];
    const bodies: string[] = [];
    spec.bodies.forEach((one, k) => {
      const id = `n${i}x${k}`;
      this.body(i, id, one, own, k === 0);
      bodies.push(id);
      own.push([[id, 'o']]);
    });
    // What leads to no iterOut is a read-out; the last of the body leads there, and so does every inner loop.
    const merged = [`n${i}x${bodies.length - 1}`, ...this.innerLatches(i, own)];
    const merge = `merge${i}`;
    const inputs = merged.map((_, k) => `i${k}`);
    this.nodes.push(scripted(merge, inputs, [], ['o'], [{ o: { $fire: true } }]));
    merged.forEach((id, k) => {
      this.wire([[id, id.startsWith('latch') ? 'value' : 'o']], merge, inputs[k] as string);
    });
    this.wire([[merge, 'o']], iterOut, 'a');
    this.wire([[pick(bodies, spec.carriers[1] as number), 'o']], iterOut, 'b');
    if (spec.stopper !== null) this.wire([[pick(bodies, spec.stopper), 'o']], iterOut, 'stop');
    if (spec.reader !== null) {
      this.nodes.push(scripted(`read${i}`, ['x'], ['x'], ['y'], [{ y: { $echo: 'x' } }]));
      this.wire([[pick(bodies, spec.reader), 'o']], `read${i}`, 'x');
    }
    this.nodes.push(iterOutNode(iterIn, iterOut, spec));
  }

  /** Inner loops, one after another; each sees the latches of those before it. */
  private innerLatches(i: number, own: readonly Source[]): string[] {
    const latches: string[] = [];
    for (const child of this.childrenOf(i)) {
      this.scope(child, [...own, ...latches.map((id): Source => [[id, 'value']])]);
      const latch = `latch${child}`;
      this.nodes.push({ id: latch, type: 'graphOut', config: { portName: latch } });
      this.wire([[`out${child}`, 'final_a']], latch, 'value');
      latches.push(latch);
    }
    return latches;
  }

  private body(i: number, id: string, one: BodyPlan, own: readonly Source[], isFirst: boolean): void {
    const spec = this.plan.scopes[i] as ScopePlan;
    const inputs = one.required.map((_, k) => `i${k}`);
    const required = inputs.filter((_, k) => one.required[k]);
    if (one.touches && (this.plan.container === 'all' || this.plan.container === i)) {
      this.touching.push(id);
      this.nodes.push({
        id,
        type: 'expression',
        config: { inputs, required, outputs: { o: '$count($read("c", "s"))' }, writes: { 'c.s': `"${id}"` } },
      });
    } else {
      const seq = one.seq.map((value) =>
        value === 'throw' ? { $throw: `${id} broke` } : value === 'missing' ? {} : { o: value },
      );
      this.nodes.push(scripted(id, inputs, required, ['o'], seq));
    }
    inputs.forEach((input, k) => {
      // The first input of the first node always comes from the loop, so that there is a body.
      const source = isFirst && k === 0 ? (own[0] as Source) : pick(own, one.sources[k] as number);
      const isFromOutside = !(isFirst && k === 0) && k === 2 && spec.fromOutside && this.parents[i] === -1;
      this.wire(isFromOutside ? [['start', 'a']] : source, id, input);
    });
  }
}

function pick<T>(list: readonly T[], n: number): T {
  return list[n % list.length] as T;
}

function scripted(
  id: string,
  inputs: readonly string[],
  required: readonly string[],
  outputs: readonly string[],
  seq: readonly unknown[],
): Record<string, unknown> {
  return { id, type: 'scripted', config: { inputs, required, outputs, seq } };
}

function iterInNode(id: string, pairedWith: string, { persistInit, budget }: ScopePlan): Record<string, unknown> {
  const initPorts = PORTS.map((name, k) => ({ name, wire_type: 'ANY', persist: persistInit[k] }));
  const step_budget = budget === null ? {} : { step_budget: budget };
  return { id, type: 'iterIn', config: { version: 3, pairedWith, initPorts, ...step_budget } };
}

function iterOutNode(
  pairedWith: string,
  id: string,
  { persistCarry, requiredCarry }: ScopePlan,
): Record<string, unknown> {
  const ports = PORTS.map((name, k) => ({
    name,
    wire_type: 'ANY',
    persist: persistCarry[k],
    required: requiredCarry[k],
  }));
  return { id, type: 'iterOut', config: { pairedWith, ports } };
}
