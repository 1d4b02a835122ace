// A tape's tab, by the names that its parts have for a screen reader.
import { expect, type Locator, type Page } from '@playwright/test';

/** Room beside the lanes within the timeline's slider. */
const SIDE_PX = 8;

export class TapePage {
  readonly page: Page;
  /** Where the playhead is, in words. */
  readonly moment: Locator;
  readonly timeline: Locator;
  readonly inspector: Locator;
  readonly foot: Locator;
  readonly tree: Locator;
  /** The short list under the tree. */
  readonly hazards: Locator;
  readonly drawer: Locator;
  readonly events: Locator;
  /** The controls of a live run. */
  readonly run: Locator;
  readonly follow: Locator;

  constructor(page: Page) {
    this.page = page;
    this.moment = page.getByRole('status', { name: 'Moment' });
    this.timeline = page.getByRole('slider', { name: 'Timeline' });
    this.inspector = page.getByRole('region', { name: 'Inspector' });
    this.foot = page.getByRole('contentinfo');
    this.tree = page.getByRole('tree', { name: 'Scopes and nodes' });
    this.hazards = page.getByRole('navigation', { name: 'Scopes and hazards' }).getByRole('list', { name: 'Hazards' });
    this.drawer = page.getByRole('region', { name: 'Drawer' });
    this.run = page.getByRole('group', { name: 'Run', exact: true });
    this.follow = this.run.getByRole('button', { name: 'Follow' });
    this.events = page.getByRole('listbox', { name: 'Events' });
  }

  /** The seq under the playhead, as the timeline tells it. */
  async seq(): Promise<number> {
    return Number(await this.timeline.getAttribute('aria-valuenow'));
  }

  /** Types a moment as the command line takes it, such as `iterIn_1[17]`, and waits until it is shown. */
  async goTo(moment: string): Promise<void> {
    await this.page.keyboard.press('Control+p');
    const dialog = this.page.getByRole('dialog', { name: 'Go to' });
    await dialog.getByRole('combobox').fill(moment);
    // Chosen by its name: a node may be called like a moment.
    await dialog.getByRole('option', { name: `Go to the moment ${moment}` }).click();
    await expect(dialog).toBeHidden();
    const [, scope, iteration, pass, isStart] = /([^/]+)\[(\d+)\](?:@(\d+))?(:start)?$/.exec(moment) ?? [];
    const [, seq] = /^#(\d+)$/.exec(moment) ?? [];
    if (seq !== undefined) await expect(this.timeline).toHaveAttribute('aria-valuenow', seq);
    else if (moment === 'start') await expect(this.timeline).toHaveAttribute('aria-valuenow', '0');
    else if (moment === 'end') await expect(this.inspector).toContainText(/run ended|run \w+/);
    else {
      const edge = isStart === undefined ? 'closed' : 'opened';
      const round = pass === undefined || isStart === undefined ? '' : `, pass ${pass},`;
      await expect(this.inspector).toContainText(`iteration ${iteration} of ${scope}${round} ${edge}`);
    }
    await this.settled();
  }

  /** The inspector shows the moment that the playhead is at. */
  async settled(): Promise<void> {
    await expect(this.inspector).toHaveAttribute('aria-busy', 'false');
  }

  /** A row of the tree by the id or the label of what it stands for. */
  row(name: string): Locator {
    const whole = new RegExp(`(^|\\s)${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(\\s|$)`);
    return this.tree.getByRole('treeitem', { name: whole });
  }

  /** The rows of the tree that a loop's activations or iterations stand under. */
  rounds(scope: string): Locator {
    return this.#treeRow(`rounds:${scope}`);
  }

  /** The row of an item with several passes; each pass has a row of its own, as an iteration has. */
  item(path: string): Locator {
    return this.#treeRow(`item:${path}`);
  }

  /** A loop's activation by its place among all of the run, from 0. */
  activation(scope: string, index: number): Locator {
    return this.#treeRow(`activation:${index}:${scope}`);
  }

  iteration(path: string): Locator {
    return this.#treeRow(`iteration:${path}`);
  }

  #treeRow(id: string): Locator {
    return this.tree.locator(`[data-row="${id}"]`);
  }

  get graph(): Locator {
    return this.page.getByRole('application', { name: 'Graph' });
  }

  /** What is written on the line of an edge or exit of sockets, by its way: `Check → Keep`. */
  route(way: string): Locator {
    return this.graph.getByRole('button', { name: way });
  }

  /** The lines that are lit as taken. */
  taken(): Locator {
    return this.graph.getByRole('button', { name: /: taken$/ });
  }

  loopTitle(scope: string): Locator {
    return this.graph.getByRole('button', { name: new RegExp(`^${scope} ·`) });
  }

  /** A row of the timeline by its name. */
  lane(name: string): Locator {
    return this.page.getByRole('list', { name: 'Lanes' }).getByRole('button', { name: new RegExp(`^${name}\\b`) });
  }

  async unfold(row: Locator): Promise<void> {
    await row.locator('[data-twist]').click();
    await expect(row).toHaveAttribute('aria-expanded', 'true');
  }

  async select(name: string): Promise<void> {
    await this.row(name).click();
    await this.settled();
  }

  slot(name: string): Locator {
    return this.inspector
      .getByRole('table', { name: 'Slots' })
      .getByRole('row')
      .filter({ has: this.page.getByRole('button', { name, exact: true }) });
  }

  decision(title: string): Locator {
    return this.inspector
      .getByRole('region', { name: 'Decisions' })
      .getByRole('article')
      .filter({ has: this.page.getByRole('heading', { name: title }) });
  }

  candidate(title: string, id: string): Locator {
    return this.decision(title).getByRole('listitem').filter({ hasText: id });
  }

  fire(): Locator {
    return this.inspector.getByRole('region', { name: 'Fire' });
  }

  hazardCard(code: string): Locator {
    return this.inspector.getByRole('article').filter({ hasText: code });
  }

  /** The pixel of the page at which the event `seq` lies on the timeline while the whole tape is shown. */
  async pointOf(seq: number): Promise<{ x: number; y: number }> {
    const box = await this.timeline.boundingBox();
    const head = Number(await this.timeline.getAttribute('aria-valuemax'));
    if (!box) throw new Error('the timeline is not on the page');
    const widthPx = box.width - 2 * SIDE_PX;
    return { x: box.x + SIDE_PX + ((seq + 0.5) / (head + 1)) * widthPx, y: box.y + 40 };
  }
}
