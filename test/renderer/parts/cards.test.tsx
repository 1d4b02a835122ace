import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { DecisionCard } from '../../../renderer/parts/DecisionCard.tsx';
import { HazardCard } from '../../../renderer/parts/HazardCard.tsx';
import { JsonTree } from '../../../renderer/parts/JsonTree.tsx';
import { PlainText } from '../../../renderer/parts/PlainText.tsx';
import { ValueChip } from '../../../renderer/parts/ValueChip.tsx';
import type { DecisionCard as Decision } from '../../../shared/contract/moment.ts';
import type { Hazard } from '../../../shared/model/hazard.ts';

const chip = (identity: string, text: string) => ({ identity, type: 'text', text, size: text.length });
/** What a reader sees, without the markup. */
const words = (html: string) => html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');

const DECISION: Decision = {
  seq: 30,
  at: 'act[1]',
  question: 'input',
  subject: 'policy.obs',
  scope: 'act',
  title: 'Which writer reached policy.obs',
  operands: [],
  candidates: [
    { id: 'act.init_obs', matched: true, why: 'an init slot that holds a value beats a carry', chip: chip('a', 'N') },
    {
      id: 'act.iterout_obs',
      matched: false,
      why: 'lost to init_obs',
      chip: chip('b', 'W'),
      seq: 9,
      writtenAt: 'act[0]',
    },
  ],
  chosen: 'act.init_obs',
};

it('shows every candidate of a decision with why it won or lost, the loser struck through and named as lost', () => {
  const html = renderToStaticMarkup(<DecisionCard decision={DECISION} onJump={() => undefined} />);
  expect(words(html)).toContain('an init slot that holds a value beats a carry');
  expect(words(html)).toContain('lost to init_obs written act[0]');
  const [winner = '', loser = ''] = html.split('<li').slice(1);
  expect(winner).not.toContain('line-through');
  expect(loser).toContain('line-through');
  expect(words(loser)).toMatch(/act\.iterout_obs.*lost/);
});

it('says of a decision without a winner that none was chosen', () => {
  const none = { ...DECISION, chosen: null, candidates: [] };
  expect(words(renderToStaticMarkup(<DecisionCard decision={none} onJump={() => undefined} />))).toContain(
    'None was chosen.',
  );
});

const FROZEN: Hazard = {
  code: 'frozen-input',
  severity: 'warning',
  title: 'Frozen at its first value',
  message: 'policy.obs read one value 40 times.',
  where: { scope: 'act', node: 'policy', port: 'obs' },
  writers: ['act.init_obs', 'act.iterout_obs'],
  fix: {
    sentence: 'Set persist of init port "obs" of act to false.',
    node: 'act',
    path: ['initPorts', 0, 'persist'],
    from: true,
    to: false,
  },
};

it('names on a hazard card the input, both writers, the moments and the one-word fix', () => {
  const evidence = [1, 2, 3, 4, 5, 6].map((i) => ({ seq: i * 10, text: `act[${i}]` }));
  const text = words(renderToStaticMarkup(<HazardCard hazard={FROZEN} evidence={evidence} onJump={() => undefined} />));
  for (const part of ['frozen-input', 'policy.obs', 'act.init_obs', 'act.iterout_obs', 'act[1]', 'and 2 more']) {
    expect(text).toContain(part);
  }
  expect(text).toContain('act config.initPorts[0].persist : true → false');
});

it('shows a value as text, never as markup', () => {
  const html = renderToStaticMarkup(<PlainText text={'<img src=x onerror=alert(1)>\u202E'} />);
  expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;');
  expect(html).toContain('title="right-to-left override"');
  expect(html).not.toContain('<img');
});

it('gives equal values one colour and different ones another', () => {
  const hue = (identity: string) =>
    /--hue:(\d+)/.exec(renderToStaticMarkup(<ValueChip chip={chip(identity, 'x')} />))?.[1];
  expect(hue('1')).toBe(hue('1'));
  expect(hue('1')).not.toBe(hue('2'));
});

it('shows bytes of an image as an image, and bytes of anything else by name and size', () => {
  const bytes = (mediaType: string) =>
    renderToStaticMarkup(<JsonTree value={{ $value: 'bytes', mediaType, base64: 'AAAA' }} label="Value of frame" />);
  expect(bytes('image/png')).toContain('src="data:image/png;base64,AAAA"');
  expect(bytes('image/svg+xml')).not.toContain('<img');
  expect(words(bytes('application/pdf'))).toContain('application/pdf, 3 bytes');
});

it('shows of a folded hazard its title line alone, with a way to unfold it', () => {
  const html = renderToStaticMarkup(<HazardCard hazard={FROZEN} folded onJump={() => undefined} />);
  expect(words(html)).toContain('Frozen at its first value');
  expect(words(html)).not.toContain('read one value 40 times');
  expect(html).toContain('aria-label="Unfold: Frozen at its first value"');
  expect(html).toContain('aria-expanded="false"');
  expect(renderToStaticMarkup(<HazardCard hazard={FROZEN} />)).not.toContain('aria-expanded');
});
