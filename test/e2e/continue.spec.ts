// A recorded run that goes on in its tape: by the button, by its key, from the palette; and what asks first.
import { expect, type Page } from '@playwright/test';
import { command } from '../support/commandLine.ts';
import { drawGraph, loop, scripted } from '../support/drawGraph.ts';
import { type Host, startHost, test } from '../support/host.ts';
import { TapePage } from './pages/tapePage.ts';
import { type Folder, recordTape, temporaryFolder } from './recording.ts';
import { writeSlowLoop } from './slowLoop.ts';

let folder: Folder;
let host: Host;
test.beforeEach(() => {
  folder = temporaryFolder();
});
test.afterEach(async () => {
  await host.close();
  folder.remove();
});

/** Counts up; `check` breaks in the second and again in the third of four iterations, each time once. */
const breaking = drawGraph(
  [
    scripted('seed', [], ['x'], { seq: [{ x: 1 }] }),
    loop('round', { x: {} }, { x: {} }, 4),
    scripted('inc', ['x'], ['x'], { expr: { x: 'x + 1' } }),
    scripted('check', ['x'], ['stop'], {
      seq: [{ stop: 0 }, { $throw: 'the door is locked' }, { stop: 0 }, { $throw: 'locked again' }, { stop: 0 }],
    }),
  ],
  [
    ...['seed.x -> round.init_x', 'round.init_x -> inc.x', 'round.iterout_x -> inc.x', 'inc.x -> round-out.x'],
    ...['inc.x -> check.x', 'check.stop -> round-out.stop'],
  ],
);

async function open(page: Page, path: string): Promise<TapePage> {
  host = await startHost({ paths: [path] });
  await page.goto(host.url);
  const tape = new TapePage(page);
  await expect(tape.timeline).toBeVisible();
  await tape.settled();
  return tape;
}

const head = async (tape: TapePage): Promise<number> => Number(await tape.timeline.getAttribute('aria-valuemax'));

test('a run that failed goes on by the button and by its key: the timeline grows, and the status changes', async ({
  page,
}) => {
  const tape = await open(page, await recordTape(folder, 'breaking', breaking));
  const goOn = tape.run.getByRole('button', { name: 'Continue' });
  await expect(tape.foot).toContainText('failed');
  await expect(tape.foot).toContainText('the door is locked');
  await expect(tape.row('round')).toContainText('1');
  const first = await head(tape);
  // Wherever one looks at the moment, what is recorded now is shown.
  await tape.goTo('round[0]');
  await goOn.click();
  await expect(tape.foot).toContainText('locked again');
  await expect.poll(() => head(tape)).toBeGreaterThan(first + 10);
  const second = await head(tape);
  await expect.poll(() => tape.seq()).toBe(second);
  await expect(goOn).toBeVisible();

  await page.keyboard.press('Control+F8');
  await expect(tape.foot).toContainText('ended: budget');
  await expect(tape.row('round')).toContainText('4 / 4');
  await expect.poll(() => head(tape)).toBeGreaterThan(second + 10);
  // It is over: there is no button, and the keys do nothing.
  await expect(tape.run).toBeHidden();
  const third = await head(tape);
  await page.keyboard.press('Shift+F7');
  await tape.goTo('round[3]');
  await expect(tape.slot('iterout_x')).toContainText('4');
  expect(await head(tape)).toBe(third);
  // The iteration that had failed is one iteration, with both fires in it.
  await tape.goTo('round[1]');
  await tape.select('check');
  await expect(tape.fire()).toContainText('round[1]');
});

test('a paused run goes on from the palette', async ({ page }) => {
  const out = `${folder.path}/paused.looptape`;
  const graph = folder.write('paused.json', { ...breaking, step_budget: 4 });
  await command(['run', graph, '--steps', '2', '--out', out], { home: folder.path });
  const tape = await open(page, out);
  await expect(tape.foot).toContainText('paused');
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  await palette.getByRole('combobox').fill('continue');
  await expect(palette.getByRole('option', { name: /Continue this run/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(tape.foot).toContainText('failed');
  await expect(tape.foot).toContainText('the door is locked');
});

test('code that a tape names asks first, says where the tape lies, and does nothing on no', async ({ page }) => {
  const out = `${folder.path}/slow.looptape`;
  const graph = writeSlowLoop(folder, { waitMs: 10, budget: 2000 });
  await command(['run', graph, '--yes', '--steps', '3', '--out', out], { home: folder.path });
  const tape = await open(page, out);
  const before = await head(tape);
  const goOn = tape.run.getByRole('button', { name: 'Continue' });
  await goOn.click();
  const asks = page.getByRole('dialog', { name: 'This tape runs code on your machine' });
  await expect(asks).toContainText(out);
  await expect(asks).toContainText('count.mjs');
  // The default is no.
  await expect(asks.getByRole('button', { name: 'Don’t run it' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(asks).toBeHidden();
  await expect(goOn).toBeVisible();
  expect(await head(tape)).toBe(before);

  await goOn.click();
  await asks.getByRole('button', { name: 'Allow and continue' }).click();
  await expect(tape.foot).toContainText('recording');
  await expect(tape.follow).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => head(tape)).toBeGreaterThan(before + 20);
  await tape.run.getByRole('button', { name: 'Stop the run' }).click();
  await expect(tape.foot).toContainText('cancelled');
  await expect(tape.run).toBeHidden();
});
