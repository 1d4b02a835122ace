// Seed 000 and semantics §2, rule by rule: each on the live engine and on a replay from its log. The reopened tape is held to the
// same in rulesOnTape.test.ts.
import { describe, expect, it } from 'vitest';
import { replay } from '../../main/runner/replay.ts';
import { socketLawBreaches } from './socketLaws.ts';
import { socketRuleDifferences } from './socketLog.ts';
import { SOCKET_RULES } from './socketRules/rules.ts';
import { runSocketRule } from './socketRules/runSocketRule.ts';

describe.each(SOCKET_RULES)('%s', (_, rules) => {
  it.each(rules.map((one) => [one.rule, one] as const))('%s', async (_, one) => {
    const run = await runSocketRule(one);
    expect(socketRuleDifferences(one.expected, run.events)).toEqual([]);
    expect(socketLawBreaches(run.events)).toEqual([]);
    expect(replay(run.graph, run.events)).toMatchObject({ identical: true, endsInMidStep: false });
  });
});
