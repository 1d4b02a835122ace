// What the user set: the theme and the layout of the panes, in `settings.json`.
import { join } from 'node:path';
import { Settings } from '../../shared/contract/app.ts';
import { jsonFile } from './jsonFile.ts';

export interface SettingsStore {
  get(): Settings;
  /** Takes what is given and keeps the rest; of the layout each key by itself, so that two windows don't undo each other. */
  set(change: { readonly [K in keyof Settings]?: Settings[K] | undefined }): Promise<Settings>;
}

const DEFAULTS: Settings = { theme: 'system', layout: {} };

export function createSettings(folder: string, warn?: (sentence: string) => void): SettingsStore {
  const file = jsonFile<Settings>({
    path: join(folder, 'settings.json'),
    parse: (data) => {
      const parsed = Settings.safeParse(data === undefined ? DEFAULTS : data);
      return parsed.success ? parsed.data : undefined;
    },
    ...(warn && { warn }),
  });
  return {
    get: () => file.read(),
    set: (change) =>
      file.update((current) => ({
        theme: change.theme ?? current.theme,
        layout: { ...current.layout, ...change.layout },
      })),
  };
}
