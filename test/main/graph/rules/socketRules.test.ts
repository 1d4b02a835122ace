// One graph for each way to break a rule of socket graphs. What is expected is the rule's own words in seed 000 and semantics §2, §4, §5.
import { describe, expect, it } from 'vitest';
import type { CheckOptions } from '../../../../main/graph/check.ts';
import { socketRules } from '../../../../main/graph/rules/socketRules.ts';
import { type Changes, draftOf, draftOfFile, socketFile, toldAt } from '../socketGraph.ts';

const always = (to: string) => ({ when: 'always', to });
const exit = (from: string, condition: string, targetSocketId: string, id = `${from}:${condition}`) => ({
  id,
  from,
  condition,
  targetSocketId,
});
/** A loop that is left by a singular exit. */
const singular = (change: object = {}): NonNullable<Changes['loops']> => ({
  work: { exits: [], exit: { from: 'Check', when: 'satisfied', to: 'Report', ...change } },
});

interface Broken {
  readonly title: string;
  readonly graph: Changes;
  readonly options?: CheckOptions;
  /** All problems, in order: code and place in the file. */
  readonly tells: readonly string[];
  /** A part of the first sentence, and of its hint. */
  readonly says?: string;
  readonly hint?: string;
  /** The same graph is taken with a note under pi-materia. */
  readonly isTaken?: boolean;
}

