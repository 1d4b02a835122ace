// What is not as it should be: each file gets one sentence with its code, on the screen, and nothing else that is open is
// disturbed. And a recording that was made to harm (given case G22): it is shown, and does nothing.
import { readFileSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { drawGraph, loop } from '../support/drawGraph.ts';
import { startHost, test } from '../support/host.ts';
import { GraphPage } from './pages/graphPage.ts';
import { StartPage } from './pages/startPage.ts';
import { TapePage } from './pages/tapePage.ts';
import { type Folder, recordTape, temporaryFolder } from './recording.ts';

let folder: Folder;
test.beforeEach(() => {
  folder = temporaryFolder();
});
test.afterEach(() => folder.remove());

/** A loop of three iterations: x is 1, 2, 3. */
function countingGraph(more: object = {}): object {
  return {
    ...drawGraph(
      [
        { id: 'one', type: 'expression', config: { inputs: [], outputs: { x: '1' } } },
        loop('L', { x: {} }, { x: {} }, 3),
        { id: 'inc', type: 'expression', config: { inputs: ['x'], outputs: { x: 'x + 1' } } },
      ],
      ['one.x -> L.init_x', 'L.init_x -> inc.x', 'L.iterout_x -> inc.x', 'inc.x -> L-out.x'],
    ),
    ...more,
  };
}

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** The notice with this code; there is one, in one sentence. */
async function expectNotice(page: Page, code: string, file: string, ...words: string[]): Promise<void> {
  const notice = page
    .getByRole('region', { name: 'Notices' })
    .getByRole('alert')
    .filter({ hasText: code })
    .filter({ hasText: file });
  await expect(notice).toHaveCount(1);
  for (const word of words) await expect(notice).toContainText(word);
}

test('files that are no tapes get a sentence with a code each, and the tape that is open stays as it is', async ({
  page,
}) => {
  const good = await recordTape(folder, 'good', countingGraph());
  const host = await startHost({ paths: [good] });
  await page.goto(host.url);
  const tape = new TapePage(page);
  await expect(tape.foot).toContainText('ended: budget');
  await tape.goTo('L[1]');
  const seq = await tape.seq();
  const start = new StartPage(page);
  const upload = (name: string, buffer: Buffer) =>
    start.file.setInputFiles({ name, mimeType: 'application/octet-stream', buffer });

  await upload('picture.looptape', PNG);
  await expectNotice(page, 'tape-foreign', 'picture.looptape', 'PNG');
  await upload('empty.looptape', Buffer.alloc(0));
  await expectNotice(page, 'tape-empty', 'empty.looptape');
  const cut = readFileSync(good);
  await upload('cut.looptape', cut.subarray(0, Math.floor(cut.length / 2)));
  await expectNotice(page, 'tape-cut', 'cut.looptape');
  const database = Buffer.from(cut);
  database.writeUInt32BE(0, 68);
  await upload('other.looptape', database);
  await expectNotice(page, 'tape-foreign', 'other.looptape');

  await expect(page.getByRole('tablist', { name: 'Open tapes and graphs' }).getByRole('tab')).toHaveCount(1);
  expect(await tape.seq()).toBe(seq);
  await expect(tape.slot('iterout_x')).toContainText('3');
  // A notice stays until it is dismissed; Escape takes them all.
  await page.getByRole('button', { name: 'Dismiss' }).first().click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('region', { name: 'Notices' }).getByRole('alert')).toHaveCount(0);
  await host.close();
});

test('a file that was picked and one that was dropped are opened, without a chance to run code beside them', async ({
  page,
}) => {
  const good = await recordTape(folder, 'good', countingGraph());
  const host = await startHost();
  await page.goto(host.url);
  const start = new StartPage(page);
  const tape = new TapePage(page);
  await start.file.setInputFiles(good);
  await expect(tape.foot).toContainText('ended: budget');
  await tape.goTo('L[1]');
  await expect(tape.slot('iterout_x')).toContainText('3');

  const bytes = [...readFileSync(good)];
  const dropped = await page.evaluateHandle((data) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([new Uint8Array(data)], 'dropped.looptape'));
    return transfer;
  }, bytes);
  await page.locator('body').dispatchEvent('dragover', { dataTransfer: dropped });
  await expect(page.getByText('Drop tapes or graphs to open them')).toBeVisible();
  await page.locator('body').dispatchEvent('drop', { dataTransfer: dropped });
  await expect(page.getByText('Drop tapes or graphs to open them')).toBeHidden();
  await expect(page.getByRole('tablist', { name: 'Open tapes and graphs' }).getByRole('tab')).toHaveCount(2);
  await expect(page.getByRole('tab', { selected: true }).first()).toContainText(/dropped|good/);
  await expect(tape.foot).toContainText('ended: budget');
  await host.close();
});

