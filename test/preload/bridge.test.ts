// The bridge passes calls, pushes and paths through, and nothing of Electron with them.
import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { bridgeOver, type Ends } from '../../preload/bridge.ts';
import { CALL_CHANNEL, PUSH_CHANNEL } from '../../shared/contract/channels.ts';

function ends() {
  const calls: unknown[] = [];
  const emitter = new EventEmitter();
  const ipcRenderer = Object.assign(emitter, {
    invoke: async (...args: unknown[]) => {
      calls.push(args);
      return { ok: true, value: 7 };
    },
  });
  const webUtils = { getPathForFile: (file: File) => `/disk/${file.name}` };
  return { calls, emitter, over: { ipcRenderer, webUtils } as unknown as Ends };
}

test('the bridge has its three functions and nothing else', () => {
  expect(Object.keys(bridgeOver(ends().over)).sort()).toEqual(['call', 'onPush', 'pathOf']);
});

test('a call goes to the one channel with its name and request, and its answer comes back', async () => {
  const { calls, over } = ends();
  expect(await bridgeOver(over).call('tape.open', { path: '/a' })).toEqual({ ok: true, value: 7 });
  expect(calls).toEqual([[CALL_CHANNEL, 'tape.open', { path: '/a' }]]);
});

test('a push reaches its listeners without the event that carried it, until they are taken off', () => {
  const { emitter, over } = ends();
  const seen: unknown[][] = [];
  const off = bridgeOver(over).onPush((...args: unknown[]) => void seen.push(args));
  emitter.emit(PUSH_CHANNEL, { sender: 'ipcRenderer' }, { kind: 'library.changed' });
  off();
  emitter.emit(PUSH_CHANNEL, { sender: 'ipcRenderer' }, { kind: 'library.changed' });
  expect(seen).toEqual([[{ kind: 'library.changed' }]]);
});

test('the path of a file is asked of Electron', () => {
  expect(bridgeOver(ends().over).pathOf(new File([], 'a.json'))).toBe('/disk/a.json');
});