const BROKEN: readonly Broken[] = [
  {
    title: 'it has no entry',
    graph: { file: { entry: undefined } },
    tells: ['missing-endpoint entry'],
    says: 'The entry is missing.',
    isTaken: true,
  },
  {
    title: 'the entry is no socket',
    graph: { file: { entry: 'Plam' } },
    tells: ['unknown-endpoint entry'],
    says: 'The entry is "Plam", which is no socket of this graph. Did you mean "Plan"?',
  },
  {
    title: 'the entry is end',
    graph: { file: { entry: 'end' } },
    tells: ['unknown-endpoint entry'],
    says: 'The entry is "end", which is no socket.',
  },
  {
    title: 'it has no sockets',
    graph: { file: { sockets: {}, loops: {} } },
    tells: ['no-sockets sockets'],
  },
  {
    title: 'a socket is called end, and a loop has no id',
    graph: { sockets: { end: { materia: 'do' } }, loops: { '': { sockets: ['Do', 'Check'] } } },
    tells: ['reserved-id sockets.end', 'reserved-id loops[""]'],
    says: 'no edge or exit could ever lead to it',
  },
  {
    title: 'an edge leads to a socket that is not there',
    graph: { sockets: { Check: { edges: [always('Dow')] } } },
    tells: ['unknown-endpoint sockets.Check.edges[0].to'],
    says: 'The target of edges[0] of Check is "Dow", which is no socket of this graph. Did you mean "Do"?',
    hint: 'or end',
  },
  {
    title: 'an edge leads nowhere',
    graph: { sockets: { Report: { edges: [{ when: 'always' }] } } },
    tells: ['missing-endpoint sockets.Report.edges[0].to'],
    says: 'The target of edges[0] of Report is missing.',
  },
  {
    title: 'the ends of an exit are not there',
    graph: { loops: { work: { exits: [exit('Chek', 'satisfied', 'Report'), exit('Do', 'always', 'Reprot')] } } },
    tells: ['unknown-endpoint loops.work.exits[0].from', 'unknown-endpoint loops.work.exits[1].targetSocketId'],
    says: 'The source of exits[0] of the loop work is "Chek"',
  },
  {
    title: 'a loop lists and consumes from sockets that are not there',
    graph: {
      loops: {
        work: { sockets: ['Do', 'Check', 'Doo'], consumes: { from: 'Plann', output: 'tasks', cursor: 'taskIndex' } },
      },
    },
    tells: ['unknown-endpoint loops.work.sockets[2]', 'unknown-endpoint loops.work.consumes.from'],
  },
  {
    title: 'conditions are none',
    graph: {
      sockets: { Plan: { edges: [{ when: 'alwyas', to: 'Do' }] }, Do: { edges: [{ to: 'Check' }] } },
      loops: { work: { exits: [exit('Check', 'not satisfied', 'Report', 'x'), exit('Do', 'always', 'Report')] } },
    },
    tells: [
      'invalid-condition sockets.Plan.edges[0].when',
      'invalid-condition sockets.Do.edges[0].when',
      'invalid-condition loops.work.exits[0].condition',
    ],
    says: 'The condition of edges[0] of Plan is "alwyas"; it must be always, satisfied or not_satisfied. Did you mean "always"?',
  },
  {
    title: 'the condition of an advance is none',
    graph: { sockets: { Check: { advance: { cursor: 'taskIndex', items: 'state.tasks', when: 'done' } } } },
    tells: ['invalid-condition sockets.Check.advance.when'],
  },
  {
    title: 'the condition of a singular exit is none',
    graph: { loops: singular({ when: 'ok' }) },
    tells: ['invalid-condition loops.work.exit.when'],
  },
  {
    title: 'an edge stands behind one that is always taken',
    graph: { sockets: { Plan: { edges: [always('Do'), { when: 'satisfied', to: 'Report' }] } } },
    tells: ['unreachable-edge sockets.Plan.edges[1]'],
    says: 'edges[1] of Plan is never taken, because edges[0] before it is always taken.',
  },
  ...[0, -1, 1.5, '3', true].map(
    (limit): Broken => ({
      title: `maxTraversals is ${JSON.stringify(limit)}`,
      graph: { sockets: { Check: { edges: [{ ...always('Do'), maxTraversals: limit }] } } },
      tells: ['max-traversals sockets.Check.edges[0].maxTraversals'],
      says: `is ${JSON.stringify(limit)}, which is not a whole number of at least 1`,
      isTaken: true,
    }),
  ),
  {
    title: 'a way of parsing is none, of a socket and of a materia that one names',
    graph: { sockets: { Check: { parse: 'JSON' } }, materia: { do: { parse: 'txt' }, unused: { parse: 'xml' } } },
    tells: ['unknown-parse sockets.Check.parse', 'unknown-parse materia.do.parse'],
    says: 'parse of Check is "JSON", which is no way of parsing. Did you mean "json"?',
  },
  {
    title: 'an advance names neither cursor nor list',
    graph: { sockets: { Check: { advance: { when: 'satisfied' } } } },
    tells: ['malformed-advance sockets.Check.advance.cursor', 'malformed-advance sockets.Check.advance.items'],
  },
  {
    title: 'the list of an advance is not below state',
    graph: { sockets: { Check: { advance: { cursor: 'taskIndex', items: '$.tasks' } } } },
    tells: ['malformed-advance sockets.Check.advance.items'],
    says: 'is "$.tasks", which is the output of one fire; a list that is gone over stands below state.',
    hint: 'Assign it to state first',
  },
  ...['state', 'state..a', 'item.parts', ''].map(
    (items): Broken => ({
      title: `the list of an advance is ${JSON.stringify(items)}`,
      graph: { sockets: { Check: { advance: { cursor: 'taskIndex', items } } } },
      tells: ['malformed-advance sockets.Check.advance.items'],
    }),
  ),
  {
    title: 'assigns write what is only read',
    graph: {
      sockets: { Plan: { assign: { 'item.done': '$.done', $: '$', 'a..b': '$.x' } } },
      materia: { report: { assign: { lastJson: '$' } } },
    },
    tells: [
      'assign-target sockets.Plan.assign["item.done"]',
      'assign-target sockets.Plan.assign.$',
      'assign-target sockets.Plan.assign["a..b"]',
      'assign-target materia.report.assign.lastJson',
    ],
    says: 'Plan assigns to "item.done", but item can be read, not written.',
  },
  {
    title: 'assigns read from what is no source',
    graph: {
      sockets: { Plan: { assign: { a: '$x', b: 'iten.x', c: '$..x', d: '', e: 3, f: 'lastOutput.x' } } },
    },
    tells: ['a', 'b', 'c', 'd', 'e', 'f'].map((key) => `assign-source sockets.Plan.assign.${key}`),
    says: 'Plan assigns "a" from "$x", which is no way to read an output. Did you mean "$.x"?',
  },
  {
    title: 'a loop lists nothing',
    graph: { loops: { other: { sockets: [] }, third: {} } },
    tells: ['loop-without-members loops.other.sockets', 'loop-without-members loops.third.sockets'],
  },
  {
    title: 'a loop lists a socket twice',
    graph: { loops: { work: { sockets: ['Do', 'Check', 'Do'] } } },
    tells: ['duplicate-member loops.work.sockets[2]'],
    isTaken: true,
  },
  {
    title: 'lists of loops are none',
    graph: {
      loops: {
        work: { consumes: { from: 'Plan', output: 'state.tasks', cursor: 'taskIndex' } },
        other: { sockets: ['Report'], iterator: { items: 'state.a.', as: '', cursor: '' } },
      },
    },
    tells: [
      'malformed-list loops.work.consumes.output',
      'malformed-list loops.other.iterator.items',
      'malformed-list loops.other.iterator.as',
      'malformed-list loops.other.iterator.cursor',
    ],
    says: 'The output that the loop work consumes is "state.tasks", which is no plain name.',
  },
  {
    title: 'a loop does not say what it consumes',
    graph: { loops: { work: { consumes: { from: 'Plan' }, iterator: { items: 'state.tasks', cursor: 'taskIndex' } } } },
    tells: ['malformed-list loops.work.consumes.output'],
  },
  {
    title: 'a loop gives its item and its cursor two names',
    graph: {
      loops: {
        work: {
          consumes: { from: 'Plan', output: 'tasks', as: 'task', cursor: 'taskIndex' },
          iterator: { items: 'state.tasks', as: 'job', cursor: 'i' },
        },
      },
    },
    tells: ['conflicting-names loops.work.consumes.as', 'conflicting-names loops.work.consumes.cursor'],
    says: 'The loop work calls its item "job" in iterator and "task" in consumes.',
  },
  {
    title: 'an item is called like what an operator is handed',
    graph: { loops: { work: { iterator: { items: 'state.tasks', as: 'state' } } } },
    tells: ['conflicting-names loops.work.iterator.as'],
  },
  {
    title: 'an exit leaves from a socket that its loop does not list',
    graph: { loops: { work: { exits: [exit('Plan', 'satisfied', 'Report'), exit('Do', 'always', 'Report')] } } },
    tells: ['exit-from-non-member loops.work.exits[0].from'],
    says: 'The source of exits[0] of the loop work is Plan, which the loop does not list: its sockets are "Do" and "Check".',
  },
  {
    title: 'a singular exit leaves from a socket that its loop does not list',
    graph: { loops: singular({ from: 'Plan' }) },
    tells: ['exit-from-non-member loops.work.exit.from'],
  },
  {
    title: 'exits share an id, or have none',
    graph: {
      loops: {
        work: {
          exits: [
            exit('Check', 'satisfied', 'Report', 'out'),
            exit('Do', 'always', 'Report', 'out'),
            { ...exit('Check', 'always', 'end'), id: undefined },
          ],
        },
      },
    },
    tells: ['exit-id loops.work.exits[1].id', 'exit-id loops.work.exits[2].id'],
    says: 'has the id "out", which exits[0] has already',
  },
  {
    title: 'two exits share source and condition',
    graph: {
      loops: { work: { exits: [exit('Check', 'always', 'Report', 'x'), exit('Check', 'always', 'end', 'y')] } },
    },
    tells: ['duplicate-route loops.work.exits[1]'],
    says: 'exits[1] and exits[0] of the loop work both leave from Check when always',
  },
  {
    title: 'a singular exit moves another cursor than the advance',
    graph: {
      sockets: { Check: { advance: { cursor: 'other', items: 'state.tasks', when: 'always' } } },
      loops: singular(),
    },
    tells: ['conflicting-advance sockets.Check.advance'],
    says: 'moves the cursor at Check, but its advance has cursor "other" instead of "taskIndex" and when "always" instead of "satisfied"',
    isTaken: false,
  },
  {
    title: 'the singular exits of two loops ask one socket for two advances',
    graph: {
      sockets: { Check: { advance: undefined } },
      loops: {
        ...singular(),
        other: {
          sockets: ['Check'],
          iterator: { items: 'state.more', cursor: 'j' },
          exit: { from: 'Check', when: 'satisfied', to: 'Report' },
        },
      },
    },
    tells: ['conflicting-advance loops.other.exit'],
    says: 'the exit of another loop gave it',
  },
  {
    title: 'a singular exit leads elsewhere than an exit of the same outcome',
    graph: {
      loops: { work: { exit: { from: 'Check', when: 'satisfied', to: 'Plan' } } },
    },
    tells: ['conflicting-exit loops.work.exit'],
    says: 'leads from Check to Plan when satisfied, but done among its exits leads to Report then',
    isTaken: true,
  },
  {
    title: 'a singular exit asks a text for satisfied',
    graph: { sockets: { Check: { parse: 'text' } }, loops: singular() },
    tells: ['exit-text-source sockets.Check.parse'],
    isTaken: false,
  },
  {
    title: 'a loop with a singular exit has no list',
    graph: {
      loops: { work: { consumes: undefined, exits: [], exit: { from: 'Check', when: 'satisfied', to: 'Report' } } },
    },
    tells: ['exit-without-list loops.work.exit'],
    isTaken: true,
  },
  {
    title: 'a socket has no materia',
    graph: { sockets: { Do: { materia: undefined, empty: true } } },
    tells: ['missing-materia sockets.Do.materia'],
  },
  {
    title: 'a socket names a materia that is not there',
    graph: { sockets: { Do: { materia: 'doo' } } },
    tells: ['unknown-materia sockets.Do.materia'],
    says: 'Do names the materia "doo", which is not in the file. Did you mean "do"?',
    isTaken: true,
  },
  ...[-1, 0.5, '2', null].map(
    (start): Broken => ({
      title: `a cursor starts at ${JSON.stringify(start)}`,
      graph: { file: { cursors: { taskIndex: start } } },
      tells: ['cursor-value cursors.taskIndex'],
    }),
  ),
  {
    title: 'limits are no whole numbers',
    graph: { file: { limits: { repairs: -1, maxNoAdvanceCycles: 'many' } } },
    tells: ['limit limits.repairs', 'limit limits.maxNoAdvanceCycles'],
  },
  {
    title: 'a scripted materia answers with something else than texts and objects, twice',
    graph: { materia: { do: { seq: ['made', 3, ['x'], { a: 1 }] }, check: { expr: { satisfied: 'true' } } } },
    tells: [
      'scripted-config materia.do.seq[1]',
      'scripted-config materia.do.seq[2]',
      'scripted-config materia.check.seq',
    ],
    says: 'seq[1] of the materia do must be a text or an object, but is of type number.',
  },
  {
    title: 'a scripted materia maps what no socket is handed',
    graph: { materia: { do: { seq: undefined, map: { itm: { a: 'made' } } } } },
    tells: ['scripted-config materia.do.map'],
    says: 'names "itm", but the inputs are "item", "state" and "cursors"',
    hint: 'Did you mean "item"?',
  },
  {
    title: 'an expression materia has no outputs, and writes containers',
    graph: { materia: { do: { operator: 'expression', writes: { 'notes.hint': 'item' } } } },
    tells: ['expression-config materia.do.outputs', 'expression-config materia.do.writes'],
  },
  {
    title: 'a script materia has no module',
    graph: { materia: { do: { operator: 'script', timeoutMs: 0 } } },
    tells: ['script-config materia.do.module', 'script-config materia.do.timeoutMs'],
  },
  {
    title: 'a command materia has its command line as one text, and a shell by name',
    graph: { materia: { do: { operator: 'command', argv: 'npm test', shell: 'bash' } } },
    tells: ['command-config materia.do.argv', 'command-config materia.do.shell'],
  },
  {
    title: 'a model materia names an input that a socket is not given, and a temperature in words',
    graph: { materia: { do: { operator: 'model', prompt: 'Do {itm.title} {state.plan}', temperature: 'cold' } } },
    tells: ['model-config materia.do.prompt', 'model-config materia.do.temperature'],
  },
  {
    title: 'an ask materia asks a number',
    graph: { materia: { do: { operator: 'ask', question: 7 } } },
    tells: ['ask-config materia.do.question'],
    says: 'question of the materia do must be a text, but is of type number.',
  },
  {
    title: 'a request names an input that a socket is not given',
    graph: { materia: { do: { operator: 'http', url: 'https://a.example/{itm.id}?at={cursors.taskIndex}' } } },
    tells: ['http-config materia.do.url'],
    says: 'url of the materia do holds {itm.id}, but the inputs are "item", "state" and "cursors".',
  },
  {
    title: 'an expression cannot be parsed',
    graph: { materia: { check: { seq: undefined, expr: { satisfied: 'item.size >' } } } },
    tells: ['expression-syntax materia.check.expr.satisfied'],
  },
  {
    title: 'its compat is unknown',
    graph: { file: { compat: 'pi-matera' } },
    tells: ['unknown-compat compat'],
    says: 'names no engine that is known here. Did you mean "pi-materia"?',
  },
  {
    title: 'its compat is one of another dialect',
    graph: { file: { compat: 'agentcanvas' } },
    tells: ['unknown-compat compat'],
    says: 'is for pivot graphs, and this is a socket graph',
  },
  {
    title: 'stand-ins answer for no socket, for a materia, and with nothing',
    graph: {},
    options: { standIns: { Dow: { seq: ['x'] }, report: { seq: ['x'] }, Do: 'made', Plan: { seq: [7] } } },
    tells: ['scripted-config Plan', 'stand-in Dow', 'stand-in report', 'stand-in Do'],
    says: 'seq[0] of the stand-in for Plan must be a text or an object',
  },
];

