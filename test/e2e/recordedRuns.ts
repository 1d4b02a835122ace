// Tapes of known runs, for the browser tests that look at them. Those named G… are the cases of the same names; the events of
// G04 are numbered in test/main/queries/scopeWindow.test.ts. manyActivations.json has 40 iterations of an outer loop with 30 of an inner
// one in each; stateContainers.json two and two, with three states that both loops write.
import { readFileSync } from 'node:fs';
import { expect, type Locator, type Page } from '@playwright/test';
import { givenCases } from '../conformance/givenCase.ts';
import { type Host, startHost } from '../support/host.ts';
import { TapePage } from './pages/tapePage.ts';
import { type Folder, recordTape, temporaryFolder } from './recording.ts';

export type Recorded = `G${string}` | 'manyActivations' | 'stateContainers';

export function graphOf(name: Recorded): object {
  if (name.startsWith('G')) return givenCases().find((one) => one.id === name)?.graph as object;
  return JSON.parse(readFileSync(new URL(`../fixtures/runs/${name}.json`, import.meta.url), 'utf8')) as object;
}

/** Tapes of one spec file, and the hosts that show them. */
export class RecordedRuns {
  readonly folder: Folder = temporaryFolder();
  readonly #tapes = new Map<Recorded, Promise<string>>();
  readonly #hosts: Host[] = [];

  /** A page with these tapes open, the last one in view; each is recorded once. */
  async open(page: Page, ...names: readonly Recorded[]): Promise<TapePage> {
    const paths = await Promise.all(names.map((name) => this.#tape(name)));
    await this.show(page, ...paths);
    const tape = new TapePage(page);
    await expect(tape.foot).toContainText(/ended: |failed/);
    await tape.settled();
    return tape;
  }

  /** A page that was given these files. */
  async show(page: Page, ...paths: readonly string[]): Promise<void> {
    const host = await startHost({ paths });
    this.#hosts.push(host);
    await page.goto(host.url);
  }

  #tape(name: Recorded): Promise<string> {
    const known = this.#tapes.get(name);
    if (known) return known;
    const made = recordTape(this.folder, name, graphOf(name));
    this.#tapes.set(name, made);
    return made;
  }

  async closeHosts(): Promise<void> {
    for (const host of this.#hosts.splice(0)) await host.close();
  }
}

export async function boxOf(locator: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await locator.boundingBox();
  if (!box) throw new Error('it is not on the page');
  return box;
}
