// The examples, run for real. What is expected was worked out by hand on the map, or is computed here in another way.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { usesOf } from '../../../main/app/modules.ts';
import { operatorSet } from '../../../main/operators/operatorSet.ts';
import type { EngineEvent, EventKind, EventOf } from '../../../shared/model/event.ts';
import { checked, runGraphFile } from '../../support/runGraphFile.ts';

const FOLDER = fileURLToPath(new URL('../../../examples', import.meta.url));

interface Example {
  readonly name: string;
  readonly description: string;
  readonly nodes: {
    readonly id: string;
    readonly config: { readonly initPorts: { name: string; persist: boolean }[] };
  }[];
}

function load(file: string): Example {
  return JSON.parse(readFileSync(`${FOLDER}/${file}`, 'utf8')) as Example;
}

async function run(graph: Example) {
  const { events } = await runGraphFile(graph, { operators: operatorSet({ graphFolder: FOLDER }) });
  const of = <K extends EventKind>(kind: K): EventOf<K>[] =>
    (events as EngineEvent[]).filter((event): event is EventOf<K> => event.kind === kind);
  const outputs = (node: string) =>
    of('fire.finished').flatMap((event) => (event.node === node ? [event.outputs] : []));
  const [finished] = of('run.finished');
  const [exited] = of('scope.exited');
  return { of, outputs, finished, exited, iterations: of('iteration.closed').length };
}

const files = readdirSync(FOLDER).filter((file) => file.endsWith('.json'));

describe.each(files)('%s', (file) => {
  it('says what it is and what it shows', () => {
    const { name, description } = load(file);
    expect(name).toMatch(/^\S.{3,40}$/);
    expect(description).toMatch(/^\S.{20,120}\.$/);
  });

  it('breaks no rule', () => {
    expect(checked(load(file)).nodes.length).toBeGreaterThan(0);
  });

  it("is told about in the folder's README", () => {
    expect(readFileSync(`${FOLDER}/README.md`, 'utf8')).toContain(`**\`${file}\`**`);
  });
});

// The map, x to the right and y down; the agent starts at S (1, 4) and looks east:
//
//      0123456
//    0 #######
//    1 #...#G#
//    2 #.#.#.#
//    3 #.#...#
//    4 #S#####
//    5 #######
//
// The left-hand rule: turn left where the left is free, unless the last action was that turn; else walk on where the way
// is free; else turn right. Worked out with a finger on the map, each line an action and the pose after it.
const WALK = [
  ['LEFT', 1, 4, 'N'],
  ['FORWARD', 1, 3, 'N'],
  ['FORWARD', 1, 2, 'N'],
  ['FORWARD', 1, 1, 'N'],
  ['RIGHT', 1, 1, 'E'],
  ['FORWARD', 2, 1, 'E'],
  ['FORWARD', 3, 1, 'E'],
  ['RIGHT', 3, 1, 'S'],
  ['FORWARD', 3, 2, 'S'],
  ['FORWARD', 3, 3, 'S'],
  ['LEFT', 3, 3, 'E'],
  ['FORWARD', 4, 3, 'E'],
  ['FORWARD', 5, 3, 'E'],
  ['LEFT', 5, 3, 'N'],
  ['FORWARD', 5, 2, 'N'],
  ['FORWARD', 5, 1, 'N'],
  ['STOP', 5, 1, 'N'],
];

describe('the mended navigator', () => {
  it('follows the left wall to the goal, stops there, and is judged once', async () => {
    const { outputs, finished, exited, iterations } = await run(load('navigator-mended.json'));
    const poses = outputs('env').map(({ pose }) => pose as { x: number; y: number; facing: string });
    const walk = outputs('policy').map(({ action }, i) => [action, poses[i]?.x, poses[i]?.y, poses[i]?.facing]);
    expect(walk).toEqual(WALK);
    expect(finished).toMatchObject({ status: 'ended', reason: 'stop' });
    expect(iterations).toBe(WALK.length);
    expect(exited?.finals).toMatchObject({ final_pose: { x: 5, y: 1, facing: 'N' }, final_stop: true });
    // Eleven of the lines above are FORWARD.
    const verdict = { success: true, moves: 11, sentence: 'Reached the goal in 11 moves and stopped there.' };
    expect(outputs('evaluate')).toEqual([{ verdict }]);
    expect(finished?.outputs).toEqual({ verdict });
  });

  it('has no hazard', () => {
    expect(checked(load('navigator-mended.json')).hazards).toEqual([]);
  });
});