describe('a socket graph is refused when', () => {
  it.each(BROKEN.map((broken) => [broken.title, broken] as const))('%s', (_, { graph, options, tells, says, hint }) => {
    const { problems } = draftOf(graph, options);
    expect(toldAt(problems)).toEqual(tells);
    if (says !== undefined) expect(problems[0]?.message).toContain(says);
    if (hint !== undefined) expect(problems[0]?.hint).toContain(hint);
  });

  it('it breaks several rules, and all of them are told', () => {
    const { problems } = draftOf({
      file: { entry: 'Pln', limits: { repairs: 'x' } },
      sockets: { Check: { edges: [{ when: 'maybe', to: 'Nowhere' }] } },
    });
    expect(problems.map(({ code }) => code)).toEqual([
      'unknown-endpoint',
      'unknown-endpoint',
      'invalid-condition',
      'limit',
    ]);
  });
});

describe('under pi-materia', () => {
  it.each(BROKEN.filter(({ isTaken }) => isTaken).map((broken) => [broken.title, broken] as const))(
    'it is noted, and refuses nothing, that %s',
    (_, { graph, tells }) => {
      const { problems, notes } = draftOf(graph, { compat: 'pi-materia' });
      expect(problems).toEqual([]);
      for (const line of tells) expect(toldAt(notes)).toContain(line);
    },
  );

  it.each(BROKEN.filter(({ isTaken }) => isTaken === false).map((broken) => [broken.title, broken] as const))(
    'it is refused all the same that %s',
    (_, { graph, tells }) => {
      expect(toldAt(draftOf(graph, { compat: 'pi-materia' }).problems)).toEqual(tells);
    },
  );

  it('a file without an entry starts at its first socket', () => {
    expect(draftOf({ file: { entry: undefined } }, { compat: 'pi-materia' }).graph.entry).toBe('Plan');
  });
});

