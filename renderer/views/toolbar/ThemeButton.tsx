// Switches between the system's theme, light and dark.
import type { Theme } from '../../../shared/contract/app.ts';
import { IconButton } from '../../components/IconButton.tsx';
import { useStore } from '../../components/useStore.ts';
import type { Store } from '../../store/store.ts';

const ICONS = { system: 'screen', light: 'sun', dark: 'moon' } as const;
const NAMES: Readonly<Record<Theme, string>> = { system: 'as the system', light: 'light', dark: 'dark' };

export function ThemeButton({ store }: { readonly store: Store }) {
  const theme = useStore(store, (state) => state.settings.theme);
  return (
    <IconButton
      icon={ICONS[theme]}
      label={`Theme: ${NAMES[theme]}`}
      onPress={() => store.dispatch({ type: 'command.invoked', command: 'theme' })}
    />
  );
}