test('a JSON file that is no graph says so where the graph would be', async ({ page }) => {
  const host = await startHost({ paths: [folder.write('list.json', '{"a": 1}'), folder.write('torn.json', '[1, 2')] });
  await page.goto(host.url);
  const { panel } = new GraphPage(page);
  await page.getByRole('tab', { name: /list/ }).click();
  await expect(panel.getByRole('alert')).toContainText('list.json');
  await expect(panel.getByRole('alert')).toContainText('neither nodes and edges');
  await expect(panel.getByRole('alert')).toContainText('graph-invalid');
  await page.getByRole('tab', { name: /torn/ }).click();
  await expect(panel.getByRole('alert')).toContainText('torn.json is not JSON: at line 1, column 6');
  // Mended on the disk, it is read again.
  folder.write('torn.json', countingGraph());
  await panel.getByRole('button', { name: 'Read it again' }).click();
  await expect(new GraphPage(page).run).toBeEnabled();
  await host.close();
});

test('files that are not there are named, be it at the start or from the list', async ({ page }) => {
  const tape = await recordTape(folder, 'gone', countingGraph());
  const host = await startHost({ home: folder.path, paths: [tape, join(folder.path, 'never.looptape')] });
  await page.goto(host.url);
  await expectNotice(page, 'tape-missing', 'never.looptape');
  await expect(new TapePage(page).foot).toContainText('ended: budget');
  await host.close();
  truncateSync(tape, 0);
  const again = await startHost({ home: folder.path });
  await page.goto(again.url);
  const start = new StartPage(page);
  await start.row(/gone/).getByRole('button', { name: 'gone', exact: true }).click();
  await expectNotice(page, 'tape-empty', 'gone.looptape');
  rmSync(tape);
  await page.reload();
  await expect(start.row(/gone/)).toContainText('file is gone');
  await again.close();
});

test('a graph that breaks rules is drawn, says which, and does not run', async ({ page }) => {
  const unwired = countingGraph() as { edges: { target: string }[] };
  const graph = folder.write('unwired.json', {
    ...unwired,
    edges: unwired.edges.filter((edge) => edge.target !== 'L'),
  });
  const host = await startHost({ paths: [graph] });
  await page.goto(host.url);
  const graphs = new GraphPage(page);
  const card = graphs.problems.getByRole('article').filter({ hasText: 'unwired-iterin' });
  await expect(card).toContainText('Nothing is wired into iterIn L');
  await expect(card).toContainText('Wire a start value');
  await expect(page.getByRole('application', { name: 'Graph' }).getByLabel('inc: expression')).toBeVisible();
  await expect(graphs.panel).toContainText('can’t run before the problem');
  await graphs.run.click({ force: true });
  await expect(page.getByRole('tablist', { name: 'Open tapes and graphs' }).getByRole('tab')).toHaveCount(1);
  await host.close();
});

test('a graph with nodes that nothing here can run is drawn, and names what is missing', async ({ page }) => {
  const graph = folder.write(
    'foreign.json',
    drawGraph(
      [
        { id: 'ask', type: 'llmCall', config: {} },
        { id: 'look', type: 'browserAgent', config: {} },
      ],
      ['ask.text -> look.task'],
    ),
  );
  const host = await startHost({ paths: [graph] });
  await page.goto(host.url);
  const { panel } = new GraphPage(page);
  await expect(panel).toContainText('llmCall');
  await expect(panel).toContainText('browserAgent');
  const drawing = page.getByRole('application', { name: 'Graph' });
  await expect(drawing.getByLabel('ask: llmCall')).toBeVisible();
  await expect(drawing.getByLabel('look: browserAgent')).toBeVisible();
  await host.close();
});

const HOSTILE = [
  '<img src=x onerror="window.__owned=1">',
  '</script><script>window.__owned=1</script>',
  '[click](javascript:window.__owned=1)',
  '<a href="file:///etc/passwd">x</a>',
  '\u001b]8;;http://127.0.0.1:9/\u0007x',
  '\u202Etxt.exe',
] as const;

