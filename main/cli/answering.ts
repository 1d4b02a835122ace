// Asking a person on the terminal what a run asks. What must hold: one question at a time; no is the default where yes or no is asked;
// a run that is ended meanwhile asks no more.
import { createInterface } from 'node:readline/promises';
import { visible } from '../../shared/base/visible.ts';
import type { Push } from '../../shared/contract/pushes.ts';
import type { Session } from './session.ts';
import { note } from './terminal.ts';

type Asked = Extract<Push, { kind: 'run.asked' }>;

/** The last lines of what a question is about that are shown with it. */
const ABOUT_LINES = 20;

/** Whether a person is there to be asked. */
export function isTerminal(): boolean {
  return process.stdin.isTTY === true && process.stderr.isTTY === true;
}

/**
 * Answers every `run.asked` from here on. `onAsked` is called before anything is written. `isShown`: what an attempt wrote stands on the
 * terminal already.
 */
export function answerRun(session: Session, stop: Promise<void>, isShown: boolean, onAsked: () => void): void {
  let before: Promise<unknown> = Promise.resolve();
  session.onPush((push) => {
    if (push.kind !== 'run.asked') return;
    before = before.then(async () => {
      onAsked();
      const answer = await askPerson(questionOf(push, isShown), stop);
      if (answer === undefined) return;
      const { tape, fire, yesNo } = push;
      await session.attempt('run.answer', { tape, fire, answer: yesNo && answer === '' ? 'no' : answer });
    });
  });
}

/** What was typed; undefined where the run was ended instead. */
export async function askPerson(question: string, stop: Promise<void>): Promise<string | undefined> {
  const asking = createInterface({ input: process.stdin, output: process.stderr });
  const stopped = new AbortController();
  void stop.then(() => stopped.abort());
  // The terminal gives Ctrl+C to whoever reads a line.
  asking.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  try {
    return (await asking.question(question, { signal: stopped.signal })).trim();
  } catch {
    return undefined;
  } finally {
    asking.close();
  }
}

function questionOf({ text, about, yesNo }: Asked, isShown: boolean): string {
  if (about !== undefined && !(isShown && yesNo)) {
    const lines = about.trimEnd().split('\n');
    if (lines.length > ABOUT_LINES) note(`… ${lines.length - ABOUT_LINES} lines before these`);
    for (const line of lines.slice(-ABOUT_LINES)) note(visible(line));
  }
  return `${visible(text)} ${yesNo ? '[y/N] ' : '> '}`;
}
