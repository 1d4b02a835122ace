// One graph for each way to break a rule. What is expected is the rule's own words in semantics §1, §4 and seed 001 §9, §10.
import { describe, expect, it } from 'vitest';
import { validatorRules } from '../../../../main/graph/rules/validatorRules.ts';
import { draftOf, type GraphParts, told } from '../pivotGraph.ts';

const WHOLE: GraphParts = {
  loops: [{ init: ['x'], carry: ['x'] }],
  wires: [
    'seed.o > in.init_x',
    'in.init_x > body.a',
    'in.iterout_x > body.a',
    'body.y > out.x',
    'body.done > out.stop',
    'out.final_x > verdict.v',
  ],
};

/** The whole loop with something changed or added. */
function loop(change: Partial<GraphParts> & { readonly add?: readonly string[] } = {}): GraphParts {
  return { ...WHOLE, ...change, wires: [...(change.wires ?? WHOLE.wires), ...(change.add ?? [])] };
}

const pivot = (id: string, type: 'iterIn' | 'iterOut', config: object) => ({ id, type, config });
const scripted = (id: string, config: object) => ({ id, type: 'scripted', config });

interface Broken {
  readonly title: string;
  readonly graph: GraphParts;
  /** All that is told, in order: code, node and port. */
  readonly tells: readonly string[];
  /** A part of the first sentence or hint. */
  readonly says?: string;
  readonly compat?: string;
}

