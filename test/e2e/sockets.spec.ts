// Socket graphs as a person works with them: run from the form, walked by items and passes, asked which way was taken and why.
// The events of retry-items follow from its file: a plan of three items, three sockets for each, the second item tested twice.
// 8 and 22 open and close item 0; 23 and 36 open the two passes over item 1, which end at 35 and 50; 51 and 65 are item 2.
import { expect } from '@playwright/test';
import { test } from '../support/host.ts';
import { barriers } from './barriers.ts';
import { GraphPage } from './pages/graphPage.ts';
import { StartPage } from './pages/startPage.ts';
import { TapePage } from './pages/tapePage.ts';
import { boxOf, RecordedRuns } from './recordedRuns.ts';
import { LOOP, retryItems } from './retryItems.ts';

const runs = new RecordedRuns();
const open = runs.open.bind(runs);
test.afterEach(() => runs.closeHosts());
test.afterAll(() => runs.folder.remove());

test.describe('a graph of sockets', () => {
  test('is drawn from left to right, with its conditions on the lines, and run from the form', async ({ page }) => {
    await runs.show(page);
    await new StartPage(page).openExample('tidy-files');
    const drawn = page.getByRole('application', { name: 'Graph' });
    const card = (id: string) => drawn.locator(`[data-id="${id}"]`);
    const order = ['List', 'Read', 'Check', 'Keep', 'Report'];
    await expect(card('List')).toContainText('entry');
    const boxes = await Promise.all(order.map((id) => boxOf(card(id))));
    boxes.forEach((box, i) => {
      const next = boxes[i + 1];
      if (next) expect(box.x + box.width, `${order[i]} stands before ${order[i + 1]}`).toBeLessThan(next.x);
    });
    const line = (name: string) => drawn.getByRole('button', { name, exact: true });
    await expect(line('Check → Keep, when satisfied')).toContainText('✓ satisfied');
    await expect(line('Check → Mend, when not satisfied, at most 5 times for an item')).toContainText('at most 5×');
    await expect(line('Keep → Read, always, round the loop')).toBeVisible();
    await expect(line('Keep → Report, exit all files kept of files, always')).toContainText('all files kept');
    await expect(drawn.getByRole('button', { name: 'files · over state.files' })).toBeVisible();
    // A press on a line says all of it beside the graph.
    await line('Check → Keep, when satisfied').click();
    await expect(new GraphPage(page).panel.getByRole('region', { name: 'Edge' })).toContainText('when satisfied');
  });

  test('shows what the file presets, and takes another value from the form', async ({ page }) => {
    await runs.show(page);
    await new StartPage(page).openExample('retry-items');
    const graph = new GraphPage(page);
    const builds = graph.panel.getByRole('textbox', { name: /builds/ });
    await expect(builds).toHaveAttribute('placeholder', '0');
    await builds.fill('10');
    await graph.run.click();
    const tape = new TapePage(page);
    await expect(tape.foot).toContainText('ended: end');
    await tape.settled();
    // Four builds on top of ten.
    await expect(tape.slot('state.builds')).toContainText('14');
  });
});

test('another loadout of a config file is drawn when it is chosen, and is the one that runs', async ({ page }) => {
  const says = (text: string) => ({ operator: 'scripted', seq: [text] });
  const config = {
    activeLoadout: 'short',
    loadouts: {
      short: { entry: 'One', sockets: { One: { materia: 'One', assign: { said: '$' } } } },
      long: {
        entry: 'First',
        sockets: {
          First: { materia: 'First', edges: [{ when: 'always', to: 'Second' }] },
          Second: { materia: 'Second', assign: { said: '$' } },
        },
      },
    },
    materia: { One: says('one'), First: says('first'), Second: says('second') },
  };
  await runs.show(page, runs.folder.write('config.json', config));
  const graph = new GraphPage(page);
  const drawn = page.getByRole('application', { name: 'Graph' });
  await expect(drawn.getByLabel(/^One/)).toBeVisible();
  const choice = graph.panel.getByRole('combobox', { name: 'Loadout' });
  await expect(choice).toHaveValue('short');
  await choice.selectOption('long');
  await expect(drawn.getByRole('button', { name: 'First → Second, always' })).toBeVisible();
  await expect(drawn.getByLabel(/^One/)).toBeHidden();
  await graph.run.click();
  const tape = new TapePage(page);
  await expect(tape.foot).toContainText('ended: end');
  await tape.settled();
  await expect(tape.slot('state.said')).toContainText('second');
});