interface Taken {
  readonly title: string;
  readonly graph: Changes;
  readonly options?: CheckOptions;
}

const TAKEN: readonly Taken[] = [
  { title: 'has every part in its place', graph: {} },
  {
    title: 'has an edge and an exit that lead to end',
    graph: {
      sockets: { Report: { edges: [always('end')] } },
      loops: { work: { exits: [exit('Do', 'always', 'end')] }, later: { sockets: ['Report'] } },
    },
  },
  {
    title: 'has an advance without a condition',
    graph: { sockets: { Check: { advance: { cursor: 'taskIndex', items: 'tasks' } } } },
  },
  {
    title: 'limits an edge to one traversal',
    graph: { sockets: { Check: { edges: [{ ...always('Do'), maxTraversals: 1 }] } } },
  },
  {
    title: 'assigns from every kind of source',
    graph: {
      sockets: {
        Check: {
          assign: {
            a: '$',
            'state.b': '$.x.0.y',
            'c.d': 'item.title',
            e: 'item',
            f: 'state.a',
            g: 'a.b',
            h: 'lastJson.x',
            i: 'lastOutput',
            j: 'items.0',
            k: 'state',
          },
        },
      },
    },
  },
  {
    title: 'lists its items in an iterator',
    graph: { loops: { work: { iterator: { items: 'state.tasks', as: 'task', cursor: 'taskIndex' } } } },
  },
  {
    title: 'has a cursor to start from, and limits',
    graph: { file: { cursors: { taskIndex: 2 }, limits: { repairs: 0, maxNoAdvanceCycles: 1 }, state: { note: '' } } },
  },
  {
    title: 'has a materia without an operator',
    graph: { materia: { do: { operator: undefined, seq: undefined, kind: 'agent' } } },
  },
  { title: 'has no materia at all, which is left to --script', graph: { file: { materia: undefined } } },
  {
    title: 'has a stand-in for a socket without a materia',
    graph: { sockets: { Do: { materia: undefined } } },
    options: { standIns: { Do: { seq: ['made'] } } },
  },
  {
    title: 'has unused materia that are at fault',
    graph: { materia: { unused: { operator: 'scripted', parse: 'xml', assign: { $: '$' } } } },
  },
  {
    title: 'has two loops with exits of one id, one source and one condition each',
    graph: { loops: { other: { sockets: ['Do', 'Check'], exits: [exit('Check', 'satisfied', 'Report', 'done')] } } },
  },
  {
    title: 'has a singular exit and an advance that say the same',
    graph: { loops: singular() },
  },
  {
    title: 'has an expression and a script as materia',
    graph: {
      materia: {
        do: { operator: 'expression', seq: undefined, outputs: { made: 'item' } },
        report: { operator: 'script', seq: undefined, module: './report.js' },
      },
    },
  },
  {
    title: 'maps the item by its second name',
    graph: {
      loops: { work: { iterator: { items: 'state.tasks', as: 'task' } } },
      materia: { do: { seq: undefined, map: { task: { a: 'made', b: { x: 1 } } } } },
    },
  },
  { title: 'follows pi-materia', graph: { file: { compat: 'pi-materia' } } },
];

