// What is filled in, what is reported and what is kept of the lines of a foreign recorder (interfaces §3).
import { describe, expect, it } from 'vitest';
import { exported, imported, lines, STARTED } from './importedTape.ts';

interface Line {
  readonly [field: string]: unknown;
}

async function eventsOf(text: string | Buffer): Promise<{ events: Line[]; notes: [number, string, boolean][] }> {
  const made = await imported(text);
  const events = exported(made.path)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
  return { events, notes: made.notes.map(({ line, code, kept }) => [line, code, kept]) };
}

const fire = (kind: 'started' | 'finished', more: object) => ({ kind: `fire.${kind}`, fire: 0, node: 'n', ...more });
const opened = (scope: string, iteration: number, more = {}) => ({
  kind: 'iteration.opened',
  scope,
  iteration,
  ...more,
});
const closed = (scope: string, iteration: number) => ({ kind: 'iteration.closed', scope, iteration, carry: {} });
const entered = (scope: string) => ({ kind: 'scope.entered', scope });
const exited = (scope: string) => ({ kind: 'scope.exited', scope, reason: 'end', iterations: 1 });

describe('the place of a line that does not say it', () => {
  it('is the innermost iteration that is open', async () => {
    const { events } = await eventsOf(
      lines(
        STARTED,
        entered('a.b'),
        opened('a.b', 0),
        entered('in'),
        opened('in', 0),
        fire('started', { inputs: {} }),
        closed('in', 0),
        fire('finished', { outputs: {}, durationMs: 1 }),
        exited('in'),
        entered('in'),
        opened('in', 0),
        closed('in', 0),
        exited('in'),
        opened('a.b', 0, { pass: 2 }),
        closed('a.b', 0),
        exited('a.b'),
      ),
    );
    const outer = 'a%2Eb[0]';
    expect(events.map(({ at }) => at)).toEqual([
      '',
      '',
      outer,
      outer,
      `${outer}/in[0]`,
      `${outer}/in[0]`,
      `${outer}/in[0]`,
      // A fire ends where it began.
      `${outer}/in[0]`,
      outer,
      outer,
      `${outer}/in#2[0]`,
      `${outer}/in#2[0]`,
      outer,
      `${outer}@2`,
      `${outer}@2`,
      '',
    ]);
  });

  it('is what a line said before', async () => {
    const { events } = await eventsOf(
      lines(STARTED, { ...opened('x', 3), at: 'far[1]/x[3]' }, { kind: 'signal.emitted', signal: 's', scope: '' }),
    );
    expect(events.map(({ at }) => at)).toEqual(['', 'far[1]/x[3]', 'far[1]/x[3]']);
  });
});

describe('where an input came from', () => {
  it('is the last writer of the slot or port of its name', async () => {
    const { events } = await eventsOf(
      lines(
        STARTED,
        { kind: 'slot.written', slot: 'iterout_obs', scope: 'L', writer: 'iterout', value: 1 },
        fire('finished', { node: 'env', outputs: { pose: 2 }, durationMs: 1 }),
        fire('started', { inputs: { obs: 1, pose: 2, goal: 'x', other: 0 } }),
      ),
    );
    expect(events.at(-1)?.from).toEqual({ obs: 1, pose: 2, goal: 0 });
  });

  it('is what the line names, and a name that nothing wrote is reported', async () => {
    const { events, notes } = await eventsOf(
      lines(
        STARTED,
        { kind: 'slot.written', slot: 'notes', scope: 'L', writer: 'assign', value: 1 },
        fire('started', { inputs: { a: 1, b: 1, c: 1 }, from: { a: 'L.notes', b: 0, c: 'nobody.here' } }),
      ),
    );
    expect(events.at(-1)?.from).toEqual({ a: 1, b: 0 });
    expect(notes).toEqual([[3, 'unknown-origin', false]]);
  });

  it('is told by the seqs of the lines, which may begin anywhere and stand among lines that are none', async () => {
    const { events } = await eventsOf(
      lines(
        'starting up …',
        { ...STARTED, seq: 100 },
        'a word of the agent',
        { seq: 101, kind: 'slot.written', slot: 's', scope: '', writer: 'assign', value: 1 },
        { seq: 102, ...fire('started', { inputs: { s: 1 }, from: { s: 101 } }) },
      ),
    );
    expect(events.map(({ kind }) => kind)).toEqual([
      'run.started',
      'signal.emitted',
      'signal.emitted',
      'slot.written',
      'fire.started',
    ]);
    expect(events.at(-1)?.from).toEqual({ s: 3 });
  });
});

