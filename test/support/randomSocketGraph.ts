// Random socket graphs, for laws: up to six sockets and three loops, side by side, nested and overlapping, over lists of up to five
// items that sockets may replace, with outputs of every kind that a socket can give. All of them pass the check.
import fc from 'fast-check';

export interface RandomSockets {
  readonly graph: Readonly<Record<string, unknown>>;
  readonly standIns: Readonly<Record<string, unknown>>;
  readonly budget: number;
}

const LISTS = ['l0', 'l1', 'workItems'] as const;
const CURSORS = ['c0', 'c1', 'workItemIndex'] as const;

const item = fc.oneof(
  fc.constantFrom('a', 'b', '', 7, null, ['x']),
  fc.record({ title: fc.constantFrom('t', 'u'), subs: fc.array(fc.constantFrom('p', 'q'), { maxLength: 2 }) }),
);
const list = fc.array(item, { maxLength: 5 });

const satisfied = fc.oneof(
  { weight: 14, arbitrary: fc.constantFrom<unknown[]>(true, true, false) },
  { weight: 1, arbitrary: fc.constantFrom<unknown[]>('true', 1, null, undefined) },
);

/** An object that a socket gives, as it is or as a text around it. */
const answer = fc
  .record({
    satisfied,
    note: fc.constantFrom('n', 5, 'n', 5, 'n', undefined),
    list: fc.option(list, { nil: undefined, freq: 5 }),
    workItems: fc.option(list, { nil: undefined, freq: 5 }),
    form: fc.constantFrom('object', 'text', 'text', 'text', 'fenced', 'prose', 'quoting'),
  })
  .map(({ form, ...output }): unknown => {
    const given = JSON.parse(JSON.stringify(output)) as object;
    const text = JSON.stringify(given);
    switch (form) {
      case 'object':
        return given;
      case 'text':
        return text;
      case 'fenced':
        return `so:\n\`\`\`json\n${text}\n\`\`\`\nthere`;
      case 'prose':
        return `It is { ${text.slice(1)} as asked.`;
      default:
        return JSON.stringify({ ...given, quote: '```\n{"satisfied": false}\n```' });
    }
  });

const output = fc.oneof(
  { weight: 20, arbitrary: answer },
  { weight: 1, arbitrary: fc.constantFrom<unknown[]>('plain', '', '{"a": ', '[1, 2]', '{"a": 1} tail') },
  { weight: 1, arbitrary: fc.constant({ $throw: 'it broke' }) },
);

const SOURCES = [
  '$',
  '$.note',
  '$.list',
  'item',
  'item.title',
  'state.note',
  'kept',
  'lastJson.note',
  'lastOutput',
  'thing',
];
const TARGETS = ['kept', 'note', 'deep.x', 'deep.y.z', 'l0', 'state.l1', 'l0.1', 'workItems'];

const condition = fc.constantFrom('satisfied', 'not_satisfied');
const limitOf = fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined, freq: 2 });

const socket = fc.record({
  parse: fc.constantFrom('json', 'json', 'json', 'text', undefined),
  generator: fc.nat(5),
  kind: fc.constantFrom('agent', 'utility'),
  outputs: fc.array(output, { minLength: 1, maxLength: 6 }),
  guarded: fc.array(fc.record({ when: condition, to: fc.nat(8), maxTraversals: limitOf }), { maxLength: 2 }),
  always: fc.option(fc.record({ to: fc.nat(8), maxTraversals: limitOf }), { nil: undefined, freq: 5 }),
  assigns: fc.dictionary(fc.constantFrom(...TARGETS), fc.constantFrom(...SOURCES), { maxKeys: 2 }),
  hasAssigns: fc.nat(2),
  advance: fc.option(
    fc.record({
      loop: fc.nat(2),
      cursor: fc.nat(2),
      list: fc.nat(2),
      when: fc.constantFrom('always', 'satisfied', 'satisfied', 'not_satisfied', undefined),
    }),
    { nil: undefined, freq: 3 },
  ),
});

const exit = fc.record({
  from: fc.nat(5),
  condition: fc.constantFrom('always', 'satisfied', 'not_satisfied'),
  to: fc.nat(8),
});

