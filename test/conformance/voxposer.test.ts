// A real graph of another engine, taken from where it lies, with a loop in a composite in a loop: every operator is stood in
// for, and the run is followed by hand. Three subtasks of two, three and one waypoints: so the outer loop has three iterations,
// in which the inner one has two, three and one, and the last step succeeds, which ends both. It runs under its own rules and
// under those of the engine that it was written for.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, it } from 'vitest';
import { checkGraph } from '../../main/graph/check.ts';
import { parseGraph } from '../../main/graph/parse.ts';
import { tapeGraphView } from '../../main/queries/graphView.ts';
import { scopeWindow } from '../../main/queries/scopeWindow.ts';
import type { EngineEvent, EventKind, EventOf } from '../../shared/model/event.ts';
import { toPublicRecord } from '../../shared/model/publicValue.ts';
import { type RecordedRun, recordedRun } from './recordedRun.ts';

const FILE = fileURLToPath(
  new URL(
    '../../../shared/real/agentcanvas/workspace/graphs/vla/verified/voxposer_libero_decomposed.json',
    import.meta.url,
  ),
);
const isThere = existsSync(FILE);
if (!isThere) console.log(`The nested real graph is not run: it is not at ${FILE}.`);

const OUTER = 'iter_in_outer';
const INNER = 'waypoint_exec__iter_in';
const WAYPOINTS = [2, 3, 1];
const SUBTASKS = ['reach for the bowl', 'lift it', 'put it on the plate'];

/** Of each waypoint of the run in order: its number in its subtask from 1, and whether it is the last there. */
const CURSORS = WAYPOINTS.flatMap((count) =>
  Array.from({ length: count }, (_, i) => [i + 1, i + 1 === count] as const),
);

const inside = (id: string) => `waypoint_exec__${id}`;

/** What stands in for every operator, as the file of `--script` has it. */
const SCRIPT = {
  env_reset: {
    inputs: [],
    outputs: ['instruction', 'max_steps', 'episode_id'],
    seq: [{ instruction: 'put the bowl on the plate', max_steps: 400, episode_id: 'e1' }],
  },
  obs_init: { inputs: ['trigger'], outputs: ['snapshot'], seq: [{ snapshot: { bowl: [0, 1] } }] },
  vp_init: { inputs: ['snapshot'], outputs: ['runtime_handle'], seq: [{ runtime_handle: 'r1' }] },
  vp_planner: {
    inputs: ['instruction', 'runtime_handle'],
    outputs: ['subtask_list', 'subtask_count'],
    seq: [{ subtask_list: SUBTASKS, subtask_count: 3 }],
  },
  obs_loop: { inputs: ['trigger'], outputs: ['snapshot'], expr: { snapshot: '{"seen": true}' } },
  vp_plan_subtask: {
    inputs: ['runtime_handle', 'subtask_list', 'subtask_index', 'snapshot'],
    // In the first iteration no carry is there.
    required: ['runtime_handle', 'subtask_list', 'snapshot'],
    outputs: ['trajectory', 'prev_gripper', 'next_subtask_index', 'subtask_text'],
    expr: {
      trajectory: '"way of " & subtask_list[$exists($$.subtask_index) ? $$.subtask_index : 0]',
      prev_gripper: '"open"',
      next_subtask_index: '($exists(subtask_index) ? subtask_index : 0) + 1',
      subtask_text: 'subtask_list[$exists($$.subtask_index) ? $$.subtask_index : 0]',
    },
  },
  expand_for_settle: {
    inputs: ['trajectory', 'prev_gripper'],
    outputs: ['expanded'],
    expr: { expanded: 'trajectory & ", settled"' },
  },
  [inside('dispense_waypoint')]: {
    inputs: ['trajectory'],
    outputs: ['waypoint', 'done', 'cursor'],
    seq: CURSORS.map(([cursor, done]) => ({ waypoint: { $echo: 'trajectory' }, done, cursor })),
    repeat: 'fail',
  },
  [inside('vp_plan_executor')]: { inputs: ['waypoint'], outputs: ['action'], expr: { action: '"to " & waypoint' } },
  [inside('step_ee_pose')]: {
    inputs: ['action'],
    outputs: ['success', 'step_index'],
    seq: CURSORS.map((_, i) => ({ success: i === CURSORS.length - 1, step_index: i + 1 })),
    repeat: 'fail',
  },
  [inside('check_waypoint_done')]: {
    inputs: ['cursor_done', 'episode_success'],
    outputs: ['done', 'reason'],
    expr: { done: 'cursor_done or episode_success', reason: 'episode_success ? "success" : "waypoint"' },
  },
  vp_check_done: {
    inputs: ['episode_success', 'step_index', 'subtask_index', 'subtask_count', 'max_steps'],
    outputs: ['done'],
    expr: { done: 'episode_success or subtask_index >= subtask_count or step_index >= max_steps' },
  },
  evaluate: { inputs: ['trigger'], outputs: ['success', 'metrics'], seq: [{ success: true, metrics: { steps: 6 } }] },
  viewer_subtask_log: { inputs: ['text'], outputs: [], seq: [{}] },
  viewer_metrics: { inputs: ['metrics'], outputs: [], seq: [{}] },
  note_v2_intro: { inputs: [], outputs: [], seq: [{}] },
  note_gt_constants: { inputs: [], outputs: [], seq: [{}] },
};

