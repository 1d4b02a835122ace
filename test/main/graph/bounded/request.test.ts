// Every pinned case of the input contract (test/conformance/bounded-inputs.json), and what stands around them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boundedRequest, type RequestArgs } from '../../../../main/graph/bounded/request.ts';

interface Case {
  readonly id: string;
  readonly text?: string;
  readonly args?: RequestArgs;
  readonly expect:
    | { readonly error: string }
    | {
        readonly prompt: string;
        readonly max_iters: number;
        readonly predicate: string;
        readonly notes: readonly string[];
      };
}

const file = join(import.meta.dirname, '../../../conformance/bounded-inputs.json');
const { cases } = JSON.parse(readFileSync(file, 'utf8')) as { readonly cases: readonly Case[] };

describe('the request of a bounded loop', () => {
  for (const one of cases) {
    it(`is normalised as ${one.id} says`, () => {
      const made = boundedRequest(one.args ?? {}, one.text);
      if ('error' in one.expect) {
        expect(made).toMatchObject({ ok: false, failure: { code: one.expect.error } });
        return;
      }
      if (!made.ok) throw new Error(made.failure.message);
      const { prompt, maxIters, predicateText, notes } = made.value;
      expect({ prompt, max_iters: maxIters, predicate: predicateText, notes }).toEqual(one.expect);
    });
  }

  it('says of each field where it came from', () => {
    expect(boundedRequest({ max_iters: 2 }, 'run the suite until tests pass, max 9')).toMatchObject({
      value: { maxItersFrom: { from: 'args' }, predicateFrom: 'text' },
    });
    expect(boundedRequest({}, 'retry the upload, 40 attempts')).toMatchObject({
      value: { maxItersFrom: { from: 'text', clamped: true }, predicateFrom: 'default' },
    });
    expect(boundedRequest({ prompt: 'x' })).toMatchObject({ value: { maxItersFrom: { from: 'default' } } });
  });

  it('finds a limit that stands behind the end without a comma, and none inside of a quoted pattern', () => {
    expect(boundedRequest({}, 'make check until exit 0 max 5')).toMatchObject({
      value: { prompt: 'make check', maxIters: 5, predicateText: 'exit:0' },
    });
    expect(boundedRequest({}, "print until output matches 'max 5 tries'")).toMatchObject({
      value: { prompt: 'print', maxIters: 3, predicateText: 'regex:max 5 tries' },
    });
  });

  it('leaves a text without phrases of attempts as it is', () => {
    expect(boundedRequest({}, 'make check --max-iterations=50')).toMatchObject({
      value: { prompt: 'make check --max-iterations=50', maxIters: 3 },
    });
  });

  it('is within the bounds whatever is asked for, and never hangs', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), fc.option(fc.integer(), { nil: undefined }), (text, limit) => {
        const made = boundedRequest(limit === undefined ? {} : { max_iters: limit }, text);
        if (made.ok) expect(made.value.maxIters).toSatisfy((n: number) => Number.isInteger(n) && n >= 1 && n <= 10);
      }),
    );
    const began = performance.now();
    boundedRequest({}, `until ${'"a'.repeat(20_000)}`);
    expect(performance.now() - began).toBeLessThan(5_000);
  });
});
