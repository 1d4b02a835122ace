// Which recorded runs that agree with the seed come out otherwise under our own rules, and the rule of semantics §1 that makes
// each differ. What ours comes to is worked out from that rule by hand.

export type Aspect = 'finals' | 'outputs' | 'iterations' | 'status' | 'reason';

export type OurResult =
  | {
      /** A sentence of semantics §1. */
      readonly rule: string;
      readonly differs: readonly Aspect[];
      readonly ours: {
        readonly status: string;
        readonly reason: string;
        readonly iterations: Readonly<Record<string, number>>;
      };
    }
  | {
      readonly rule: string;
      /** The code of the rule that refuses the graph. */
      readonly refused: string;
    };

const FAILURE =
  'Failure: a fire that fails emits nothing; at rest the iteration is not closed, the open scopes exit failed, there is no final side and no band, and the run is failed at that node.';
const SIDE_FAILURE = `${FAILURE} This holds in side read-outs and in the band too.`;
const STALL =
  'Boundary: if a required carry port, or every carry port, is missing when the scope is at rest, the scope stalls. It is never called completed.';
const BUDGET = 'Budget: whole numbers of at least 1.';
const NULL = 'Firing: null is a value: it is delivered, carried and latched; only a missing key is no value.';

const failed = (differs: readonly Aspect[], rule: string, iterations: number): OurResult => ({
  rule,
  differs,
  ours: { status: 'failed', reason: 'failed', iterations: { iterIn_1: iterations } },
});
const stalled = (differs: readonly Aspect[], iterations: number): OurResult => ({
  rule: STALL,
  differs,
  ours: { status: 'stalled', reason: 'stalled', iterations: { iterIn_1: iterations } },
});

export const DIFFERENCES: Readonly<Record<string, OurResult>> = {
  // The side node's second fire throws, in iteration 1.
  'abnormal-error-in-side-node': failed(['finals', 'iterations', 'status', 'reason'], SIDE_FAILURE, 1),
  'abnormal-error-in-side-node-main-phase': failed(['finals', 'iterations', 'reason'], SIDE_FAILURE, 1),
  // The body's third fire throws; the engine had rebuilt the final side from the second hand-over.
  'abnormal-node-error': failed(['finals', 'outputs', 'reason'], FAILURE, 2),
  'abnormal-node-error-first-iteration': failed(['finals', 'outputs', 'reason'], FAILURE, 0),
  'band-node-fails': {
    rule: SIDE_FAILURE,
    differs: ['status'],
    ours: { status: 'failed', reason: 'stop', iterations: { iterIn_1: 3 } },
  },
  'abnormal-halt': {
    rule: "Failure: an operator's halt is recorded as fire.failed with code halt and cancels at once; a scope that ended otherwise than by stop or budget emits no final side.",
    differs: ['finals', 'outputs'],
    ours: { status: 'cancelled', reason: 'halt', iterations: { iterIn_1: 2 } },
  },
  'band-three-nodes-join-optional': {
    rule: 'Firing: with no required input, a node fires when at least one input is there and nothing upstream can still fire; so the join reads both.',
    differs: ['outputs'],
    ours: { status: 'ended', reason: 'stop', iterations: { iterIn_1: 3 } },
  },
  'budget-fire-cap': {
    rule: "Budget: the iterIn's own step_budget. There is no cap on fires, so the loop runs its own 50 iterations.",
    differs: ['finals', 'iterations', 'reason'],
    ours: { status: 'ended', reason: 'budget', iterations: { iterIn_1: 50 } },
  },
  'budget-graph-zero': { rule: BUDGET, refused: 'budget' },
  'budget-iterin-negative': { rule: BUDGET, refused: 'budget' },
  'budget-iterin-zero': { rule: BUDGET, refused: 'budget' },
  'init-unwired': {
    rule: 'Validator: every rule of seed 001 section 9; an iterIn that nothing is wired into would never be entered.',
    refused: 'unwired-iterin',
  },
  'nested-latch-none': {
    rule: `${NULL} So the latch releases null, and the outer loop goes on to its stop.`,
    differs: ['finals', 'iterations', 'reason'],
    ours: { status: 'ended', reason: 'stop', iterations: { outerIn: 2, innerIn: 4 } },
  },
  'none-carried': {
    rule: `${NULL} So the body is handed the null and fires again.`,
    differs: ['iterations', 'reason'],
    ours: { status: 'ended', reason: 'stop', iterations: { iterIn_1: 3 } },
  },
  'random-0004': stalled(['finals', 'outputs', 'status', 'reason'], 0),
  'random-0010': stalled(['finals', 'outputs', 'status', 'reason'], 0),
  'random-0034': stalled(['finals', 'outputs', 'status', 'reason'], 1),
  'run-invariant-one-shot-required': stalled(['finals', 'status', 'reason'], 1),
  'starvation-body-needs-one-shot': stalled(['finals', 'outputs', 'status', 'reason'], 1),
  'starvation-required-carry-missing': stalled(['finals', 'status', 'reason'], 1),
};
