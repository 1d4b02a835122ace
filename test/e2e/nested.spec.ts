// Loops within loops as a person looks at them: the tree of their activations and iterations, steps over and into them, and
// their regions in the graph. What is expected is counted on the graphs (recordedRuns.ts).
import { expect } from '@playwright/test';
import { test } from '../support/host.ts';
import { boxOf, RecordedRuns } from './recordedRuns.ts';

const runs = new RecordedRuns();
const open = runs.open.bind(runs);
test.afterEach(() => runs.closeHosts());
test.afterAll(() => runs.folder.remove());

test.describe('the tree of loops', () => {
  test('lists the activations of the inner loop, and the iterations of the one that the moment lies in', async ({
    page,
  }) => {
    const tape = await open(page, 'G04');
    await tape.goTo('iterIn_o[1]/iterIn_i[1]');
    await expect(tape.rounds('iterIn_o')).toContainText('iterations');
    for (const path of ['iterIn_o[0]', 'iterIn_o[1]']) await expect(tape.iteration(path)).toBeVisible();
    await expect(tape.iteration('iterIn_o[1]')).toHaveAttribute('aria-current', 'true');
    await expect(tape.rounds('iterIn_i')).toContainText('2 of 2');
    await expect(tape.activation('iterIn_i', 0)).toHaveAttribute('aria-expanded', 'false');
    await expect(tape.activation('iterIn_i', 1)).toHaveAttribute('aria-expanded', 'true');
    for (const i of [0, 1, 2]) await expect(tape.iteration(`iterIn_o[1]/iterIn_i[${i}]`)).toBeVisible();
    await expect(tape.iteration('iterIn_o[1]/iterIn_i[1]')).toHaveAttribute('aria-current', 'true');
    await expect(tape.iteration('iterIn_o[0]/iterIn_i[1]')).toBeHidden();
  });

  test('goes to an iteration and to the entry of an activation by a press', async ({ page }) => {
    const tape = await open(page, 'G04');
    await tape.iteration('iterIn_o[0]').click();
    await expect(tape.inspector).toContainText('iteration 0 of iterIn_o closed');
    await tape.activation('iterIn_i', 0).click();
    await expect(tape.inspector).toContainText('iterIn_i entered');
    await expect(tape.timeline).toHaveAttribute('aria-valuenow', '19');
    // The one that is current is unfolded by itself.
    await tape.iteration('iterIn_o[0]/iterIn_i[2]').click();
    await expect(tape.inspector).toContainText('iteration 2 of iterIn_i closed');
    await expect(tape.moment).toContainText('iterIn_o[0] / iterIn_i[2]');
    // And back, as after any jump.
    await page.keyboard.press('Alt+ArrowLeft');
    await expect(tape.timeline).toHaveAttribute('aria-valuenow', '19');
  });

  test('follows the moment, however it moves', async ({ page }) => {
    const tape = await open(page, 'G04');
    const isNow = (path: string) => expect(tape.iteration(path)).toHaveAttribute('aria-current', 'true');
    await tape.goTo('iterIn_o[0]/iterIn_i[0]');
    await isNow('iterIn_o[0]/iterIn_i[0]');
    await page.keyboard.press('F10');
    await isNow('iterIn_o[0]/iterIn_i[1]');
    await isNow('iterIn_o[0]');
    for (let i = 0; i < 3; i++) await page.keyboard.press('Control+ArrowRight');
    await isNow('iterIn_o[1]/iterIn_i[0]');
    await expect(tape.activation('iterIn_i', 0)).toHaveAttribute('aria-expanded', 'false');
    await expect(tape.iteration('iterIn_o[0]/iterIn_i[1]')).toBeHidden();
    const point = await tape.pointOf(35);
    await page.mouse.click(point.x, point.y);
    await isNow('iterIn_o[0]/iterIn_i[1]');
  });

  test('is folded where there are many, and bounded when it is unfolded', async ({ page }) => {
    const tape = await open(page, 'manyActivations');
    await tape.goTo('episode[12]/act[7]');
    await expect(tape.rounds('episode')).toHaveAttribute('aria-expanded', 'false');
    await expect(tape.rounds('episode')).toContainText('[12]');
    await expect(tape.rounds('act')).toHaveAttribute('aria-expanded', 'false');
    await expect(tape.rounds('act')).toContainText('13 of 40');
    const rows = tape.tree.getByRole('treeitem');
    expect(await rows.count()).toBeLessThan(20);

    await tape.rounds('act').click();
    await expect(tape.iteration('episode[12]/act[7]')).toHaveAttribute('aria-current', 'true');
    await tape.unfold(tape.rounds('episode'));
    await expect(tape.iteration('episode[12]')).toHaveAttribute('aria-current', 'true');
    // Nine activations, nine iterations of one of them, nine of the outer loop, and what stands before and after each.
    expect(await rows.count()).toBeLessThan(20 + 3 * 11);
    await expect(tape.tree).toContainText('… 8 more before');
    await expect(tape.tree).toContainText('… 23 more after');
  });

  test('opens more of a list at a time, at either end', async ({ page }) => {
    const tape = await open(page, 'manyActivations');
    await tape.goTo('episode[12]/act[7]');
    await tape.rounds('episode').click();
    // Episodes 8 to 16 are there.
    await expect(tape.iteration('episode[8]')).toBeVisible();
    await expect(tape.iteration('episode[7]')).toBeHidden();
    await tape.tree.getByRole('treeitem', { name: '… 8 more before' }).click();
    await expect(tape.iteration('episode[0]')).toBeVisible();
    await expect(tape.tree.getByRole('treeitem', { name: /more before/ })).toHaveCount(0);
    await tape.tree.getByRole('treeitem', { name: '… 23 more after' }).click();
    await expect(tape.iteration('episode[39]')).toBeAttached();
    await expect(tape.tree.getByRole('treeitem', { name: /more after/ })).toHaveCount(0);
    // What was opened is kept while the moment stays in it.
    await tape.iteration('episode[38]').click();
    await expect(tape.moment).toContainText('episode[38]');
    await expect(tape.iteration('episode[0]')).toBeAttached();
  });

  test('is walked, unfolded and folded by the keyboard alone', async ({ page }) => {
    const tape = await open(page, 'manyActivations');
    await tape.goTo('episode[12]/act[7]');
    const before = await tape.seq();
    await tape.row('given').click();
    await page.keyboard.press('Home');
    // graph, Begin, Each episode, its iterations.
    for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowDown');
    await expect(tape.rounds('episode')).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await expect(tape.rounds('episode')).toHaveAttribute('aria-expanded', 'true');
    await expect(tape.iteration('episode[8]')).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await expect(tape.tree.getByRole('treeitem', { name: '… 8 more before' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(tape.iteration('episode[0]')).toBeVisible();
    // The row that was pressed is gone; the focus stays in the tree, on what it stood under.
    await expect(tape.rounds('episode')).toBeFocused();
    expect(await tape.seq()).toBe(before);
    for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowDown');
    await expect(tape.iteration('episode[2]')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(tape.inspector).toContainText('iteration 2 of episode closed');
    await expect(tape.iteration('episode[2]')).toBeFocused();
    await page.keyboard.press('ArrowLeft');
    await expect(tape.rounds('episode')).toBeFocused();
    await page.keyboard.press('ArrowLeft');
    await expect(tape.rounds('episode')).toHaveAttribute('aria-expanded', 'false');
    await expect(tape.iteration('episode[2]')).toBeHidden();
  });

  test('keeps up with steps through a run of many iterations', async ({ page }) => {
    const tape = await open(page, 'manyActivations');
    await tape.goTo('episode[12]/act[7]');
    await tape.rounds('act').click();
    await expect(tape.iteration('episode[12]/act[7]')).toHaveAttribute('aria-current', 'true');
    // Out of this activation and into the next: 22 more boundaries of it, its outer one's, and five of the next.
    for (let i = 0; i < 28; i++) {
      await page.keyboard.press('Control+ArrowRight');
      await tape.settled();
    }
    await expect(tape.iteration('episode[13]/act[4]')).toHaveAttribute('aria-current', 'true');
    await expect(tape.activation('act', 13)).toHaveAttribute('aria-expanded', 'true');
    await expect(tape.activation('act', 12)).toHaveAttribute('aria-expanded', 'false');
    expect(await tape.tree.getByRole('treeitem').count()).toBeLessThan(20 + 2 * 11);
  });

  test('keeps what was unfolded when another tape was looked at', async ({ page }) => {
    const tape = await open(page, 'manyActivations', 'G04');
    const tab = (name: string) => page.getByRole('tab', { name: new RegExp(name) }).click();
    await tab('manyActivations');
    await tape.rounds('episode').click();
    await expect(tape.iteration('episode[39]')).toBeVisible();
    await tab('G04');
    await expect(tape.iteration('iterIn_o[1]')).toBeVisible();
    await tab('manyActivations');
    await expect(tape.iteration('episode[39]')).toBeVisible();
  });
});

test.describe('stepping', () => {
  // The outer loop is entered at 5, the inner one at 19 and 73 and left at 51 and 105; the outer iterations close at 59 and 112.
  const STEPS: readonly (readonly [from: number, key: string, sentence: string, to: number])[] = [
    [10, 'F10', 'iteration 0 of iterIn_o closed', 59],
    [10, 'Shift+F10', 'iterIn_o entered', 5],
    [59, 'F10', 'iteration 1 of iterIn_o closed', 112],
    [62, 'Shift+F10', 'iteration 0 of iterIn_o closed', 59],
    [19, 'F10', 'iterIn_i ended by budget after 3 iterations', 51],
    [51, 'Shift+F10', 'iterIn_i entered', 19],
    [24, 'F10', 'iteration 0 of iterIn_i closed', 30],
    [30, 'F10', 'iteration 1 of iterIn_i closed', 40],
    [49, 'F10', 'iterIn_i ended by budget after 3 iterations', 51],
    [35, 'Shift+F10', 'iteration 0 of iterIn_i closed', 30],
    [24, 'Shift+F10', 'iterIn_i entered', 19],
    [5, 'F10', 'iterIn_o ended by budget after 2 iterations', 113],
  ];
  for (const [key, direction] of [
    ['F10', 'forward'],
    ['Shift+F10', 'back'],
  ] as const) {
    test(`takes an inner loop, or an iteration with all that is in it, as one step ${direction}`, async ({ page }) => {
      const tape = await open(page, 'G04');
      for (const [from, , sentence, to] of STEPS.filter((step) => step[1] === key)) {
        await test.step(`from #${from}`, async () => {
          await tape.goTo(`#${from}`);
          await page.keyboard.press(key);
          await expect(tape.inspector).toContainText(sentence);
          await expect(tape.timeline).toHaveAttribute('aria-valuenow', String(to));
        });
      }
    });
  }

  const IN_AND_OUT: readonly (readonly [from: number, key: string, sentence: string, to: number])[] = [
    [3, 'F11', 'iteration 0 of iterIn_o opened', 6],
    [10, 'F11', 'iteration 0 of iterIn_i opened', 20],
    [19, 'F11', 'iteration 0 of iterIn_i opened', 20],
    [62, 'F11', 'iteration 0 of iterIn_i opened', 74],
    [35, 'Shift+F11', 'iterIn_i ended by budget after 3 iterations', 51],
    [51, 'Shift+F11', 'iterIn_o ended by budget after 2 iterations', 113],
  ];
  test('goes into a loop and out of it', async ({ page }) => {
    const tape = await open(page, 'G04');
    for (const [from, key, sentence, to] of IN_AND_OUT) {
      await test.step(`${key} from #${from}`, async () => {
        await tape.goTo(`#${from}`);
        await page.keyboard.press(key);
        await expect(tape.inspector).toContainText(sentence);
        await expect(tape.timeline).toHaveAttribute('aria-valuenow', String(to));
      });
    }
  });

  test('a whole run is stepped over by outer iterations, however much is in each', async ({ page }) => {
    const tape = await open(page, 'manyActivations');
    await tape.goTo('episode[0]:start');
    for (let i = 0; i < 5; i++) {
      await page.keyboard.press('F10');
      await expect(tape.inspector).toContainText(`iteration ${i} of episode closed`);
    }
    for (let i = 3; i >= 0; i--) {
      await page.keyboard.press('Shift+F10');
      await expect(tape.inspector).toContainText(`iteration ${i} of episode closed`);
    }
  });
});

test.describe('the graph', () => {
  test('draws a region within a region, the pivots at its sides, and the band apart', async ({ page }) => {
    const tape = await open(page, 'G04');
    await tape.goTo('iterIn_o[1]/iterIn_i[2]');
    const graph = page.getByRole('application', { name: 'Graph' });
    const region = (scope: string) => graph.locator(`[data-id="region:${scope}"]`);
    const card = (id: string) => graph.locator(`[data-id="${id}"]`);
    const outer = await boxOf(region('iterIn_o'));
    const inner = await boxOf(region('iterIn_i'));
    const holds = (a: typeof outer, b: typeof outer) =>
      a.x < b.x && a.y < b.y && a.x + a.width > b.x + b.width && a.y + a.height > b.y + b.height;
    expect(holds(outer, inner)).toBe(true);
    for (const id of ['iterIn_i', 'inc', 'iterOut_i', 'gout'])
      expect(holds(inner, await boxOf(card(id))), id).toBe(true);
    for (const id of ['iterIn_o', 'src', 'writeAny', 'gin', 'readKeep', 'iterOut_o']) {
      const box = await boxOf(card(id));
      expect(holds(outer, box), id).toBe(true);
      expect(holds(inner, box), id).toBe(false);
    }
    for (const id of ['start', 'report']) expect(holds(outer, await boxOf(card(id))), id).toBe(false);
    // A pair: the way in at the left of what runs between them, the way out at the right, and the carry back between the two.
    const [from, between, to] = [
      await boxOf(card('iterIn_i')),
      await boxOf(card('inc')),
      await boxOf(card('iterOut_i')),
    ];
    expect(from.x + from.width).toBeLessThan(between.x);
    expect(between.x + between.width).toBeLessThan(to.x);
    await expect(graph.getByLabel(/iterOut_i.a .*iterIn_i.iterout_a|carr/).first()).toBeAttached();
    // The band begins where the loop has ended.
    expect((await boxOf(card('report'))).x).toBeGreaterThan(outer.x + outer.width);
  });

  test('counts an iteration within its own activation, against the budget', async ({ page }) => {
    const tape = await open(page, 'G04');
    const title = (scope: string) =>
      page.getByRole('application', { name: 'Graph' }).getByRole('button', { name: new RegExp(`^${scope} ·`) });
    await tape.goTo('iterIn_o[1]/iterIn_i[2]');
    await expect(title('iterIn_i')).toHaveText('iterIn_i · iteration 2 of 3');
    await expect(title('iterIn_o')).toHaveText('iterIn_o · iteration 1 of 2');
    await tape.goTo('iterIn_o[0]/iterIn_i[0]');
    await expect(title('iterIn_i')).toHaveText('iterIn_i · iteration 0 of 3');
    await tape.goTo('#62');
    await expect(title('iterIn_i')).toHaveText('iterIn_i · not entered in this iteration yet');
    await tape.goTo('end');
    await expect(title('iterIn_o')).toHaveText('iterIn_o · ended after 2 of 2 iterations');
    // The inspector says the same of the loop.
    await tape.goTo('iterIn_o[1]/iterIn_i[2]');
    await title('iterIn_i').click();
    await expect(tape.inspector).toContainText('iteration 2 of 3');
    await expect(tape.inspector).toContainText('activation 2 of 2');
  });
});

for (const theme of ['light', 'dark'] as const) {
  test(`nested loops and states are drawn in the ${theme} theme at two sizes`, async ({ page }, info) => {
    await page.emulateMedia({ colorScheme: theme });
    const shot = async (name: string): Promise<void> => {
      for (const [width, height] of [
        [1440, 900],
        [1280, 800],
      ] as const) {
        await page.setViewportSize({ width, height });
        await page.screenshot({ path: info.outputPath(`${name}-${theme}-${width}.png`), animations: 'disabled' });
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      }
    };
    const tape = await open(page, 'stateContainers', 'manyActivations');
    await page.getByRole('tab', { name: /manyActivations/ }).click();
    await tape.goTo('episode[12]/act[7]');
    await shot('1-folded');
    await tape.rounds('act').click();
    await expect(tape.iteration('episode[12]/act[7]')).toBeVisible();
    await shot('2-unfolded');
    await page.getByRole('tab', { name: /stateContainers/ }).click();
    await tape.goTo('episode[1]/act[0]');
    await shot('3-states');
    await tape.select('Move');
    await shot('4-fire');
  });
}
