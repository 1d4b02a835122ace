// The public cases through the command line: check, run, show, events and hazards say in JSON what the case says.
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { CheckReport, MomentReport, RunReport, ShowReport } from '../../../shared/contract/report.ts';
import { TapeHazard } from '../../../shared/model/hazard.ts';
import { type GivenCase, givenCases } from '../../conformance/givenCase.ts';
import { LEFT_OUT } from '../../conformance/leftOut.ts';
import { cliTest, documentOf } from './cliTest.ts';

const cli = cliTest();
/** One of each kind of ending; every case is held to its words on the reopened tape in test/conformance. */
const KINDS = ['G01', 'G01-oneshot', 'G02', 'G04', 'G06', 'G07-B-text-false', 'G11-B', 'G11-B2', 'G14'];
const cases = givenCases().filter((one) => KINDS.includes(one.id) && !one.disputed && LEFT_OUT[one.id] === undefined);
const EXITS: Readonly<Record<string, number>> = { ended: 0, failed: 3, stalled: 4, cancelled: 5 };

async function recorded(one: GivenCase) {
  const tape = `${one.id}.looptape`;
  const args = ['run', cli.write(`${one.id}.json`, one.graph), '--json', '--out', tape, '--force'];
  if (one.options?.budget !== undefined) args.push('--budget', String(one.options.budget));
  if (one.options?.inputs) args.push('--inputs', cli.write(`${one.id}-inputs.json`, one.options.inputs));
  if (one.script) args.push('--script', cli.write(`${one.id}-script.json`, one.script));
  const ended = await cli.call(...args);
  return { tape, ended, report: documentOf(ended, RunReport) };
}

describe.each(cases.map((one) => [one.id, one] as const))('%s', (_, one) => {
  const { expected } = one;

  it('is checked, and flagged as the case says', async () => {
    const ended = await cli.call('check', cli.write(`${one.id}.json`, one.graph), '--json');
    const report = documentOf(ended, CheckReport);
    const ok = expected.check?.ok ?? true;
    expect(ended.code).toBe(ok ? 0 : 1);
    expect(report.errors.length === 0).toBe(ok);
    const found = report.hazards.map(({ code, where }) => ({ code, ...where }));
    for (const must of expected.check?.hazards?.must ?? []) expect(found).toContainEqual(expect.objectContaining(must));
    for (const not of expected.check?.hazards?.mustNot ?? []) {
      expect(found).not.toContainEqual(expect.objectContaining(not));
    }
  });

  it('runs to the end that the case says, and the tape says the same when it is asked later', async () => {
    const { tape, ended, report } = await recorded(one);
    expect(ended.code).toBe(EXITS[expected.status ?? ''] ?? -1);
    const same = {
      ...(expected.status === undefined ? {} : { status: expected.status }),
      ...(expected.reason === undefined ? {} : { reason: expected.reason }),
      ...(expected.iterations === undefined ? {} : { iterations: expect.objectContaining(expected.iterations) }),
      ...(expected.finals === undefined ? {} : { finals: expected.finals }),
    };
    expect(report).toMatchObject(same);
    expect(report.tape).toMatch(new RegExp(`${tape.replaceAll('.', '\\.')}$`));
    const shown = documentOf(await cli.call('show', tape, '--json'), ShowReport);
    expect(shown).toMatchObject({ ...same, id: report.id, hazards: report.hazards, dialect: 'pivot' });
    for (const { node, waitsFor } of expected.stalled ?? []) {
      const waiting = report.stalled?.waiting.find((other) => other.node === node);
      for (const port of waitsFor) expect(waiting?.inputs.map((input) => input.port)).toContain(port);
    }

    const hazards = await cli.call('hazards', tape, '--json');
    const rows = documentOf(hazards, z.array(TapeHazard));
    expect(rows.map((row) => row.code)).toEqual(expect.arrayContaining([...(expected.hazards?.must ?? [])]));
    for (const code of expected.hazards?.mustNot ?? []) expect(rows.map((row) => row.code)).not.toContain(code);
    expect(report.hazards.toSorted()).toEqual([...new Set(rows.map((row) => row.code))].sort());
    expect(hazards.code).toBe(rows.some((row) => row.severity !== 'info') ? 1 : 0);
  });
});

it('G01: the state at iteration 3 holds both slots with their writers, and what was carried and fired', async () => {
  const one = cases.find(({ id }) => id === 'G01') as GivenCase;
  const { tape } = await recorded(one);
  const ended = await cli.call('show', tape, '--at', 'iterIn_1[3]', '--json');
  expect(ended.code).toBe(0);
  const moment = documentOf(ended, MomentReport);
  expect(moment.at).toBe('iterIn_1[3]');
  expect(moment.open).toEqual(['iterIn_1[3]']);
  expect(moment.carry).toEqual({ obs: 'o4' });
  // After the hand-over of iteration 3 the carry is what env gave in it; the seed is what it was before the loop.
  expect(moment.slots).toMatchObject([
    { scope: 'iterIn_1', slot: 'init_obs', value: 'o0', writer: 'init', persist: true, writtenAt: '' },
    { scope: 'iterIn_1', slot: 'iterout_obs', value: 'o4', writer: 'iterout', writtenAt: 'iterIn_1[3]' },
  ]);
  expect(moment.fires.map(({ node, inputs, outputs }) => ({ node, inputs, outputs }))).toEqual([
    { node: 'policy', inputs: { obs: 'o0' }, outputs: { action: 'LEFT' } },
    { node: 'isStop', inputs: { action: 'LEFT' }, outputs: { flag: false } },
    { node: 'env', inputs: { action: 'LEFT' }, outputs: { obs: 'o4' } },
  ]);
  // As the iteration opened, the carry of the one before is there.
  const opened = documentOf(await cli.call('show', tape, '--at', 'iterIn_1[3]:start', '--json'), MomentReport);
  expect(opened.slots.find((slot) => slot.slot === 'iterout_obs')?.value).toBe('o3');
});