describe('the frozen navigator', () => {
  it('turns left until its budget is gone, while its pose spins, and is judged once', async () => {
    const { of, outputs, finished, exited, iterations } = await run(load('navigator-frozen.json'));
    expect(finished).toMatchObject({ status: 'ended', reason: 'budget' });
    expect(iterations).toBe(40);
    expect(outputs('policy').map(({ action }) => action)).toEqual(Array(40).fill('LEFT'));
    // From east, a quarter to the left each time: after 40 quarters, ten rounds, it looks east again.
    expect(outputs('env').map(({ pose }) => (pose as { facing: string }).facing)).toEqual(
      Array(10).fill(['N', 'W', 'S', 'E']).flat(),
    );
    expect(exited?.finals).toMatchObject({ final_pose: { x: 1, y: 4, facing: 'E' }, final_path: [{ x: 1, y: 4 }] });
    // The policy sees the first room for ever, though the carried observation turns.
    const seen = of('fire.started').flatMap((fire) => (fire.node === 'policy' ? [fire.inputs.obs] : []));
    expect(new Set(seen.map((obs) => (obs as { facing: string }).facing))).toEqual(new Set(['E']));
    expect(outputs('evaluate')).toEqual([
      { verdict: { success: false, moves: 0, sentence: 'Ended at (1, 4) after 0 moves, the goal not reached.' } },
    ]);
  });

  it('is flagged before it runs, at the input that freezes and nowhere else', () => {
    const { hazards } = checked(load('navigator-frozen.json'));
    expect(hazards.map(({ code, where }) => [code, where.node, where.port])).toEqual([
      ['frozen-input', 'policy', 'obs'],
    ]);
  });

  it('differs from the mended one by one word', () => {
    const frozen = load('navigator-frozen.json');
    const mended = load('navigator-mended.json');
    const port = (example: Example) =>
      example.nodes.find(({ id }) => id === 'iterIn_1')?.config.initPorts.find(({ name }) => name === 'obs');
    expect([port(frozen)?.persist, port(mended)?.persist]).toEqual([true, false]);
    Object.assign(port(frozen) ?? {}, { persist: false });
    expect({ ...frozen, name: '', description: '' }).toEqual({ ...mended, name: '', description: '' });
  });

  it('would use its three modules and the one that they import', async () => {
    const { modules } = await usesOf(checked(load('navigator-frozen.json')), FOLDER);
    expect([...modules].sort()).toEqual(
      ['compass', 'evaluate', 'maze', 'policy'].map((name) => `navigator/${name}.mjs`),
    );
  });
});

describe("Newton's square root", () => {
  it('halves its way to the root of 612 and stops within the tolerance', async () => {
    const guesses: number[] = [];
    for (let guess = 1; Math.abs(guess * guess - 612) >= 1e-6; guesses.push(guess)) guess = (guess + 612 / guess) / 2;
    const { outputs, finished } = await run(load('newton-sqrt.json'));
    expect(outputs('improve')).toEqual(guesses.map((guess) => ({ guess })));
    expect(finished).toMatchObject({ status: 'ended', reason: 'stop', outputs: { root: 24.738634 } });
  });

  it('uses nothing of the machine', async () => {
    expect((await usesOf(checked(load('newton-sqrt.json')), FOLDER)).modules).toEqual([]);
  });
});

describe('the vanishing goal', () => {
  it('stalls in its second round, because the goal was one-shot', async () => {
    const { outputs, finished, iterations } = await run(load('vanishing-goal.json'));
    expect(outputs('look')).toEqual([{ found: false, position: 1 }]);
    expect(iterations).toBe(1);
    expect(finished).toMatchObject({ status: 'stalled', reason: 'stalled' });
    expect(finished?.stalled?.waiting[0]).toMatchObject({
      node: 'look',
      inputs: [{ port: 'goal', why: expect.stringContaining('one-shot') }],
    });
  });

  it('is flagged before it runs', () => {
    const { hazards } = checked(load('vanishing-goal.json'));
    expect(hazards.map(({ code, where }) => [code, where.node, where.port])).toEqual([
      ['vanishing-input', 'look', 'goal'],
    ]);
  });

  it('finds the third door once the goal persists', async () => {
    const graph = load('vanishing-goal.json');
    const goal = graph.nodes.find(({ id }) => id === 'iterIn_1')?.config.initPorts.find(({ name }) => name === 'goal');
    Object.assign(goal ?? {}, { persist: true });
    const { finished, iterations } = await run(graph);
    expect(iterations).toBe(3);
    expect(finished).toMatchObject({ status: 'ended', reason: 'stop', outputs: { answer: 'Found behind door 3.' } });
  });
});
