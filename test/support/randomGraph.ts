// Random pivot graphs with one root scope, for laws. Every input has one wire, or the pair init_x and iterout_x, so that
// no contest between equal writers depends on the order of edges.
import fc from 'fast-check';

interface Body {
  readonly required: readonly boolean[];
  readonly sources: readonly number[];
  readonly seq: readonly (number | null | 'missing' | 'throw')[];
}

const CARRIES = ['a', 'b'] as const;

const entry = fc.oneof(
  { weight: 12, arbitrary: fc.integer({ min: 0, max: 3 }) },
  { weight: 2, arbitrary: fc.constant(null) },
  { weight: 3, arbitrary: fc.constant('missing' as const) },
  { weight: 1, arbitrary: fc.constant('throw' as const) },
);

const body: fc.Arbitrary<Body> = fc.record({
  required: fc.array(fc.boolean(), { minLength: 1, maxLength: 3 }),
  sources: fc.array(fc.nat(1000), { minLength: 3, maxLength: 3 }),
  seq: fc.array(entry, { minLength: 1, maxLength: 4 }),
});

export interface RandomGraph {
  readonly nodes: readonly Record<string, unknown>[];
  readonly edges: readonly Record<string, unknown>[];
  readonly step_budget: number;
}

/** A valid graph file of one scope, with an entry node, a body, a side read-out and a band. */
export const randomGraph: fc.Arbitrary<RandomGraph> = fc
  .record({
    bodies: fc.array(body, { minLength: 1, maxLength: 6 }),
    persistInit: fc.tuple(fc.boolean(), fc.boolean()),
    persistCarry: fc.tuple(fc.boolean(), fc.boolean()),
    requiredCarry: fc.tuple(fc.boolean(), fc.boolean()),
    wiredInit: fc.tuple(fc.constant(true), fc.boolean()),
    carriers: fc.tuple(fc.nat(1000), fc.nat(1000)),
    stopper: fc.option(fc.nat(1000)),
    reader: fc.nat(1000),
    budget: fc.integer({ min: 1, max: 5 }),
  })
  .map(build);

function build(plan: {
  bodies: Body[];
  persistInit: readonly boolean[];
  persistCarry: readonly boolean[];
  requiredCarry: readonly boolean[];
  wiredInit: readonly boolean[];
  carriers: readonly number[];
  stopper: number | null;
  reader: number;
  budget: number;
}): RandomGraph {
  const edges: Record<string, unknown>[] = [];
  const wire = (source: string, sourceHandle: string, target: string, targetHandle: string): void => {
    edges.push({ id: `e${edges.length}`, source, sourceHandle, target, targetHandle });
  };
  CARRIES.forEach((port, i) => {
    if (plan.wiredInit[i]) wire('start', port, 'in', `init_${port}`);
  });
  const nodes: Record<string, unknown>[] = [
    { id: 'start', type: 'scripted', config: { inputs: [], outputs: ['a', 'b'], seq: [{ a: 10, b: 20 }] } },
    {
      id: 'in',
      type: 'iterIn',
      config: {
        version: 3,
        pairedWith: 'out',
        initPorts: CARRIES.map((name, i) => ({ name, wire_type: 'ANY', persist: plan.persistInit[i] })),
      },
    },
  ];
  plan.bodies.forEach((one, i) => {
    const id = `n${i}`;
    const inputs = one.required.map((_, k) => `i${k}`);
    nodes.push({
      id,
      type: 'scripted',
      config: {
        inputs,
        required: inputs.filter((_, k) => one.required[k]),
        outputs: ['o'],
        seq: one.seq.map((value) =>
          value === 'throw' ? { $throw: `${id} broke` } : value === 'missing' ? {} : { o: value },
        ),
      },
    });
    inputs.forEach((input, k) => {
      // The first input of the first node always comes from the loop, so that there is a body.
      const choice = i === 0 && k === 0 ? 0 : (one.sources[k] as number) % (i + 4);
      if (choice < 2) {
        const port = CARRIES[choice] as string;
        wire('in', `iterout_${port}`, id, input);
        wire('in', `init_${port}`, id, input);
      } else if (choice === 2) wire('in', 'step', id, input);
      else if (choice === 3) wire('in', 'iterout_a', id, input);
      else wire(`n${choice - 4}`, 'o', id, input);
    });
  });
  const pick = (n: number): string => `n${n % plan.bodies.length}`;
  for (const [i, port] of CARRIES.entries()) wire(pick(plan.carriers[i] as number), 'o', 'out', port);
  if (plan.stopper !== null) wire(pick(plan.stopper), 'o', 'out', 'stop');
  nodes.push(
    {
      id: 'out',
      type: 'iterOut',
      config: {
        pairedWith: 'in',
        ports: CARRIES.map((name, i) => ({
          name,
          wire_type: 'ANY',
          persist: plan.persistCarry[i],
          required: plan.requiredCarry[i],
        })),
      },
    },
    { id: 'read', type: 'scripted', config: { inputs: ['x'], outputs: ['y'], seq: [{ y: { $echo: 'x' } }] } },
    { id: 'verdict', type: 'scripted', config: { inputs: ['x'], outputs: ['y'], seq: [{ y: { $echo: 'x' } }] } },
    { id: 'done', type: 'graphOut', config: { portName: 'done' } },
  );
  wire(pick(plan.reader), 'o', 'read', 'x');
  wire('out', 'final_a', 'verdict', 'x');
  wire('verdict', 'y', 'done', 'value');
  return { nodes, edges, step_budget: plan.budget };
}
