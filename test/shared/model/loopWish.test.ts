// A bounded loop as it is asked for, in the form and on the command line: the same wish means the same graph.
import { describe, expect, it } from 'vitest';
import { type LoopWish, loopCommandLine, loopGraph, loopName } from '../../../shared/model/loopWish.ts';

const made = (wish: LoopWish) => {
  const result = loopGraph(wish);
  return result.ok ? result.value : result.failure;
};

describe('a wish', () => {
  it('for a command is a prompt that says it, and an attempt that runs it', () => {
    expect(
      made({ text: '', command: ['cargo', 'test', '-p', 'a b'], max: '5', until: 'exit:0', timeoutMs: 2000 }),
    ).toEqual({
      dialect: 'bounded',
      prompt: "cargo test -p 'a b'",
      max_iters: 5,
      until_predicate: 'exit:0',
      attempt: { operator: 'command', argv: ['cargo', 'test', '-p', 'a b'], timeoutMs: 2000 },
    });
    expect(made({ text: '', command: ['a | b'], shell: true })).toMatchObject({
      prompt: 'a | b',
      attempt: { argv: ['a | b'], shell: true },
    });
    expect(made({ text: '', command: [''] })).toEqual({ dialect: 'bounded', prompt: '' });
  });

  it('for a prompt is free text, tried by the model that is named, else by that of the environment', () => {
    expect(made({ text: 'make it fast' })).toEqual({ dialect: 'bounded', text: 'make it fast' });
    expect(made({ text: 'make it fast', model: 'm' })).toMatchObject({ attempt: { operator: 'model', model: 'm' } });
  });

  it('names its judge, or says why that is none', () => {
    const judged = (judge: string) => made({ text: 'x', judge });
    expect(judged('ask')).toMatchObject({ judge: { operator: 'ask' } });
    expect(judged('model:strict')).toMatchObject({ judge: { operator: 'model', model: 'strict' } });
    expect(judged('model')).toMatchObject({ judge: { operator: 'model' } });
    expect(judged('command:node "my judge.mjs"')).toMatchObject({ judge: { argv: ['node', 'my judge.mjs'] } });
    for (const wrong of ['oracle', 'command:', 'command:"open'])
      expect(judged(wrong)).toMatchObject({ code: 'judge-unknown' });
  });

  it('is told as it would be typed', () => {
    const wish = {
      text: '',
      command: ['npm', 'run', 'a b'],
      max: '4',
      until: 'regex:p95 < 200ms',
      judge: 'ask',
      shell: false,
    };
    expect(loopCommandLine(wish)).toBe(
      "looptape loop --max 4 --until 'regex:p95 < 200ms' --judge ask -- npm run 'a b'",
    );
    expect(loopCommandLine({ text: 'make it', model: 'm' })).toBe("looptape loop --model m 'make it'");
  });

  it('has a name for its tape', () => {
    expect(loopName(['/usr/bin/cargo', 'test', '-p'])).toBe('cargo-test');
    expect(loopName(['C:\\tools\\node.exe', '--test'])).toBe('node.exe');
    expect(loopName(undefined)).toBe('loop');
  });
});
