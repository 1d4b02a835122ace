// Port synthesis (seed 001 §4): the slots of an iterIn from its own initPorts, the paired iterOut's ports, and the wires that
// aim at handles which neither declares; and the carry ports of an iterOut.
import type { CarrySpec, SlotSpec } from '../../../shared/model/checkedGraph.ts';
import { type Port, PortList } from '../../../shared/model/graph.ts';
import type { Value, ValueRecord } from '../../../shared/model/value.ts';

/**
 * The ports of a list as it stands in a config: those that have a name, each name once. A broken list has fewer; the rule
 * port-list says what is wrong with it.
 */
export function portsIn(value: Value | undefined): Port[] {
  if (!Array.isArray(value)) return [];
  const taken = new Set<string>();
  return value.flatMap((item): Port[] => {
    const read = PortList.element.safeParse(item);
    if (!read.success || read.data.name === '' || taken.has(read.data.name)) return [];
    taken.add(read.data.name);
    return [read.data];
  });
}

/** `wiredHandles`: the handles of this iterIn that wires aim at, in the order of the edges. */
export function synthesiseSlots(
  iterIn: ValueRecord,
  iterOut: ValueRecord,
  wiredHandles: readonly string[],
): readonly SlotSpec[] {
  const slots: SlotSpec[] = [];
  for (const { name, persist } of portsIn(iterIn.initPorts)) {
    slots.push({ name: `init_${name}`, writer: 'init', port: name, persist: persist ?? false });
  }
  for (const { name, persist } of portsIn(iterOut.ports)) {
    slots.push({ name: `iterout_${name}`, writer: 'iterout', port: name, persist: persist ?? true });
  }
  const declared = new Set(slots.map((slot) => slot.name));
  for (const handle of new Set(wiredHandles)) {
    if (handle === '' || declared.has(handle)) continue;
    slots.push({ name: handle, writer: 'surrogate', port: handle, persist: false });
  }
  return slots;
}

export function carriesOf(iterOut: ValueRecord): readonly CarrySpec[] {
  return portsIn(iterOut.ports).map(({ name, required }) => ({ port: name, required: required ?? false }));
}
