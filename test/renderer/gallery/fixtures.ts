// The hand-made recordings of the gallery.
import type { GraphView } from '../../../shared/contract/graph.ts';
import type { HazardRow } from '../../../shared/contract/hazards.ts';
import type { TimelineView } from '../../../shared/contract/timeline.ts';
import { GraphSketch } from './graphSketch.ts';
import { TapeSketch } from './tapeSketch.ts';

export interface Fixture {
  readonly graph: GraphView;
  readonly view: TimelineView;
  readonly hazards: readonly HazardRow[];
  /** What an edge carries at an event, by edge id; edges that are not named are empty. */
  readonly carried: (seq: number) => Readonly<Record<string, { value: unknown; state: 'won' | 'lost' | 'held' }>>;
  readonly start: number;
}

const ACTIONS = ['LEFT', 'FORWARD', 'RIGHT'];
const pose = (i: number) => ({ x: (i * 3) % 8, y: (i * 5) % 9, facing: 'NESW'[i % 4] });

/** The navigator that turns left for forty iterations, as its seed persists. */
export function frozenNavigator(): Fixture {
  const tape = new TapeSketch();
  const act = tape.scope('act');
  const init = tape.slot('act', 'init_obs');
  const carried = tape.slot('act', 'iterout_obs');
  const step = tape.slot('act', 'iterout_steps');
  const goal = tape.slot('act', 'init_goal');
  const nodes = ['reset', 'policy', 'move', 'reached', 'evaluate'].map((name) => tape.node('act', name));
  const [reset, policy, move, reached, evaluate] = nodes as [never, never, never, never, never];
  tape.pass(2);
  tape.fire(reset);
  tape.write(init, { x: 2, y: 7, facing: 'N' });
  tape.write(goal, [7, 0]);
  tape.pass(1);
  const opened: number[] = [];
  for (let i = 0; i < 40; i++) {
    opened.push(tape.seq);
    tape.open(act, i);
    tape.pass(2);
    if (i === 1) tape.clear(goal);
    if (i > 0) tape.decide('input');
    if (i === 3) tape.hazard(0);
    tape.fire(policy, 14);
    tape.fire(move, 17);
    tape.fire(reached, 5);
    tape.pass(20);
    tape.decide('boundary');
    if (i < 39) {
      tape.write(carried, pose(i));
      tape.write(step, i + 1);
    }
    tape.close(act, i === 39);
  }
  tape.hazard(1);
  tape.pass(1);
  tape.fire(evaluate, 3);
  tape.pass(2);
  const graph = new GraphSketch()
    .node('reset')
    .loop('act', 'act_end', ['obs', 'steps'], { persist: true })
    .node('policy', { scope: 'act' })
    .node('move', { scope: 'act', label: 'move in the grid' })
    .node('reached', { scope: 'act', label: 'reached?' })
    .node('evaluate', { band: true })
    .edge('reset.obs', 'act.init_obs', 'init')
    .edge('act.init_obs', 'policy.obs', 'body')
    .edge('act.iterout_obs', 'policy.obs', 'body')
    .edge('policy.action', 'move.action', 'body')
    .edge('move.obs', 'reached.obs', 'body')
    .edge('move.obs', 'act_end.obs', 'body')
    .edge('reached.stop', 'act_end.stop', 'body')
    .edge('act_end.final_obs', 'evaluate.obs', 'final')
    .view('navigator-frozen');
  const hazards: HazardRow[] = [
    {
      code: 'frozen-input',
      severity: 'error',
      title: 'Frozen at its first value',
      message: 'policy.obs has read the seed for 40 iterations while the carry changed 39 times.',
      where: { scope: 'act', node: 'policy', port: 'obs', slot: 'init_obs' },
      writers: ['act.init_obs', 'act.iterout_obs'],
      evidence: ['act[3]'],
      evidenceSeqs: [opened[3] ?? 0],
    },
  ];
  return {
    graph,
    view: tape.view(['frozen-input', 'budget-only']),
    hazards,
    carried: (seq) => {
      const i = Math.max(
        0,
        opened.findLastIndex((open) => open <= seq),
      );
      return {
        'reset.obs>act.init_obs': { value: { x: 2, y: 7, facing: 'N' }, state: 'won' },
        'act.init_obs>policy.obs': { value: { x: 2, y: 7, facing: 'N' }, state: 'won' },
        'act.iterout_obs>policy.obs': { value: pose(i - 1), state: 'lost' },
        'policy.action>move.action': { value: 'LEFT', state: 'won' },
        'move.obs>reached.obs': { value: pose(i), state: 'won' },
        'move.obs>act_end.obs': { value: pose(i), state: 'held' },
        'reached.stop>act_end.stop': { value: false, state: 'won' },
        'act_end.obs>act.iterout_obs': { value: pose(i - 1), state: 'won' },
        'act_end.steps>act.iterout_steps': { value: i, state: 'won' },
      };
    },
    start: (opened[17] ?? 0) + 40,
  };
}

