// How a secret is drawn that a tape was not given.
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { chipOf } from '../../../main/queries/chip.ts';
import { ValueChip } from '../../../renderer/parts/ValueChip.tsx';
import { Redacted } from '../../../shared/model/value.ts';

it('a redacted value has a lock, its name, and says on hover what it is', () => {
  const drawn = renderToStaticMarkup(<ValueChip chip={chipOf(new Redacted('API_KEY', '3fa9c1d2'))} />);
  expect(drawn).toContain('<svg');
  expect(drawn).toContain('<bdi>redacted: API_KEY</bdi>');
  expect(drawn).toMatch(/title="redacted: API_KEY\. A secret: the run had it, the tape keeps only its name\./);
});

it('a text that only says so has no lock', () => {
  expect(renderToStaticMarkup(<ValueChip chip={chipOf('redacted: API_KEY')} />)).not.toContain('<svg');
});

it('equal secrets have one colour, and others of the same name another', () => {
  const [one, same, other] = ['3fa9c1d2', '3fa9c1d2', '77aa00bb'].map(
    (hash) => chipOf(new Redacted('API_KEY', hash)).identity,
  );
  expect(same).toBe(one);
  expect(other).not.toBe(one);
});