const BROKEN: readonly Broken[] = [
  {
    title: 'two nodes share an id',
    graph: loop({
      nodes: [
        scripted('body', { inputs: ['a'], outputs: ['y', 'done'], required: [], seq: [{}] }),
        { id: 'body', type: 'note' },
      ],
    }),
    tells: ['duplicate-id body'],
    says: 'nodes[3] has the id "body", which nodes[2] has already',
  },
  {
    title: 'edges name nodes that are not there',
    graph: loop({ add: ['in.step > vue.n', 'bodi.y > view.n'], absent: ['vue', 'bodi'] }),
    tells: ['edge-endpoint', 'edge-endpoint'],
    says: 'The source of edge e7 is "bodi", which is no node of this graph. Did you mean "body"?',
  },
  {
    title: 'an edge names no handle',
    graph: loop({ add: ['body. > out.x'] }),
    tells: ['edge-endpoint body'],
    says: 'does not say which output of body',
  },
  {
    title: 'an edge to a composite names a port that it has not',
    graph: loop({
      nodes: [
        {
          id: 'box',
          type: 'compositeNode',
          subgraph: {
            nodes: [
              { id: 'i', type: 'graphIn', config: { portName: 'obs' } },
              { id: 'f', type: 'note' },
            ],
            edges: [],
          },
        },
      ],
      add: ['body.y > box.obz'],
    }),
    tells: ['composite-port box.obz'],
    says: 'whose inputs are "obs". Did you mean "obs"?',
  },
  {
    title: 'initialize is drawn',
    graph: loop({ nodes: [{ id: 'init', type: 'initialize' }] }),
    tells: ['removed-pivot init'],
    says: 'initPorts',
  },
  {
    title: 'termination is drawn',
    graph: loop({ nodes: [{ id: 'term', type: 'termination' }], add: ['body.done > term.when'] }),
    tells: ['removed-pivot term'],
    says: 'Wire the halt signal into the stop input',
  },
  {
    title: 'an iterIn has no partner',
    graph: loop({ nodes: [pivot('in2', 'iterIn', { initPorts: [{ name: 'x' }] })], add: ['seed.o > in2.init_x'] }),
    tells: ['pairing in2'],
    says: 'has no pairedWith',
  },
  {
    title: 'a pairing dangles',
    graph: loop({ nodes: [pivot('out2', 'iterOut', { pairedWith: 'nobody', ports: [{ name: 'x' }] })] }),
    tells: ['pairing out2'],
    says: 'paired with "nobody", which is no node of this graph',
  },
  {
    title: 'a pairing points at the wrong type',
    graph: loop({ nodes: [pivot('out2', 'iterOut', { pairedWith: 'body', ports: [{ name: 'x' }] })] }),
    tells: ['pairing out2'],
    says: 'which is of type scripted, not iterIn',
  },
  {
    title: 'a pairing is one-sided',
    graph: {
      nodes: [
        pivot('in', 'iterIn', { pairedWith: 'out', initPorts: [{ name: 'x' }] }),
        pivot('out', 'iterOut', { ports: [{ name: 'x' }] }),
      ],
      wires: WHOLE.wires,
    },
    tells: ['pairing out'],
  },
  {
    title: 'two iterIns name one iterOut',
    graph: loop({
      nodes: [pivot('in2', 'iterIn', { pairedWith: 'out', initPorts: [{ name: 'x' }] })],
      add: ['seed.o > in2.init_x'],
    }),
    tells: ['pairing in2'],
    says: 'in and in2 are all paired with out',
  },
  {
    title: 'an iterIn has the legacy port lists',
    graph: {
      nodes: [
        pivot('in', 'iterIn', {
          pairedWith: 'out',
          init_ports: [{ name: 'x' }],
          loop_ports: [],
          initPorts: [{ name: 'x' }],
        }),
        pivot('out', 'iterOut', { pairedWith: 'in', ports: [{ name: 'x' }] }),
      ],
      wires: WHOLE.wires,
    },
    tells: ['legacy-ports in', 'legacy-ports in'],
    says: 'lists its ports under init_ports',
  },
  {
    title: 'a port list is broken in every way',
    graph: loop({
      loops: [
        { init: [{ name: 'x' }, { name: 'p', persist: 'yes' }, { name: '' }, { name: 'x' }], carry: ['x', 'stop'] },
      ],
    }),
    tells: ['port-list in', 'port-list in.', 'port-list in.x', 'port-list out.stop'],
    says: 'Port 1 of initPorts of in has a persist that is not of type boolean',
  },
  {
    title: 'a port list is no list',
    graph: {
      ...WHOLE,
      nodes: [
        pivot('in', 'iterIn', { pairedWith: 'out', initPorts: { x: {} } }),
        pivot('out', 'iterOut', { pairedWith: 'in', ports: [{ name: 'x' }] }),
      ],
      loops: [],
    },
    tells: ['port-list in'],
  },
  {
    title: 'an iterOut carries nothing',
    graph: loop({
      loops: [{ init: ['x'], carry: [] }],
      wires: ['seed.o > in.init_x', 'in.init_x > body.a', 'body.done > out.stop'],
    }),
    tells: ['iterout-ports-empty out'],
  },
  {
    title: 'the body reads a handle that the iterIn has not',
    graph: loop({ add: ['in.x > body.b'] }),
    tells: ['iterin-handle in.x'],
    says: 'Did you mean "init_x" and "iterout_x"?',
  },
  {
    title: 'an edge into an iterOut aims past its ports',
    graph: loop({ add: ['body.z > out.done'] }),
    tells: ['iterout-handle out.done'],
  },
  {
    title: 'an edge out of an iterOut taps the carry instead of the final side',
    graph: loop({ add: ['out.x > verdict.w'] }),
    tells: ['iterout-handle out.x'],
    says: 'only its final side comes out',
  },
  {
    title: 'nothing is wired into an iterIn',
    graph: loop({ wires: WHOLE.wires.slice(1) }),
    tells: ['unwired-iterin in'],
  },
  {
    title: 'the drawn graph has a cycle',
    graph: loop({ add: ['a.y > b.x', 'b.y > c.x', 'c.y > a.x'] }),
    tells: ['cycle a'],
    says: 'a → b → c → a',
  },
  {
    title: 'two loops share a node, neither inside the other',
    graph: {
      loops: [1, 2].map((n) => ({ iterIn: `in${n}`, iterOut: `out${n}`, init: ['x'] })),
      wires: [
        's1.o > in1.init_x',
        's2.o > in2.init_x',
        'in1.init_x > shared.a',
        'in2.init_x > shared.b',
        'shared.y > out1.x',
        'shared.y > out2.x',
      ],
    },
    tells: ['scope-overlap shared'],
    says: 'The loops in1 and in2 share "shared"',
  },
  {
    title: 'a band node reads the body too',
    graph: loop({ add: ['body.y > verdict.w'] }),
    tells: ['band-purity verdict.w'],
    says: 'Carry the value',
  },
  {
    title: 'a band node reads an entry node too',
    graph: loop({ add: ['seed.o > verdict.w'] }),
    tells: ['band-purity verdict.w'],
  },
  {
    title: 'the final side leads into a body',
    graph: {
      loops: [1, 2].map((n) => ({ iterIn: `in${n}`, iterOut: `out${n}`, init: ['x'] })),
      wires: [1, 2]
        .flatMap((n) => [`s${n}.o > in${n}.init_x`, `in${n}.init_x > b${n}.a`, `b${n}.y > out${n}.x`])
        .concat('out1.final_x > b2.c'),
    },
    tells: ['band-purity b2.c'],
  },
  {
    title: 'the final side starts another loop, straight or through the band',
    graph: {
      loops: [1, 2].map((n) => ({ iterIn: `in${n}`, iterOut: `out${n}`, init: ['x', 'z'] })),
      wires: [1, 2]
        .flatMap((n) => [`s${n}.o > in${n}.init_x`, `in${n}.init_x > b${n}.a`, `b${n}.y > out${n}.x`])
        .concat('out1.final_x > in2.init_z', 'out1.final_x > mid.a', 'mid.y > in2.init_x'),
    },
    tells: ['band-pivot in2.init_z', 'band-pivot in2.init_x'],
  },
  {
    title: 'the latch of a root loop starts another loop, straight or through nodes outside of loops',
    graph: {
      loops: [1, 2].map((n) => ({ iterIn: `in${n}`, iterOut: `out${n}`, init: ['x', 'z'] })),
      nodes: [{ id: 'latch', type: 'graphOut', config: { portName: 'l' } }],
      wires: [1, 2]
        .flatMap((n) => [`s${n}.o > in${n}.init_x`, `in${n}.init_x > b${n}.a`, `b${n}.y > out${n}.x`])
        .concat('b1.y > latch.value', 'latch.value > in2.init_z', 'latch.value > mid.a', 'mid.y > in2.init_x'),
    },
    tells: ['band-pivot in2.init_z', 'band-pivot in2.init_x'],
  },
  {
    title: 'an entry node requires an input',
    graph: loop({ nodes: [scripted('lone', { inputs: ['q'], outputs: [], seq: [{}] })] }),
    tells: ['entry-requires-input lone.q'],
  },
  {
    title: 'edges name ports that a scripted node does not declare',
    graph: loop({
      nodes: [scripted('body', { inputs: ['a'], outputs: ['y', 'done'], seq: [{}] })],
      add: ['in.step > body.count', 'body.yy > view.v'],
    }),
    tells: ['unknown-handle body.count', 'unknown-handle body.yy'],
  },
  {
    title: 'an edge names another handle of a graphOut than value',
    graph: loop({ nodes: [{ id: 'g', type: 'graphOut', config: { portName: 'r' } }], add: ['out.final_x > g.r'] }),
    tells: ['unknown-handle g.r'],
  },
  {
    title: 'budgets are no whole numbers of at least 1',
    graph: loop({
      loops: [{ init: ['x'], carry: ['x'], budget: 2.5 }],
      file: { step_budget: 0, maxIterations: 'many' },
    }),
    tells: ['budget in', 'budget', 'budget'],
  },
  {
    title: 'a scripted node has no answers',
    graph: loop({ nodes: [scripted('extra', { inputs: [], outputs: ['x'] })] }),
    tells: ['scripted-config extra'],
    says: 'config.seq of extra is missing, and so are map, expr and throw',
  },
  {
    title: 'a scripted node is broken in every way',
    graph: loop({
      nodes: [
        scripted('a1', { inputs: 'x', outputs: ['y', 'y'], required: ['q'], seq: [] }),
        scripted('a2', { inputs: [], outputs: [], seq: [1], expr: { z: 2 }, repeat: 'no' }),
        scripted('a3', { inputs: [], outputs: [], map: { obs: {} } }),
        scripted('a4', { inputs: [], outputs: [], throw: 3 }),
      ],
    }),
    tells: [...['a1', 'a1', 'a1', 'a1'], ...['a2', 'a2', 'a2', 'a2', 'a2'], ...['a3', 'a4']].map(
      (node) => `scripted-config ${node}`,
    ),
  },
  {
    title: 'an expression node lists its outputs',
    graph: loop({ nodes: [{ id: 'e', type: 'expression', config: { inputs: [], outputs: ['y'] } }] }),
    tells: ['expression-config e'],
  },
  {
    title: 'a script node has no module and a time limit of none',
    graph: loop({ nodes: [{ id: 's', type: 'script', config: { inputs: [], outputs: [], timeoutMs: 0 } }] }),
    tells: ['script-config s', 'script-config s'],
  },
  {
    title: 'a command node has its command line as one text, and its outputs nowhere',
    graph: loop({ nodes: [{ id: 'c', type: 'command', config: { argv: 'npm test', inputs: [] } }] }),
    tells: ['command-config c', 'command-config c'],
    says: 'config.argv of c must be a list of words, but is of type text. Write a list of words, such as ["npm", "test"]',
  },
  {
    title: 'a command node has settings that no command can have',
    graph: loop({
      nodes: [
        {
          id: 'c',
          type: 'command',
          config: {
            argv: ['npm', 7, 'a\0b'],
            shell: 'bash',
            cwd: '',
            env: { CI: 1, 'A=B': '' },
            timeoutMs: -1,
            outputLimit: 0.5,
            inputs: [],
            outputs: [],
          },
        },
      ],
    }),
    tells: Array(8).fill('command-config c'),
    says: 'config.argv[1] of c must be a text, but is of type number.',
  },
  {
    title: 'a command node names no program',
    graph: loop({ nodes: [{ id: 'c', type: 'command', config: { argv: [''], inputs: [], outputs: [] } }] }),
    tells: ['command-config c'],
    says: 'config.argv of c names no program.',
  },
  {
    title: 'an http node has no url',
    graph: loop({ nodes: [{ id: 'h', type: 'http', config: { inputs: [], outputs: [] } }] }),
    tells: ['http-config h'],
    says: 'config.url of h is missing.',
  },
  {
    title: 'an input decides about the host of a request',
    graph: loop({
      nodes: [
        { id: 'h', type: 'http', config: { url: 'https://{where}/x', inputs: ['where'], outputs: [], required: [] } },
      ],
    }),
    tells: ['http-config h'],
    says: 'config.url of h must name its host as it is; inputs may stand behind it.',
  },
  {
    title: 'a url holds an input that is not there',
    graph: loop({
      nodes: [
        {
          id: 'h',
          type: 'http',
          config: { url: 'https://a.example/{taks}', inputs: ['task'], outputs: [], required: [] },
        },
      ],
    }),
    tells: ['http-config h'],
    says: 'config.url of h holds {taks}, but the inputs are "task". Did you mean "task"?',
  },
  {
    title: 'an http node has settings that no request can have',
    graph: loop({
      nodes: [
        {
          id: 'h',
          type: 'http',
          config: {
            url: 'https://a.example/',
            method: 'GET',
            body: {},
            headers: { 'a b': 'c', accept: 1, cookie: 'a\nb' },
            hosts: 'b.example',
            retries: 11,
            inputs: [],
            outputs: [],
          },
        },
        {
          id: 'i',
          type: 'http',
          config: { url: 'https://me:key@a.example', method: 'TRACE', inputs: [], outputs: [] },
        },
        { id: 'j', type: 'http', config: { url: 'ftp://a.example', inputs: [], outputs: [] } },
        { id: 'k', type: 'http', config: { url: 'https://a.example:99999/', inputs: [], outputs: [] } },
      ],
    }),
    tells: [...Array(6).fill('http-config h'), 'http-config i', 'http-config i', 'http-config j', 'http-config k'],
    says: 'config.body of h stands beside the method GET, which has none.',
  },
  {
    title: 'an ask node asks what is no text, requires what it is not given, and gives what no answer comes out of',
    graph: loop({
      nodes: [
        { id: 'p', type: 'ask', config: { question: ['Go on?'], inputs: ['x'], required: ['y'], outputs: ['go'] } },
        { id: 'q', type: 'ask', config: { question: ' ', inputs: 'x', outputs: {} } },
      ],
    }),
    tells: [...Array(3).fill('ask-config p'), ...Array(3).fill('ask-config q')],
    says: `config.outputs of p must hold "answer", which is what a person's answer comes out of, but holds "go".`,
  },
  {
    title: 'a model node has its key in the graph, and reads an input that it lacks',
    graph: loop({
      nodes: [
        {
          id: 'm',
          type: 'model',
          config: { prompt: '{goal}', api_key: 'sk-1', inputs: ['gaol'], required: [], outputs: ['text'] },
        },
        { id: 'n', type: 'model', config: { prompt: 7, outputs: ['text'] } },
      ],
    }),
    tells: ['model-config m', 'model-config m', 'model-config n', 'model-config n'],
    says: 'config.api_key of m must not stand in a graph.',
  },
  {
    title: 'JSONata can not be parsed',
    graph: loop({
      nodes: [
        { id: 'e', type: 'expression', config: { inputs: [], outputs: { y: '1 +' } } },
        scripted('f', { inputs: [], outputs: ['y'], expr: { y: '(' } }),
      ],
    }),
    tells: ['expression-syntax e.y', 'expression-syntax f.y'],
  },
  {
    title: 'a container is not of the shape of one',
    graph: loop({
      file: {
        containers: [
          {
            id: 'notes',
            states: {
              a: { type: 'last_write' },
              b: { type: 'counter', lifetime: 'steps' },
              c: { type: 'lastWrite', lifetime: 'custom' },
              d: { type: 'lastWrite', reset_on: ['step_ends'] },
              e: { type: 'lastWrite', lifetime: 'run', reset_on: ['run_end'] },
              f: { type: 'accumulator', config: { max_size: 0, initial_value: 1 } },
              g: { type: 'counter', config: { initial_value: '0' } },
              h: { type: 'counter', config: { max_size: 3 } },
              i: 'lastWrite',
            },
          },
          { id: 'notes', states: {} },
          { id: 'list', states: [] },
        ],
      },
    }),
    tells: Array.from({ length: 12 }, () => 'container-shape'),
    says: 'Did you mean "lastWrite"?',
  },
  {
    title: 'a grant names what is not there, a pivot, or the same twice',
    graph: loop({
      file: {
        containers: [{ id: 'notes', states: { hint: { type: 'lastWrite' } } }],
        access_grants: [
          { node_id: 'bodi', container_id: 'notes' },
          { node_id: 'in', container_id: 'notes' },
          { node_id: 'body', container_id: 'note' },
          { node_id: 'body', container_id: 'notes' },
          { node_id: 'body', container_id: 'notes' },
        ],
      },
    }),
    tells: ['access-grant bodi', 'access-grant in', 'access-grant body', 'access-grant body'],
    says: 'gives access to "bodi", which is no node of this graph. Did you mean "body"?',
  },
  {
    title: 'nodes read or write states that they were not granted, or that are not there',
    graph: loop({
      nodes: [
        { id: 'r', type: 'containerRead', config: { container: 'notes', state: 'hint' } },
        { id: 'w', type: 'expression', config: { inputs: [], outputs: {}, writes: { 'notes.hint': '1' } } },
        { id: 'q', type: 'expression', config: { inputs: [], outputs: { y: "$read('notes', 'hint')" } } },
        { id: 's', type: 'script', config: { module: './m.js', inputs: [], outputs: [] } },
        { id: 'k', type: 'expression', config: { inputs: [], outputs: {}, writes: { 'notes.hin': '1', notes: '2' } } },
        { id: 'v', type: 'expression', config: { inputs: [], outputs: { y: "$read('notes', 'hint')" } } },
        { id: 'n', type: 'containerWrite', config: { container: 'notes' } },
      ],
      add: ['seed.o > r.trigger', 'seed.o > n.value'],
      file: {
        containers: [{ id: 'notes', states: { hint: { type: 'lastWrite' } } }],
        access_grants: ['s', 'k', 'v', 'n'].map((node_id) => ({ node_id, container_id: 'notes' })),
      },
    }),
    tells: ['no-grant r', 'no-grant w', 'no-grant q', 'no-grant k', 'no-grant k', 'no-grant n'],
    says: 'k writes notes.hin, but the container has no state "hin". Did you mean "hint"?',
  },
  {
    title: 'an iterIn is of another version',
    graph: loop({
      loops: [],
      nodes: [
        pivot('in', 'iterIn', { version: 2, pairedWith: 'out', initPorts: [{ name: 'x' }] }),
        pivot('out', 'iterOut', { pairedWith: 'in', ports: [{ name: 'x' }] }),
      ],
    }),
    tells: ['pivot-version in'],
    says: 'only version 3 is read here',
  },
  {
    title: 'a list is wired to where one item is taken',
    graph: loop({
      loops: [
        {
          init: ['x', { name: 'all', wire_type: 'LIST[TEXT]', persist: true }],
          carry: ['x', { name: 'one', wire_type: 'TEXT' }],
        },
      ],
      add: ['seed.o > in.init_all', 'in.init_all > out.one', 'out.final_one > verdict.w'],
    }),
    tells: ['wire-type out.one'],
    says: 'in.init_all, which is LIST[TEXT], into out.one, which takes TEXT',
  },
  {
    title: 'compat names an engine that nobody knows',
    graph: loop({ file: { compat: 'agentcanvass' } }),
    tells: ['unknown-compat'],
    says: 'Did you mean "agentcanvas"?',
  },
  {
    title: 'compat names the engine of another dialect',
    graph: WHOLE,
    compat: 'pi-materia',
    tells: ['unknown-compat'],
    says: 'is for socket graphs',
  },
];

