// `why` on the frozen example: from the repeated action back to the persisted init slot, the losing writer named.
import { resolve } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { WhyReport } from '../../../shared/contract/why.ts';
import { cliTest, documentOf } from './cliTest.ts';

const cli = cliTest('file');
const tape = 'frozen.looptape';
beforeAll(async () => {
  const graph = resolve(import.meta.dirname, '../../../examples/navigator-frozen.json');
  expect(await cli.call('run', graph, '--yes', '--out', tape)).toMatchObject({ code: 0 });
});

it('prints the chain as one document', async () => {
  const report = documentOf(await cli.call('why', tape, 'policy.action', '--at', 'iterIn_1[3]', '--json'), WhyReport);
  expect(report.value).toBe('LEFT');
  expect(report.chain.map(({ kind }) => kind)).toEqual(['output', 'input', 'slot', 'origin']);
  expect(report.chain[1]?.contest?.lost.map(({ id }) => id)).toEqual(['iterIn_1.iterout_obs']);
});

it('prints the chain for people, with the writer that won and the one that lost', async () => {
  const ended = await cli.call('why', tape, 'policy.obs/facing', '--at', 'iterIn_1[3]');
  expect(ended.code).toBe(0);
  expect(ended.stdout).toContain('policy.obs/facing = "E" at #');
  expect(ended.stdout).toContain('won: iterIn_1.init_obs: holds a value, and an init slot beats a carry slot');
  // After three turns to the left from the east the agent faces south, which is what was carried and lost.
  expect(ended.stdout).toMatch(/lost: iterIn_1\.iterout_obs = \{"x":1,"y":4,"facing":"S"/);
  expect(ended.stdout).toContain('init_obs, written by reset before iteration 0, and persists = "E"');
});

it('refuses a value that is not there, and a moment that is not there, with 2', async () => {
  const nothing = await cli.call('why', tape, 'policy.nothing', '--at', 'end');
  expect(nothing.code).toBe(2);
  expect(nothing.stderr).toContain('Nothing has stood at policy.nothing');
  expect(await cli.call('why', tape, 'policy.action', '--at', 'iterIn_1[99]')).toMatchObject({ code: 2 });
});
