// Which recorded runs of pi-materia that agree with the seed come out otherwise under our own rules, and the rule of semantics §2 that
// makes each differ. What ours comes to is worked out from that rule by hand.

export type Aspect = 'visits' | 'decisions' | 'skips' | 'data' | 'cursors' | 'end';

export type OurResult =
  | {
      /** A sentence of semantics §2. */
      readonly rule: string;
      readonly differs: readonly Aspect[];
      readonly ours: {
        /** `complete`, or the code of the failure. */
        readonly end: string;
        readonly visits: Readonly<Record<string, number>>;
        /** Those that moved. */
        readonly cursors: Readonly<Record<string, number>>;
        /** State where it differs. */
        readonly data?: Readonly<Record<string, unknown>>;
      };
    }
  | {
      readonly rule: string;
      /** The code of the rule that refuses the graph. */
      readonly refused: string;
    };

const VISIT_LIMIT =
  'Edges: more than 10,000 visits since the last cursor advance fail the run. There is no other limit on coming back to a socket.';
const SATISFIED =
  'Advance: satisfied is the top-level boolean of this output and nothing else. An output without one is accepted, and only always matches.';
const FIRST_EMPTY =
  'Empty-loop entry: all loops that list it are asked in declaration order, the first without an item at its cursor decides';

/** The socket's first output has no boolean, so its always edge is taken: to Socket-9, where theirs goes by the second output. */
const notBoolean: OurResult = {
  rule: SATISFIED,
  differs: ['visits', 'decisions'],
  ours: { end: 'complete', visits: { 'Socket-1': 1, 'Socket-9': 1 }, cursors: {} },
};

/** Socket-1, then Socket-2 and Socket-3 in turn: 10,000 visits, and the next one would be one too many. */
const endless: OurResult = {
  rule: VISIT_LIMIT,
  differs: ['visits', 'decisions', 'end'],
  ours: { end: 'visit-limit', visits: { 'Socket-1': 1, 'Socket-2': 5000, 'Socket-3': 4999 }, cursors: {} },
};

export const DIFFERENCES: Readonly<Record<string, OurResult>> = {
  'assign-last-output': {
    rule: 'Assign: lastOutput is the text that the socket gave, its blanks included.',
    differs: ['data'],
    ours: {
      end: 'complete',
      visits: { 'Socket-1': 1, 'Socket-2': 1 },
      cursors: {},
      data: { a: 'one', b: 'two', c: '{"context": "two"}' },
    },
  },
  // The first output is accepted, and has no x.
  'assign-missing-path-json': {
    rule: 'Assign: a source that does not exist leaves the old value, and is reported.',
    differs: ['data'],
    ours: { end: 'complete', visits: { 'Socket-1': 1, 'Socket-7': 1 }, cursors: {}, data: {} },
  },
  // consumes.from is Socket-7, which has not finished when Socket-4 is entered.
  'consumes-from-self-healed': {
    rule: 'Assign: when consumes.from finishes, a top-level list <output> is stored. What the file says of it counts.',
    differs: ['visits', 'decisions', 'skips', 'data', 'cursors'],
    ours: { end: 'complete', visits: { 'Socket-1': 1 }, cursors: {}, data: {} },
  },
  'exit-compiled-replaces-route': {
    rule: 'Exits: exit (singular) is compiled into advance and exits; an exit of the same socket and condition that leads elsewhere is an error.',
    refused: 'conflicting-exit',
  },
  // Five items, each of which takes the edge once at most.
  'max-traversals-on-back-edge': {
    rule: 'Edges: maxTraversals counts per edge and the item that its socket ran for.',
    differs: ['visits', 'decisions', 'cursors', 'end'],
    ours: { end: 'complete', visits: { 'Socket-1': 1, 'Socket-2': 5, 'Socket-7': 1 }, cursors: { q: 5 } },
  },
  'max-traversals-zero': { rule: 'Edges: maxTraversals is at least 1.', refused: 'max-traversals' },
  'no-advance-configured-limit': endless,
  'no-advance-default-limit': endless,
  'text-mode-conditional-advance': {
    rule: VISIT_LIMIT,
    differs: ['visits', 'decisions', 'end'],
    ours: { end: 'visit-limit', visits: { 'Socket-1': 1, 'Socket-2': 9999 }, cursors: {} },
  },
  // Socket-5 leads on by x1, though that leaves from Socket-3, so Socket-4 and Socket-2 run for the other two items too.
  'random-loadout-0033': {
    rule: "Empty-loop entry: an always exit whose from is the entered socket first, else the loop's first.",
    differs: ['visits', 'decisions', 'skips', 'cursors'],
    ours: { end: 'complete', visits: { 'Socket-1': 1, 'Socket-2': 3, 'Socket-4': 3 }, cursors: { r: 3 } },
  },
  // Socket-2 is entered with list0 used up; loop0 has no always exit, and loop1's counts for loop1 alone.
  'random-loadout-0066': {
    rule: `${FIRST_EMPTY}, by its own exits.`,
    differs: ['visits', 'decisions', 'skips', 'end'],
    ours: { end: 'complete', visits: { 'Socket-1': 1, 'Socket-2': 2, 'Socket-3': 3 }, cursors: { q: 2 } },
  },
  // Socket-2 is in loop1 too, whose list is empty from the start.
  'random-loadout-0140': {
    rule: `${FIRST_EMPTY}.`,
    differs: ['visits', 'decisions', 'cursors'],
    ours: { end: 'complete', visits: { 'Socket-1': 1 }, cursors: {} },
  },
  'satisfied-null': notBoolean,
  'satisfied-one': notBoolean,
  'satisfied-text-true': notBoolean,
};