describe('a graph is refused when', () => {
  it.each(BROKEN)('$title', ({ graph, tells, says, compat }) => {
    const { problems } = draftOf(graph, compat === undefined ? {} : { compat });
    expect(told(problems)).toEqual(tells);
    if (says !== undefined)
      expect(problems.map(({ message, hint }) => `${message} ${hint}`).join('\n')).toContain(says);
  });

  it('any rule of the list finds something: every code has a graph above or in the tests of wires and stand-ins', () => {
    const tested = new Set(BROKEN.flatMap(({ tells }) => tells.map((line) => line.split(' ')[0])));
    const elsewhere = ['cross-scope-wire', 'readout-two-scopes', 'stand-in'];
    expect(validatorRules.map((rule) => rule.code).filter((code) => !tested.has(code))).toEqual(elsewhere.sort());
  });

  it('it breaks several rules, and all of them are told', () => {
    const { problems } = draftOf({
      ...loop({ nodes: [{ id: 't', type: 'termination' }], add: ['in.x > body.b', 'body.q > out.q'] }),
      file: { step_budget: -1 },
    });
    expect(told(problems)).toEqual(['removed-pivot t', 'iterin-handle in.x', 'iterout-handle out.q', 'budget']);
  });
});

describe('a whole graph', () => {
  it('has no problems and no notes', () => {
    const { problems, notes } = draftOf(WHOLE);
    expect([problems, notes]).toEqual([[], []]);
  });

  it('may ask a person with the question alone; a setting that asking lacks is a note', () => {
    const asking = (config: object) => draftOf(loop({ nodes: [{ id: 'p', type: 'ask', config }] }));
    for (const config of [{}, { question: 'Go on?' }, { question: 'Go on?', inputs: [], outputs: ['answer'] }]) {
      const { problems, notes } = asking(config);
      expect([problems, notes]).toEqual([[], []]);
    }
    const { problems, notes } = asking({ quesion: 'Go on?', timeoutMs: 5 });
    expect(problems).toEqual([]);
    expect(told(notes)).toEqual(['ask-config p', 'ask-config p']);
    expect(notes[0]).toMatchObject({
      message: 'config.quesion of p is no setting of ask, and is ignored.',
      hint: 'Did you mean "question"?',
    });
  });

  it('may hold nodes of unknown types, which are drawn with the handles that wires name', () => {
    const { problems, graph } = draftOf(loop({ nodes: [{ id: 'body', type: 'env__step' }] }));
    expect(problems).toEqual([]);
    expect(graph.nodes.find((node) => node.id === 'body')).toMatchObject({
      role: 'operator',
      inputs: [{ port: 'a', required: false }],
      outputs: ['y', 'done'],
    });
  });

  it('may have state containers that nothing which runs here can reach', () => {
    const { problems } = draftOf(
      loop({
        nodes: [{ id: 'other', type: 'somebodys_node' }],
        file: { containers: [{ id: 'notes' }], access_grants: [{ node_id: 'other', container_id: 'notes' }] },
      }),
    );
    expect(problems).toEqual([]);
  });
});