describe('a socket graph is taken when it', () => {
  it.each(TAKEN.map((taken) => [taken.title, taken] as const))('%s', (_, { graph, options }) => {
    expect(draftOf(graph, options).problems).toEqual([]);
  });

  it('is whole, and then there is no note and no hazard either', () => {
    const { graph, notes } = draftOf();
    expect([notes, graph.hazards]).toEqual([[], []]);
  });
});

describe('a note', () => {
  it('says what a singular exit was compiled into, parse, advance and exit', () => {
    const { notes } = draftOf({ sockets: { Check: { parse: undefined, advance: undefined } }, loops: singular() });
    expect(toldAt(notes)).toEqual(['compiled-exit loops.work.exit']);
    expect(notes[0]?.message).toBe(
      'The exit of the loop work means: Check is parsed as JSON; Check advances taskIndex along state.tasks when satisfied; the exit exit:Check:satisfied leads to Report.',
    );
  });

  it('says of a singular exit to end which exits it gives way to', () => {
    const { notes } = draftOf({
      loops: {
        work: {
          exit: { from: 'Check', when: 'satisfied', to: 'end' },
          exits: [exit('Check', 'always', 'Report', 'on')],
        },
      },
    });
    expect(notes[0]?.message).toBe(
      'The exit of the loop work means: Check advances taskIndex along state.tasks when satisfied, as its own advance says; when the list runs out there the run ends, unless on matches.',
    );
  });

  it('says which generator a loop consumes from under pi-materia', () => {
    const changes: Changes = {
      materia: { plan: { generator: true } },
      loops: { work: { consumes: { from: 'Report', output: 'tasks', cursor: 'taskIndex' } } },
    };
    const { notes, graph } = draftOf(changes, { compat: 'pi-materia' });
    expect(toldAt(notes)).toEqual(['repaired-consumes loops.work.consumes.from']);
    expect(graph.loops[0]).toMatchObject({ from: 'Plan', output: 'tasks' });
    expect(draftOf(changes).graph.loops[0]).toMatchObject({ from: 'Report' });
  });

  it('says which sockets nothing leads to', () => {
    const { notes } = draftOf({
      sockets: { Lost: { materia: 'do', edges: [always('Found')] }, Found: { materia: 'do' } },
    });
    expect(toldAt(notes)).toEqual(['unreachable-socket sockets.Lost', 'unreachable-socket sockets.Found']);
  });

  it('says that an edge behind another of the same condition is never taken', () => {
    const edges = [{ when: 'satisfied', to: 'Do' }, { when: 'satisfied', to: 'Report' }, always('end')];
    const { problems, notes } = draftOf({ sockets: { Plan: { edges } } });
    expect(problems).toEqual([]);
    expect(toldAt(notes)).toEqual(['unreachable-edge sockets.Plan.edges[1]']);
  });

  it('says that a foreach is not followed', () => {
    expect(toldAt(draftOf({ sockets: { Do: { foreach: { items: 'state.files' } } } }).notes)).toEqual([
      'foreach-ignored sockets.Do.foreach',
    ]);
  });

  it('says where the name of a list is nearly that of another', () => {
    const { problems, notes } = draftOf({
      sockets: { Check: { advance: { cursor: 'taskIndex', items: 'state.tsks', when: 'satisfied' } } },
    });
    expect(problems).toEqual([]);
    expect(toldAt(notes)).toEqual(['unknown-list sockets.Check.advance.items']);
    expect(notes[0]?.message).toContain('Did you mean "state.tasks"?');
  });
});

