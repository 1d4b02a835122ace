// A recorded bounded loop as the form that would ask for it again; the graphs stand here, and what the form must hold is read off them.
import { expect, it } from 'vitest';
import { draftBounded } from '../../../../main/graph/bounded/draft.ts';
import { parseGraphValue } from '../../../../main/graph/parse.ts';
import { graphView } from '../../../../main/queries/graphView.ts';
import { loopAsked } from '../../../../renderer/store/selectors/loop.ts';
import { loopAgain } from '../../../../renderer/store/selectors/loopAgain.ts';
import type { TapeTab } from '../../../../renderer/store/state.ts';
import { openedTape } from '../../../../renderer/store/tapeReducer.ts';
import { summary } from '../fakeApi.ts';

function tapeOf(graph: Readonly<Record<string, unknown>>): TapeTab {
  const parsed = parseGraphValue({ dialect: 'bounded', ...graph }, 'loop');
  if (!parsed.ok || parsed.value.dialect !== 'bounded') throw new Error('it is no bounded loop');
  const view = graphView(draftBounded(parsed.value).graph);
  const tab = openedTape(summary({ dialect: 'bounded', folder: '/work' }), undefined);
  return { ...tab, graph: { value: view, loading: false, failure: undefined } };
}

it('gives back what a command was asked for, limits and folder too', () => {
  const again = loopAgain(
    tapeOf({
      prompt: "node check.cjs 'two words'",
      max_iters: 4,
      until_predicate: 'regex:p95 < 200ms',
      attempt: { operator: 'command', argv: ['node', 'check.cjs', 'two words'], timeoutMs: 1500, outputLimit: 2048 },
    }),
  );
  expect(again?.form).toMatchObject({
    tries: 'command',
    command: "node check.cjs 'two words'",
    shell: false,
    max: '4',
    until: 'regex',
    regex: 'p95 < 200ms',
    seconds: '1.5',
    kilobytes: '2',
    folder: '/work',
  });
  expect(again?.left).toEqual([]);
});

it('means the graph again that it was made from', () => {
  const graph = {
    dialect: 'bounded',
    text: 'write a haiku',
    max_iters: 2,
    until_predicate: 'judge:it has three lines',
    attempt: { operator: 'model', model: 'small' },
    judge: { operator: 'command', argv: ['node', 'judge.mjs'] },
  };
  const again = loopAgain(tapeOf(graph));
  const asked = again && loopAsked(again.form);
  expect(asked).toMatchObject({ ok: true, graph });
});

it('names what the form has no field for', () => {
  const again = loopAgain(
    tapeOf({
      prompt: 'mend it',
      until_predicate: 'exit:0',
      attempt: { operator: 'command', argv: ['npm', 'test'], env: { CI: '1' }, cwd: 'app' },
    }),
  );
  expect(again?.left).toEqual(['env', 'cwd', 'prompt']);
});

it('is nothing for an attempt that is neither a command nor a model', () => {
  const attempt = { operator: 'scripted', seq: [{ output: 'x', exit: 0 }] };
  expect(loopAgain(tapeOf({ prompt: 'x', until_predicate: 'exit:0', attempt }))).toBeUndefined();
});
