// The `check` expectations of the public cases (test/conformance/given), as they stand there.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { draftGraph } from '../../../main/graph/check.ts';
import { parseGraphValue } from '../../../main/graph/parse.ts';
import { snapshot } from '../../../shared/model/value.ts';

interface HazardWanted {
  readonly code: string;
  readonly node?: string | undefined;
  readonly port?: string | undefined;
}
interface GivenCase {
  readonly id: string;
  readonly dialect: string;
  readonly graph: object;
  readonly expected: {
    readonly status?: string;
    readonly check?: {
      readonly ok?: boolean;
      readonly errors?: readonly string[];
      readonly hazards?: {
        readonly must?: HazardWanted[];
        readonly mustNot?: HazardWanted[];
        readonly only?: HazardWanted[];
      };
    };
  };
}

const FOLDER = new URL('../../conformance/given/', import.meta.url);
const CASES = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.json'))
  .map((name): GivenCase => JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8')))
  .filter((given) => given.dialect === 'pivot' || given.dialect === 'socket');

function checked(given: GivenCase) {
  const parsed = parseGraphValue(snapshot(given.graph), given.id);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.failure));
  const { graph, problems } = draftGraph(parsed.value);
  return {
    problems,
    hazards: graph.hazards.map(({ code, where }): HazardWanted => ({ code, ...where })),
  };
}

describe('check of a given case', () => {
  it('has cases that expect something of check', () => {
    expect(CASES.filter((given) => given.expected.check !== undefined).length).toBeGreaterThanOrEqual(5);
  });

  it.each(CASES.map((given) => [given.id, given] as const))('%s finds what the case says', (_, given) => {
    const { problems, hazards } = checked(given);
    const wanted = given.expected.check ?? {};
    if (wanted.ok !== undefined) expect(problems.length === 0).toBe(wanted.ok);
    for (const node of wanted.errors ?? []) expect(problems.map((problem) => problem.where.node)).toContain(node);
    for (const must of wanted.hazards?.must ?? []) expect(hazards).toContainEqual(expect.objectContaining(must));
    for (const not of wanted.hazards?.mustNot ?? []) expect(hazards).not.toContainEqual(expect.objectContaining(not));
    const only = wanted.hazards?.only;
    if (only !== undefined) expect(hazards.filter((h) => !only.some((one) => one.code === h.code))).toEqual([]);
  });

  it.each(CASES.map((given) => [given.id, given] as const))('%s is whole', (_, given) => {
    expect(checked(given).problems).toEqual([]);
  });
});
