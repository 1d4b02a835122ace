// Hazards of agentcanvas on recorded runs of that engine, and the reset by another loop's step.
import { describe, expect, it } from 'vitest';
import { tapeHazards } from '../../../main/hazards/tapeHazards.ts';
import type { Hazard, TapeHazard } from '../../../shared/model/hazard.ts';
import { givenCases } from '../../conformance/givenCase.ts';
import { oracleVectors } from '../../conformance/oracleVector.ts';
import { checked, runGraphFile } from '../../support/runGraphFile.ts';

async function hazardsOf(file: unknown): Promise<TapeHazard[]> {
  const { graph, events } = await runGraphFile(file);
  return tapeHazards({
    graph,
    events: (kinds) => events.filter((event) => kinds.includes(event.kind as never)) as never,
  });
}

function vector(name: string): Promise<TapeHazard[]> {
  const found = oracleVectors().find((one) => one.id === name);
  if (!found) throw new Error(`no vector ${name}`);
  return hazardsOf({ ...found.graph, compat: 'agentcanvas' });
}

/** Those of the graph alone. */
function staticHazardsOf(file: unknown): readonly Hazard[] {
  return checked(file).hazards;
}

const only = <H extends Hazard>(hazards: readonly H[], code: string): H[] =>
  hazards.filter((hazard) => hazard.code === code);

describe('foreign-reset (G04)', () => {
  it('names the state, the loop that emptied it, its writer, the fix, and each clear', async () => {
    const hazards = only(await hazardsOf(givenCases().find((one) => one.id === 'G04')?.graph), 'foreign-reset');
    expect(hazards).toMatchObject([
      {
        severity: 'warning',
        where: { scope: '', node: 'writeAny', slot: 'notes.hintAny' },
        message:
          'step_end of iterIn_i emptied notes.hintAny 2 times, though writeAny does not run in that loop; first after writeAny had written it in iterIn_o[0].',
        fix: { from: ['step_end'], to: ['run_end'] },
      },
    ]);
    expect(hazards[0]?.evidence).toHaveLength(2);
  });
});

describe('late-stop', () => {
  it('is told of a stop that came while the boundary settled', async () => {
    const [late] = only(await vector('stop-two-hops-late'), 'late-stop');
    expect(late).toMatchObject({ severity: 'error', where: { port: 'stop' } });
    expect(late?.evidence.length).toBeGreaterThan(0);
  });
});

describe('the static hazards, held against what that engine did', () => {
  it('late-stop: wherever it is told, the first boundary of that loop had no stop', () => {
    let told = 0;
    for (const { id, graph, expected } of oracleVectors()) {
      for (const hazard of only(staticHazardsOf({ ...graph, compat: 'agentcanvas' }), 'late-stop')) {
        const first = expected.boundaries.find((boundary) => boundary.scope === hazard.where.scope);
        expect(first?.stop_present ?? false, id).toBe(false);
        told++;
      }
    }
    expect(told).toBeGreaterThan(10);
  });

  it('uneven-carry: wherever it is told, the first boundary of that loop lacked the carry', () => {
    let told = 0;
    for (const { id, graph, expected } of oracleVectors()) {
      for (const hazard of only(staticHazardsOf({ ...graph, compat: 'agentcanvas' }), 'uneven-carry')) {
        const first = expected.boundaries.find((boundary) => boundary.scope === hazard.where.scope);
        expect(Object.keys(first?.collected ?? {}), id).not.toContain(hazard.where.port);
        told++;
      }
    }
    expect(told).toBeGreaterThan(3);
  });
});

describe('stale-reentry', () => {
  it('is told of the fire that read what the entry before had carried', async () => {
    expect(only(await vector('nested-reentry-stale-carry'), 'stale-reentry').length).toBeGreaterThan(0);
  });

  it('is not told where the carry does not persist', async () => {
    expect(only(await vector('nested-reentry-carry-persist-false'), 'stale-reentry')).toEqual([]);
  });
});
