// Every key of the one table does what the table says, and nothing where a text is typed or a list is walked.
import { expect, type Page } from '@playwright/test';
import { COMMANDS, type CommandId } from '../../shared/commands/commands.ts';
import { drawGraph, loop } from '../support/drawGraph.ts';
import { type Host, startHost, test } from '../support/host.ts';
import { GraphPage } from './pages/graphPage.ts';
import { StartPage } from './pages/startPage.ts';
import { TapePage } from './pages/tapePage.ts';
import { EXAMPLES, type Folder, recordTape, temporaryFolder } from './recording.ts';
import { writeSlowLoop } from './slowLoop.ts';

let folder: Folder;
let recorded: string;
test.beforeAll(async () => {
  folder = temporaryFolder();
  recorded = await recordTape(
    folder,
    'counting',
    drawGraph(
      [
        { id: 'one', type: 'expression', config: { inputs: [], outputs: { x: '1' } } },
        loop('L', { x: {} }, { x: {} }, 40),
        { id: 'inc', type: 'expression', config: { inputs: ['x'], outputs: { x: 'x + 1' } } },
      ],
      ['one.x -> L.init_x', 'L.init_x -> inc.x', 'L.iterout_x -> inc.x', 'inc.x -> L-out.x'],
    ),
  );
});
test.afterAll(() => folder.remove());

let host: Host | undefined;
test.afterEach(async () => {
  await host?.close();
  host = undefined;
});

async function openTape(page: Page): Promise<TapePage> {
  host = await startHost({ paths: [recorded] });
  await page.goto(host.url);
  const tape = new TapePage(page);
  await expect(tape.foot).toContainText('ended: budget');
  await tape.settled();
  return tape;
}

/** As Playwright writes a key of the table. */
function pressed(key: string): string {
  return key.replace('Mod', 'Control').replace(/^(.*\+)?([a-z])$/, (_, mods = '', letter) => mods + letter);
}

/** The keys of a command; each of them must do the same. */
function keysOf(id: CommandId): readonly string[] {
  return COMMANDS.find((command) => command.id === id)?.keys ?? [];
}

type Trial = (tape: TapePage, press: () => Promise<void>) => Promise<void>;

/** Goes from one moment by the key, and expects to read this in the inspector. */
const leads =
  (from: string, sentence: string): Trial =>
  async (tape, press) => {
    await tape.goTo(from);
    await press();
    await expect(tape.inspector).toContainText(sentence);
  };

const dialogOpens =
  (name: string): Trial =>
  async (tape, press) => {
    await press();
    await expect(tape.page.getByRole('dialog', { name })).toBeVisible();
    await tape.page.keyboard.press('Escape');
    await expect(tape.page.getByRole('dialog')).toHaveCount(0);
  };

/** The first event that the timeline shows, found out by a press at its left end; the playhead is there then. */
async function leftmost(tape: TapePage): Promise<number> {
  const box = await tape.timeline.boundingBox();
  if (!box) throw new Error('the timeline is not on the page');
  await tape.page.mouse.click(box.x + 9, box.y + 40);
  await tape.settled();
  return tape.seq();
}

/** The middle of the tape, near; the first event that is shown. */
async function zoomedIn(tape: TapePage): Promise<number> {
  await tape.page.keyboard.press('f');
  await tape.goTo('L[20]');
  for (let i = 0; i < 6; i++) await tape.page.keyboard.press('w');
  const first = await leftmost(tape);
  expect(first).toBeGreaterThan(20);
  return first;
}

const pans =
  (direction: 1 | -1): Trial =>
  async (tape, press) => {
    const before = await zoomedIn(tape);
    await press();
    expect(Math.sign((await leftmost(tape)) - before)).toBe(direction);
  };

