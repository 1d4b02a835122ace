// What a model's answers took, where a person looks: with its fire, with an attempt; and which model a graph would ask, before it runs.
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { command } from '../support/commandLine.ts';
import { type Host, startHost } from '../support/host.ts';
import { type ModelServer, modelServer } from '../support/modelServer.ts';
import { TapePage } from './pages/tapePage.ts';
import { EXAMPLES, temporaryFolder } from './recording.ts';

const KEY = 'sk-planted-e2e-51c0d3';
const folder = temporaryFolder();
const hosts: Host[] = [];
const servers: ModelServer[] = [];
test.afterEach(async () => {
  for (const host of hosts.splice(0)) await host.close();
  for (const server of servers.splice(0)) await server.close();
});
test.afterAll(() => folder.remove());

/** Where every answer is the same; 11 tokens go in and 7 come out. */
async function endpoint(say: string): Promise<Readonly<Record<string, string>>> {
  const server = await modelServer([{ say }], { key: KEY });
  servers.push(server);
  return { OPENAI_API_KEY: KEY, OPENAI_BASE_URL: server.baseUrl, LOOPTAPE_MODEL: 'tiny' };
}

async function open(page: Page, path: string, env: Readonly<Record<string, string>> = {}): Promise<void> {
  const host = await startHost({ paths: [path], env });
  hosts.push(host);
  await page.goto(host.url);
}

test('shows with a fire what its model was and took', async ({ page }) => {
  const price = { inputPerMillion: 2, outputPerMillion: 10 };
  const config = { prompt: 'Say {x}', price, inputs: ['x'], outputs: ['text'] };
  const graph = folder.write('once.json', {
    nodes: [
      { id: 'given', type: 'graphIn', config: { portName: 'x' } },
      { id: 'say', type: 'model', config },
      { id: 'said', type: 'graphOut', config: { portName: 'said' } },
    ],
    edges: [
      { source: 'given', sourceHandle: 'value', target: 'say', targetHandle: 'x' },
      { source: 'say', sourceHandle: 'text', target: 'said', targetHandle: 'value' },
    ],
  });
  const out = join(folder.path, 'once.looptape');
  const args = ['run', graph, '--yes', '--input', 'x=hello', '--out', out];
  const ended = await command(args, { home: folder.path, env: await endpoint('Hello.') });
  expect(ended.stdout).toContain('model: 1 answer, 11 tokens in, 7 out, $0.000092');
  await open(page, out);
  const tape = new TapePage(page);
  await tape.settled();
  await tape.row('say').click();
  // 11 tokens at 2 dollars a million and 7 at 10: 22 + 70 millionths of a dollar.
  await expect(tape.fire()).toContainText('tiny-1 · 11 tokens in, 7 out · $0.000092');
});

test('shows with an attempt what its model took, and the whole of what the next one is told', async ({ page }) => {
  const out = join(folder.path, 'tried.looptape');
  const args = ['loop', '--max', '2', '--until', 'regex:never', '--out', out, 'write it'];
  const ended = await command(args, { home: folder.path, env: await endpoint('Written.') });
  expect(ended.code).toBe(1);
  await open(page, out);
  const tape = new TapePage(page);
  await tape.settled();
  const attempt = tape.inspector.getByRole('region', { name: 'Attempt', exact: true });
  await attempt.getByRole('button', { name: 'Attempt 1: not satisfied' }).click();
  await expect(attempt).toContainText('tiny-1 · 11 tokens in, 7 out');
  await attempt.getByRole('tab', { name: 'Told next' }).click();
  const told = attempt.getByRole('region', { name: 'What attempt 2 is told' });
  await expect(told).toContainText('write it');
  await expect(told).toContainText('Written.');
});

test('names the model, its host and that it gets the key before a graph runs', async ({ page }) => {
  const env = await endpoint('{"action": "STOP"}');
  await open(page, join(EXAMPLES, 'navigator-model.json'), env);
  await page.getByRole('button', { name: /^Run/ }).first().click();
  const dialog = page.getByRole('dialog');
  const { host } = new URL(env.OPENAI_BASE_URL as string);
  await expect(dialog).toContainText(`tiny at ${host}, with the key in OPENAI_API_KEY`);
  await expect(dialog).not.toContainText(KEY);
  expect(servers[0]?.requests).toHaveLength(0);
});
