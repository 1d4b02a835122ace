// The public cases on the screen: each is run by the command line onto a tape, the tape is opened, and the page must show
// what the case says. What is expected comes from the case's file.
import { expect, type Page } from '@playwright/test';
import { type GivenCase, givenCases } from '../conformance/givenCase.ts';
import { type Host, startHost, test } from '../support/host.ts';
import { GraphPage } from './pages/graphPage.ts';
import { TapePage } from './pages/tapePage.ts';
import { type Folder, recordTape, temporaryFolder } from './recording.ts';

const SHOWN = /^(G01|G02|G06|G07-B|G08|G11-B)/;
const cases = givenCases().filter((one) => one.dialect === 'pivot' && SHOWN.test(one.id));
const LOOP = 'iterIn_1';
/** What the stop of these cases got, in a word. */
const STOP_TYPES: Readonly<Record<string, string>> = {
  'G07-B-text-false': 'text',
  'G07-B-zero': 'number',
  'G07-B-empty': 'text',
  'G07-B-null': 'null',
  'G07-B-list': 'list',
  'G07-B-object': 'object',
};

let folder: Folder;
const hosts: Host[] = [];
test.beforeEach(() => {
  folder = temporaryFolder();
});
test.afterEach(async () => {
  for (const host of hosts.splice(0)) await host.close();
  folder.remove();
});

function given(id: string): GivenCase {
  const found = cases.find((one) => one.id === id);
  if (!found) throw new Error(`there is no case ${id}`);
  return found;
}

async function open(page: Page, path: string): Promise<void> {
  const host = await startHost({ paths: [path] });
  hosts.push(host);
  await page.goto(host.url);
}

async function openTape(page: Page, one: GivenCase): Promise<TapePage> {
  const path = await recordTape(folder, one.id, one.graph as object, {
    ...(one.options?.budget === undefined ? {} : { budget: one.options.budget }),
    ...(one.script === undefined ? {} : { script: one.script }),
  });
  await open(page, path);
  const tape = new TapePage(page);
  await expect(tape.foot).toContainText('recorded');
  await tape.settled();
  return tape;
}

/** As a value that JSON has is shown where it is short. */
function shown(value: unknown): string {
  return JSON.stringify(value);
}

/** The fire that is shown read and gave exactly this. */
async function expectFire(
  tape: TapePage,
  node: string,
  nth: number,
  fire: NonNullable<GivenCase['expected']['fires']>[string][number],
): Promise<void> {
  await expect(tape.fire()).toContainText(`Fire ${nth + 1} of ${node}`);
  for (const [part, values] of [
    ['Read', fire.inputs],
    ['Gave', fire.outputs],
  ] as const) {
    for (const [port, value] of Object.entries(values ?? {})) {
      await expect(
        tape
          .fire()
          .getByRole('definition')
          .filter({ hasText: shown(value) }),
        `${part} ${port}`,
      ).not.toHaveCount(0);
    }
  }
}

async function hazardCodes(tape: TapePage): Promise<string[]> {
  await tape.drawer.getByRole('tab', { name: /Hazards/ }).click();
  return tape.drawer.getByRole('article').getByRole('code').allInnerTexts();
}

test.describe('a reopened tape shows what its case says', () => {
  for (const one of cases) {
    test(`${one.id}: ${one.title}`, async ({ page }) => {
      const { expected } = one;
      const tape = await openTape(page, one);

      await expect(tape.foot).toContainText(
        expected.status === 'ended' ? `ended: ${expected.reason}` : (expected.status ?? ''),
      );
      const closed = expected.iterations?.[LOOP] ?? 0;
      await expect(tape.row(LOOP)).toContainText(`${closed} / ${closed}`);

      // The final side is there at the end, and nowhere before.
      const finals = expected.finals?.[LOOP];
      const side = tape.inspector.getByRole('region', { name: `Final side of ${LOOP}` });
      for (const [name, value] of Object.entries(finals ?? {})) {
        await expect(side).toContainText(name);
        await expect(side).toContainText(shown(value));
      }
      if (!finals || Object.keys(finals).length === 0) await expect(side).toContainText('never emitted');

      for (const [node, fires] of Object.entries(expected.fires ?? {})) {
        const times = fires.length === 1 ? '1 time' : `${fires.length} times`;
        await expect(page.getByRole('listitem', { name: `${node}: fired ${times}` })).toBeVisible();
        await tape.select(node);
        const isBand = fires.length === 1 && closed > 1;
        for (const [nth, fire] of fires.entries()) {
          await tape.goTo(isBand ? 'end' : `${LOOP}[${nth}]`);
          await expectFire(tape, node, nth, fire);
        }
        await page.keyboard.press('Escape');
      }

      await tape.goTo(`${LOOP}[0]:start`);
      await expect(side).toContainText('not emitted yet');

      for (const decision of expected.decisions ?? []) {
        const { at, subject, candidates } = decision as {
          at: string;
          subject: string;
          candidates: { id: string; matched: boolean; value?: unknown }[];
        };
        await tape.goTo(at);
        for (const { id, matched, value } of candidates) {
          const candidate = tape.candidate(`Which writer reached ${subject}`, id);
          await expect(candidate).toContainText(matched ? 'won' : 'lost');
          if (value !== undefined) await expect(candidate).toContainText(shown(value));
        }
      }

      const codes = await hazardCodes(tape);
      for (const code of expected.hazards?.must ?? []) expect(codes).toContain(code);
      for (const code of expected.hazards?.mustNot ?? []) expect(codes).not.toContain(code);

      // A stop that is no boolean is flagged with its type where it was read.
      const type = STOP_TYPES[one.id];
      if (type === undefined) return;
      await tape.hazards.getByRole('button', { name: /A stop that is not a boolean/ }).click();
      const card = tape.hazardCard('non-boolean-stop');
      await expect(card).toContainText(`iterOut_1.stop got ${type}`);
      await expect(card.getByRole('button', { name: `${LOOP}[0]`, exact: true })).toBeVisible();
    });
  }
});

