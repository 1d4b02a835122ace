// The activations and iterations of scopes as rows, a window of each list at a time, so that an answer is as long as what is
// shown of it and not as the tape. Without a place of its own a window lies around the moment.
import { z } from 'zod';
import { TapeRef } from './tape.ts';

export const ActivationRow = z.object({
  /** Its place among the scope's activations over the run, from 0. */
  index: z.number(),
  /** Path of the iteration that it was entered in; "" for the graph. */
  at: z.string(),
  enteredSeq: z.number(),
  /** Null while it is open. */
  exitSeq: z.number().nullable(),
  /** Iterations that were opened in it, and those of them that were closed; of sockets the items, however often they were passed over. */
  opened: z.number(),
  closed: z.number(),
  /** Why it ended. */
  reason: z.string().optional(),
});
export type ActivationRow = z.infer<typeof ActivationRow>;

export const IterationRow = z.object({
  path: z.string(),
  iteration: z.number(),
  openedSeq: z.number(),
  /** The event that closed it, else its scope's exit; null while it is open. */
  lastSeq: z.number().nullable(),
  /** Of an item that is passed over again only the last pass is closed. */
  closed: z.boolean(),
  /** Of sockets: the item in a few words. */
  label: z.string().optional(),
  /** Of sockets: from 2 on; each pass is a row of its own. */
  pass: z.number().optional(),
  /** Of an item with several passes: how many there are on the tape. */
  passes: z.number().optional(),
});
export type IterationRow = z.infer<typeof IterationRow>;

/** The most rows of one list in one answer. */
export const MOST_SCOPE_ROWS = 128;

const Span = z.object({
  scope: z.string(),
  /** The first row wanted; absent: as many before the moment's row as after it. */
  from: z.number().int().min(0).optional(),
  count: z.number().int().min(1).max(MOST_SCOPE_ROWS),
  /** Where the rows from `from` on miss the moment's row, those around it are given. */
  follow: z.boolean().optional(),
});

export const ScopeListRequest = z.discriminatedUnion('kind', [
  Span.extend({ kind: z.literal('activations') }),
  /** Of one activation by its index; absent: of the one that the moment lies in, else the last one entered before it. */
  Span.extend({ kind: z.literal('iterations'), activation: z.number().int().min(0).optional() }),
]);
export type ScopeListRequest = z.infer<typeof ScopeListRequest>;

const Rows = z.object({
  scope: z.string(),
  /** How many there are on the tape. */
  total: z.number(),
  /** The place in the whole list of what the moment lies in, else of what began last before it; −1 where nothing has. */
  current: z.number(),
  /** The place in the whole list of the first row given. */
  from: z.number(),
});

export const ScopeList = z.discriminatedUnion('kind', [
  Rows.extend({
    kind: z.literal('activations'),
    rows: z.array(ActivationRow),
    /** The activation at `current`, also where it is not among the rows. */
    latest: ActivationRow.nullable(),
    /** What bounds each activation in this run; null where nothing does. */
    budget: z.number().nullable(),
  }),
  Rows.extend({
    kind: z.literal('iterations'),
    /** −1 where the scope was never entered. */
    activation: z.number(),
    rows: z.array(IterationRow),
  }),
]);
export type ScopeList = z.infer<typeof ScopeList>;

/** An item of a loop of sockets; `seq` is where its first pass opened. */
export const FoundItem = z.object({ scope: z.string(), path: z.string(), label: z.string(), seq: z.number() });
export type FoundItem = z.infer<typeof FoundItem>;

export const scopesCalls = {
  /** An answer for each list, in their order. */
  'scopes.window': {
    request: TapeRef.extend({ seq: z.number().int().min(0), lists: z.array(ScopeListRequest).max(256) }),
    answer: z.object({ seq: z.number(), head: z.number(), lists: z.array(ScopeList) }),
  },
  /** Items whose label holds every word of the text, at most `count` of `total`; none for an empty text. */
  'scopes.find': {
    request: TapeRef.extend({ text: z.string(), count: z.number().int().min(1).max(100) }),
    answer: z.object({ items: z.array(FoundItem), total: z.number() }),
  },
};
