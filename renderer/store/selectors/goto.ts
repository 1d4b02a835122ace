// Where one can go by name: nodes, slots, scopes, and the moment that a text names.
import { parseMoment } from '../../../shared/model/moment.ts';
import type { Selection, Tab } from '../state.ts';

export interface Target {
  readonly id: string;
  readonly kind: 'node' | 'slot' | 'scope';
  readonly text: string;
  readonly selection: Selection;
}

export function targets(tab: Tab): readonly Target[] {
  const view = tab.graph.value;
  if (!view) return [];
  const found: Target[] = [];
  const label = (id: string) => view.nodes.find((node) => node.id === id)?.label ?? id;
  for (const scope of view.scopes) {
    found.push({
      id: `scope:${scope.scope}`,
      kind: 'scope',
      text: label(scope.scope),
      selection: { kind: 'scope', scope: scope.scope },
    });
    for (const slot of scope.slots) {
      found.push({
        id: `slot:${scope.scope}.${slot.name}`,
        kind: 'slot',
        text: `${label(scope.scope)}.${slot.name}`,
        selection: { kind: 'slot', scope: scope.scope, slot: slot.name },
      });
    }
  }
  // States of containers and latches belong to no loop's ports; a tape knows them all at any moment.
  const known = new Set(found.map(({ id }) => id));
  for (const { scope, slot, address } of (tab.kind === 'tape' ? tab.moment.value?.slots : undefined) ?? []) {
    const id = `slot:${scope}.${slot}`;
    if (!known.has(id)) found.push({ id, kind: 'slot', text: address, selection: { kind: 'slot', scope, slot } });
  }
  for (const node of view.nodes) {
    const text = node.label === node.id ? node.id : `${node.label} (${node.id})`;
    found.push({ id: `node:${node.id}`, kind: 'node', text, selection: { kind: 'node', node: node.id } });
  }
  return found;
}

/** True where every word of the text stands in the target's name, whatever the case. */
export function matches(target: Target, text: string): boolean {
  const name = target.text.toLowerCase();
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => name.includes(word));
}

/** The moment that a typed text means: `#12`, `act[3]`, `act[3]:start`, `start`, `end`; a bare number is a seq. */
export function typedMoment(text: string): string | undefined {
  const trimmed = text.trim();
  if (/^\d{1,12}$/.test(trimmed)) return `#${Number(trimmed)}`;
  return parseMoment(trimmed) === undefined ? undefined : trimmed;
}
