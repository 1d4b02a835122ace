import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { UsageLine } from '../../../renderer/parts/UsageLine.tsx';
import { usageWords } from '../../../renderer/parts/usageText.ts';

it('says what an answer took, and no more than the endpoint told', () => {
  const usage = { model: 'tiny-1', inputTokens: 1100, outputTokens: 7, costUsd: 0.000092, tries: 3 };
  expect(usageWords(usage)).toEqual(['tiny-1', '1,100 tokens in, 7 out', '$0.000092', 'asked 3 times']);
  expect(usageWords({ model: 'tiny-1', tries: 1, finishReason: 'stop' })).toEqual(['tiny-1']);
  expect(usageWords({ outputTokens: 1 })).toEqual(['1 token out']);
  expect(usageWords({ finishReason: 'length' })).toEqual(['cut where its tokens ran out']);
  expect(usageWords({ finishReason: 'eos' })).toEqual(['ended by eos']);
});

it('is one line, with the endpoint’s name of the request where there is one', () => {
  const html = renderToStaticMarkup(<UsageLine usage={{ model: 'm', inputTokens: 2, requestId: 'req-7' }} />);
  expect(html).toContain('req-7');
  expect(html.replaceAll(/<[^>]*>/g, '')).toBe('The model’s answer took: m · 2 tokens in');
  expect(renderToStaticMarkup(<UsageLine usage={{ requestId: 'req-7' }} />)).toBe('');
});
