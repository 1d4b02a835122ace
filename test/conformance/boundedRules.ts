// Seed 002 and semantics §3, rule by rule, as data. What is expected was worked out by hand from the rule's text. An attempt that is
// written down is `{output, exit?, signal?}`, or a text.
import { expect } from 'vitest';

export interface BoundedRule {
  readonly rule: string;
  readonly graph: Readonly<Record<string, unknown>>;
  readonly budget?: number;
  /** What a person answers, in order; without any, no one is there. */
  readonly answers?: readonly string[];
  /** The run is cancelled while this node runs for the first time, so it must be one that takes its time. */
  readonly cancelIn?: string;
  /** Part of what boundedFacts.ts tells of the log. */
  readonly expected: Readonly<Record<string, unknown>>;
  /** Places in what is told where nothing may stand. */
  readonly absent?: readonly string[];
}

const TASK = 'mend the build';

function loop(until: string, attempts: readonly unknown[], more: Readonly<Record<string, unknown>> = {}) {
  return {
    dialect: 'bounded',
    prompt: TASK,
    until_predicate: until,
    attempt: { operator: 'scripted', seq: attempts },
    ...more,
  };
}

const done = (exit: number, output = '') => ({ output, exit });
const SATISFIED = { status: 'ended', reason: 'stop', outputs: { status: 'success' } };
const NOT_SATISFIED = { status: 'ended', reason: 'budget', outputs: { status: 'max_iters_reached' } };

/** One attempt, judged by one verdict. */
function judged(rule: string, verdict: unknown, satisfied: boolean, why: unknown): BoundedRule {
  return {
    rule: `A verdict ${rule}`,
    graph: loop('judge:clear', ['a text'], { max_iters: 1, judge: { operator: 'scripted', seq: [verdict] } }),
    expected: {
      ...(satisfied ? SATISFIED : NOT_SATISFIED),
      decisions: [{ chosen: satisfied ? 'judge:clear' : null, why, operands: { criterion: 'clear', verdict } }],
    },
  };
}

/** One attempt, searched by one pattern. */
function searched(rule: string, pattern: string, output: string, value: unknown): BoundedRule {
  return {
    rule: `A pattern ${rule}`,
    graph: loop(`regex:${pattern}`, [output], { max_iters: 1 }),
    expected: {
      ...(value === undefined ? NOT_SATISFIED : SATISFIED),
      decisions: [{ chosen: value === undefined ? null : `regex:${pattern}`, value }],
    },
  };
}

const PREDICATES: readonly BoundedRule[] = [
  {
    rule: 'An exit code satisfies where it is the one that is asked for, and no other does',
    graph: loop('exit:3', [done(0), done(1), done(3)]),
    expected: {
      ...SATISFIED,
      decisions: [
        { chosen: null, why: 'it exited with 0, not with 3', operands: { exit: 0 } },
        { chosen: null, why: 'it exited with 1, not with 3', operands: { exit: 1 } },
        { chosen: 'exit:3', why: 'it exited with 3', operands: { exit: 3 } },
      ],
    },
  },
  {
    rule: 'An attempt without an exit code does not satisfy one',
    graph: loop('exit:0', ['all is well'], { max_iters: 1 }),
    expected: { ...NOT_SATISFIED, decisions: [{ chosen: null, why: 'it has no exit code', operands: {} }] },
  },
  {
    rule: 'A signal is no exit code',
    graph: loop('exit:0', [{ output: '', signal: 'SIGKILL' }], { max_iters: 1 }),
    expected: {
      ...NOT_SATISFIED,
      decisions: [
        { why: 'it was ended by SIGKILL, so it has no exit code', operands: { signal: 'SIGKILL' }, chosen: null },
      ],
    },
  },
  searched('begins and ends at line ends', '^ready$', 'a\nready\nb', {
    text: 'ready',
    start: 2,
    end: 7,
    line: 2,
    column: 1,
  }),
  searched('does not see colour codes', '^ready!', '\u001b[1;32mrea\u001b[0mdy!', {
    text: 'ready!',
    start: 0,
    end: 6,
    line: 1,
    column: 1,
  }),
  searched('sees CRLF as LF', '^ready$', 'a\r\n ready\r\nready\r\n', {
    text: 'ready',
    start: 9,
    end: 14,
    line: 3,
    column: 1,
  }),
  searched('is searched for in the whole output', 'p95 < 200ms', `p95 < 200ms\n${'later\n'.repeat(5000)}`, {
    text: 'p95 < 200ms',
    start: 0,
    end: 11,
    line: 1,
    column: 1,
  }),
  searched('takes no longer for one that would make others backtrack', '^(a+)+$', `${'a'.repeat(40_000)}!`, undefined),
  {
    rule: 'A pattern may match whatever the exit code is, and the result names what it matched',
    graph: loop('regex:\\d+ passed', [done(1, '12 passed, 1 failed')]),
    expected: { ...SATISFIED, outputs: { status: 'success', matched: '12 passed', iterations_run: 1 } },
  },
  judged(
    'is an object with satisfied and a reason',
    { satisfied: true, reason: 'short' },
    true,
    'the judge says yes: short',
  ),
  judged('may say no with a reason', { satisfied: false, reason: 'long' }, false, 'the judge says no: long'),
  judged('may be the text of such an object', '{"satisfied": true}', true, 'the judge says yes'),
  judged('may stand in a fence', 'So:\n```json\n{"satisfied": true}\n```', true, 'the judge says yes'),
  judged('may start with yes', 'Yes, it is.', true, expect.stringContaining('Yes, it is.')),
  judged('may start with true', 'true', true, expect.anything()),
  judged('may start with pass', 'PASS: nothing to add', true, expect.anything()),
  judged('that starts with no does not satisfy', 'No: too long', false, expect.stringContaining('too long')),
  judged(
    'that is neither is kept as it was, and does not satisfy',
    'It could be yes',
    false,
    expect.stringMatching(/neither yes nor no/),
  ),
  judged(
    'whose satisfied is no boolean does not satisfy',
    { satisfied: 'true' },
    false,
    expect.stringMatching(/neither yes nor no/),
  ),
];

