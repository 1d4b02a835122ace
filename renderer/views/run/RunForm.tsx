// The form that runs a graph: its inputs, a budget, whose rules to follow, of a config file which loadout. What can't run says why.
import { useId } from 'react';
import type { GraphView } from '../../../shared/contract/graph.ts';
import { Button } from '../../components/Button.tsx';
import { Icon } from '../../components/Icon.tsx';
import { PlainText } from '../../parts/PlainText.tsx';
import { budgetProblem, inputValue } from '../../store/runInputs.ts';
import type { RunForm as Form, GraphTab } from '../../store/state.ts';
import type { Store } from '../../store/store.ts';

export interface RunFormProps {
  readonly store: Store;
  readonly tab: GraphTab;
  readonly view: GraphView;
}

const FIELD = 'w-full rounded-md border border-line-strong bg-bg px-2 py-1 font-mono text-small';
/** Whose rules a graph of each dialect may follow beside our own. */
const COMPATS: Readonly<Record<GraphView['dialect'], readonly string[]>> = {
  pivot: ['', 'agentcanvas'],
  socket: ['', 'pi-materia'],
  bounded: [''],
  foreign: [''],
};

export function RunForm({ store, tab, view }: RunFormProps) {
  const id = useId();
  const { form } = tab;
  const change = (part: Partial<Form>): void =>
    store.dispatch({ type: 'form.changed', tab: tab.id, form: { ...form, ...part } });
  const budget = budgetProblem(form.budget);
  const unavailable = whyNot(tab, view, budget);
  const run = (paused: boolean) => (): void => store.dispatch({ type: 'run.requested', tab: tab.id, paused });
  return (
    <form
      aria-label="Run this graph"
      onSubmit={(event) => {
        event.preventDefault();
        if (unavailable === undefined) run(false)();
      }}
      className="space-y-2.5 border-line border-b px-3.5 pt-1 pb-3.5"
    >
      {view.loadouts && view.loadouts.length > 1 && (
        <div>
          <label htmlFor={`${id}-loadout`} className="block pb-0.5 text-small">
            Loadout
          </label>
          <select
            id={`${id}-loadout`}
            value={form.loadout === '' ? (view.loadout ?? '') : form.loadout}
            onChange={(event) => {
              change({ loadout: event.target.value });
              store.dispatch({ type: 'graph.reloaded', tab: tab.id });
            }}
            className={`${FIELD} h-[27px]`}
          >
            {view.loadouts.map((loadout) => (
              <option key={loadout} value={loadout} className="bg-raise">
                {loadout}
              </option>
            ))}
          </select>
        </div>
      )}
      {view.inputs.map((input) => {
        const text = form.inputs[input.name] ?? '';
        return (
          <div key={input.name}>
            <label htmlFor={`${id}-${input.name}`} className="flex items-baseline gap-2 pb-0.5 text-small">
              <PlainText text={input.name} />
              <span className="text-faint text-tiny">{input.wireType}</span>
              <span className="ml-auto text-faint text-tiny">
                {text.trim() !== '' ? readAs(text) : input.preset === undefined ? '' : 'as in the file'}
              </span>
            </label>
            <textarea
              id={`${id}-${input.name}`}
              rows={Math.min(6, text.split('\n').length)}
              value={text}
              spellCheck={false}
              placeholder={input.preset === undefined ? 'JSON, or text' : input.preset}
              onChange={(event) => change({ inputs: { ...form.inputs, [input.name]: event.target.value } })}
              className={`${FIELD} block resize-y`}
            />
          </div>
        );
      })}
      <div className="grid grid-cols-2 gap-3">
        <div>
          <label htmlFor={`${id}-budget`} className="block pb-0.5 text-small">
            Budget{' '}
            <span className="text-faint text-tiny">
              {view.dialect === 'socket' ? 'caps all visits' : 'caps every loop'}
            </span>
          </label>
          <input
            id={`${id}-budget`}
            inputMode="numeric"
            value={form.budget}
            placeholder={budgetHint(view)}
            aria-invalid={budget !== undefined}
            aria-describedby={budget === undefined ? undefined : `${id}-budget-problem`}
            onChange={(event) => change({ budget: event.target.value })}
            className={`${FIELD} aria-invalid:border-hazard`}
          />
        </div>
        <div>
          <label htmlFor={`${id}-compat`} className="block pb-0.5 text-small">
            Rules
          </label>
          <select
            id={`${id}-compat`}
            value={form.compat}
            onChange={(event) => change({ compat: event.target.value })}
            className={`${FIELD} h-[27px]`}
          >
            {COMPATS[view.dialect].map((compat) => (
              <option key={compat} value={compat} className="bg-raise">
                {compat === '' ? (view.compat ? `the graph’s (${view.compat})` : 'Looptape’s own') : `as ${compat}`}
              </option>
            ))}
          </select>
        </div>
      </div>
      {budget !== undefined && (
        <p id={`${id}-budget-problem`} className="text-hazard text-small">
          {budget}
        </p>
      )}
      <div className="flex items-center gap-2 pt-1">
        <Button type="submit" weight="main" unavailable={unavailable}>
          <Icon name="play" sizePx={15} /> {tab.starting ? 'Starting …' : 'Run and record'}
        </Button>
        <Button unavailable={unavailable} title="Starts held, before the first fire" onClick={run(true)}>
          Start paused
        </Button>
      </div>
      {unavailable !== undefined && !tab.starting && budget === undefined && (
        <p className="text-dim text-small">
          <PlainText text={unavailable} />
        </p>
      )}
      {tab.failure && (
        <p role="alert" className="break-words text-hazard text-small">
          <PlainText text={tab.failure.message} lines /> <code className="text-faint">{tab.failure.code}</code>
        </p>
      )}
    </form>
  );
}

function whyNot(tab: GraphTab, view: GraphView, budget: string | undefined): string | undefined {
  if (tab.starting) return 'The run is starting.';
  if (view.missingOperators.length > 0) {
    return 'It can be looked at, not run: no operator here can run the types below.';
  }
  if (view.problems.length > 0) return 'It can’t run before the problems below are solved.';
  return budget;
}

function budgetHint(view: GraphView): string {
  const budgets = [...new Set(view.scopes.flatMap((scope) => scope.budget ?? []))];
  return budgets.length === 0 ? 'none' : `as authored: ${budgets.join(', ')}`;
}

/** How the text will be read, so that `12` and `"12"` don't surprise. */
function readAs(text: string): string {
  const value = inputValue(text);
  if (value === null) return 'read as null';
  if (Array.isArray(value)) return 'read as a list';
  if (typeof value === 'object') return 'read as an object';
  return typeof value === 'string' ? 'read as text' : `read as a ${typeof value}`;
}
