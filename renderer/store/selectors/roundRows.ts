// The rows of a scope's activations and iterations in the tree. A loop that is entered once lists its iterations; one that is
// entered again and again lists its activations, each with its own. The passes over an item stand under it. Where they lie
// against the moment is told by seqs alone.
import type { AttemptLine } from '../../../shared/contract/attempt.ts';
import type { MomentView, OpenScope } from '../../../shared/contract/moment.ts';
import type { ActivationRow, IterationRow, ScopeList } from '../../../shared/contract/scopes.ts';
import { parsePath, printStep } from '../../../shared/model/path.ts';
import type { Folds, ScopeLists } from '../state.ts';
import { type RoundWord, roundsText } from './roundWord.ts';
import {
  activationRow,
  activationsKey,
  activationsOf,
  areRoundsOpen,
  isActivationOpen,
  iterationsKey,
  iterationsOf,
  roundsRow,
  widened,
} from './scopeLists.ts';
import { bareRow, type TreeRow, type When } from './treeRow.ts';

export interface RoundsInput {
  readonly scope: string;
  readonly depth: number;
  /** The scope's own row. */
  readonly parent: string;
  readonly lists: ScopeLists | undefined;
  readonly folds: Folds;
  readonly moment: MomentView;
  /** Iterations on the whole tape, as the tape's summary has them. */
  readonly iterations: number;
  /** Of a bounded loop: how its attempts ended. */
  readonly attempts?: readonly AttemptLine[] | undefined;
  /** What one round is called. */
  readonly word: RoundWord;
}

/** None before the scope was ever entered, as far as is known. */
export function roundRows(input: RoundsInput): readonly TreeRow[] {
  const { scope, depth, parent, folds, moment } = input;
  const lists = input.lists?.lists;
  const activations = activationsOf(lists, scope);
  if (!activations || activations.total === 0) return [];
  const { total, current } = activations;
  const id = roundsRow(scope);
  const open = areRoundsOpen(folds, scope, total, input.iterations);
  const inside = moment.open.find((one) => one.scope === scope);
  const group = { ...bareRow(id, 'rounds', depth, parent), open };
  if (total === 1) {
    const rows = open ? iterationRows(input, undefined, depth + 1, id) : [];
    const label = `${input.word}s`;
    return [{ ...group, label, ...insideWords(inside) }, ...rows];
  }
  const counter = current < 0 ? '' : `${current + 1} of ${total}`;
  const counterText = current < 0 ? '' : `the moment lies in or after activation ${current + 1} of ${total}`;
  const row: TreeRow = { ...group, label: 'activations', counter, counterText };
  if (!open) return [row];
  const shown = activations.rows.flatMap((activation) => activationRows(input, activation, current));
  return [row, ...framed(activations, activationsKey(scope), depth + 1, id, shown)];
}

function insideWords(inside: OpenScope | undefined): Pick<TreeRow, 'counter' | 'counterText'> {
  if (!inside) return { counter: '', counterText: '' };
  const { item, iteration } = inside;
  if (!item) return { counter: `[${iteration}]`, counterText: `the moment lies in iteration ${iteration}` };
  const place = `${item.place + 1} of ${item.of}`;
  return { counter: place, counterText: `the moment lies in item ${place}` };
}

function activationRows(input: RoundsInput, activation: ActivationRow, current: number): readonly TreeRow[] {
  const { scope, folds, moment, depth } = input;
  const { index, at, enteredSeq, exitSeq, opened, reason } = activation;
  const id = activationRow(scope, index);
  const open = isActivationOpen(folds, scope, index, current);
  const words = roundsText(opened, input.word);
  const row: TreeRow = {
    ...bareRow(id, 'activation', depth + 1, roundsRow(scope)),
    label: at === '' ? `#${index + 1}` : shortPath(at),
    title: `activation ${index + 1}${at === '' ? '' : ` in ${at}`}: go to its entry, #${enteredSeq}`,
    open,
    counter: String(opened),
    counterText: exitSeq === null ? `${words}, still open` : `${words}, ended by ${reason ?? 'its exit'}`,
    jump: enteredSeq,
    when: whenOf(enteredSeq, exitSeq, moment.seq),
  };
  if (!open) return [row];
  return [row, ...iterationRows(input, index === current ? undefined : index, depth + 2, id)];
}

