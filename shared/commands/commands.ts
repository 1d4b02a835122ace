// The one table that binds menus, keys, the palette and the shortcut sheet (DESIGN, The app).
// A key is written `Ctrl+Shift+ArrowLeft`: modifiers in the order Ctrl, Alt, Shift, then KeyboardEvent.key; letters are
// lower case; `Mod` is Ctrl, on macOS Cmd. `when: "plain"` keys do nothing while a text field has the focus, and arrows,
// Space and Enter are kept by a focused tree, list or button.

export interface Command {
  readonly id: string;
  /** What the palette, the menu and the sheet say. */
  readonly title: string;
  readonly group: 'Travel' | 'Run' | 'View' | 'File' | 'Help';
  /** The first is shown; the others are alternates for keys that a browser or a system takes. */
  readonly keys: readonly string[];
}

export const COMMANDS = [
  { id: 'play', title: 'Play or pause', group: 'Travel', keys: ['Space'] },
  { id: 'event.previous', title: 'Previous event in this scope', group: 'Travel', keys: ['ArrowLeft'] },
  { id: 'event.next', title: 'Next event in this scope', group: 'Travel', keys: ['ArrowRight'] },
  {
    id: 'boundary.previous',
    title: 'Previous iteration boundary',
    group: 'Travel',
    keys: ['Mod+ArrowLeft', 'Shift+ArrowLeft'],
  },
  {
    id: 'boundary.next',
    title: 'Next iteration boundary',
    group: 'Travel',
    keys: ['Mod+ArrowRight', 'Shift+ArrowRight'],
  },
  { id: 'over.next', title: 'Step over an iteration or inner scope', group: 'Travel', keys: ['F10', 'n'] },
  {
    id: 'over.previous',
    title: 'Step back over an iteration or inner scope',
    group: 'Travel',
    keys: ['Shift+F10', 'b'],
  },
  { id: 'scope.into', title: 'Into a scope', group: 'Travel', keys: ['F11', 'i'] },
  { id: 'scope.out', title: 'Out of a scope', group: 'Travel', keys: ['Shift+F11', 'o'] },
  { id: 'first', title: 'First moment', group: 'Travel', keys: ['Home'] },
  { id: 'last', title: 'Last moment; follows a live run', group: 'Travel', keys: ['End'] },
  { id: 'change.previous', title: 'Previous change of the selected slot', group: 'Travel', keys: [','] },
  { id: 'change.next', title: 'Next change of the selected slot', group: 'Travel', keys: ['.'] },
  { id: 'history.back', title: 'Back in what was looked at', group: 'Travel', keys: ['Alt+ArrowLeft'] },
  { id: 'history.forward', title: 'Forward in what was looked at', group: 'Travel', keys: ['Alt+ArrowRight'] },
  { id: 'goto', title: 'Go to a slot, node or iteration', group: 'Travel', keys: ['Mod+p', 'g'] },
  { id: 'run.start', title: 'Run this graph …', group: 'Run', keys: ['Mod+Enter'] },
  { id: 'loop.start', title: 'Try until it succeeds …', group: 'Run', keys: ['Mod+Shift+Enter', 'l'] },
  { id: 'loop.again', title: 'Run this loop again with changes …', group: 'Run', keys: ['Alt+Enter'] },
  {
    id: 'run.continue',
    title: 'Continue this run where it stopped',
    group: 'Run',
    keys: ['Mod+F8', 'Shift+F7'],
  },
  { id: 'run.pause', title: 'Pause or resume the run', group: 'Run', keys: ['F8'] },
  { id: 'run.step', title: 'Perform one fire and hold', group: 'Run', keys: ['F7'] },
  { id: 'run.stop', title: 'Stop the run', group: 'Run', keys: ['Shift+F8'] },
  { id: 'zoom.in', title: 'Zoom the timeline in', group: 'View', keys: ['w', '='] },
  { id: 'zoom.out', title: 'Zoom the timeline out', group: 'View', keys: ['s', '-'] },
  { id: 'pan.left', title: 'Pan the timeline left', group: 'View', keys: ['a'] },
  { id: 'pan.right', title: 'Pan the timeline right', group: 'View', keys: ['d'] },
  { id: 'fit', title: 'Fit the whole tape and graph', group: 'View', keys: ['f'] },
  { id: 'theme', title: 'Theme: system, light, dark', group: 'View', keys: ['Mod+Shift+l'] },
  { id: 'open', title: 'Open a tape or graph …', group: 'File', keys: ['Mod+o'] },
  { id: 'library', title: 'Library', group: 'File', keys: ['Mod+Shift+o', 'h'] },
  { id: 'close', title: 'Close this tab', group: 'File', keys: ['Alt+w'] },
  { id: 'palette', title: 'Command palette', group: 'Help', keys: ['Mod+k', 'Mod+Shift+p'] },
  { id: 'shortcuts', title: 'Keyboard shortcuts', group: 'Help', keys: ['?'] },
  { id: 'clear', title: 'Clear the selection, close what floats', group: 'View', keys: ['Escape'] },
] as const satisfies readonly Command[];

export type CommandId = (typeof COMMANDS)[number]['id'];
