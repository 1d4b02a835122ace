// What main tells the page unasked. Pushes are thin: they say that something moved, and the page asks for what it shows.
import { z } from 'zod';
import { Failure } from './failure.ts';
import { RunState } from './run.ts';

/** A live run asks a person, and goes on when `run.answer` has answered the fire. */
export const AskedPush = z.object({
  kind: z.literal('run.asked'),
  tape: z.string(),
  fire: z.number().int(),
  node: z.string(),
  text: z.string(),
  /** What it is about, such as the output to judge. */
  about: z.string().optional(),
  /** Yes or no is the answer, and no where nothing is said. */
  yesNo: z.boolean(),
});

export const Push = z.discriminatedUnion('kind', [
  /** A live run has recorded up to `head`. At most some 30 a second for one tape. */
  z.object({
    kind: z.literal('run.advanced'),
    tape: z.string(),
    head: z.number().int(),
    state: RunState,
    /** Beside `finished` alone: what kept the run from its end, such as a full disk. Its tape says `interrupted`. */
    failure: Failure.optional(),
  }),
  AskedPush,
  /** Some page or terminal answered it: it is open nowhere any more. */
  z.object({ kind: z.literal('run.answered'), tape: z.string(), fire: z.number().int() }),
  /** Of a bounded loop, as it happens: output of the attempt that runs, or the line that says what an attempt came to. */
  z.object({
    kind: z.literal('run.shown'),
    tape: z.string(),
    what: z.enum(['output', 'result']),
    text: z.string(),
  }),
  z.object({ kind: z.literal('library.changed') }),
  /** The desktop's menu or another start of the program asks for a command or a file. */
  z.object({ kind: z.literal('command.invoked'), command: z.string() }),
  z.object({ kind: z.literal('open.requested'), paths: z.array(z.string()) }),
]);
export type Push = z.infer<typeof Push>;
