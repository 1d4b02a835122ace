// Keys → commands, by the one table of shared/commands. What must hold: letters do nothing while a text field has the
// focus; a focused tree, list or button keeps arrows, Space and Enter (DESIGN, The app).
import { COMMANDS, type CommandId } from '../../shared/commands/commands.ts';

/** The part of a KeyboardEvent that is looked at. */
export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

/** What has the focus: a field for text, a widget with keys of its own, or nothing in particular. */
export type Focused = 'text' | 'widget' | 'page';

/** Keys that move the caret in a text field, whatever the modifiers. */
const CARET = /^(Arrow|Home|End|Page|Space|Enter|Backspace|Delete)/;
const WIDGET = /^(Arrow\w+|Home|End|PageUp|PageDown|Space|Enter)$/;

const BY_KEY: ReadonlyMap<string, CommandId> = new Map(
  COMMANDS.flatMap((command) => command.keys.map((key) => [key as string, command.id] as const)),
);

/** The press as the table writes it: `Mod+Shift+ArrowLeft`. On macOS Mod is Cmd and Ctrl stays Ctrl. */
export function keyName(press: KeyPress, mac: boolean): string {
  const printable = press.key.length === 1;
  const key = press.key === ' ' ? 'Space' : printable ? press.key.toLowerCase() : press.key;
  const isLetter = printable && key !== press.key.toUpperCase();
  const mod = mac ? press.metaKey : press.ctrlKey;
  const ctrl = mac && press.ctrlKey;
  // Shift is part of how a sign such as ? is typed; with a letter or a named key it is a modifier.
  const shift = press.shiftKey && (isLetter || !printable || key === 'Space');
  return `${mod ? 'Mod+' : ''}${ctrl ? 'Ctrl+' : ''}${press.altKey ? 'Alt+' : ''}${shift ? 'Shift+' : ''}${key}`;
}

/** The command that a press means here; undefined where the press is not for us. */
export function commandOfKey(press: KeyPress, focused: Focused, mac: boolean): CommandId | undefined {
  const name = keyName(press, mac);
  const plain = !press.ctrlKey && !press.metaKey && !press.altKey;
  const key = press.key === ' ' ? 'Space' : press.key;
  if (focused === 'text') {
    const typed = plain && press.key.length === 1;
    if (typed || (CARET.test(key) && name !== 'Mod+Enter')) return undefined;
  }
  if (focused === 'widget' && plain && !press.shiftKey && WIDGET.test(key)) return undefined;
  return BY_KEY.get(name);
}

const SIGNS: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Escape: 'Esc',
};
const MAC_SIGNS: Readonly<Record<string, string>> = { Mod: '⌘', Ctrl: '⌃', Alt: '⌥', Shift: '⇧' };

/** A key of the table as it is shown to a person: `Ctrl+←`, on macOS `⌘←`. */
export function keyText(key: string, mac: boolean): string {
  const parts = key.split('+').map((part) => {
    if (mac && MAC_SIGNS[part]) return MAC_SIGNS[part];
    if (part === 'Mod') return 'Ctrl';
    return SIGNS[part] ?? (part.length === 1 ? part.toUpperCase() : part);
  });
  return parts.join(mac ? '' : '+');
}

/** The key of a command that is shown beside it; undefined where it has none. */
export function shownKey(command: CommandId, mac: boolean): string | undefined {
  const key = COMMANDS.find((one) => one.id === command)?.keys[0];
  return key === undefined ? undefined : keyText(key, mac);
}