/** A plan loop around an act loop around a check loop, with failures and a slot that is emptied. */
export function nestedLoops(): Fixture {
  const tape = new TapeSketch();
  const plan = tape.scope('plan', 0);
  const act = tape.scope('act', 1);
  const check = tape.scope('check', 2);
  const goal = tape.slot('plan', 'iterout_goal');
  const state = tape.slot('act', 'iterout_state');
  const hint = tape.slot('act', 'init_hint');
  const score = tape.slot('check', 'iterout_score');
  const planner = tape.node('plan', 'planner');
  const actor = tape.node('act', 'actor');
  const grader = tape.node('check', 'grader');
  tape.pass(2);
  for (let p = 0; p < 5; p++) {
    tape.open(plan, p);
    tape.fire(planner, 6);
    tape.write(goal, `goal ${p % 3}`);
    for (let a = 0; a < 6; a++) {
      tape.open(act, a);
      if (a === 0) tape.write(hint, { look: 'left', tries: p });
      if (a === 1) tape.clear(hint);
      tape.decide('input');
      tape.fire(actor, 4, p === 4 && a === 5 ? 2 : 1);
      for (let c = 0; c < 3; c++) {
        tape.open(check, c);
        tape.fire(grader, 3);
        tape.write(score, Math.min(2, c));
        tape.decide('boundary');
        tape.close(check, c === 2);
      }
      tape.write(state, { at: ACTIONS[(a * p) % 3], n: a });
      tape.decide('boundary');
      tape.close(act, a === 5);
    }
    tape.decide('boundary');
    tape.close(plan, p === 4);
  }
  const graph = new GraphSketch()
    .node('goal', { role: 'graphIn' })
    .loop('plan', 'plan_end', ['goal'])
    .loop('act', 'act_end', ['state'], { parent: 'plan' })
    .loop('check', 'check_end', ['score'], { parent: 'act' })
    .node('planner', { scope: 'plan', type: 'model' })
    .node('actor', { scope: 'act', type: 'model' })
    .node('grader', { scope: 'check', type: 'expression' })
    .node('summary', { band: true, type: 'expression' })
    .edge('goal.value', 'plan.init_goal', 'init')
    .edge('plan.iterout_goal', 'planner.goal', 'body')
    .edge('planner.hint', 'act.init_state', 'init')
    .edge('act.iterout_state', 'actor.state', 'body')
    .edge('actor.answer', 'check.init_score', 'init')
    .edge('check.iterout_score', 'grader.score', 'body')
    .edge('grader.score', 'check_end.score', 'body')
    .edge('check_end.final_score', 'act_end.state', 'final')
    .edge('act_end.final_state', 'plan_end.goal', 'final')
    .edge('plan_end.final_goal', 'summary.goal', 'final')
    .view('nested');
  return {
    graph,
    view: tape.view(),
    hazards: [],
    carried: () => ({ 'planner.hint>act.init_state': { value: 'go left', state: 'won' } }),
    start: 120,
  };
}

/** Sixty nodes with long names in one loop, side by side and in depth. */
export function sixtyNodes(): Fixture {
  const tape = new TapeSketch();
  const loop = tape.scope('research_loop');
  const slots = Array.from({ length: 12 }, (_, i) => tape.slot('research_loop', `iterout_finding_${i}`));
  const names = Array.from({ length: 54 }, (_, i) => `worker_${String(i).padStart(2, '0')}_summarise_section`);
  const lanes = names.map((name) => tape.node('research_loop', name));
  for (let i = 0; i < 25; i++) {
    tape.open(loop, i);
    for (const lane of lanes) tape.fire(lane, 2);
    slots.forEach((slot, s) => {
      if (i % (s + 1) === 0) tape.write(slot, { finding: s, round: i });
    });
    tape.decide('boundary');
    tape.close(loop, i === 24);
  }
  const graph = new GraphSketch()
    .node('topic', { role: 'graphIn' })
    .node('load_corpus')
    .loop('research_loop', 'research_end', ['finding_0', 'finding_1', 'finding_2'])
    .node('report', { band: true })
    .node('out', { role: 'graphOut', band: true });
  for (const name of names) graph.node(name, { scope: 'research_loop', label: name.replaceAll('_', ' ') });
  graph.edge('topic.value', 'load_corpus.topic').edge('load_corpus.corpus', 'research_loop.init_finding_0', 'init');
  names.forEach((name, i) => {
    if (i < 9) graph.edge(`research_loop.iterout_finding_${i % 3}`, `${name}.in`, 'body');
    else graph.edge(`${names[i - 9]}.out`, `${name}.in`, 'body');
    if (i >= 9 && i % 4 === 0) graph.edge(`${names[i - 8]}.out`, `${name}.more`, 'body');
    if (i >= 45) graph.edge(`${name}.out`, `research_end.finding_${i % 3}`, 'body');
  });
  graph.edge('research_end.final_finding_0', 'report.in', 'final').edge('report.text', 'out.value', 'final');
  return { graph: graph.view('sixty-nodes'), view: tape.view(), hazards: [], carried: () => ({}), start: 700 };
}

/** A hundred thousand events, none merged: the worst that a window may hold. */
export function hundredThousand(): Fixture {
  const tape = new TapeSketch();
  const loop = tape.scope('loop');
  const slots = Array.from({ length: 5 }, (_, i) => tape.slot('loop', `iterout_v${i}`));
  const nodes = Array.from({ length: 4 }, (_, i) => tape.node('loop', `node_${i}`));
  for (let i = 0; tape.seq < 100_000; i++) {
    tape.open(loop, i);
    for (const node of nodes) tape.fire(node, 2);
    slots.forEach((slot, s) => {
      tape.write(slot, Math.floor(i / 10 ** s));
    });
    tape.decide('input');
    tape.decide('boundary');
    tape.close(loop);
    if (i === 3000) tape.hazard(0);
  }
  return { ...frozenNavigator(), view: tape.view(['frozen-input', 'budget-only']), start: 61_234 };
}

export const FIXTURES = { navigator: frozenNavigator, nested: nestedLoops, sixty: sixtyNodes, wide: hundredThousand };