describe('a line that is no event', () => {
  it('is reported with its number and kept as it was', async () => {
    const { events, notes } = await eventsOf(
      lines(
        STARTED,
        'oops',
        { kind: 'tool.called' },
        { kind: 'slot.written', slot: 's' },
        { kind: 'scope.entered', scope: 5 },
        {},
      ),
    );
    expect(notes).toEqual([
      [2, 'not-json', true],
      [3, 'unknown-kind', true],
      [4, 'missing-field', true],
      [5, 'bad-field', true],
      [6, 'missing-field', true],
    ]);
    expect(events[1]).toMatchObject({ kind: 'signal.emitted', signal: 'malformed-line', line: 2, raw: 'oops' });
    expect(events[3]).toMatchObject({ problem: 'slot.written lacks the field scope, which should be a text' });
    expect(events[4]).toMatchObject({ problem: 'the field scope of scope.entered should be a text' });
  });

  it('is kept as bytes where it is no UTF-8', async () => {
    const { events } = await eventsOf(Buffer.concat([Buffer.from(lines(STARTED)), Buffer.from([0xff, 0x0a])]));
    expect(events[1]?.raw).toEqual({ $value: 'bytes', mediaType: 'application/octet-stream', base64: '/w==' });
  });

  it('may stand before the first event, and behind the last one, which stays the last', async () => {
    const ended = { kind: 'run.finished', status: 'ended', reason: 'end', outputs: {} };
    const { events } = await eventsOf(lines('hello', STARTED, ended, 'bye'));
    expect(events.map(({ kind }) => kind)).toEqual(['run.started', 'signal.emitted', 'signal.emitted', 'run.finished']);
  });

  it('is a second run, and a second end', async () => {
    const ended = { kind: 'run.finished', status: 'ended', reason: 'end', outputs: {} };
    const { notes } = await eventsOf(lines(STARTED, STARTED, ended, ended));
    expect(notes).toEqual([
      [2, 'second-start', true],
      [4, 'second-finish', true],
    ]);
  });
});

it('makes up a start where there is none, and says so', async () => {
  const { events, notes } = await eventsOf(
    lines({ seq: 0, ...entered('L') }, { seq: 1, ...fire('started', { inputs: { a: 1 }, from: { a: 0 } }) }),
  );
  expect(events[0]).toMatchObject({ kind: 'run.started', dialect: 'foreign', graph: null, name: 'lines', inputs: {} });
  expect(events[2]).toMatchObject({ seq: 2, from: { a: 1 } });
  expect(notes).toEqual([[1, 'no-start', false]]);
});

it('goes on after an end with run.continued', async () => {
  const ended = { kind: 'run.finished', status: 'paused', reason: null, outputs: {} };
  const { events, notes } = await eventsOf(
    lines(STARTED, ended, { kind: 'run.continued', from: 1, versions: {} }, ended),
  );
  expect(events.map(({ kind }) => kind)).toEqual(['run.started', 'run.finished', 'run.continued', 'run.finished']);
  expect(notes).toEqual([]);
});

it.each([
  ['nothing', ''],
  ['prose', 'This is\nno recording.\n'],
  ['a tape', 'SQLite format 3\0…'],
])('makes no tape of %s', async (_, text) => {
  await expect(imported(text)).rejects.toThrow(/^(no-events|is-a-tape): /);
});
