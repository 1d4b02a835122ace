// Seed 000, Decision order 1; semantics §2, Assign: sources and targets.
import { advance, drawSockets, json, text, working } from '../../support/drawSockets.ts';
import type { SocketRule } from './rule.ts';

/** One socket that assigns; `state` is there to start from. */
const one = (output: unknown, assign: Readonly<Record<string, string>>, state: unknown = {}, mode = json) =>
  drawSockets({ One: mode([output], [], { assign }) }, {}, { state });

const walk = (more: Readonly<Record<string, unknown>> = {}) => ({
  L: { sockets: ['Work'], iterator: { items: 'state.items', cursor: 'i', ...more } },
});

export const ASSIGN: readonly SocketRule[] = [
  {
    rule: 'Sources: $ and $.x of this output, state and state.x, lastJson and lastJson.x, lastOutput, and a bare path, which is state',
    graph: one(
      { a: 1, b: { c: [10, 20] } },
      {
        whole: '$',
        field: '$.b.c[1]',
        all: 'state',
        path: 'state.old.deep',
        json: 'lastJson',
        jsonField: 'lastJson.b.c.0',
        text: 'lastOutput',
        bare: 'old.deep',
      },
      { old: { deep: 'x' } },
    ),
    expected: {
      writes: {
        'state.whole': [{ a: 1, b: { c: [10, 20] } }],
        'state.field': [20],
        // All of state as it is then: whole and field stand before it.
        'state.all': [{ old: { deep: 'x' }, whole: { a: 1, b: { c: [10, 20] } }, field: 20 }],
        'state.path': ['x'],
        'state.json': [{ a: 1, b: { c: [10, 20] } }],
        'state.jsonField': [10],
        'state.text': ['{"a":1,"b":{"c":[10,20]}}'],
        'state.bare': ['x'],
      },
      unassigned: [],
    },
  },
  {
    rule: 'Sources: item and item.x are the item that the socket ran for',
    graph: drawSockets(
      {
        Work: json([{}], ['always Work'], { assign: { one: 'item', name: 'item.tags[1]' }, ...advance('i', 'items') }),
      },
      walk(),
      { state: { items: [{ tags: ['p', 'q'] }, { tags: ['r', 's'] }] } },
    ),
    expected: {
      writes: { 'state.one': [{ tags: ['p', 'q'] }, { tags: ['r', 's'] }], 'state.name': ['q', 's'] },
    },
  },
  {
    rule: 'Assigns are done in their order, each seeing the earlier ones',
    graph: one({ n: 2 }, { a: 'b', b: '$.n', c: 'b' }, { b: 1 }),
    expected: {
      stretch: [
        { kind: 'fire.finished', node: 'One' },
        { kind: 'slot.written', slot: 'state.a', value: 1, writer: 'assign' },
        { kind: 'slot.written', slot: 'state.b', value: 2, writer: 'assign' },
        { kind: 'slot.written', slot: 'state.c', value: 2, writer: 'assign' },
        { kind: 'decision.made', question: 'edge' },
      ],
    },
  },
  {
    rule: 'A source may be what an earlier assign of the same output has made',
    graph: one({ n: 2 }, { 'made.here': '$.n', copy: 'made.here' }),
    expected: { state: { copy: 2 }, unassigned: [] },
  },
  {
    rule: 'Targets may start with state.',
    graph: one({ n: 2 }, { 'state.a': '$.n', b: '$.n' }),
    expected: { writes: { 'state.a': [2], 'state.b': [2] }, state: { a: 2, b: 2 } },
  },
  {
    rule: 'A target that is named twice is written twice; where the first has no source, once',
    graph: one({ n: 2, m: 3 }, { a: '$.n', 'state.a': '$.m', b: '$.missing', 'state.b': '$.n' }),
    expected: { writes: { 'state.a': [2, 3], 'state.b': [2] }, unassigned: [['state.b', '$.missing']] },
  },
  {
    rule: 'In a target dots descend and numbers index lists, as a.b[1] and as a.b.2; what else is there stays',
    graph: one({ n: 'N' }, { 'a.b[1]': '$.n', 'a.c': '$.n', 'a.b.2': '$.n' }, { a: { b: ['x', 'y', 'z'], d: 4 } }),
    expected: {
      state: { a: { b: ['x', 'N', 'N'], c: 'N', d: 4 } },
      writes: { 'state.a.b[1]': ['N'], 'state.a.c': ['N'], 'state.a.b[2]': ['N'] },
    },
  },
  {
    rule: 'A number past the end of a list makes it longer, null standing between; where there is no list a number is a key',
    graph: one({ n: 'N' }, { 'list[3]': '$.n', 'none.0': '$.n' }, { list: ['x', 'y'] }),
    expected: { state: { list: ['x', 'y', null, 'N'], none: { 0: 'N' } } },
  },
  {
    rule: 'A target below a text, a number or null replaces that by an object',
    graph: one({ n: 1 }, { 'a.x': '$.n', 'b.x.y': '$.n', 'c.x': '$.n' }, { a: 'text', b: 7, c: null }),
    expected: { state: { a: { x: 1 }, b: { x: { y: 1 } }, c: { x: 1 } } },
  },
  {
    rule: 'A source that does not exist leaves the old value, and is reported on the fire',
    graph: one(
      { a: { b: 1 } },
      { kept: '$.missing', deep: '$.a.b.c', none: 'state.nothing', it: 'item', ok: '$.a' },
      {
        kept: 'old',
      },
    ),
    expected: {
      state: { kept: 'old', ok: { b: 1 } },
      writes: { 'state.kept': [], 'state.deep': [], 'state.none': [], 'state.it': [] },
      unassigned: [
        ['state.kept', '$.missing'],
        ['state.deep', '$.a.b.c'],
        ['state.none', 'state.nothing'],
        ['state.it', 'item'],
      ],
    },
  },
  {
    rule: 'null is a value that is assigned; only what is missing is not',
    graph: one({ n: null }, { a: '$.n', b: '$.m' }, { a: 1, b: 1 }),
    expected: { state: { a: null, b: 1 }, writes: { 'state.a': [null] }, unassigned: [['state.b', '$.m']] },
  },
  {
    rule: 'In text mode $ is the text, and $.x does not exist',
    graph: one('{"x":1}', { whole: '$', part: '$.x', last: 'lastOutput' }, {}, text),
    expected: {
      state: { whole: '{"x":1}', last: '{"x":1}' },
      unassigned: [['state.part', '$.x']],
    },
  },
  {
    rule: 'lastOutput is this output’s own text, prose and fence included; lastJson that of the latest output in JSON mode',
    graph: drawSockets({
      One: json(['So: {"a": 1}'], ['always Two'], { assign: { text1: 'lastOutput', json1: 'lastJson.a' } }),
      Two: text(['plain'], [], { assign: { text2: 'lastOutput', json2: 'lastJson', before: 'lastJson.a' } }),
    }),
    expected: { state: { text1: 'So: {"a": 1}', json1: 1, text2: 'plain', json2: { a: 1 }, before: 1 } },
  },
  {
    rule: 'as is a second name of item, for assigns and for operators; the first name stays',
    graph: drawSockets(
      {
        Work: working({ seen: 'task.id & item.id' }, ['always Work'], {
          assign: { seen: '$.seen', id: 'task.id', same: 'item.id' },
          ...advance('i', 'items'),
        }),
      },
      walk({ as: 'task' }),
      { state: { items: [{ id: 'p' }, { id: 'q' }], task: { id: 'of state' } } },
    ),
    expected: {
      writes: { 'state.seen': ['pp', 'qq'], 'state.id': ['p', 'q'], 'state.same': ['p', 'q'] },
    },
  },
  {
    rule: 'Within nested loops item is the inner item, and the outer one has its as',
    graph: drawSockets(
      {
        Open: json([{}], ['always Work']),
        Work: working({ seen: 'big & item & small' }, ['always Work'], {
          assign: { seen: '$.seen', outer: 'big', inner: 'small' },
          ...advance('s', 'smalls'),
        }),
      },
      {
        Inner: { sockets: ['Work'], iterator: { items: 'state.smalls', as: 'small', cursor: 's' } },
        Outer: { sockets: ['Open', 'Work'], iterator: { items: 'state.bigs', as: 'big', cursor: 'b' } },
      },
      { state: { bigs: ['A'], smalls: ['x', 'y'] } },
    ),
    expected: {
      writes: { 'state.seen': ['Axx', 'Ayy'], 'state.outer': ['A', 'A'], 'state.inner': ['x', 'y'] },
    },
  },
  {
    rule: 'Where two loops give their items the same name, the inner one has it, whichever is declared first',
    graph: drawSockets(
      {
        Open: json([{}], ['always Work']),
        Work: working({ seen: 'it' }, ['always Work'], {
          assign: { seen: '$.seen', it: 'it' },
          ...advance('s', 'smalls'),
        }),
      },
      {
        Inner: { sockets: ['Work'], iterator: { items: 'state.smalls', as: 'it', cursor: 's' } },
        Outer: { sockets: ['Open', 'Work'], iterator: { items: 'state.bigs', as: 'it', cursor: 'b' } },
      },
      { state: { bigs: ['A'], smalls: ['x'] } },
    ),
    expected: { writes: { 'state.seen': ['x'], 'state.it': ['x'] } },
  },
  {
    rule: 'item is the item that the socket ran for, also after the list was replaced in the same completion; so is the outer one',
    graph: drawSockets(
      {
        Open: json([{}], ['always Work']),
        Work: json([{ smalls: ['new'], bigs: ['NEW'] }], ['always end'], {
          assign: { smalls: '$.smalls', bigs: '$.bigs', inner: 'item', outer: 'big' },
          ...advance('s', 'smalls'),
        }),
      },
      {
        Inner: { sockets: ['Work'], iterator: { items: 'state.smalls', cursor: 's' } },
        Outer: { sockets: ['Open', 'Work'], iterator: { items: 'state.bigs', as: 'big', cursor: 'b' } },
      },
      { state: { bigs: ['OLD'], smalls: ['old'] } },
    ),
    expected: { state: { inner: 'old', outer: 'OLD', smalls: ['new'], bigs: ['NEW'] } },
  },
  {
    rule: 'A socket whose own loop names no list runs for the item of the loop around it',
    graph: drawSockets(
      {
        Try: json([{ satisfied: false }, { satisfied: true }], ['always Check'], { assign: { tried: 'item' } }),
        Check: json([{ satisfied: false }, { satisfied: true }], ['satisfied Next', 'always Try'], {
          assign: { checked: 'item' },
        }),
        Next: json([{}], ['always Try'], advance('i', 'items')),
      },
      {
        Retry: { sockets: ['Try', 'Check'] },
        L: { sockets: ['Try', 'Check', 'Next'], iterator: { items: 'state.items', cursor: 'i' } },
      },
      { state: { items: ['a'] } },
    ),
    expected: {
      visits: [
        ['Try', 'a'],
        ['Check', 'a'],
        ['Try', 'a'],
        ['Check', 'a'],
        ['Next', 'a'],
      ],
      writes: { 'state.tried': ['a', 'a'], 'state.checked': ['a', 'a'] },
    },
  },
];
