// Which states of containers a node's config names: what it reads and writes, as far as the config alone tells.
import jsonata from 'jsonata';
import type { CheckedNode, CheckedPivotGraph } from '../../../shared/model/checkedGraph.ts';
import { accessOf, type StateSpec } from '../../../shared/model/container.ts';
import { isRecord, type Value } from '../../../shared/model/value.ts';

export interface StateUse {
  readonly kind: 'read' | 'write';
  /** As the node calls them; undefined where the config names none. */
  readonly container: string | undefined;
  readonly state: string | undefined;
  /** Where in the config, such as `writes["notes.hint"]`. */
  readonly key: string;
}

export function stateUses({ type, role, config }: CheckedNode): StateUse[] {
  if (role !== 'operator') return [];
  switch (type) {
    case 'containerRead':
    case 'containerWrite': {
      const kind = type === 'containerRead' ? 'read' : 'write';
      return [{ kind, container: text(config.container), state: text(config.state), key: 'container' }];
    }
    case 'expression':
      return [...writesIn(config.writes), ...readsIn(config.outputs, 'outputs'), ...readsIn(config.writes, 'writes')];
    case 'scripted':
      return readsIn(config.expr, 'expr');
    default:
      return [];
  }
}

/** The granted state that a node means; undefined where it was granted none of that name. */
export function grantedState(
  graph: Pick<CheckedPivotGraph, 'containers' | 'grants'>,
  node: string,
  container: string,
  state: string,
): StateSpec | undefined {
  const grant = accessOf(graph.grants, node).find((one) => one.name === container);
  const spec = graph.containers.find((one) => one.id === grant?.container);
  return spec?.states.find((one) => one.state === state);
}

/** The key of a write is `container.state`: the first dot divides. */
function writesIn(writes: Value | undefined): StateUse[] {
  if (!isRecord(writes)) return [];
  return Object.keys(writes).map((name): StateUse => {
    const dot = name.indexOf('.');
    const key = `writes[${JSON.stringify(name)}]`;
    if (dot <= 0) return { kind: 'write', container: undefined, state: undefined, key };
    return { kind: 'write', container: name.slice(0, dot), state: name.slice(dot + 1), key };
  });
}

/** Every `$read("container", "state")` with both named in plain text; what is computed is seen at run time alone. */
function readsIn(texts: Value | undefined, key: string): StateUse[] {
  if (!isRecord(texts)) return [];
  return Object.entries(texts).flatMap(([name, source]) => {
    if (typeof source !== 'string' || !source.includes('$read')) return [];
    let ast: unknown;
    try {
      ast = jsonata(source).ast();
    } catch (error) {
      // That it can't be parsed is told by expression-syntax.
      if (typeof (error as { code?: unknown }).code === 'string') return [];
      throw error;
    }
    return readCalls(ast).map(
      ([container, state]): StateUse => ({ kind: 'read', container, state, key: `${key}.${name}` }),
    );
  });
}

function readCalls(ast: unknown): [string, string][] {
  const found: [string, string][] = [];
  const seen = new Set<object>();
  const open: unknown[] = [ast];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (typeof node !== 'object' || node === null || seen.has(node)) continue;
    seen.add(node);
    const {
      type,
      procedure,
      arguments: given,
    } = node as {
      type?: unknown;
      procedure?: { type?: unknown; value?: unknown };
      arguments?: { type?: unknown; value?: unknown }[];
    };
    if (type === 'function' && procedure?.type === 'variable' && procedure.value === 'read') {
      const [container, state] = given ?? [];
      if (container?.type === 'string' && state?.type === 'string')
        found.push([String(container.value), String(state.value)]);
    }
    for (const inner of Object.values(node)) if (typeof inner === 'object' && inner !== null) open.push(inner);
  }
  return found;
}

function text(value: Value | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
