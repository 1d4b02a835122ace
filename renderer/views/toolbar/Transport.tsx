// The transport: the ways to move, as buttons. They don't take the focus from a press, so that the keys go on working.

import type { CommandId } from '../../../shared/commands/commands.ts';
import type { IconName } from '../../components/Icon.tsx';
import { IconButton } from '../../components/IconButton.tsx';
import { useStore } from '../../components/useStore.ts';
import { shownKey } from '../../store/keyCommand.ts';
import { isMac } from '../../store/selectors/page.ts';
import { activeTape } from '../../store/selectors/tabs.ts';
import type { Store } from '../../store/store.ts';
import { SPEEDS } from '../../store/tapeReducer.ts';

const BEFORE: readonly (readonly [CommandId, IconName, string])[] = [
  ['first', 'first', 'First moment'],
  ['boundary.previous', 'backFar', 'Previous iteration boundary'],
  ['event.previous', 'back', 'Previous event'],
];
const AFTER: readonly (readonly [CommandId, IconName, string])[] = [
  ['event.next', 'forward', 'Next event'],
  ['boundary.next', 'forwardFar', 'Next iteration boundary'],
  ['last', 'last', 'Last moment'],
];

export function Transport({ store }: { readonly store: Store }) {
  const mac = useStore(store, isMac);
  const playing = useStore(store, (state) => activeTape(state)?.playing ?? false);
  const speed = useStore(store, (state) => activeTape(state)?.eventsPerSecond ?? 16);
  const button = ([command, icon, label]: readonly [CommandId, IconName, string]) => (
    <IconButton
      key={command}
      icon={icon}
      label={label}
      hint={shownKey(command, mac)}
      onPress={() => store.dispatch({ type: 'command.invoked', command })}
    />
  );
  return (
    <div
      role="toolbar"
      aria-label="Travel"
      tabIndex={-1}
      className="flex shrink-0 items-center gap-0.5"
      onPointerDown={(event) => {
        if (event.target instanceof Element && event.target.closest('button')) event.preventDefault();
      }}
      onMouseDown={(event) => {
        if (event.target instanceof Element && event.target.closest('button')) event.preventDefault();
      }}
    >
      {BEFORE.map(button)}
      <IconButton
        icon={playing ? 'pause' : 'play'}
        label={playing ? 'Pause' : 'Play'}
        hint={shownKey('play', mac)}
        weight="main"
        onPress={() => store.dispatch({ type: 'command.invoked', command: 'play' })}
      />
      {AFTER.map(button)}
      <select
        aria-label="Speed of play"
        title="Events a second while playing"
        value={speed}
        onChange={(event) => store.dispatch({ type: 'speed.changed', eventsPerSecond: Number(event.target.value) })}
        className="ml-1 h-7 rounded-md bg-transparent px-1 text-dim text-small hover:bg-hover max-[1180px]:hidden"
      >
        {SPEEDS.map((one) => (
          <option key={one} value={one} className="bg-raise text-text">
            {one}/s
          </option>
        ))}
      </select>
    </div>
  );
}
