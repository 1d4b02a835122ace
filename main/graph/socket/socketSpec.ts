// What one socket does, from its own words and those of its materia (semantics §2, File and Parse).
import type { CheckedNode } from '../../../shared/model/checkedGraph.ts';
import type { AdvanceSpec, AssignSpec, EdgeSpec } from '../../../shared/model/checkedSocketGraph.ts';
import { Condition, type Materia, type Socket } from '../../../shared/model/socketGraph.ts';
import { isRecord, snapshot, type Value, type ValueRecord } from '../../../shared/model/value.ts';
import { readStatePath } from './statePath.ts';

/** What of a materia is not its operator's config. */
const OWN_KEYS = new Set(['operator', 'kind', 'type', 'generator', 'parse', 'assign', 'label']);

export function isGenerator(materia: Materia | undefined): boolean {
  return materia?.generator === true;
}

/** A generator is always parsed as JSON; else the socket's own word counts, then its materia's. */
export function isParsedAsJson(socket: Socket, materia: Materia | undefined): boolean {
  return isGenerator(materia) || (socket.parse ?? materia?.parse) === 'json';
}

/** A model, or an agent without an operator of its own, is asked once more after an invalid output (semantics §2, Parse). */
export function isRepairable(materia: Materia | undefined, compat: string | undefined): boolean {
  if (materia?.operator) return materia.operator === 'model';
  // To pi-materia a materia is an agent unless it says otherwise (semantics §5).
  const unsaid = compat === 'pi-materia' ? 'agent' : undefined;
  return (materia?.kind ?? materia?.type ?? unsaid) === 'agent';
}

/**
 * The assigns in their order, as far as they can be read. A materia brings its own, such as a utility that writes what it found wherever
 * it is plugged in; the socket's come after them, and a target that both name is the socket's alone.
 */
export function assignsOf(socket: Socket, materia: Materia | undefined): AssignSpec[] {
  const own = Object.entries(socket.assign ?? {});
  const taken = new Set(own.map(([target]) => targetName(target)));
  const brought = Object.entries(materia?.assign ?? {}).filter(([target]) => !taken.has(targetName(target)));
  return [...brought, ...own].flatMap(([target, source]): AssignSpec[] => {
    const path = readStatePath(target);
    return path && typeof source === 'string' && source !== '' ? [{ target: path, source }] : [];
  });
}

function targetName(target: string): string {
  return target.replace(/^state\./, '');
}

/** Undefined where there is none, or where it can't be read. */
export function advanceOf({ advance }: Socket): AdvanceSpec | undefined {
  const items = typeof advance?.items === 'string' ? readStatePath(advance.items) : undefined;
  if (!items || typeof advance?.cursor !== 'string' || advance.cursor === '') return undefined;
  return { cursor: advance.cursor, items, when: Condition.safeParse(advance.when).data ?? 'always', compiled: false };
}

/** Every edge with a target. One whose condition can't be read is kept, as `always`, so that it is drawn. */
export function edgesOf({ edges }: Socket): EdgeSpec[] {
  return (edges ?? []).flatMap(({ to, when, maxTraversals }): EdgeSpec[] => {
    if (typeof to !== 'string') return [];
    const limit = traversalLimit(maxTraversals);
    return [
      {
        when: Condition.safeParse(when).data ?? 'always',
        to,
        ...(limit === undefined ? {} : { maxTraversals: limit }),
      },
    ];
  });
}

/** Undefined where there is none, or where it is no whole number of at least 1. */
export function traversalLimit(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 1 ? value : undefined;
}

/** A stand-in answers in place of whatever operator there was, or was not. */
export function socketNode(
  id: string,
  socket: Socket,
  materia: Materia | undefined,
  standIn: ValueRecord | undefined,
  hasItem: boolean,
): CheckedNode {
  const name = socket.materia ?? '';
  const type = materia?.operator || materia?.kind || materia?.type || name || 'socket';
  const label = socket.label || materia?.label || (name === id ? undefined : name);
  const { position } = socket;
  return {
    id,
    type: standIn === undefined ? type : 'scripted',
    ...(standIn === undefined ? {} : { authoredType: type }),
    role: 'operator',
    ...(label ? { label } : {}),
    ...(isPlace(position) ? { position: { x: position.x, y: position.y } } : {}),
    config: standIn ?? operatorConfig(materia),
    inputs: hasItem ? [{ port: 'item', required: false }] : [],
    outputs: ['output'],
  };
}

function operatorConfig(materia: Materia | undefined): Readonly<Record<string, Value>> {
  const config = snapshot(Object.fromEntries(Object.entries(materia ?? {}).filter(([key]) => !OWN_KEYS.has(key))));
  return isRecord(config) ? config : {};
}

function isPlace(value: unknown): value is { readonly x: number; readonly y: number } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'x' in value &&
    'y' in value &&
    isNumber(value.x) &&
    isNumber(value.y)
  );
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}