test.describe('items and passes', () => {
  test('the moment says its item and its pass, wherever it is told', async ({ page }) => {
    const tape = await retryItems(runs, page);
    await tape.goTo(`${LOOP}[1]@2:start`);
    await expect(tape.timeline).toHaveAttribute('aria-valuenow', '36');
    await expect(tape.moment).toHaveText(`${LOOP}[1]@2 Printer · #36 of #71`);
    await expect(tape.loopTitle(LOOP)).toHaveText(`${LOOP} · item 2 of 3: Printer · pass 2`);
    await expect(tape.rounds(LOOP)).toContainText('2 of 3');
    await expect(tape.lane(LOOP)).toHaveAccessibleName(/3 items in 4 passes/);
    await expect(page.getByText(`items of ${LOOP}`)).toBeVisible();
  });

  test('passes stand under their item in the tree and are gone to by a press', async ({ page }) => {
    const tape = await retryItems(runs, page);
    await tape.goTo(`${LOOP}[0]`);
    await expect(tape.iteration(`${LOOP}[0]`)).toContainText('Parser');
    const printer = tape.item(`${LOOP}[1]`);
    await expect(printer).toContainText('Printer');
    await expect(printer.getByTitle('2 passes')).toHaveText('2×');
    await expect(printer).toHaveAttribute('aria-expanded', 'false');
    await tape.unfold(printer);
    await tape.iteration(`${LOOP}[1]`).click();
    await expect(tape.timeline).toHaveAttribute('aria-valuenow', '35');
    await expect(tape.iteration(`${LOOP}[1]`)).toContainText('pass 1');
    await expect(tape.iteration(`${LOOP}[1]`)).toHaveAttribute('aria-current', 'true');
    await expect(tape.tree).not.toContainText('not closed');
    await tape.iteration(`${LOOP}[1]@2`).click();
    await expect(tape.timeline).toHaveAttribute('aria-valuenow', '50');
    // The item itself leads to where its last pass ended.
    await tape.iteration(`${LOOP}[2]`).click();
    await printer.click();
    await expect(tape.timeline).toHaveAttribute('aria-valuenow', '50');
  });

  test('are stepped over by keys, pass by pass, forward and back', async ({ page }) => {
    const tape = await retryItems(runs, page);
    const expectAt = (seq: number) => expect(tape.timeline).toHaveAttribute('aria-valuenow', String(seq));
    await tape.goTo('start');
    for (const seq of [22, 35, 50, 65]) {
      await page.keyboard.press('Control+ArrowRight');
      await expectAt(seq);
    }
    for (const seq of [50, 35, 22]) {
      await page.keyboard.press('Control+ArrowLeft');
      await expectAt(seq);
    }
    await tape.goTo('start');
    // Into the loop, over its items and passes, and out of it: its exit is at 66.
    await page.keyboard.press('F11');
    await expectAt(8);
    for (const seq of [22, 35, 50]) {
      await page.keyboard.press('F10');
      await expectAt(seq);
    }
    await page.keyboard.press('Shift+F10');
    await expectAt(35);
    await page.keyboard.press('Shift+F11');
    await expectAt(66);
  });

  test('are found by name', async ({ page }) => {
    const tape = await retryItems(runs, page);
    await page.keyboard.press('Control+p');
    const dialog = page.getByRole('dialog', { name: 'Go to' });
    await dialog.getByRole('combobox').fill('manu');
    await expect(dialog.getByRole('option', { name: /Manual/ })).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(tape.timeline).toHaveAttribute('aria-valuenow', '51');
    await page.keyboard.press('Control+p');
    await dialog.getByRole('combobox').fill('Socket-6');
    await dialog.getByRole('option', { name: 'Maintain (Socket-6)' }).click();
    await expect(tape.inspector.getByRole('heading', { name: /Maintain/ })).toBeVisible();
  });

  test('scrubbing lights the route by which the run came to each moment', async ({ page }) => {
    const tape = await retryItems(runs, page);
    const ways: readonly (readonly [seq: number, way: string])[] = [
      [8, 'Socket-1 → Socket-4, always: taken'],
      [13, 'Socket-4 → Socket-5, always: taken'],
      [36, 'Socket-6 → Socket-4, always, round the loop: taken'],
      [66, 'Socket-6 → Socket-7, exit exit:Socket-6:satisfied of workItemIteration, when satisfied: taken'],
    ];
    for (const [seq, way] of ways) {
      const point = await tape.pointOf(seq);
      await page.mouse.click(point.x, point.y);
      await expect(tape.timeline).toHaveAttribute('aria-valuenow', String(seq));
      await expect(tape.taken()).toHaveCount(1);
      await expect(tape.taken()).toHaveAccessibleName(way);
    }
    await tape.goTo('#4');
    await expect(tape.taken()).toHaveCount(0);
  });
});

