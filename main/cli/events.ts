// looptape events <tape>: the log, as sentences or as JSON lines.
import { visible } from '../../shared/base/visible.ts';
import { failure } from '../../shared/contract/failure.ts';
import { EVENT_KINDS } from '../../shared/model/event.ts';
import { EXIT } from './exitCodes.ts';
import type { Shared } from './program.ts';
import { type Session, withSession } from './session.ts';
import { CommandFailed, written } from './terminal.ts';

export interface EventsFlags extends Shared {
  readonly kind: readonly string[];
  readonly from?: string;
  readonly to?: string;
}

const AT_A_TIME = 1000;

export function events(path: string, flags: EventsFlags): Promise<number> {
  return withSession(async (session) => {
    const kinds = flags.kind.flatMap((kind) => kind.split(','));
    const unknown = kinds.find((kind) => !(EVENT_KINDS as readonly string[]).includes(kind));
    if (unknown !== undefined) {
      throw new CommandFailed(
        failure('usage', `--kind ${unknown} is no kind of event; there are ${EVENT_KINDS.join(', ')}.`),
      );
    }
    const { tape } = await session.call('tape.open', { path: session.path(path) });
    const { from, to } = flags;
    const wanted = { tape, kinds, ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
    await (flags.json ? writeEventLines(session, wanted, written) : printSentences(session, tape, kinds, flags));
    return EXIT.done;
  });
}

export interface LinesWanted {
  readonly tape: string;
  readonly kinds?: readonly string[];
  readonly from?: string;
  readonly to?: string;
}

/** The log as JSON lines in the public form, one at a time. */
export async function writeEventLines(
  session: Session,
  { tape, kinds = [], from, to }: LinesWanted,
  write: (line: string) => Promise<void>,
): Promise<void> {
  let after: number | undefined;
  for (let more = true; more; ) {
    const answer = await session.call('report.events', {
      tape,
      limit: AT_A_TIME,
      ...(kinds.length > 0 ? { kinds: [...kinds] } : {}),
      ...(from === undefined ? {} : { from }),
      ...(to === undefined ? {} : { to }),
      ...(after === undefined ? {} : { after }),
    });
    for (const event of answer.events) await write(JSON.stringify(event));
    after = answer.events.at(-1)?.seq;
    more = answer.more;
  }
}

async function printSentences(session: Session, tape: string, kinds: string[], flags: EventsFlags): Promise<void> {
  let from = flags.from === undefined ? 0 : (await session.call('moment.find', { tape, moment: flags.from })).seq;
  const to =
    flags.to === undefined
      ? Number.POSITIVE_INFINITY
      : (await session.call('moment.find', { tape, moment: flags.to })).seq;
  for (let more = true; more; ) {
    const answer = await session.call('events.window', {
      tape,
      from,
      count: AT_A_TIME,
      ...(kinds.length > 0 ? { kinds } : {}),
    });
    for (const row of answer.rows) {
      if (row.seq <= to)
        await written(visible(`#${row.seq}  ${row.kind.padEnd(16)}  ${row.at || '-'}  ${row.sentence}`));
    }
    const last = answer.rows.at(-1)?.seq ?? to;
    from = last + 1;
    more = answer.moreAfter && last < to;
  }
}
