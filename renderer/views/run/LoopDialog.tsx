// The form that starts a bounded loop: what is tried, until what, how often at most, and where. Below it stands what that would come
// to, as the host reads it, and the same on the command line.
import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react';
import { Button } from '../../components/Button.tsx';
import { Icon } from '../../components/Icon.tsx';
import { Modal } from '../../components/Modal.tsx';
import { Segments } from '../../components/Segments.tsx';
import { useStore } from '../../components/useStore.ts';
import { PlainText } from '../../parts/PlainText.tsx';
import { fieldOf, loopAsked } from '../../store/selectors/loop.ts';
import type { LoopForm } from '../../store/state.ts';
import type { Store } from '../../store/store.ts';
import { LoopPreview } from './LoopPreview.tsx';

const FIELD =
  'w-full rounded-md border border-line-strong bg-bg px-2 py-1 font-mono text-small aria-invalid:border-hazard';

export function LoopDialog({ store }: { readonly store: Store }) {
  const isOpen = useStore(store, (state) => state.overlay?.kind === 'loop');
  if (!isOpen) return null;
  return (
    <Modal
      title="Try until it succeeds"
      description="A command, or a prompt for a model, is tried a few times at most and recorded."
      widthPx={640}
      onClose={() => store.dispatch({ type: 'overlay.shown', overlay: null })}
    >
      <Form store={store} />
    </Modal>
  );
}