describe('a config file', () => {
  const config = (change: object = {}) => ({
    materia: { do: { operator: 'scripted', seq: ['made'] } },
    limits: { repairs: 'once' },
    loadouts: {
      Fast: { entry: 'A', sockets: { A: { materia: 'do', edges: [{ when: 'always', to: 'B' }] } } },
      Careful: {
        entry: 'A',
        sockets: { A: { materia: 'own', parse: 'text' } },
        materia: { own: { operator: 'script' } },
      },
    },
    ...change,
  });

  it('asks which loadout is meant, where nothing says so', () => {
    const { problems } = draftOfFile(config());
    expect(toldAt(problems)).toEqual(['loadout-needed activeLoadout']);
    expect(problems[0]?.message).toContain('"Fast" and "Careful"');
  });

  it.each([
    ['--loadout', {}, { loadout: 'Carefull' }, undefined],
    ['activeLoadout', { activeLoadout: 'Carefull' }, {}, 'activeLoadout'],
  ])('says that the loadout of %s is none, with the one that was meant', (_, change, options, path) => {
    const { problems } = draftOfFile(config(change), options);
    expect(problems).toMatchObject([
      { code: 'unknown-loadout', message: expect.stringContaining('Did you mean "Careful"?') },
    ]);
    expect(problems[0]?.where.path).toBe(path);
  });

  it('says that a graph of its own has no loadouts', () => {
    expect(draftOfFile(socketFile(), { loadout: 'Fast' }).problems).toMatchObject([
      { code: 'unknown-loadout', message: expect.stringContaining('has no loadouts') },
    ]);
  });

  it('names places in the loadout, and beside it for what is shared', () => {
    expect(toldAt(draftOfFile(config(), { loadout: 'Fast' }).problems)).toEqual([
      'unknown-endpoint loadouts.Fast.sockets.A.edges[0].to',
      'limit limits.repairs',
    ]);
    expect(toldAt(draftOfFile(config(), { loadout: 'Careful' }).problems)).toEqual([
      'limit limits.repairs',
      'script-config loadouts.Careful.materia.own.module',
    ]);
  });

  it('without any loadout has nothing to check', () => {
    expect(toldAt(draftOfFile({ loadouts: {} }).problems)).toEqual(['loadout-needed loadouts']);
  });

  it('may hold a loadout that has no sockets yet', () => {
    expect(toldAt(draftOfFile({ loadouts: { New: {} } }).problems)).toEqual(['no-sockets loadouts.New.sockets']);
  });
});

it('every rule of socket graphs has a graph above that it says something of', () => {
  const here = new Set(BROKEN.flatMap(({ tells }) => tells.map((line) => line.split(' ')[0])));
  const noted = ['compiled-exit', 'repaired-consumes', 'unreachable-socket', 'foreach-ignored', 'unknown-list'];
  const loadouts = ['loadout-needed', 'unknown-loadout'];
  expect(socketRules.map(({ code }) => code).filter((code) => !here.has(code))).toEqual(
    [...loadouts, ...noted].sort((a, b) => place(a) - place(b)),
  );
});

function place(code: string): number {
  return socketRules.findIndex((rule) => rule.code === code);
}
