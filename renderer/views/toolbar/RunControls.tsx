// Controls of a live run, and the chip that says whether the playhead follows it; of a recording whose run can go on in it, the
// button that goes on.
import { Button } from '../../components/Button.tsx';
import { Icon } from '../../components/Icon.tsx';
import { IconButton } from '../../components/IconButton.tsx';
import { shallowEqual, useStore } from '../../components/useStore.ts';
import { shownKey } from '../../store/keyCommand.ts';
import { loopAgain } from '../../store/selectors/loopAgain.ts';
import { isContinuable, isMac } from '../../store/selectors/page.ts';
import { activeTape } from '../../store/selectors/tabs.ts';
import type { AppState } from '../../store/state.ts';
import type { Store } from '../../store/store.ts';

const WHERE: Readonly<Record<string, string>> = {
  paused: 'Goes on in this tape where it paused',
  waiting: 'Goes on in this tape where it waits',
  interrupted: 'Goes on in this tape where it was interrupted; what was running then starts again',
  failed: 'Goes on in this tape where it failed; what failed starts again',
};

function continuableStatus(state: AppState): string | undefined {
  const tape = activeTape(state);
  return tape && isContinuable(tape) ? tape.summary.status : undefined;
}

export function RunControls({ store }: { readonly store: Store }) {
  const mac = useStore(store, isMac);
  const model = useStore(
    store,
    (state) => {
      const tape = activeTape(state);
      return tape?.summary.live ? { run: tape.run, follow: tape.follow } : undefined;
    },
    shallowEqual,
  );
  const continuable = useStore(store, continuableStatus);
  const again = useStore(store, (state) => {
    const tape = activeTape(state);
    return tape !== undefined && !tape.summary.live && loopAgain(tape) !== undefined;
  });
  if (continuable || again) {
    return (
      <fieldset aria-label="Run" className="flex items-center gap-2">
        {continuable && (
          <Button
            title={`${WHERE[continuable]} (${shownKey('run.continue', mac)})`}
            onClick={() => store.dispatch({ type: 'command.invoked', command: 'run.continue' })}
          >
            <Icon name="play" sizePx={15} /> Continue
          </Button>
        )}
        {again && (
          <Button
            title={`Fills the form with what this run was asked for (${shownKey('loop.again', mac)})`}
            onClick={() => store.dispatch({ type: 'command.invoked', command: 'loop.again' })}
          >
            Run again with changes …
          </Button>
        )}
      </fieldset>
    );
  }
  if (!model) return null;
  const { run, follow } = model;
  const paused = run === 'paused';
  const control = (action: 'pause' | 'resume' | 'step' | 'stop') => () =>
    store.dispatch({ type: 'run.controlled', action });
  return (
    <fieldset className="flex items-center gap-0.5" aria-label="Run">
      <button
        type="button"
        aria-pressed={follow}
        title={follow ? 'The playhead follows the run; a manual move stops that' : 'Follow the run (End)'}
        onClick={() => store.dispatch({ type: 'follow.changed', follow: !follow })}
        className="mr-1 flex h-6 items-center gap-1.5 rounded-full border border-line px-2.5 text-dim text-small hover:bg-hover aria-pressed:border-accent aria-pressed:text-accent"
      >
        <span aria-hidden="true" className={`size-1.5 rounded-full ${follow ? 'bg-accent' : 'bg-mark'}`} />
        Follow
      </button>
      <IconButton
        icon={paused ? 'play' : 'pause'}
        label={paused ? 'Resume the run' : 'Pause the run'}
        hint={shownKey('run.pause', mac)}
        onPress={control(paused ? 'resume' : 'pause')}
      />
      <IconButton
        icon="step"
        label="Perform one fire and hold"
        hint={shownKey('run.step', mac)}
        unavailable={paused ? undefined : 'Pause the run to step it fire by fire'}
        onPress={control('step')}
      />
      <IconButton icon="stop" label="Stop the run" hint={shownKey('run.stop', mac)} onPress={control('stop')} />
    </fieldset>
  );
}
