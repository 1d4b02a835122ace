// Seed 000, Decision order 1; semantics §2, Parse. First what is read out of an output, then what follows where nothing can be read.
import { advance, drawSockets, exits, json, text } from '../../support/drawSockets.ts';
import type { SocketRule } from './rule.ts';

const FENCE = '```';

/** Reads `output` as JSON and holds what was read against `read`; `kept`: the text beside it. */
function reads(rule: string, output: unknown, read: unknown, kept: unknown): SocketRule {
  return {
    rule,
    graph: drawSockets({ One: json([output]) }),
    expected: { status: 'ended', fires: { One: [{ outputs: { output: read } }] }, kept: { One: [kept] } },
  };
}

/** Reads nothing: the run fails at the socket, its text kept. */
function refuses(rule: string, output: string): SocketRule {
  return {
    rule,
    graph: drawSockets({ One: json([output], ['always One']) }),
    expected: {
      status: 'failed',
      reason: 'failed',
      failures: [['One', 'invalid-output']],
      error: { node: 'One', at: '', code: 'invalid-output' },
      raw: { One: output },
      routes: [],
    },
  };
}

const SPACED = '{ "satisfied": true }';

export const PARSE: readonly SocketRule[] = [
  {
    rule: 'A socket that says nothing is in text mode: the parsed value is the string, and holds no satisfied',
    graph: drawSockets({
      One: text(['{"satisfied": true}'], ['satisfied Yes', 'not_satisfied No', 'always Else']),
      Yes: text(['yes']),
      No: text(['no']),
      Else: text(['else']),
    }),
    expected: {
      visits: ['One', 'Else'],
      fires: { One: [{ outputs: { output: '{"satisfied": true}' } }] },
      stretch: [{ kind: 'decision.made', question: 'edge', subject: 'One', operands: {}, chosen: 'edges[2]' }],
      kept: { One: [null] },
    },
  },
  {
    rule: 'In text mode an object stands for its JSON text',
    graph: drawSockets({ One: text([{ satisfied: true, n: [1, null] }]) }),
    expected: { fires: { One: [{ outputs: { output: '{"satisfied":true,"n":[1,null]}' } }] } },
  },
  reads('In JSON mode an object stands for its JSON text', { a: { b: [1] } }, { a: { b: [1] } }, null),
  reads(
    'A text that is just the JSON of its value is not kept beside it',
    '{"a":1,"b":[true]}',
    { a: 1, b: [true] },
    null,
  ),
  reads('A text that the parsed value does not tell is kept beside it', SPACED, { satisfied: true }, SPACED),
  reads(
    'The first fenced block counts, whatever stands before and after it',
    `I tried {this}.\n${FENCE}json\n{"a": 1}\n${FENCE}\nand then\n${FENCE}json\n{"a": 2}\n${FENCE}`,
    { a: 1 },
    `I tried {this}.\n${FENCE}json\n{"a": 1}\n${FENCE}\nand then\n${FENCE}json\n{"a": 2}\n${FENCE}`,
  ),
  reads(
    'A fenced block may open and close on one line',
    `Here: ${FENCE}json {"a": 1} ${FENCE} {"a": 2}`,
    { a: 1 },
    `Here: ${FENCE}json {"a": 1} ${FENCE} {"a": 2}`,
  ),
  reads(
    'A fenced block on one line needs no name and no spaces',
    `${FENCE}{"a":1}${FENCE}`,
    { a: 1 },
    `${FENCE}{"a":1}${FENCE}`,
  ),
  reads(
    'Within a fenced block the value starts at the first bracket',
    `${FENCE}\nresult = {"a": 1};\n${FENCE}`,
    { a: 1 },
    `${FENCE}\nresult = {"a": 1};\n${FENCE}`,
  ),
  reads(
    'Without a fenced block the value starts at the first bracket and ends where that closes',
    'Done. {"a": {"b": 1}} I hope {that} helps.',
    { a: { b: 1 } },
    'Done. {"a": {"b": 1}} I hope {that} helps.',
  ),
  reads('Of two values the first counts', '{"a":1}{"a":2}', { a: 1 }, '{"a":1}{"a":2}'),
  reads(
    'Brackets, quotes and backslashes inside of texts close nothing',
    'So: {"a": "}] \\" } \\\\", "b": [{"c": "["}]} end }',
    { a: '}] " } \\', b: [{ c: '[' }] },
    'So: {"a": "}] \\" } \\\\", "b": [{"c": "["}]} end }',
  ),
  reads(
    'A fence inside of a JSON text is a part of that text',
    `Look: {"patch": "${FENCE}js\\n{}\\n${FENCE}", "a": 1}`,
    { patch: `${FENCE}js\n{}\n${FENCE}`, a: 1 },
    `Look: {"patch": "${FENCE}js\\n{}\\n${FENCE}", "a": 1}`,
  ),
  reads(
    'A fence inside of a JSON text does not end the fenced block that holds it',
    `${FENCE}json\n{"patch": "${FENCE}js\\n{}\\n${FENCE}", "a": 1}\n${FENCE}`,
    { patch: `${FENCE}js\n{}\n${FENCE}`, a: 1 },
    `${FENCE}json\n{"patch": "${FENCE}js\\n{}\\n${FENCE}", "a": 1}\n${FENCE}`,
  ),
  reads(
    'A fenced block that never closes is read to the end',
    `${FENCE}json\n{"a": 1}`,
    { a: 1 },
    `${FENCE}json\n{"a": 1}`,
  ),
  refuses('A list at the top level is no object', '[{"a": 1}]'),
  refuses('A list before an object is what counts, and is no object', 'See [1]: {"a": 1}'),
  refuses('An empty output holds no object', ''),
  refuses('Prose holds no object', 'All done.'),
  refuses('null holds no object', 'null'),
  refuses('A bracket that never closes ends nothing', 'Here {"a": 1'),
  refuses('What is no JSON between its brackets is refused, whatever follows', 'Use {x} for {"a": 1}'),
  refuses('A fenced block without an object is refused, whatever stands outside', `${FENCE}\nls\n${FENCE}\n{"a": 1}`),
  {
    rule: 'A generator is always parsed as JSON, whatever its socket says',
    graph: drawSockets({
      One: text(['{"satisfied":true}'], [], {
        parse: 'text',
        materia: { operator: 'scripted', generator: true, seq: ['{"satisfied":true}'] },
      }),
    }),
    expected: { fires: { One: [{ outputs: { output: { satisfied: true } } }] } },
  },
  {
    rule: 'An invalid output routes nowhere: nothing is assigned, no cursor moves, and the loops end failed with the item not done',
    graph: drawSockets(
      {
        Gen: json([{ items: ['a', 'b'] }], ['always Work']),
        Work: json(['{"satisfied":true,"x":1}', 'oops'], ['always Work'], {
          assign: { x: '$.x', all: '$' },
          ...advance('i', 'items'),
        }),
        Done: text(['done']),
      },
      { L: { sockets: ['Work'], consumes: { from: 'Gen', output: 'items' }, ...exits('Work always Done') } },
    ),
    expected: {
      status: 'failed',
      reason: 'failed',
      visits: ['Gen', ['Work', 'a'], ['Work', 'b']],
      cursors: { i: 1 },
      writes: { 'state.x': [1], 'cursor.i': [1] },
      error: { node: 'Work', at: 'L[1]', code: 'invalid-output' },
      raw: { Work: 'oops' },
      stretch: [
        { kind: 'fire.failed', at: 'L[1]', node: 'Work', error: { code: 'invalid-output' }, raw: 'oops' },
        { kind: 'scope.exited', at: '', scope: 'L', reason: 'failed', iterations: 1 },
        { kind: 'run.finished', status: 'failed', reason: 'failed', error: { node: 'Work', at: 'L[1]' } },
      ],
    },
  },
];