function Form({ store }: { readonly store: Store }) {
  const { form, draft, folders, left, starting, failure } = useStore(store, (state) => state.loop);
  const panel = useId();
  const first = useRef<HTMLElement>(null);
  const { tries } = form;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is tried decides which field is there
  useEffect(() => first.current?.focus(), [tries]);
  const asked = loopAsked(form);
  const isOffered = folders.length === 0 || folders.includes(form.folder);
  const problem = asked.ok ? draft.value?.problems[0] : undefined;
  const wrong = asked.ok
    ? isOffered
      ? problem && { field: fieldOf(problem.code), message: problem.message }
      : { field: 'folder' as const, message: elsewhere(form.folder) }
    : { field: asked.field, message: asked.message };
  const unavailable = starting ? 'The loop is starting.' : wrong?.message;
  const change = (part: Partial<LoopForm>): void =>
    store.dispatch({ type: 'loop.changed', form: { ...form, ...part } });
  const text = (field: keyof LoopForm, until?: LoopForm['until']) => ({
    // Whoever writes what it is until means it.
    ...(until === undefined ? {} : { onFocus: () => form.until !== until && change({ until }) }),
    value: String(form[field]),
    'aria-invalid': wrong?.field === field && String(form[field]) !== '',
    onChange: (event: { readonly target: { readonly value: string } }) => change({ [field]: event.target.value }),
  });
  return (
    <form
      aria-label="Try until it succeeds"
      className="flex min-h-0 flex-col"
      onSubmit={(event) => {
        event.preventDefault();
        if (unavailable === undefined) store.dispatch({ type: 'loop.requested' });
      }}
    >
      <div className="min-h-0 space-y-3.5 overflow-auto px-5 pt-3 pb-1">
        <Segments
          label="What is tried"
          segments={[
            { id: 'command', label: 'A command' },
            { id: 'prompt', label: 'A prompt' },
          ]}
          value={form.tries}
          controls={panel}
          onChange={(tries) =>
            change({ tries, until: tries === 'prompt' && form.until === 'exit' ? 'judge' : form.until })
          }
        />
        <div id={panel} role="tabpanel" aria-label={form.tries === 'command' ? 'A command' : 'A prompt'}>
          {form.tries === 'command' ? (
            <>
              <Labelled label="Command" hint={form.shell ? 'a text for the system’s shell' : 'no shell looks at it'}>
                {(id) => (
                  <input
                    id={id}
                    spellCheck={false}
                    placeholder="npm test"
                    ref={first as RefObject<HTMLInputElement | null>}
                    className={FIELD}
                    {...text('command')}
                  />
                )}
              </Labelled>
              <label className="flex items-center gap-2 pt-1.5 text-dim text-small">
                <input
                  type="checkbox"
                  checked={form.shell}
                  onChange={(event) => change({ shell: event.target.checked })}
                  className="accent-accent"
                />
                Run it in a shell, for pipes and patterns
              </label>
            </>
          ) : (
            <div className="space-y-3">
              <Labelled label="Prompt" hint="what the model is to do">
                {(id) => (
                  <textarea
                    id={id}
                    rows={3}
                    ref={first as RefObject<HTMLTextAreaElement | null>}
                    className={`${FIELD} block resize-y`}
                    {...text('prompt')}
                  />
                )}
              </Labelled>
              <Labelled label="Model" hint="the one in LOOPTAPE_MODEL where nothing stands here">
                {(id) => <input id={id} spellCheck={false} className={FIELD} {...text('model')} />}
              </Labelled>
            </div>
          )}
        </div>
        <fieldset className="space-y-2">
          <legend className="pb-1 text-small">Until</legend>
          {form.tries === 'command' && (
            <Choice
              name="until"
              checked={form.until === 'exit'}
              onPick={() => change({ until: 'exit' })}
              label="it ends with exit code"
            >
              <input
                aria-label="Exit code"
                inputMode="numeric"
                className={`${FIELD} max-w-20`}
                {...text('exit', 'exit')}
              />
            </Choice>
          )}
          <Choice
            name="until"
            checked={form.until === 'regex'}
            onPick={() => change({ until: 'regex' })}
            label="its output matches"
          >
            <input
              aria-label="Pattern"
              spellCheck={false}
              placeholder="p95 < 200ms"
              className={FIELD}
              {...text('regex', 'regex')}
            />
          </Choice>
          <Choice
            name="until"
            checked={form.until === 'judge'}
            onPick={() => change({ until: 'judge' })}
            label="a judge says that it is"
          >
            <input
              aria-label="Criterion"
              placeholder="task completed"
              className={FIELD}
              {...text('criterion', 'judge')}
            />
          </Choice>
          {form.until === 'judge' && (
            <div className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-2 pl-6">
              <select
                aria-label="Judge"
                value={form.judge}
                onChange={(event) => change({ judge: event.target.value as LoopForm['judge'] })}
                className={`${FIELD} h-[27px] w-auto`}
              >
                <option value="ask" className="bg-raise">
                  you, here in the app
                </option>
                <option value="command" className="bg-raise">
                  a command
                </option>
                <option value="model" className="bg-raise">
                  a model
                </option>
              </select>
              {form.judge !== 'ask' && (
                <input
                  aria-label={form.judge === 'command' ? 'Judge’s command' : 'Judge’s model'}
                  spellCheck={false}
                  placeholder={form.judge === 'command' ? 'node judge.mjs' : 'the one in LOOPTAPE_MODEL'}
                  className={FIELD}
                  {...text('judgedBy')}
                />
              )}
            </div>
          )}
        </fieldset>
        <div className="grid grid-cols-[7.5rem_8rem_7rem_minmax(0,1fr)] gap-3">
          <Labelled label="Attempts" hint="up to 10">
            {(id) => <input id={id} inputMode="numeric" className={FIELD} {...text('max')} />}
          </Labelled>
          <Labelled label="Time limit" hint="seconds">
            {(id) => <input id={id} inputMode="decimal" placeholder="none" className={FIELD} {...text('seconds')} />}
          </Labelled>
          <Labelled label="Output" hint="KB kept">
            {(id) => <input id={id} inputMode="decimal" placeholder="512" className={FIELD} {...text('kilobytes')} />}
          </Labelled>
          <Labelled label="Folder" hint="where it runs">
            {(id) => (
              <select
                id={id}
                value={form.folder}
                title={form.folder}
                onChange={(event) => change({ folder: event.target.value })}
                className={`${FIELD} h-[27px]`}
              >
                {(isOffered ? folders : [form.folder, ...folders]).map((folder) => (
                  <option key={folder} value={folder} className="bg-raise">
                    {folder}
                  </option>
                ))}
              </select>
            )}
          </Labelled>
        </div>
        <LoopPreview asked={asked} draft={draft} left={left} />
        {failure && (
          <p role="alert" className="break-words text-hazard text-small">
            <PlainText text={failure.message} lines /> <code className="text-faint">{failure.code}</code>
          </p>
        )}
      </div>
      <div className="flex items-center gap-3 border-line border-t px-5 py-3">
        <p className="min-w-0 flex-1 text-dim text-small">
          {unavailable !== undefined && !starting && <PlainText text={unavailable} />}
        </p>
        <Button type="submit" weight="main" unavailable={unavailable}>
          <Icon name="play" sizePx={15} /> {starting ? 'Starting …' : 'Start and record'}
        </Button>
      </div>
    </form>
  );
}

/** Of a recorded loop that ran where nothing was brought in from. */
function elsewhere(folder: string): string {
  return `It ran in ${folder}, which is not among your folders here: open a graph that lies there, or choose another folder.`;
}

interface LabelledProps {
  readonly label: string;
  readonly hint: string;
  readonly children: (id: string) => ReactNode;
}

function Labelled({ label, hint, children }: LabelledProps) {
  const id = useId();
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="block truncate pb-0.5 text-small">
        {label} <span className="text-faint text-tiny">{hint}</span>
      </label>
      {children(id)}
    </div>
  );
}

interface ChoiceProps {
  readonly name: string;
  readonly checked: boolean;
  readonly label: string;
  readonly onPick: () => void;
  readonly children: ReactNode;
}

function Choice({ name, checked, label, onPick, children }: ChoiceProps) {
  return (
    <div className="grid grid-cols-[12rem_minmax(0,1fr)] items-center gap-2">
      <label className="flex items-center gap-2 text-small">
        <input type="radio" name={name} checked={checked} onChange={onPick} className="accent-accent" />
        {label}
      </label>
      {children}
    </div>
  );
}
