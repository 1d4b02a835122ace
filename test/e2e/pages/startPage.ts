// The start page: examples, and what was open before.
import type { Locator, Page } from '@playwright/test';

export class StartPage {
  readonly page: Page;
  readonly recent: Locator;
  readonly file: Locator;

  constructor(page: Page) {
    this.page = page;
    this.recent = page.getByRole('table').filter({ has: page.getByRole('columnheader', { name: 'Opened' }) });
    this.file = page.getByLabel('Tape or graph file');
  }

  /** Leaves whatever tab is shown. */
  async show(): Promise<void> {
    await this.page.getByRole('button', { name: 'Looptape', exact: true }).click();
  }

  example(name: string): Locator {
    return this.page.getByRole('listitem').filter({ has: this.page.getByRole('heading', { name, exact: true }) });
  }

  async openExample(name: string): Promise<void> {
    await this.page.getByRole('button', { name: `Open and run ${name}`, exact: true }).click();
  }

  row(name: string | RegExp): Locator {
    return this.recent.getByRole('row', { name });
  }

  async act(name: string, action: string | RegExp): Promise<void> {
    await this.page.getByRole('button', { name: `Actions for ${name}` }).click();
    await this.page.getByRole('menuitem', { name: action }).click();
  }
}