/** What each command does on the page of a tape, seen from outside; the others have tests of their own below. */
const ON_A_TAPE: Partial<Record<CommandId, Trial>> = {
  play: async (tape, press) => {
    await tape.goTo('start');
    await press();
    await expect.poll(() => tape.seq()).toBeGreaterThan(3);
    await press();
    await expect(tape.page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  },
  'event.previous': leads('L[1]', 'iterout_x of L carried over: 3'),
  'event.next': leads('L[1]', 'iteration 2 of L opened'),
  'boundary.previous': leads('L[7]', 'iteration 6 of L closed'),
  'boundary.next': leads('L[7]', 'iteration 8 of L closed'),
  'over.next': leads('L[7]:start', 'iteration 7 of L closed'),
  'over.previous': leads('L[7]:start', 'iteration 6 of L closed'),
  'scope.into': leads('start', 'iteration 0 of L opened'),
  'scope.out': leads('L[7]', 'L ended by budget after 40 iterations'),
  first: async (tape, press) => {
    await tape.goTo('L[7]');
    await press();
    await expect(tape.timeline).toHaveAttribute('aria-valuenow', '0');
  },
  last: leads('L[7]', 'run ended by budget'),
  'change.previous': async (tape, press) => {
    await selectCarry(tape);
    await press();
    await expect(tape.inspector).toContainText('iterout_x of L carried over: 9');
    await tape.page.keyboard.press('Escape');
  },
  'change.next': async (tape, press) => {
    await selectCarry(tape);
    await press();
    await expect(tape.inspector).toContainText('iterout_x of L carried over: 10');
    await tape.page.keyboard.press('Escape');
  },
  'history.back': async (tape, press) => {
    await tape.goTo('L[3]');
    await tape.goTo('L[30]');
    await press();
    await expect(tape.inspector).toContainText('iteration 3 of L closed');
  },
  'history.forward': async (tape, press) => {
    await tape.goTo('L[3]');
    await tape.goTo('L[30]');
    await tape.page.keyboard.press('Alt+ArrowLeft');
    await expect(tape.inspector).toContainText('iteration 3 of L closed');
    await press();
    await expect(tape.inspector).toContainText('iteration 30 of L closed');
  },
  goto: dialogOpens('Go to'),
  palette: dialogOpens('Command palette'),
  shortcuts: dialogOpens('Keyboard shortcuts'),
  'zoom.in': async (tape, press) => {
    await tape.page.keyboard.press('f');
    expect(await leftmost(tape)).toBe(0);
    await tape.goTo('L[20]');
    await press();
    expect(await leftmost(tape)).toBeGreaterThan(0);
  },
  'zoom.out': async (tape, press) => {
    const near = await zoomedIn(tape);
    await tape.goTo('L[20]');
    await press();
    expect(await leftmost(tape)).toBeLessThan(near);
  },
  'pan.left': pans(-1),
  'pan.right': pans(1),
  fit: async (tape, press) => {
    await zoomedIn(tape);
    await press();
    expect(await leftmost(tape)).toBe(0);
  },
  theme: async (tape, press) => {
    const button = tape.page.getByRole('button', { name: /^Theme: / });
    const before = (await button.getAttribute('aria-label')) ?? '';
    await press();
    await expect(button).not.toHaveAccessibleName(before);
  },
  clear: async (tape, press) => {
    await tape.select('inc');
    await expect(tape.inspector.getByRole('button', { name: 'Clear the selection' })).toBeVisible();
    await press();
    await expect(tape.inspector.getByRole('button', { name: 'Clear the selection' })).toBeHidden();
  },
  open: async (tape, press) => {
    const [chooser] = await Promise.all([tape.page.waitForEvent('filechooser'), press()]);
    expect(chooser.isMultiple()).toBe(true);
  },
  library: async (tape, press) => {
    await press();
    await expect(new StartPage(tape.page).example('navigator-frozen')).toBeVisible();
    await tape.page.getByRole('tab', { name: /counting/ }).click();
    await blurred(tape.page);
  },
};

/** iterout_x is selected, and the playhead is where iteration 7 closed: just after 9 was carried over. */
async function selectCarry(tape: TapePage): Promise<void> {
  await tape.goTo('L[7]');
  await tape.slot('iterout_x').getByRole('button', { name: 'iterout_x', exact: true }).click();
  await expect(tape.inspector.getByRole('button', { name: 'Clear the selection' })).toBeVisible();
  await blurred(tape.page);
}

/** The focus is nowhere in particular, as after a click on the page's ground. */
async function blurred(page: Page): Promise<void> {
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
}

for (const group of ['Travel', 'View', 'Help'] as const) {
  test(`each key of the group ${group} does what the table says`, async ({ page }) => {
    const tape = await openTape(page);
    for (const { id, keys } of COMMANDS.filter((command) => command.group === group)) {
      const trial = ON_A_TAPE[id];
      if (!trial) throw new Error(`${id} is not tried`);
      for (const key of keys) {
        await test.step(`${id} by ${key}`, () => trial(tape, () => page.keyboard.press(pressed(key))));
      }
    }
  });
}

test('each key of the group File does what the table says', async ({ page }) => {
  const tape = await openTape(page);
  for (const id of ['open', 'library'] as const) {
    for (const key of keysOf(id)) await ON_A_TAPE[id]?.(tape, () => page.keyboard.press(pressed(key)));
  }
  const tabs = page.getByRole('tablist', { name: 'Open tapes and graphs' }).getByRole('tab');
  await expect(tabs).toHaveCount(1);
  for (const key of keysOf('close')) await page.keyboard.press(pressed(key));
  await expect(tabs).toHaveCount(0);
  await expect(new StartPage(page).row(/counting/)).toBeVisible();
});

test('each key of the group Run does what the table says', async ({ page }) => {
  host = await startHost({ paths: [writeSlowLoop(folder, { waitMs: 15, budget: 2000 })] });
  await page.goto(host.url);
  const graph = new GraphPage(page);
  const tape = new TapePage(page);
  await expect(graph.run).toBeEnabled();
  await blurred(page);
  for (const key of keysOf('loop.start')) {
    await page.keyboard.press(pressed(key));
    const form = page.getByRole('dialog', { name: 'Try until it succeeds' });
    await expect(form).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(form).toBeHidden();
    await blurred(page);
  }
  await page.keyboard.press(pressed(keysOf('run.start')[0] ?? ''));
  await graph.consent.getByRole('button', { name: 'Allow and run' }).click();
  await expect(tape.run).toBeVisible();
  await blurred(page);
  await page.keyboard.press(pressed(keysOf('run.pause')[0] ?? ''));
  await expect(tape.run.getByRole('button', { name: 'Resume the run' })).toBeVisible();
  await expect(tape.inspector).not.toContainText('count started');
  const before = await tape.seq();
  await page.keyboard.press(pressed(keysOf('run.step')[0] ?? ''));
  await expect.poll(() => tape.seq()).toBeGreaterThan(before);
  await page.keyboard.press(pressed(keysOf('run.stop')[0] ?? ''));
  await expect(tape.foot).toContainText('cancelled');
});

test('letters and arrows belong to a text while it is typed', async ({ page }) => {
  host = await startHost({ paths: [`${EXAMPLES}/newton-sqrt.json`] });
  await page.goto(host.url);
  const budget = page.getByRole('textbox', { name: /^Budget/ });
  await budget.click();
  const letters = COMMANDS.flatMap((command) => command.keys.filter((key) => key.length === 1)).join('');
  await page.keyboard.type(`${letters} `);
  await expect(budget).toHaveValue(`${letters} `);
  for (const key of ['Home', 'ArrowRight', 'Shift+ArrowRight', 'Control+ArrowRight', 'End'])
    await page.keyboard.press(key);
  await expect(budget).toBeFocused();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('tab', { name: /newton-sqrt/ })).toHaveAttribute('aria-selected', 'true');
});

