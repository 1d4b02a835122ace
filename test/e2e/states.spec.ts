// State containers as a person looks at them: their lanes, what emptied them, and what a fire read of them and changed.
import { expect } from '@playwright/test';
import { test } from '../support/host.ts';
import { boxOf, RecordedRuns } from './recordedRuns.ts';

const runs = new RecordedRuns();
const open = runs.open.bind(runs);
test.afterEach(() => runs.closeHosts());
test.afterAll(() => runs.folder.remove());

test('state containers have a lane each, which says when they were emptied and by which loop', async ({ page }) => {
  const tape = await open(page, 'stateContainers');
  const lane = (name: string) => page.getByRole('listitem', { name: new RegExp(`^${name}: `) });
  // coach writes the hint in both episodes, and the first step_end of the inner loop empties it each time.
  await expect(lane('notes.hint')).toHaveAccessibleName('notes.hint: 2 values, empty since #66, emptied 2 times');
  await expect(lane('notes.seen')).toHaveAccessibleName(/4 values/);
  await expect(lane('notes.tries')).toHaveAccessibleName(/emptied 4 times/);
  // The mark is at #23: the card beside the pointer says who signalled, and a press goes to that very event.
  const row = await boxOf(lane('notes.hint'));
  const { x } = await tape.pointOf(23);
  await page.mouse.move(x, row.y + row.height / 2);
  await expect(page.getByText('notes.hint emptied: step_end, signalled by act').last()).toBeVisible();
  await page.mouse.click(x, row.y + row.height / 2);
  await expect(tape.timeline).toHaveAttribute('aria-valuenow', '23');
  await expect(tape.inspector).toContainText('notes.hint emptied: step_end, signalled by act');
  await expect(tape.inspector).toContainText('cleared by step_end of act');
});

test('states stand in the inspector with what they hold at the moment', async ({ page }) => {
  const tape = await open(page, 'stateContainers');
  await tape.goTo('#21');
  await expect(tape.slot('notes.hint')).toContainText('"from 0"');
  await expect(tape.slot('notes.seen')).toContainText('[0]');
  await expect(tape.slot('notes.tries')).toContainText('1');
  await tape.goTo('episode[0]/act[0]');
  await expect(tape.slot('notes.hint')).toContainText('empty');
  await expect(tape.slot('notes.hint')).toContainText('cleared by step_end of act');
  await expect(tape.slot('notes.tries')).toContainText('0');
  await tape.slot('notes.seen').getByRole('button', { name: 'episode[0]/act[0]' }).click();
  await expect(tape.inspector).toContainText('notes.seen = [0]');
  // From change to change of one state.
  await page.keyboard.press('Escape');
  await tape.goTo('end');
  await tape.slot('notes.hint').getByRole('button', { name: 'notes.hint', exact: true }).click();
  await page.keyboard.press(',');
  await expect(tape.timeline).toHaveAttribute('aria-valuenow', '66');
  await page.keyboard.press(',');
  await expect(tape.timeline).toHaveAttribute('aria-valuenow', '53');
});

test('a fire shows what it could read of states and who wrote it, and what it changed', async ({ page }) => {
  const tape = await open(page, 'stateContainers');
  await tape.goTo('episode[1]/act[0]');
  await tape.select('Move');
  const read = tape.fire().getByRole('region', { name: 'Could read of state containers' });
  const changed = tape.fire().getByRole('region', { name: 'Changed in state containers' });
  await expect(read).toContainText('"from 10"');
  await expect(read).toContainText('coach, in episode[1]');
  await expect(read).toContainText('[0, 1]');
  await expect(read).toContainText('move, in episode[0]/act[1]');
  await expect(read).toContainText('the initial value, at step_end');
  // It added 10 to what was seen, and one to the tries.
  await expect(changed).toContainText('became');
  await expect(changed).toContainText('[0, 1, 10]');
  await changed.getByRole('button', { name: '#63' }).click();
  await expect(tape.inspector).toContainText('notes.seen = [0, 1, 10]');
  // Who wrote what it read can be gone to.
  await tape.goTo('episode[1]/act[0]');
  await read.getByRole('button', { name: 'coach, in episode[1]' }).click();
  await expect(tape.timeline).toHaveAttribute('aria-valuenow', '53');
});
