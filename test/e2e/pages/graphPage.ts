// A graph's tab: the drawing, what is wrong with it before it ever ran, and the form that runs it.
import { expect, type Locator, type Page } from '@playwright/test';

export class GraphPage {
  readonly page: Page;
  readonly panel: Locator;
  readonly hazards: Locator;
  readonly problems: Locator;
  readonly run: Locator;
  readonly consent: Locator;

  constructor(page: Page) {
    this.page = page;
    this.panel = page.getByRole('region', { name: 'Graph', exact: true });
    this.hazards = this.panel.getByRole('region', { name: 'Hazards' });
    this.problems = this.panel.getByRole('region', { name: 'Problems' });
    this.run = this.panel.getByRole('button', { name: 'Run and record' });
    this.consent = page.getByRole('dialog', { name: 'This graph runs code on your machine' });
  }

  hazard(code: string): Locator {
    return this.hazards.getByRole('article').filter({ hasText: code });
  }

  /** Runs it, and says yes where it asks. */
  async runWithConsent(): Promise<void> {
    await this.run.click();
    await expect(this.consent).toBeVisible();
    await this.consent.getByRole('button', { name: 'Allow and run' }).click();
  }

  async startPaused(): Promise<void> {
    await this.panel.getByRole('button', { name: 'Start paused' }).click();
  }
}
