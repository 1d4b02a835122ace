// The ports that an operator's config declares (semantics §4). An operator that is not listed declares none: its ports are
// the handles that wires name, and it requires nothing.
import type { InputPort } from '../../../shared/model/checkedGraph.ts';
import { isRecord, type Value, type ValueRecord } from '../../../shared/model/value.ts';

export interface DeclaredPorts {
  readonly inputs: readonly InputPort[];
  readonly outputs: readonly string[];
}

/** The ports that a node of this type declares, or undefined where the type declares none. A broken config declares less. */
export function declaredPorts(type: string, config: ValueRecord): DeclaredPorts | undefined {
  switch (type) {
    case 'scripted':
    case 'script':
    case 'command':
    case 'http':
    case 'model':
      return { inputs: inputPorts(config), outputs: names(config.outputs) };
    case 'ask':
      return { inputs: inputPorts(config), outputs: config.outputs === undefined ? ['answer'] : names(config.outputs) };
    case 'expression':
      return { inputs: inputPorts(config), outputs: isRecord(config.outputs) ? Object.keys(config.outputs) : [] };
    case 'containerRead':
      return { inputs: [{ port: 'trigger', required: true }], outputs: ['value'] };
    case 'containerWrite':
      return { inputs: [{ port: 'value', required: true }], outputs: ['value'] };
    default:
      return undefined;
  }
}

/** All inputs are required unless `required` names those that are. */
function inputPorts(config: ValueRecord): InputPort[] {
  const required = Array.isArray(config.required) ? new Set(names(config.required)) : undefined;
  return names(config.inputs).map((port) => ({ port, required: required === undefined || required.has(port) }));
}

/** The texts of a list, each once; a broken list has fewer. */
export function names(value: Value | undefined): string[] {
  if (!Array.isArray(value)) return [];
  return [...new Set(value.filter((item): item is string => typeof item === 'string' && item !== ''))];
}
