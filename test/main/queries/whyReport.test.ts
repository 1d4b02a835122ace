import { describe, expect, it } from 'vitest';
import type { OpenTape } from '../../../main/queries/openTape.ts';
import { whyReport } from '../../../main/queries/whyReport.ts';
import { WhyReport } from '../../../shared/contract/why.ts';
import { toPublicRecord } from '../../../shared/model/publicValue.ts';
import { pivotCases, recordedCase } from './recordedTape.ts';

function why(tape: OpenTape, address: string, moment: string): WhyReport {
  const report = whyReport(tape, { address, moment });
  if (!report.ok) throw new Error(report.failure.message);
  return WhyReport.parse(report.value);
}

describe('why of the frozen navigator (G01)', () => {
  it('leads from the repeated action back to the persisted init slot and names the carry that lost', async () => {
    const { tape } = await recordedCase('G01');
    const { value, chain, cutAt } = why(tape, 'policy.action', 'iterIn_1[3]');
    expect({ value, cutAt }).toEqual({ value: 'LEFT', cutAt: undefined });
    // #4 is the one write of init_obs, by env0's fire that ended at #3; the policy of iteration 3 fires from #48 to #49.
    expect(chain.map(({ seq, kind, value: held }) => [seq, kind, held])).toEqual([
      [49, 'output', 'LEFT'],
      [48, 'input', 'o0'],
      [4, 'slot', 'o0'],
      [3, 'origin', 'o0'],
    ]);
    expect(chain[1]?.contest).toMatchObject({
      chosen: 'iterIn_1.init_obs',
      rule: 'holds a value, and an init slot beats a carry slot',
      lost: [{ id: 'iterIn_1.iterout_obs', value: 'o3' }],
    });
    expect(chain[2]?.what).toBe('init_obs, written by env0 before iteration 0, and persists');
  });

  it('leads from what iterOut collected to the fire that gave it', async () => {
    const { tape } = await recordedCase('G01');
    const { value, chain } = why(tape, 'iterOut_1.obs', 'iterIn_1[3]');
    expect(value).toBe('o4');
    expect(chain.slice(0, 2).map(({ seq, kind, value: held }) => [kind, held, seq < 58])).toEqual([
      ['carry', 'o4', true],
      ['output', 'o4', true],
    ]);
  });

  it.each([
    ['policy.nothing', 'end', 'no-such-value'],
    ['nobody.action', 'end', 'no-such-value'],
    ['policy.action/deep', 'end', 'no-such-value'],
    ['policy.action', 'start', 'no-such-value'],
    ['policy.action', 'iterIn_1[900]', 'no-such-moment'],
  ])('of %s at %s is refused', async (address, moment, code) => {
    const { tape } = await recordedCase('G01');
    expect(whyReport(tape, { address, moment })).toMatchObject({ ok: false, failure: { code } });
  });
});

it.each(pivotCases().map((one) => one.id))(
  'every input of %s leads back, each hop earlier than the last',
  async (id) => {
    const { tape, events } = await recordedCase(id);
    const nodes = tape.graph?.nodes ?? [];
    for (const event of events) {
      if (event.kind !== 'fire.started') continue;
      for (const [port, value] of Object.entries(toPublicRecord(event.inputs))) {
        if (nodes.find((node) => node.id === event.node)?.inputs.every((one) => one.port !== port)) continue;
        const report = why(tape, `${event.node.replaceAll('.', '%2E')}.${port}`, `#${event.seq}`);
        expect(report.value).toEqual(value);
        const hops = report.chain.flatMap(({ copies = [], ...hop }) => [hop, ...copies]);
        expect(hops[0]?.seq).toBe(event.seq);
        for (const [i, hop] of hops.entries()) if (i > 0) expect(hop.seq).toBeLessThan(hops[i - 1]?.seq as number);
        if (hops.length > 1) expect(hops[1]?.seq).toBe(event.from[port]);
      }
    }
  },
);