test('a focused tree keeps its arrows, and the list of events moves the playhead row by row', async ({ page }) => {
  const tape = await openTape(page);
  await tape.goTo('L[5]');
  const seq = await tape.seq();
  await tape.row('inc').click();
  for (const key of ['ArrowUp', 'ArrowLeft', 'ArrowRight', 'ArrowDown', 'Home', 'End']) await page.keyboard.press(key);
  await expect(tape.tree.getByRole('treeitem').last()).toBeFocused();
  await page.keyboard.press('Home');
  await expect(tape.tree.getByRole('treeitem').first()).toBeFocused();
  expect(await tape.seq()).toBe(seq);
  // Left folds, right unfolds.
  await page.keyboard.press('ArrowLeft');
  await expect(tape.row('inc')).toBeHidden();
  await page.keyboard.press('ArrowRight');
  await expect(tape.row('inc')).toBeVisible();
  // What has a modifier still travels.
  await page.keyboard.press('Shift+ArrowLeft');
  await expect(tape.inspector).toContainText('iteration 4 of L closed');
  await tape.events.focus();
  const here = await tape.seq();
  await page.keyboard.press('ArrowDown');
  await expect(tape.timeline).toHaveAttribute('aria-valuenow', String(here + 1));
  await page.keyboard.press('ArrowUp');
  await expect(tape.timeline).toHaveAttribute('aria-valuenow', String(here));
});

test('the palette finds every command by its title, and runs the one that is chosen', async ({ page }) => {
  const tape = await openTape(page);
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  for (const { id, title } of COMMANDS) {
    if (id === 'palette') continue; // it is open
    await palette.getByRole('combobox').fill(title);
    await expect(palette.getByRole('option', { name: title })).toBeVisible();
  }
  await palette.getByRole('combobox').fill('no command has this name');
  await expect(palette).toContainText('No command is called that.');
  await palette.getByRole('combobox').fill('first moment');
  await page.keyboard.press('Enter');
  await expect(palette).toBeHidden();
  await expect(tape.timeline).toHaveAttribute('aria-valuenow', '0');
});

test('the sheet lists every command of the table with all of its keys', async ({ page }) => {
  await openTape(page);
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  for (const { title, keys } of COMMANDS) {
    await expect(sheet.getByRole('term').filter({ hasText: title }).first()).toBeAttached();
    const row = sheet.locator('div', { has: page.getByText(title, { exact: true }) }).last();
    await expect(row.getByRole('definition').locator('kbd')).toHaveCount(keys.length);
  }
});

test('Go to finds nodes, slots and moments', async ({ page }) => {
  const tape = await openTape(page);
  await page.keyboard.press('g');
  const dialog = page.getByRole('dialog', { name: 'Go to' });
  await dialog.getByRole('combobox').fill('inc');
  await dialog.getByRole('option', { name: 'inc' }).click();
  await expect(tape.inspector.getByRole('heading', { level: 2 })).toContainText('inc');
  await page.keyboard.press('Control+p');
  await dialog.getByRole('combobox').fill('iterout_x');
  await page.keyboard.press('Enter');
  await expect(tape.inspector.getByRole('heading', { level: 2 })).toContainText('iterout_x');
  await page.keyboard.press('Control+p');
  await dialog.getByRole('combobox').fill('L[99]');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Notices' }).getByRole('alert')).toContainText('no-such-moment');
});