/** `activation`: undefined for the one that the moment lies in. */
function iterationRows(
  { scope, lists, moment, folds, attempts }: RoundsInput,
  activation: number | undefined,
  depth: number,
  parent: string,
): readonly TreeRow[] {
  const list = iterationsOf(lists?.lists, scope, activation);
  if (!list) return [];
  const rows = list.rows.flatMap((row, i): readonly TreeRow[] => {
    if ((row.passes ?? 1) === 1) {
      const attempt = attempts?.[row.iteration];
      return [{ ...iterationRow(row, depth, parent, moment.seq), ...verdictOf(attempt) }];
    }
    // The first row in sight of an item stands for all of its passes that are.
    if (list.rows[i - 1]?.iteration === row.iteration) return [];
    const passes = list.rows.slice(i).filter(({ iteration }) => iteration === row.iteration);
    return itemRows(passes, depth, parent, moment.seq, folds);
  });
  return framed(list, iterationsKey(scope, activation), depth, parent, rows);
}

/** `✗ exit 1` beside an attempt that was decided. */
function verdictOf(attempt: AttemptLine | undefined): Partial<TreeRow> {
  if (!attempt || attempt.satisfied === null) return {};
  const words = attempt.satisfied ? 'satisfied' : 'not satisfied';
  return {
    // Its number stands in its name, which needs the room.
    prefix: undefined,
    counter: `${attempt.satisfied ? '✓' : '✗'} ${attempt.ended}`.trim(),
    counterText: attempt.ended === '' ? words : `${attempt.ended}, ${words}`,
  };
}

/** An item that was passed over several times, and its passes under it; those of the item at the moment are unfolded by themselves. */
function itemRows(
  passes: readonly IterationRow[],
  depth: number,
  parent: string,
  seq: number,
  folds: Folds,
): readonly TreeRow[] {
  const [first, last] = [passes[0], passes.at(-1)];
  if (!first || !last) return [];
  const id = `item:${first.path.replace(/@\d+$/, '')}`;
  const when = whenOf(first.openedSeq, last.lastSeq, seq);
  const folded = folds[id];
  const open = folded === undefined ? when === 'now' : !folded;
  const row: TreeRow = {
    ...iterationRow(last, depth, parent, seq),
    id,
    open,
    counter: `${first.passes}×`,
    counterText: `${first.passes} passes`,
    when,
  };
  if (!open) return [row];
  return [row, ...passes.map((pass) => passRow(pass, depth + 1, id, seq))];
}

function passRow(row: IterationRow, depth: number, parent: string, seq: number): TreeRow {
  const made = iterationRow(row, depth, parent, seq);
  return { ...made, kind: 'pass', label: `pass ${row.pass ?? 1}`, prefix: undefined };
}

function iterationRow(row: IterationRow, depth: number, parent: string, seq: number): TreeRow {
  const { path, iteration, label, openedSeq, lastSeq, closed, pass = 1, passes = 1 } = row;
  // A pass that another one followed has an end, though its item is closed by the last one alone.
  const hasEnd = lastSeq !== null && (closed || pass < passes);
  // Where it ended, so that the slots show the hand-over (interfaces §2, Moment).
  const jump = hasEnd ? lastSeq : openedSeq;
  const state = lastSeq === null ? 'open' : hasEnd ? '' : 'not closed';
  const number = `[${iteration}]`;
  return {
    ...bareRow(`iteration:${path}`, 'iteration', depth, parent),
    ...(label === undefined ? { label: number } : { label, prefix: number }),
    title: `${path}: go to where it ${closed ? 'closed' : hasEnd ? 'ended' : 'opened'}, #${jump}`,
    counter: state,
    counterText: state === 'not closed' ? 'its scope ended before it was closed' : state,
    jump,
    when: whenOf(openedSeq, lastSeq, seq),
  };
}

/** Rows with `… n more` at the ends where there are more. */
function framed(
  list: ScopeList,
  key: string,
  depth: number,
  parent: string,
  rows: readonly TreeRow[],
): readonly TreeRow[] {
  const after = list.total - list.from - list.rows.length;
  const more = (side: 'before' | 'after', count: number): readonly TreeRow[] =>
    count <= 0
      ? []
      : [
          {
            ...bareRow(`more:${side}:${key}`, 'more', depth, parent),
            label: `… ${count} more ${side}`,
            more: { list: key, ...widened(list, side) },
          },
        ];
  return [...more('before', list.from), ...rows, ...more('after', after)];
}

/** The end of a path, which tells iterations of one outer iteration apart. */
function shortPath(path: string): string {
  const steps = parsePath(path);
  const last = steps?.at(-1);
  if (!steps || !last) return path;
  return steps.length > 1 ? `…/${printStep(last)}` : printStep(last);
}

function whenOf(from: number, to: number | null, seq: number): When {
  if (seq < from) return 'later';
  return to === null || seq <= to ? 'now' : 'before';
}