test('G22: a recording that was made to harm is shown as text and does nothing', async ({ page }) => {
  const name = HOSTILE[0];
  const [image, script, link, anchor, terminal, turned] = HOSTILE;
  const graph = drawGraph(
    [
      {
        id: image,
        label: script,
        type: 'scripted',
        config: { inputs: [], outputs: [link], seq: [{ [link]: anchor }] },
      },
      loop('L', { x: { persist: true } }, { [anchor]: {} }, 2),
      {
        id: script,
        label: `${turned}\n${terminal}`,
        type: 'scripted',
        config: {
          inputs: ['x'],
          outputs: [anchor],
          seq: [{ [anchor]: { [image]: script, [link]: 'a'.repeat(1_000_000), turned, terminal } }],
        },
      },
      {
        id: 'fails',
        type: 'scripted',
        config: { inputs: ['x'], outputs: ['y'], seq: [{ y: terminal }, { $throw: `${image}${turned}` }] },
      },
    ].flat(),
    [],
    {
      name: image,
      edges: [
        { id: image, source: image, sourceHandle: link, target: 'L', targetHandle: 'init_x' },
        { id: 'b', source: 'L', sourceHandle: 'init_x', target: script, targetHandle: 'x' },
        { id: 'c', source: script, sourceHandle: anchor, target: 'L-out', targetHandle: anchor },
        { id: 'd', source: 'L', sourceHandle: 'init_x', target: 'fails', targetHandle: 'x' },
      ],
    },
  );
  const path = await recordTape(folder, name, graph);
  const host = await startHost({ paths: [path] });
  const elsewhere: string[] = [];
  const opened: string[] = [];
  const asked: string[] = [];
  await page.context().route('**/*', async (route) => {
    const url = new URL(route.request().url());
    if (url.origin !== host.origin && url.protocol !== 'data:' && url.protocol !== 'blob:') elsewhere.push(url.href);
    await route.continue();
  });
  page.context().on('page', (other) => other !== page && opened.push(other.url()));
  page.on('dialog', (dialog) => {
    asked.push(dialog.message());
    void dialog.dismiss();
  });
  await page.goto(host.url);
  const address = page.url();
  const tape = new TapePage(page);
  await expect(tape.foot).toContainText('failed');

  // Shown as the text that it is, with what would turn or hide it made visible.
  await expect(tape.foot).toContainText('<img src=x onerror=');
  await expect(tape.tree).toContainText('</script><script>window.__owned=1</script>');
  await expect(tape.tree).not.toContainText('\u202E');
  await expect(tape.foot).not.toContainText('\u202E');
  await expect(tape.inspector).not.toContainText('\u202E');
  await expect(page.getByRole('tab', { selected: true }).first()).toContainText('<img src=x');

  // Looked at everywhere. The tree follows the moment, so its rows come and go.
  const rows = tape.tree.getByRole('treeitem');
  for (let i = 0; i < (await rows.count()); i++) {
    await rows.nth(i).click();
    await tape.settled();
  }
  await page.keyboard.press('Escape');
  for (const moment of ['L[0]', 'start', 'end']) await tape.goTo(moment);
  for (const slot of await tape.inspector
    .getByRole('table', { name: 'Slots' })
    .getByRole('rowheader')
    .getByRole('button')
    .all()) {
    await slot.click();
    await tape.settled();
    await page.keyboard.press('Escape');
  }
  for (const view of [/Hazards/, /Log/, /Events/]) await tape.drawer.getByRole('tab', { name: view }).click();
  await page.keyboard.press('Control+p');
  await page.getByRole('dialog', { name: 'Go to' }).getByRole('combobox').fill('img');
  await page.keyboard.press('Escape');
  await new StartPage(page).show();
  await expect(new StartPage(page).row(/<img src=x/)).toHaveCount(1);

  expect(await page.evaluate(() => (window as { __owned?: unknown }).__owned)).toBeUndefined();
  expect(page.url()).toBe(address);
  expect({ elsewhere, opened, asked }).toEqual({ elsewhere: [], opened: [], asked: [] });
  expect(await page.locator('img[src="x"]').count()).toBe(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1440);
  await host.close();
});
