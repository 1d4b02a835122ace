import { describe, expect, it } from 'vitest';
import { commandOfKey, type KeyPress, keyName, keyText } from '../../../renderer/store/keyCommand.ts';
import { COMMANDS } from '../../../shared/commands/commands.ts';

const press = (key: string, ...held: ('ctrl' | 'meta' | 'alt' | 'shift')[]): KeyPress => ({
  key,
  ctrlKey: held.includes('ctrl'),
  metaKey: held.includes('meta'),
  altKey: held.includes('alt'),
  shiftKey: held.includes('shift'),
});

describe('the keys of DESIGN, with nothing in focus', () => {
  it.each([
    [press(' '), 'play'],
    [press('ArrowLeft'), 'event.previous'],
    [press('ArrowRight'), 'event.next'],
    [press('ArrowLeft', 'ctrl'), 'boundary.previous'],
    [press('ArrowRight', 'ctrl'), 'boundary.next'],
    [press('F10'), 'over.next'],
    [press('F10', 'shift'), 'over.previous'],
    [press('F11'), 'scope.into'],
    [press('F11', 'shift'), 'scope.out'],
    [press('Home'), 'first'],
    [press('End'), 'last'],
    [press(','), 'change.previous'],
    [press('.'), 'change.next'],
    [press('w'), 'zoom.in'],
    [press('a'), 'pan.left'],
    [press('s'), 'zoom.out'],
    [press('d'), 'pan.right'],
    [press('f'), 'fit'],
    [press('p', 'ctrl'), 'goto'],
    [press('ArrowLeft', 'alt'), 'history.back'],
    [press('k', 'ctrl'), 'palette'],
    [press('P', 'ctrl', 'shift'), 'palette'],
    [press('?', 'shift'), 'shortcuts'],
    [press('Escape'), 'clear'],
  ])('%o means %s', (pressed, command) => {
    expect(commandOfKey(pressed, 'page', false)).toBe(command);
  });
});

it('takes Cmd for Ctrl on macOS, and leaves Ctrl alone there', () => {
  expect(commandOfKey(press('k', 'meta'), 'page', true)).toBe('palette');
  expect(commandOfKey(press('k', 'ctrl'), 'page', true)).toBeUndefined();
  expect(commandOfKey(press('k', 'meta'), 'page', false)).toBeUndefined();
});

it('does nothing on letters, signs, arrows and Space while a text field has the focus', () => {
  for (const key of ['w', 'f', 'g', ',', '?', ' ', 'ArrowLeft', 'Home', 'End', 'Enter']) {
    expect(commandOfKey(press(key), 'text', false)).toBeUndefined();
  }
  expect(commandOfKey(press('ArrowLeft', 'ctrl'), 'text', false)).toBeUndefined();
});

it('keeps function keys, Escape and the palette in a text field', () => {
  expect(commandOfKey(press('F10'), 'text', false)).toBe('over.next');
  expect(commandOfKey(press('Escape'), 'text', false)).toBe('clear');
  expect(commandOfKey(press('k', 'ctrl'), 'text', false)).toBe('palette');
});

it('leaves arrows, Space and Enter to a focused tree, list or button, and takes all else', () => {
  for (const key of ['ArrowLeft', 'ArrowDown', ' ', 'Enter', 'Home']) {
    expect(commandOfKey(press(key), 'widget', false)).toBeUndefined();
  }
  expect(commandOfKey(press('ArrowRight', 'ctrl'), 'widget', false)).toBe('boundary.next');
  expect(commandOfKey(press('f'), 'widget', false)).toBe('fit');
});

it('names a press as the table writes it', () => {
  expect(keyName(press('L', 'ctrl', 'shift'), false)).toBe('Mod+Shift+l');
  expect(keyName(press('ArrowLeft', 'shift'), false)).toBe('Shift+ArrowLeft');
});

it('has no key that means two commands', () => {
  const keys = COMMANDS.flatMap((command) => command.keys as readonly string[]);
  expect(new Set(keys).size).toBe(keys.length);
});

it('reaches every key of the table by a press', () => {
  for (const command of COMMANDS) {
    for (const key of command.keys as readonly string[]) {
      const parts = key.split('+').filter((part) => part !== '');
      const last = parts.at(-1) ?? '';
      const pressed: KeyPress = {
        key: last === 'Space' ? ' ' : last,
        ctrlKey: parts.includes('Mod'),
        metaKey: false,
        altKey: parts.includes('Alt'),
        shiftKey: parts.includes('Shift'),
      };
      expect(commandOfKey(pressed, 'page', false), key).toBe(command.id);
    }
  }
});

it('shows keys as they are printed on the keyboard', () => {
  expect(keyText('Mod+ArrowLeft', false)).toBe('Ctrl+←');
  expect(keyText('Mod+Shift+p', true)).toBe('⌘⇧P');
});
