// The application menu, built from the one table of commands. A click tells the page; what the command does is the page's.
import { app, Menu, type MenuItemConstructorOptions } from 'electron';
import { COMMANDS, type Command, type CommandId } from '../../shared/commands/commands.ts';

const NAMES: Readonly<Record<string, string>> = {
  Mod: 'CommandOrControl',
  ArrowLeft: 'Left',
  ArrowRight: 'Right',
  ArrowUp: 'Up',
  ArrowDown: 'Down',
};

/**
 * The key as Electron writes it, or undefined where the menu must not show it: letters, arrows and Space belong to the
 * page, which knows whether a text field or a list has the focus.
 */
export function acceleratorOf(key: string): string | undefined {
  const parts = key.split('+');
  const last = parts.at(-1) ?? '';
  const isFunctionKey = /^F\d+$/.test(last);
  const isChord = parts.length > 1 && !last.startsWith('Arrow') && (parts.includes('Mod') || parts.includes('Alt'));
  if (!isFunctionKey && !isChord) return undefined;
  return parts.map((part) => NAMES[part] ?? (part.length === 1 ? part.toUpperCase() : part)).join('+');
}

type Group = Command['group'];

function itemsOf(group: Group, invoke: (command: CommandId) => void): MenuItemConstructorOptions[] {
  return COMMANDS.filter((command) => command.group === group).map(({ id, title, keys }) => {
    const accelerator = keys.map(acceleratorOf).find((key) => key !== undefined);
    return {
      id,
      label: title,
      // Shown, not registered: the page's own key handler is the one that acts. macOS registers them all the same; then
      // the page does not see the key and hears of the click instead.
      ...(accelerator && { accelerator, registerAccelerator: false }),
      click: () => invoke(id),
    };
  });
}

export function menuTemplate(
  platform: NodeJS.Platform,
  isDevelopment: boolean,
  invoke: (command: CommandId) => void,
): MenuItemConstructorOptions[] {
  const isMac = platform === 'darwin';
  const separator = { type: 'separator' } as const;
  const development: MenuItemConstructorOptions[] = isDevelopment
    ? [separator, { role: 'reload' }, { role: 'toggleDevTools' }]
    : [];
  return [
    ...(isMac ? [{ role: 'appMenu' } as const] : []),
    { label: 'File', submenu: [...itemsOf('File', invoke), separator, { role: isMac ? 'close' : 'quit' }] },
    { role: 'editMenu' },
    { label: 'Travel', submenu: itemsOf('Travel', invoke) },
    { label: 'Run', submenu: itemsOf('Run', invoke) },
    { label: 'View', submenu: [...itemsOf('View', invoke), separator, { role: 'togglefullscreen' }, ...development] },
    ...(isMac ? [{ role: 'windowMenu' } as const] : []),
    { role: 'help', label: 'Help', submenu: itemsOf('Help', invoke) },
  ];
}

export function setMenu(invoke: (command: CommandId) => void): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(process.platform, !app.isPackaged, invoke)));
}