describe('under agentcanvas', () => {
  it.each([
    ['a drawn cycle', loop({ add: ['a.y > b.x', 'b.y > a.x'] }), ['cycle a']],
    ['an unwired iterIn', loop({ wires: WHOLE.wires.slice(1) }), ['unwired-iterin in']],
    ['a budget below 1', loop({ loops: [{ init: ['x'], carry: ['x'], budget: -3 }] }), ['budget in']],
  ])('%s is noted and refuses nothing', (_, graph, notes) => {
    const draft = draftOf(graph, { compat: 'agentcanvas' });
    expect(told(draft.problems)).toEqual([]);
    expect(told(draft.notes)).toEqual(notes);
    expect(told(draftOf(graph).problems)).toEqual(notes);
  });

  it('a budget that is no whole number is refused all the same', () => {
    const graph = loop({ loops: [{ init: ['x'], carry: ['x'], budget: '5' }] });
    expect(told(draftOf(graph, { compat: 'agentcanvas' }).problems)).toEqual(['budget in']);
  });

  it("the run's compat goes before the graph's own", () => {
    expect(draftOf({ ...WHOLE, file: { compat: 'agentcanvas' } }).graph.compat).toBe('agentcanvas');
    expect(draftOf({ ...WHOLE, file: { compat: 'nobody' } }, { compat: 'agentcanvas' }).problems).toEqual([]);
  });
});