test.describe('a loop in a loop', () => {
  test('shows both items, and skips the inner one where its cursor has run out (G03)', async ({ page }) => {
    const tape = await open(page, 'G03');
    await tape.goTo('deptLoop[0]/personLoop[1]:start');
    await expect(tape.loopTitle('deptLoop')).toHaveText('deptLoop · item 1 of 2: D1');
    await expect(tape.loopTitle('personLoop')).toHaveText('personLoop · item 2 of 2: p2');
    await expect(tape.moment).toContainText('deptLoop[0] / personLoop[1] p2');
    const region = (scope: string) => boxOf(tape.graph.locator(`[data-id="region:${scope}"]`));
    const [outer, inner] = [await region('deptLoop'), await region('personLoop')];
    expect(inner.x).toBeGreaterThan(outer.x);
    expect(inner.x + inner.width).toBeLessThan(outer.x + outer.width);
    // The second department: its people are passed over, and the exit is taken though no one ran.
    await tape.goTo('#38');
    const card = tape.decision('Where does personLoop lead, empty when Person was about to run?');
    await expect(card).toContainText(/cursor\s*2/);
    await card.getByRole('button', { name: /Where does personLoop/ }).click();
    await expect(tape.taken()).toHaveAccessibleName(/^Person → DeptDone, exit exit:Person:always of personLoop/);
    await card.getByRole('button', { name: 'DeptDone', exact: true }).click();
    await expect(tape.timeline).toHaveAttribute('aria-valuenow', '39');
    await expect(tape.hazardCard('replaced-list')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(tape.hazardCard('replaced-list').first()).toBeVisible();
  });
});

test('a run that failed at a socket marks it in the graph, the tree and on the timeline, with the text as it came', async ({
  page,
}) => {
  const tape = await open(page, 'G13-badjson');
  const work = tape.graph.locator('[data-id="Work"] .node-card');
  await expect(work).toHaveAttribute('data-tone', 'failed');
  await expect(tape.graph.getByLabel(/^Work: failed/)).toBeVisible();
  await expect(tape.lane('Work')).toHaveAccessibleName(/1 failed/);
  await tape.select('Work');
  await expect(tape.fire().getByRole('alert')).toContainText('invalid-output');
  await expect(tape.fire().getByRole('region', { name: 'What it returned' })).toBeVisible();
});

for (const theme of ['light', 'dark'] as const) {
  test(`no view of sockets has a serious barrier, and none is wider than its window, in the ${theme} theme`, async ({
    page,
  }, info) => {
    test.slow(); // axe looks at every element of every view
    await page.emulateMedia({ colorScheme: theme });
    const look = async (name: string): Promise<void> => {
      await test.step(name, async () => expect(await barriers(page)).toEqual([]));
      for (const [width, height] of [
        [1440, 900],
        [1280, 800],
      ] as const) {
        await page.setViewportSize({ width, height });
        await page.screenshot({ path: info.outputPath(`${name}-${theme}-${width}.png`), animations: 'disabled' });
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      }
    };
    await runs.show(page);
    await new StartPage(page).openExample('retry-items');
    await expect(page.getByRole('application', { name: 'Graph' }).getByLabel(/^Publish/)).toBeVisible();
    await look('1-graph');
    await new GraphPage(page).run.click();
    const tape = new TapePage(page);
    await expect(tape.foot).toContainText('ended: end');
    await tape.goTo(`${LOOP}[1]@2`);
    await look('2-item');
    await tape.select('Socket-6');
    await look('3-socket');
    await tape.loopTitle(LOOP).click();
    await look('4-loop');
    await tape.goTo('#64');
    await page.keyboard.press('Escape');
    await tape.decision(`Which exit leaves ${LOOP}`).getByRole('button').first().click();
    await look('5-exit');
  });
}
