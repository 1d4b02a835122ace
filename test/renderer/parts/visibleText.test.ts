import fc from 'fast-check';
import { expect, it } from 'vitest';
import { visibleText } from '../../../renderer/parts/visibleText.ts';

const shown = (text: string, lines = false) =>
  visibleText(text, lines)
    .map((piece) => piece.text)
    .join('');

it('leaves plain text alone', () => {
  expect(visibleText('naïve 日本 {"a": 1}')).toEqual([{ text: 'naïve 日本 {"a": 1}' }]);
});

it('makes control characters visible and names them', () => {
  expect(visibleText('a\u0007b')).toEqual([{ text: 'a' }, { text: '␇', hidden: 'bell' }, { text: 'b' }]);
  expect(shown('\u001b[31m')).toBe('␛[31m');
});

it('makes characters that turn the direction of writing visible', () => {
  expect(visibleText('\u202Egpj.exe')[0]).toEqual({ text: '‹202E›', hidden: 'right-to-left override' });
});

it('shows line feeds as a sign in one line, and keeps them where lines are shown', () => {
  expect(shown('a\nb')).toBe('a↵b');
  expect(shown('a\nb', true)).toBe('a\nb');
});

it('keeps the joiners of an emoji, and shows a lone surrogate', () => {
  expect(shown('👩‍🚀')).toBe('👩‍🚀');
  expect(shown('a\ud800')).toBe('a‹D800›');
});

it('never lets a control or direction character through', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
      expect(shown(text)).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
    }),
  );
});