const text = isThere ? readFileSync(FILE, 'utf8') : '{}';
const graph = JSON.parse(text) as Readonly<Record<string, unknown>>;

const of = <K extends EventKind>(events: readonly EngineEvent[], kind: K): EventOf<K>[] =>
  events.filter((event): event is EventOf<K> => event.kind === kind);

describe.skipIf(!isThere)('VoxPoser on LIBERO, decomposed', () => {
  describe.each([
    ['its own rules', graph],
    ['the rules of agentcanvas', { ...graph, compat: 'agentcanvas' }],
  ])('under %s', (_, file) => {
    let run: RecordedRun;
    beforeEach(async () => {
      run = await recordedRun(file, { standIns: SCRIPT });
    });

    it('is a valid graph', () => {
      const parsed = parseGraph(JSON.stringify(file), 'voxposer.json');
      expect(parsed.ok && checkGraph(parsed.value)).toMatchObject({ ok: true });
    });

    it('runs to its end by stop, with the inner loop once in each iteration of the outer one', () => {
      const { events } = run;
      expect(events.at(-1)).toMatchObject({ kind: 'run.finished', status: 'ended', reason: 'stop' });
      expect(of(events, 'scope.entered').map(({ scope, at }) => `${at} ${scope}`.trim())).toEqual([
        OUTER,
        ...[0, 1, 2].map((i) => `${OUTER}[${i}] ${INNER}`),
      ]);
      expect(of(events, 'iteration.opened').map(({ at }) => at)).toEqual(
        WAYPOINTS.flatMap((count, i) => [
          `${OUTER}[${i}]`,
          ...Array.from({ length: count }, (_none, j) => `${OUTER}[${i}]/${INNER}[${j}]`),
        ]),
      );
      expect(of(events, 'scope.exited').map(({ scope, reason }) => `${scope} ${reason}`)).toEqual([
        ...Array(3).fill(`${INNER} stop`),
        `${OUTER} stop`,
      ]);
      // The outputs of the run, and the two read-outs of the composite that nothing is wired to, with their last values.
      expect(toPublicRecord(of(events, 'run.finished')[0]?.outputs ?? {})).toEqual({
        success: true,
        metrics: { steps: 6 },
        waypoints_completed: 1,
        inner_status: 'success',
      });
    });

    it('hands each subtask to the inner loop, and what came of it back to the outer one', () => {
      const { events } = run;
      const inputsOf = (node: string, port: string) =>
        of(events, 'fire.started')
          .filter((event) => event.node === node)
          .map(({ inputs }) => inputs[port]);
      expect(inputsOf(inside('dispense_waypoint'), 'trajectory')).toEqual(
        WAYPOINTS.flatMap((count, i) => Array(count).fill(`way of ${SUBTASKS[i]}, settled`)),
      );
      // What the latches of the inner loop gave when it ended: the second, the fifth and the sixth step.
      expect(inputsOf('vp_check_done', 'step_index')).toEqual([2, 5, 6]);
      expect(inputsOf('vp_check_done', 'episode_success')).toEqual([false, false, true]);
      // The carry: none in the first iteration.
      expect(inputsOf('vp_plan_subtask', 'subtask_index')).toEqual([undefined, 1, 2]);
      expect(inputsOf('evaluate', 'trigger')).toEqual([true]);
    });

    it('is drawn as a region within a region, the band outside of both', () => {
      const { tape, events } = run;
      const view = tapeGraphView(tape);
      expect(view.problems).toEqual([]);
      expect(view.scopes.map(({ scope, parent, budget }) => [scope, parent, budget])).toEqual([
        [OUTER, null, 8],
        [INNER, OUTER, 80],
      ]);
      const regionOf = (id: string) => view.nodes.find((node) => node.id === id)?.scope;
      for (const id of ['dispense_waypoint', 'vp_plan_executor', 'step_ee_pose', 'check_waypoint_done', 'iter_out'])
        expect(regionOf(inside(id)), id).toBe(INNER);
      for (const id of ['vp_plan_subtask', 'expand_for_settle', 'vp_check_done', 'iter_out_outer'])
        expect(regionOf(id), id).toBe(OUTER);
      expect(regionOf('evaluate')).toBe('');
      expect(view.nodes.find((node) => node.id === 'evaluate')?.band).toBe(true);
      const [inner] = scopeWindow(tape, {
        seq: events.length - 1,
        lists: [{ kind: 'activations', scope: INNER, count: 9 }],
      }).lists;
      expect(inner).toMatchObject({
        total: 3,
        budget: 80,
        rows: WAYPOINTS.map((opened) => ({ opened, closed: opened })),
      });
    });
  });
});