test('G01: the inspector at iteration 3 names both writers, their values, when each was written, and who won', async ({
  page,
}) => {
  const tape = await openTape(page, given('G01'));
  await tape.goTo(`${LOOP}[3]`);
  const question = 'Which writer reached policy.obs';
  const init = tape.candidate(question, `${LOOP}.init_obs`);
  await expect(init).toContainText('"o0"');
  await expect(init).toContainText('won');
  const carried = tape.candidate(question, `${LOOP}.iterout_obs`);
  await expect(carried).toContainText('"o3"');
  await expect(carried).toContainText('lost');
  await expect(carried).toContainText(`written ${LOOP}[2]`);
  // The links go to the writes: the boundary of iteration 2, and before iteration 0.
  await carried.getByRole('button', { name: `written ${LOOP}[2]` }).click();
  await expect(tape.moment).toContainText(`${LOOP}[2]`);
  await expect(tape.inspector).toContainText('iterout_obs of iterIn_1 carried over: "o3"');
  await page.keyboard.press('Alt+ArrowLeft');
  await expect(tape.moment).toContainText(`${LOOP}[3]`);
  await expect(init).toContainText('written before the loop');
});

test('G01: a graph is flagged before it ever ran, and not once one word is changed', async ({ page }) => {
  await open(page, folder.write('G01.json', given('G01').graph as object));
  await expect(new GraphPage(page).hazard('frozen-input')).toContainText('policy.obs');
});

test('G01: with one word changed there is no flag', async ({ page }) => {
  await open(page, folder.write('G01-oneshot.json', given('G01-oneshot').graph as object));
  const graph = new GraphPage(page);
  await expect(graph.run).toBeEnabled();
  await expect(graph.hazards).toBeHidden();
});

test('G02: a loop that stalls says who waits for what, and why that is empty', async ({ page }) => {
  const one = given('G02');
  const tape = await openTape(page, one);
  await expect(tape.foot).toContainText('stalled');
  for (const word of ['stop', 'budget', 'completed']) await expect(tape.foot).not.toContainText(`ended: ${word}`);
  await tape.hazards.getByRole('button', { name: /Stalled/ }).click();
  const card = tape.hazardCard('stall');
  for (const { node, waitsFor } of one.expected.stalled ?? []) {
    for (const port of waitsFor) await expect(card).toContainText(`${node} waits for ${port}`);
  }
  await expect(card).toContainText('init_goal is one-shot and was emptied after iteration 0');
  // In iteration 1 the carry is there, the goal is not.
  await page.keyboard.press('Escape');
  await tape.goTo('end');
  await expect(tape.slot('iterout_obs')).toContainText('"o1"');
  await expect(tape.slot('init_goal')).toContainText('empty');
  await tape.select('judge');
  await expect(tape.inspector).toContainText('goal');
  await expect(tape.inspector).toContainText('one-shot');
});

test('G02: a goal that will be gone is flagged before it ever ran', async ({ page }) => {
  await open(page, folder.write('G02.json', given('G02').graph as object));
  await expect(new GraphPage(page).hazard('vanishing-input')).toContainText('judge.goal');
});

test('G06: a final value is not there at any moment before the loop has ended', async ({ page }) => {
  const tape = await openTape(page, given('G06'));
  const side = tape.inspector.getByRole('region', { name: `Final side of ${LOOP}` });
  await tape.select(LOOP);
  await expect(side).toContainText('35');
  await tape.goTo('start');
  for (let boundary = 0; boundary < 3; boundary++) {
    await page.keyboard.press('Control+ArrowRight');
    await expect(tape.moment).toContainText(`${LOOP}[${boundary}]`);
    await expect(side).toContainText('final_x');
    await expect(side).toContainText('not emitted yet');
  }
});
