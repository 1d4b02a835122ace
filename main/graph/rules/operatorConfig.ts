// What the configs of operators share: lists of port names, and texts.
import { isRecord, typeName, type Value, type ValueRecord } from '../../../shared/model/value.ts';
import type { PivotDraft } from '../pivot/draft.ts';
import { names } from '../pivot/operatorPorts.ts';
import { listed } from '../wording.ts';
import type { Finding } from './rule.ts';

/** One fault of a config: the key or path below `config` and the rest of the sentence after `<node>'s config.<key> `. */
export interface ConfigFault {
  readonly key: string;
  readonly says: string;
  readonly hint: string;
}

/** The findings of `faultsOf` over every node of that type. */
export function configFindings(
  { graph, pathOf }: PivotDraft,
  type: string,
  faultsOf: (config: ValueRecord) => readonly ConfigFault[],
): Finding[] {
  return graph.nodes.flatMap((node) => {
    if (node.type !== type || node.role !== 'operator') return [];
    return faultsOf(node.config).map(({ key, says, hint }) => ({
      message: `config.${key} of ${node.id} ${says}.`,
      // A stand-in's config stands in another file.
      where:
        node.authoredType === undefined
          ? { node: node.id, path: `${pathOf(node.id)}.config.${key}` }
          : { node: node.id },
      hint,
    }));
  });
}

/** `inputs`, and `required` where it is there. */
export function inputFaults(config: ValueRecord): ConfigFault[] {
  const faults = namesFault(config.inputs, 'inputs');
  if (config.required === undefined) return faults;
  faults.push(...namesFault(config.required, 'required'));
  const inputs = names(config.inputs);
  const strange = names(config.required).filter((name) => !inputs.includes(name));
  if (strange.length > 0) {
    faults.push({
      key: 'required',
      says: `names ${listed(strange)}, but its inputs are ${listed(inputs)}`,
      hint: 'List only inputs as required.',
    });
  }
  return faults;
}

/** A list of different names that are not empty. */
export function namesFault(value: Value | undefined, key: string): ConfigFault[] {
  const hint = `Write a list of names, such as ["obs"]; an empty list where there are none.`;
  if (value === undefined) return [{ key, says: 'is missing', hint }];
  if (!Array.isArray(value)) return [{ key, says: `must be a list of names, but is of type ${typeName(value)}`, hint }];
  const wrong = value.findIndex((item) => typeof item !== 'string' || item === '');
  if (wrong >= 0) return [{ key, says: `must be a list of names, but its entry ${wrong} is none`, hint }];
  const twice = value.filter((item, index) => value.indexOf(item) !== index);
  return twice.length === 0 ? [] : [{ key, says: `names ${listed(names(twice))} twice`, hint: 'Name each port once.' }];
}

/** An object whose every value is a text, such as expressions by port. */
export function textsFault(value: Value | undefined, key: string, what: string): ConfigFault[] {
  const hint = `Write an object of ${what}, such as {"y": "x + 1"}.`;
  if (value === undefined) return [{ key, says: 'is missing', hint }];
  if (!isRecord(value)) return [{ key, says: `must be an object of ${what}, but is of type ${typeName(value)}`, hint }];
  return Object.entries(value).flatMap(([name, text]) =>
    typeof text === 'string'
      ? []
      : [{ key, says: `holds something of type ${typeName(text)} for "${name}", where a text is expected`, hint }],
  );
}