/** An agent without an operator of its own, which answers from a script. */
const agent = (limits: unknown, outputs: readonly unknown[], materia: unknown = { kind: 'agent' }) => ({
  graph: drawSockets(
    {
      Work: json([], ['satisfied Work', 'always end'], {
        materia: materia as Readonly<Record<string, unknown>>,
        ...advance('i', 'items', 'satisfied'),
      }),
    },
    { L: { sockets: ['Work'], iterator: { items: 'state.items', cursor: 'i' } } },
    { state: { items: ['a', 'b'] }, limits },
  ),
  script: { Work: { seq: outputs } },
});

export const REPAIRS: readonly SocketRule[] = [
  {
    rule: 'An agent is asked once more after an invalid output, for the same item, in the same pass, as the same visit',
    ...agent({}, ['oops', { satisfied: true }, { satisfied: true }]),
    expected: {
      status: 'ended',
      reason: 'exhausted',
      visits: [
        ['Work', 'a'],
        ['Work', 'b'],
      ],
      retries: ['Work'],
      failures: [['Work', 'invalid-output']],
      paths: ['L[0]', 'L[0]', 'L[1]'],
      opened: ['L[0]', 'L[1]'],
      cursors: { i: 2 },
      stretch: [
        { kind: 'fire.started', fire: 0, node: 'Work', inputs: { item: 'a' } },
        { kind: 'fire.failed', fire: 0, error: { code: 'invalid-output' }, raw: 'oops' },
        { kind: 'fire.started', fire: 1, node: 'Work', inputs: { item: 'a' }, retry: true },
        { kind: 'fire.finished', fire: 1 },
      ],
    },
  },
  {
    rule: 'An agent whose second try is invalid too fails the run',
    ...agent({}, ['oops', 'again', { satisfied: true }]),
    expected: {
      status: 'failed',
      visits: [['Work', 'a']],
      retries: ['Work'],
      failures: [
        ['Work', 'invalid-output'],
        ['Work', 'invalid-output'],
      ],
      raw: { Work: 'oops' },
      cursors: { i: 0 },
    },
  },
  {
    rule: 'Every visit has its repairs anew',
    ...agent({}, ['oops', { satisfied: true }, 'oops', { satisfied: true }]),
    expected: { status: 'ended', retries: ['Work', 'Work'], paths: ['L[0]', 'L[0]', 'L[1]', 'L[1]'] },
  },
  {
    rule: 'limits.repairs 0: an invalid output fails the run at once',
    ...agent({ repairs: 0 }, ['oops', { satisfied: true }]),
    expected: { status: 'failed', retries: [], failures: [['Work', 'invalid-output']] },
  },
  {
    rule: 'limits.repairs 2: an agent is asked twice more',
    ...agent({ repairs: 2 }, ['oops', 'again', { satisfied: true }]),
    expected: {
      status: 'ended',
      visits: [
        ['Work', 'a'],
        ['Work', 'b'],
      ],
      retries: ['Work', 'Work'],
      paths: ['L[0]', 'L[0]', 'L[0]', 'L[1]'],
    },
  },
  {
    rule: 'A model operator is asked once more, also where a script stands in for it',
    ...agent({}, ['oops', { satisfied: true }], { operator: 'model' }),
    expected: { status: 'ended', retries: ['Work'] },
  },
  {
    rule: 'An agent with an operator of its own is that operator’s business: no second try',
    graph: drawSockets({ One: json([], [], { materia: { kind: 'agent', operator: 'scripted', seq: ['oops', {}] } }) }),
    expected: { status: 'failed', retries: [], failures: [['One', 'invalid-output']] },
  },
  {
    rule: 'A throw is a failure without repair, also of an agent',
    ...agent({}, [{ $throw: 'no connection' }, { satisfied: true }]),
    expected: {
      status: 'failed',
      retries: [],
      failures: [['Work', 'scripted-threw']],
      error: { node: 'Work', at: 'L[0]', message: 'no connection' },
    },
  },
  {
    rule: 'A throw in the second try fails the run with what was thrown',
    ...agent({ repairs: 2 }, ['oops', { $throw: 'no connection' }, { satisfied: true }]),
    expected: {
      status: 'failed',
      retries: ['Work'],
      failures: [
        ['Work', 'invalid-output'],
        ['Work', 'scripted-threw'],
      ],
      error: { node: 'Work', message: 'no connection' },
    },
  },
  {
    rule: 'A second try is no visit: a budget of 2 lets both items through',
    ...agent({}, ['oops', { satisfied: true }, { satisfied: true }]),
    budget: 2,
    expected: {
      status: 'ended',
      reason: 'exhausted',
      visits: [
        ['Work', 'a'],
        ['Work', 'b'],
      ],
    },
  },
  {
    rule: 'In text mode no output is invalid, an empty one neither',
    graph: drawSockets({ One: text(['']) }),
    expected: { status: 'ended', fires: { One: [{ outputs: { output: '' } }] } },
  },
];
