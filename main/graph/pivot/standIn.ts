// A stand-in (`--script`): a scripted config that replaces a node's operator. Whatever ports it does not name itself are those
// of the node that it stands for, so that the graph around it is wired as before.
import { isRecord, snapshot, type Value, type ValueRecord } from '../../../shared/model/value.ts';
import { declaredPorts, names } from './operatorPorts.ts';

export interface WiredHandles {
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
}

/** The config of the scripted node that stands for a node of this type with this config and these wires. */
export function standInConfig(
  type: string,
  config: ValueRecord,
  standIn: ValueRecord,
  wired: WiredHandles,
): ValueRecord {
  const declared = declaredPorts(type, config);
  const inputs = declared === undefined ? wired.inputs : declared.inputs.map((input) => input.port);
  // Nothing is known of an undeclared operator's needs; that it requires nothing is the rule for such nodes.
  const required = declared === undefined ? [] : declared.inputs.filter((i) => i.required).map((input) => input.port);
  const outputs = declared === undefined ? [...new Set([...wired.outputs, ...outputsIn(standIn)])] : declared.outputs;
  const named = Object.hasOwn(standIn, 'inputs') ? { inputs: standIn.inputs } : { inputs, required };
  return snapshot({ ...named, outputs, ...standIn }) as ValueRecord;
}

/** Every output that an entry of the script names. */
function outputsIn(standIn: ValueRecord): string[] {
  const found: string[] = [];
  const collect = (entry: Value | undefined): void => {
    if (isRecord(entry)) found.push(...Object.keys(entry).filter((key) => !key.startsWith('$')));
  };
  if (Array.isArray(standIn.seq)) for (const entry of standIn.seq) collect(entry);
  if (isRecord(standIn.map)) {
    for (const byValue of Object.values(standIn.map)) if (isRecord(byValue)) Object.values(byValue).forEach(collect);
  }
  collect(standIn.expr);
  return names(found);
}