const ATTEMPTS: readonly BoundedRule[] = [
  {
    rule: 'An attempt that fails counts as one that did not satisfy, with its error as the evidence, and is not judged',
    graph: loop('judge:clear', [{ $throw: 'the line is dead' }, 'a text'], {
      judge: { operator: 'scripted', seq: ['yes'] },
    }),
    expected: {
      ...SATISFIED,
      fires: ['attempt', 'attempt', 'judge'],
      decisions: [{ chosen: null, why: 'the attempt failed: the line is dead' }, { chosen: 'judge:clear' }],
      outputs: {
        iterations_run: 2,
        evidence: [expect.stringMatching(/^#1 failed \([\w-]+\): the line is dead$/), expect.anything()],
      },
    },
  },
  {
    rule: 'An error that the same attempt would surely meet again fails the run',
    graph: loop('exit:0', [], { attempt: { operator: 'command', argv: ['no-such-program-here'] } }),
    expected: {
      status: 'failed',
      reason: 'failed',
      fires: ['attempt'],
      error: { node: 'attempt', at: 'loop[0]', code: 'command-not-started' },
      left: { reason: 'failed', iterations: 0 },
    },
  },
  {
    rule: 'There are never more than ten attempts',
    graph: loop('exit:0', [done(1)], { max_iters: 25 }),
    expected: { ...NOT_SATISFIED, fires: Array(10).fill('attempt'), outputs: { iterations_run: 10, max_iters: 10 } },
  },
  {
    rule: 'There is at least one attempt',
    graph: loop('exit:0', [done(1)], { max_iters: 0 }),
    expected: { ...NOT_SATISFIED, outputs: { iterations_run: 1, max_iters: 1 } },
  },
  {
    rule: 'Three attempts are made where nothing says how many',
    graph: loop('exit:0', [done(1)]),
    expected: {
      ...NOT_SATISFIED,
      outputs: { iterations_run: 3, max_iters: 3 },
      left: { reason: 'budget', iterations: 3 },
    },
  },
  {
    rule: 'A run’s budget caps the attempts too',
    graph: loop('exit:0', [done(1)], { max_iters: 5 }),
    budget: 2,
    expected: { ...NOT_SATISFIED, outputs: { iterations_run: 2, max_iters: 2 } },
  },
  {
    rule: 'Without a predicate it is judge:task completed',
    graph: {
      dialect: 'bounded',
      prompt: TASK,
      attempt: { operator: 'scripted', seq: ['x'] },
      judge: { operator: 'scripted', seq: ['yes'] },
    },
    expected: { ...SATISFIED, outputs: { predicate: 'judge:task completed' } },
  },
  {
    rule: 'Success stops the loop at once',
    graph: loop('exit:0', [done(1), done(0), done(1)], { max_iters: 5 }),
    expected: { ...SATISFIED, stops: [false, true], left: { reason: 'stop', iterations: 2 } },
  },
  {
    rule: 'Success on the last attempt is success',
    graph: loop('exit:0', [done(1), done(0)], { max_iters: 2 }),
    expected: { ...SATISFIED, outputs: { status: 'success', iterations_run: 2 } },
    absent: ['outputs.next_action'],
  },
];

const LEDGER: readonly BoundedRule[] = [
  {
    rule: 'The ledger has a line for each attempt: summary, key output, exit code, verdict with its reason, refinement',
    graph: loop('exit:0', [done(2, 'one\ntwo\n'), done(0, 'one\nthree')]),
    expected: {
      carries: [
        {
          summary: 'exit 2: two',
          key_output: 'one\ntwo',
          exit: 2,
          verdict: { satisfied: false, reason: 'it exited with 2, not with 0' },
          refinement: expect.stringContaining('Attempt 1 did not satisfy exit:0'),
        },
        {
          summary: 'exit 0: three',
          exit: 0,
          verdict: { satisfied: true, reason: 'it exited with 0' },
          changed: ['+ three', '− two'],
        },
      ],
    },
    absent: ['carries.0.changed', 'carries.1.refinement'],
  },
  {
    rule: 'Evidence tells what changed since the attempt before, and that nothing did',
    graph: loop('exit:0', [done(1, '40 rows'), done(1, '97 rows'), done(1, '97 rows')]),
    expected: {
      outputs: {
        evidence: [
          '#1 exit 1: 40 rows',
          '#2 exit 1: 97 rows; + 97 rows; − 40 rows',
          '#3 exit 1: 97 rows; the same as before',
        ],
        next_action: expect.stringContaining('gave the very same'),
      },
    },
  },
  {
    rule: 'The best attempt is the one whose exit code comes nearest; a later one that is no nearer does not take its place',
    graph: loop('exit:0', [done(9, 'far'), done(2, 'near'), done(5, 'between')]),
    expected: {
      ...NOT_SATISFIED,
      best: [
        { attempt: 1, satisfied: false, summary: 'exit 9: far' },
        { attempt: 2, satisfied: false, summary: 'exit 2: near' },
      ],
      outputs: {
        final_result: 'None of 3 attempts satisfied exit:0. The best is attempt 2: exit 2: near',
        next_action: expect.stringContaining('exit 5'),
      },
    },
  },
  {
    rule: 'A refinement keeps the task as it was given, and adds the latest evidence alone',
    graph: loop('exit:0', [done(1, 'first fault'), done(1, 'second fault'), done(0)]),
    expected: {
      prompts: [
        TASK,
        expect.stringMatching(/^mend the build\n\nAttempt 1 .*(?:.|\n)*first fault(?:.|\n)*nothing beyond it\.$/),
        expect.stringMatching(/^mend the build\n\nAttempt 2 .*(?:.|\n)*second fault(?:.|\n)*nothing beyond it\.$/),
      ],
      inputs: [
        { prompt: TASK, attempt: 1, max_iters: 3 },
        {
          prompt: expect.stringContaining(TASK),
          attempt: 2,
          last_exit: 1,
          evidence: expect.stringContaining('first fault'),
        },
        {
          prompt: expect.stringContaining(TASK),
          attempt: 3,
          last_exit: 1,
          evidence: expect.stringContaining('second fault'),
        },
      ],
    },
    absent: ['inputs.0.evidence', 'inputs.0.last_exit'],
  },
];

const NEVER = { destructive: true, max_iters: 3 };

const GUARDRAILS: readonly BoundedRule[] = [
  {
    rule: 'Every attempt of a destructive step after the first waits for a person’s yes',
    graph: loop('exit:0', [done(1)], NEVER),
    answers: ['yes', 'y'],
    expected: { ...NOT_SATISFIED, fires: ['attempt', 'confirm', 'attempt', 'confirm', 'attempt'] },
  },
  {
    rule: 'A no ends the run as cancelled',
    graph: loop('exit:0', [done(1)], NEVER),
    answers: ['yes', 'no'],
    expected: {
      status: 'cancelled',
      reason: 'cancelled',
      fires: ['attempt', 'confirm', 'attempt', 'confirm'],
      left: { reason: 'cancelled', iterations: 2 },
    },
  },
  {
    rule: 'Where no one is there to ask the run waits, its loop open',
    graph: loop('exit:0', [done(1)], NEVER),
    expected: {
      status: 'waiting',
      reason: null,
      fires: ['attempt', 'confirm'],
      error: { node: 'confirm', at: '', code: 'no-one-to-ask' },
      left: undefined,
    },
  },
  {
    rule: 'A destructive step that succeeds at once asks nobody',
    graph: loop('exit:0', [done(0)], NEVER),
    expected: { ...SATISFIED, fires: ['attempt'] },
  },
  {
    rule: 'A person may be the judge',
    graph: loop('judge:clear', ['a', 'b'], { judge: { operator: 'ask' } }),
    answers: ['no', 'yes'],
    expected: { ...SATISFIED, fires: ['attempt', 'judge', 'attempt', 'judge'] },
  },
  {
    rule: 'Without anybody to judge the run waits in mid-attempt',
    graph: loop('judge:clear', ['a'], { judge: { operator: 'ask' } }),
    expected: { status: 'waiting', reason: null, error: { node: 'judge', at: 'loop[0]', code: 'no-one-to-ask' } },
  },
  {
    rule: 'A cancel in mid-attempt ends the attempt, and the loop is left',
    graph: loop('exit:0', [], {
      attempt: { operator: 'command', argv: [process.execPath, '-e', 'setInterval(() => {}, 9)'] },
    }),
    cancelIn: 'attempt',
    expected: {
      status: 'cancelled',
      reason: 'cancelled',
      failures: [['attempt', 'cancelled']],
      left: { reason: 'cancelled', iterations: 0 },
    },
  },
  {
    rule: 'An attempt that halts cancels the run at once',
    graph: loop('exit:0', [done(1), { $halt: 'enough' }]),
    expected: { status: 'cancelled', reason: 'halt', failures: [['attempt', 'halt']] },
  },
];

export const BOUNDED_RULES: readonly (readonly [string, readonly BoundedRule[]])[] = [
  ['Predicates', PREDICATES],
  ['Attempts', ATTEMPTS],
  ['Ledger and result', LEDGER],
  ['Guardrails', GUARDRAILS],
];
