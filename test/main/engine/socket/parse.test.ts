// What a socket's text is read as, over any text. The rules one by one stand in test/conformance/socketRules/parse.ts.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseOutput, textOf } from '../../../../main/engine/socket/parse.ts';
import { snapshot, type ValueRecord } from '../../../../shared/model/value.ts';
import { anyText } from '../../../support/anyValue.ts';

const FENCE = '```';

/** Texts that look like what surrounds JSON. */
const nasty = fc.oneof(
  anyText,
  fc.constantFrom(
    FENCE,
    `${FENCE}json\n{}\n${FENCE}`,
    `\n${FENCE}\n`,
    '{',
    '}',
    '[1]',
    '"',
    '\\',
    '\\"',
    '{"satisfied": true}',
  ),
  fc
    .array(fc.constantFrom(FENCE, '{', '}', '[', ']', '"', '\\', '\n', 'x'), { maxLength: 8 })
    .map((parts) => parts.join('')),
);
/** Objects as JSON.parse gives them, nasty texts as keys and values. */
const anyObject: fc.Arbitrary<ValueRecord> = fc
  .dictionary(
    nasty,
    fc.letrec<{ json: unknown }>((tie) => ({
      json: fc.oneof(
        { depthSize: 'small' },
        nasty,
        fc.constantFrom(null, true, false, 0, 1.5, -3e20),
        fc.array(tie('json'), { maxLength: 3 }),
        fc.dictionary(nasty, tie('json'), { maxKeys: 3 }),
      ),
    })).json,
    { maxKeys: 4 },
  )
  .map((record) => snapshot(JSON.parse(JSON.stringify(record))) as ValueRecord);
/** Prose that opens nothing. */
const prose = anyText.map((text) => text.replace(/[{[`]/g, '-'));
const indent = fc.constantFrom(undefined, 1, '\t');

function reads(text: string, object: ValueRecord): void {
  expect(parseOutput(text, 'json')).toEqual({ ok: true, value: object });
}

describe('a text in JSON mode', () => {
  it('is the object that it is the JSON of, whatever the texts inside of it are', () => {
    fc.assert(fc.property(anyObject, indent, (object, space) => reads(JSON.stringify(object, null, space), object)));
  });

  it('is the object that stands within prose', () => {
    fc.assert(
      fc.property(prose, anyObject, indent, nasty, (before, object, space, after) => {
        // A fence behind the object would be looked into first, where it does not lie inside of it.
        const rest = after.replaceAll('`', '-');
        reads(`${before}${JSON.stringify(object, null, space)} ${rest}`, object);
      }),
    );
  });

  it('is the object in the first fenced block, whatever stands around it', () => {
    fc.assert(
      fc.property(
        prose,
        fc.constantFrom('json\n', '\n', ' ', 'json ', ''),
        anyObject,
        indent,
        fc.constantFrom('\n', ' ', ''),
        nasty,
        (before, open, object, space, close, after) => {
          reads(`${before}\n${FENCE}${open}${JSON.stringify(object, null, space)}${close}${FENCE}\n${after}`, object);
        },
      ),
    );
  });

  it('is an object or a failure that goes on after `it`, never a throw', () => {
    fc.assert(
      fc.property(nasty, nasty, nasty, (a, b, c) => {
        const read = parseOutput(`${a}${b}${c}`, 'json');
        if (read.ok) expect(Object.isFrozen(read.value)).toBe(true);
        else expect(read.failure).toMatch(/^(holds|opens) /);
      }),
    );
  });

  it.each([
    ['', 'holds no JSON object'],
    ['nothing', 'holds no JSON object'],
    ['"text"', 'holds no JSON object'],
    ['{"a": 1', 'opens a JSON object that never closes'],
    ['[1, 2', 'opens a JSON list that never closes'],
    ['{"a": "}', 'opens a JSON object that never closes'],
    ['[1]', 'holds a JSON list, where an object is expected'],
    ['so {x}', 'holds "{x}", which is not JSON'],
    ['{"a": 1]', 'holds "{\\"a\\": 1]", which is not JSON'],
  ])('%j %s', (text, why) => {
    expect(parseOutput(text, 'json')).toEqual({ ok: false, failure: why });
  });

  it('may open brackets and fences without end', () => {
    expect(parseOutput(`${'{"a":['.repeat(200_000)}`, 'json').ok).toBe(false);
    expect(parseOutput(FENCE.repeat(200_001), 'json').ok).toBe(false);
  });
});

describe('an output', () => {
  it('that holds what JSON lacks has that in its public form in its text', () => {
    const output = snapshot({ n: Number.NaN, big: 2n, list: [Number.POSITIVE_INFINITY] });
    expect(textOf(output)).toBe(
      '{"n":{"$value":"NaN"},"big":{"$value":"bigint","text":"2"},"list":[{"$value":"Infinity"}]}',
    );
  });

  it('in text mode is its text', () => {
    fc.assert(
      fc.property(nasty, (text) => {
        expect(parseOutput(text, 'text')).toEqual({ ok: true, value: text });
      }),
    );
  });

  it('that is an object stands for its JSON text in both modes', () => {
    fc.assert(
      fc.property(anyObject, (object) => {
        expect(parseOutput(object, 'json')).toEqual({ ok: true, value: object });
        expect(parseOutput(object, 'text')).toEqual({ ok: true, value: JSON.stringify(object) });
        expect(parseOutput(textOf(object), 'json')).toEqual({ ok: true, value: object });
      }),
    );
  });
});