const loop = fc.record({
  members: fc.array(fc.nat(5), { minLength: 1, maxLength: 5 }),
  kind: fc.constantFrom('iterator', 'iterator', 'iterator', 'consumes', 'none'),
  list: fc.nat(3),
  cursor: fc.nat(2),
  as: fc.constantFrom('thing', 'job', 'l0', 'workItem', undefined),
  from: fc.nat(5),
  exits: fc.array(exit, { maxLength: 4 }),
});

/** Without a compat. */
export const randomSockets: fc.Arbitrary<RandomSockets> = fc
  .record({
    sockets: fc.array(socket, { minLength: 1, maxLength: 6 }),
    loops: fc.array(loop, { maxLength: 3 }),
    state: fc.record({ l0: list, l1: list, workItems: list }, { requiredKeys: ['l0'] }),
    cursors: fc.dictionary(fc.constantFrom(...CURSORS), fc.nat(2), { maxKeys: 1 }),
    repairs: fc.nat(2),
    maxNoAdvanceCycles: fc.integer({ min: 1, max: 4 }),
    budget: fc.oneof(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 20, max: 80 })),
  })
  .map(build);

function build(plan: {
  readonly sockets: readonly (typeof socket extends fc.Arbitrary<infer T> ? T : never)[];
  readonly loops: readonly (typeof loop extends fc.Arbitrary<infer T> ? T : never)[];
  readonly state: object;
  readonly cursors: object;
  readonly repairs: number;
  readonly maxNoAdvanceCycles: number;
  readonly budget: number;
}): RandomSockets {
  const ids = plan.sockets.map((_, i) => `s${i}`);
  const id = (n: number): string => ids[n % ids.length] as string;
  /** Now and then the end. */
  const target = (n: number): string => (n === 8 ? 'end' : id(n));
  const sockets = plan.sockets.map((one, i) => {
    const { parse, advance, assigns, hasAssigns, guarded, always } = one;
    // Most advances go along the list of a loop that lists the socket.
    const walked = plan.loops[advance?.loop ?? 0];
    const isWalking = walked?.kind === 'iterator' && walked.list < 3 && walked.members.some((n) => id(n) === id(i));
    const edges = [...guarded, ...(always ? [{ when: 'always', ...always }] : [])];
    return [
      id(i),
      {
        materia: id(i),
        ...(parse === undefined ? {} : { parse }),
        ...(hasAssigns === 0 ? { assign: assigns } : {}),
        ...(advance
          ? {
              advance: {
                cursor: CURSORS[isWalking ? walked.cursor : advance.cursor],
                items: `state.${LISTS[isWalking ? walked.list : advance.list]}`,
                ...(advance.when === undefined ? {} : { when: advance.when }),
              },
            }
          : {}),
        edges: edges.map(({ when, to, maxTraversals }) => ({
          when,
          to: target(to),
          ...(maxTraversals === undefined ? {} : { maxTraversals }),
        })),
      },
    ];
  });
  const loops = plan.loops.map((one, i) => {
    const members = [...new Set(one.members.map(id))];
    const named = one.as === undefined ? {} : { as: one.as };
    const routes = new Map(
      one.exits.map(({ from, condition: when, to }) => {
        const source = members[from % members.length] as string;
        return [`${source}:${when}`, { from: source, condition: when, targetSocketId: target(to) }];
      }),
    );
    return [
      `L${i}`,
      {
        sockets: members,
        ...(one.kind === 'iterator'
          ? { iterator: { items: `state.${LISTS[one.list] ?? 'item.subs'}`, cursor: CURSORS[one.cursor], ...named } }
          : {}),
        ...(one.kind === 'consumes' ? { consumes: { from: id(one.from), output: 'workItems', ...named } } : {}),
        exits: [...routes].map(([name, route]) => ({ id: `exit:${name}`, ...route })),
      },
    ];
  });
  return {
    graph: {
      entry: 's0',
      sockets: Object.fromEntries(sockets),
      loops: Object.fromEntries(loops),
      materia: Object.fromEntries(
        plan.sockets.map(({ kind, generator }, i) => [
          id(i),
          { kind, ...(generator === 0 ? { generator: true } : {}) },
        ]),
      ),
      limits: { repairs: plan.repairs, maxNoAdvanceCycles: plan.maxNoAdvanceCycles },
      state: plan.state,
      cursors: plan.cursors,
    },
    standIns: Object.fromEntries(plan.sockets.map(({ outputs }, i) => [id(i), { seq: outputs }])),
    budget: plan.budget,
  };
}
