// A process of its own that writes or follows a tape, for tests of what happens between processes. It speaks one JSON
// value a line on standard output.
//   write <path> <iterations>   commits every iteration, says each commit's head, then waits without finishing
//   uncommitted <path> <n>      commits n iterations, appends one more without a commit, then waits
//   follow <path>               reads the live tape until it has ended; says when it saw it grow, and at the end the heads it saw and what it read
//   append <path>               tries to write to a tape that is there; says how that went
import { openTape } from '../../main/tape/read.ts';
import { appendTo, createTape } from '../../main/tape/write.ts';
import { loopIteration, loopStart } from './anyLog.ts';

const [mode, path = '', count = '0'] = process.argv.slice(2);
const say = (value: unknown) => process.stdout.write(`${JSON.stringify(value)}\n`);
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
/** Waits, and holds on to the writer meanwhile: one that nobody can reach any more is closed when memory is tidied up. */
const hold = (writer: { head(): number }) => setInterval(() => writer.head(), 1_000);

switch (mode) {
  case 'write':
  case 'uncommitted': {
    const made = createTape(path, { id: 'run', startedAtMs: 1_000 });
    if (!made.ok) throw new Error(made.failure.message);
    const writer = made.value;
    writer.appendAt(loopStart('run'), 0);
    for (let i = 0; i < Number(count); i++) {
      writer.appendAt(loopIteration(i), i);
      if (mode === 'write' || i === Number(count) - 1) {
        writer.commit();
        say(writer.committed());
      }
    }
    if (mode === 'uncommitted') writer.appendAt(loopIteration(Number(count)), 0);
    say('waiting');
    hold(writer);
    break;
  }
  case 'follow': {
    const opened = openTape(path);
    if (!opened.ok) throw new Error(opened.failure.message);
    const reader = opened.value;
    say('following');
    const heads: number[] = [];
    let wasWritten = false;
    let hasGrown = false;
    for (;;) {
      const head = reader.head();
      if (heads.at(-1) !== head) heads.push(head);
      // Every event up to the head is there at once.
      const from = Math.max(0, head - 20);
      const read = [...reader.events({ from, to: head })];
      if (read.some((event, i) => event.seq !== from + i) || read.length !== head - from + 1) throw new Error('a hole');
      const { beingWritten } = reader.info();
      wasWritten ||= beingWritten;
      if (!hasGrown && wasWritten && heads.length > 3) {
        hasGrown = true;
        say('saw it grow');
      }
      if (!beingWritten && reader.event(reader.head())?.kind === 'run.finished') break;
      await pause(5);
    }
    const count = [...reader.events({})].length;
    say({ heads, wasWritten, count });
    reader.close();
    break;
  }
  case 'append': {
    const opened = appendTo(path);
    say(opened.ok ? 'opened' : opened.failure);
    if (opened.ok) opened.value.abandon();
    break;
  }
  default:
    throw new Error(`unknown mode ${mode}`);
}
