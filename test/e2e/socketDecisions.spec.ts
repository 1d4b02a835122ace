// What the app says of the decisions of sockets, and of what a fire assigned: advances, edges, exits and empty loops, as a person
// asks for them. The events of retry-items are numbered in sockets.spec.ts.
import { expect } from '@playwright/test';
import { test } from '../support/host.ts';
import { GraphPage } from './pages/graphPage.ts';
import { StartPage } from './pages/startPage.ts';
import { TapePage } from './pages/tapePage.ts';
import { RecordedRuns } from './recordedRuns.ts';
import { LOOP, retryItems } from './retryItems.ts';

const runs = new RecordedRuns();
const open = runs.open.bind(runs);
test.afterEach(() => runs.closeHosts());
test.afterAll(() => runs.folder.remove());

test('an advance says the cursor before and after, and what satisfied was', async ({ page }) => {
  const tape = await retryItems(runs, page);
  await tape.goTo(`${LOOP}[1]@2`);
  const moved = tape.decision('Does Socket-6 advance workItemIndex, at 1 of 3?');
  await expect(moved).toContainText(/cursor\.workItemIndex\s*1\s*→\s*2\s*of 3/);
  await expect(moved).toContainText(/satisfied\s*true/);
  await expect(moved).toContainText('items remain');
  await tape.goTo('#35');
  await expect(moved).toContainText(/1\s*stays/);
  await expect(moved).toContainText(/satisfied\s*false/);
  await tape.goTo(`${LOOP}[2]`);
  await expect(tape.decision('Does Socket-6 advance workItemIndex, at 2 of 3?')).toContainText('exhausted');
});

test('an edge names each candidate with its condition and why, and leads on to what ran', async ({ page }) => {
  await runs.show(page);
  await new StartPage(page).openExample('tidy-files');
  await new GraphPage(page).runWithConsent();
  const tape = new TapePage(page);
  await expect(tape.foot).toContainText('ended: end');
  await tape.settled();
  await tape.goTo('files[1]@2:start');
  // The first file was tidy; of the second Check finds a fault.
  const edge = tape.decision('Which edge leaves Check');
  for (let i = 0; i < 8 && (await edge.count()) === 0; i++) {
    await page.keyboard.press('ArrowRight');
    await tape.settled();
  }
  await expect(tape.candidate('Which edge leaves Check', 'edges[1]')).toContainText('✗ not satisfied → Mend');
  await expect(tape.candidate('Which edge leaves Check', 'edges[0]')).toContainText('satisfied is false');
  await edge.getByRole('button', { name: 'Which edge leaves Check' }).click();
  await expect(tape.taken()).toHaveAccessibleName(/^Check → Mend, when not satisfied/);
  await expect(tape.route('Check → Keep')).toHaveAttribute('data-route', 'refused');
  const before = await tape.seq();
  await edge.getByRole('button', { name: 'Mend', exact: true }).click();
  await expect(tape.inspector).toContainText('Mend started');
  expect(await tape.seq()).toBe(before + 1);
  // The card is of an event that this iteration has; of one that it has not it says where to find it.
  await tape.goTo('files[0]');
  await expect(tape.inspector).toContainText('It was made in another iteration.');
  await tape.inspector.getByRole('button', { name: 'Go to it' }).click();
  await expect(edge).toBeVisible();
});

test('the cursor is a slot whose changes can be walked', async ({ page }) => {
  const tape = await open(page, 'G05');
  // i moves at 10, 17, 24 and 31.
  await tape.goTo('start');
  const lanes = page.getByRole('list', { name: 'Lanes' }).getByRole('listitem');
  await expect(lanes.nth(1)).toHaveAccessibleName(/^cursor\.i: 4 values/);
  await tape.lane('cursor.i').click();
  for (const [seq, value] of [
    [10, 1],
    [17, 2],
    [24, 3],
    [31, 4],
  ] as const) {
    await page.keyboard.press('.');
    await expect(tape.timeline).toHaveAttribute('aria-valuenow', String(seq));
    await expect(tape.slot('cursor.i')).toContainText(String(value));
    await expect(tape.decision(`Does Work advance i, at ${value - 1} of 4?`)).toBeVisible();
  }
  await page.keyboard.press(',');
  await expect(tape.timeline).toHaveAttribute('aria-valuenow', '24');
});

test('an exit says which of them was taken, and is drawn apart from the way round', async ({ page }) => {
  const tape = await open(page, 'G05');
  await tape.goTo('#32');
  const exit = tape.decision('Which exit leaves L after Work');
  await expect(exit).toContainText('exit:Work:satisfied');
  await expect(exit).toContainText('✓ satisfied → Notify');
  await expect(exit).toContainText('satisfied is true');
  await expect(tape.taken()).toHaveAccessibleName(/^Work → Notify, exit exit:Work:satisfied of L/);
  const strokes = await tape.graph
    .locator('.route')
    .evaluateAll((lines) => lines.map((line) => getComputedStyle(line).strokeDasharray));
  // An edge, the way round, an exit: three kinds of line.
  expect(new Set(strokes).size).toBe(3);
  await exit.getByRole('button', { name: 'Notify', exact: true }).click();
  await expect(tape.timeline).toHaveAttribute('aria-valuenow', '35');
  await expect(tape.loopTitle('L')).toHaveText('L · list exhausted after 4 items');
});

test('a loop that is empty when it is to be entered has a card of its own', async ({ page }) => {
  const tape = await open(page, 'G12a');
  const card = tape.decision('Where does L lead, empty when Work was about to run?');
  await expect(card).toContainText(/cursor\s*0/);
  await expect(card).toContainText(/length\s*0/);
  await expect(card).toContainText('None was chosen.');
  await expect(card).toContainText('Goes to end');
  await expect(tape.loopTitle('L')).toHaveText('L · empty: 0 items');
  await expect(tape.taken()).toHaveCount(0);
});

test('a fire says its item, what was assigned and where each write is, and what came of it', async ({ page }) => {
  const tape = await retryItems(runs, page);
  await tape.goTo('#14');
  await tape.select('Socket-5');
  await expect(tape.inspector).toContainText('has run in this pass');
  await expect(tape.inspector.getByRole('list', { name: 'What it does' })).toContainText(
    'assigns state.tested from $.tested',
  );
  const fire = tape.fire();
  await expect(fire).toContainText('Parser');
  await expect(fire).toContainText('state.workItems, assigned by Socket-1');
  const assigned = fire.getByRole('region', { name: 'Assigned' });
  await expect(assigned).toContainText('state.tested');
  await expect(fire.getByRole('region', { name: 'What followed', exact: true })).toContainText(
    'Which edge leaves Socket-5',
  );
  await assigned.getByRole('button', { name: '#15' }).click();
  await expect(tape.inspector).toContainText('state.tested assigned: ["Parser"]');
});

test('what could not be assigned is told, and why', async ({ page }) => {
  const graph = {
    entry: 'A',
    state: { kept: 'old' },
    sockets: { A: { materia: 'a', parse: 'json', assign: { kept: '$.missing' } } },
    materia: { a: { operator: 'scripted', seq: [{ given: 1 }] } },
  };
  await runs.show(page, runs.folder.write('unassigned.json', graph));
  await new GraphPage(page).run.click();
  const tape = new TapePage(page);
  await expect(tape.foot).toContainText('ended: end');
  await tape.settled();
  await tape.select('A');
  const list = tape.fire().getByRole('list', { name: 'Not assigned' });
  await expect(list).toContainText('state.kept');
  await expect(list).toContainText('$.missing');
  await expect(tape.slot('state.kept')).toContainText('old');
});
