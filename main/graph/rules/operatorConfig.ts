// What the configs of operators share, whatever the dialect: where each stands, lists of port names, and texts.
import type { Problem } from '../../../shared/model/problem.ts';
import { isRecord, typeName, type Value, type ValueRecord } from '../../../shared/model/value.ts';
import { names } from '../pivot/operatorPorts.ts';
import { listed } from '../wording.ts';
import type { Finding } from './rule.ts';

/**
 * What an operator takes and gives: values by `ports` that its config declares, as in a pivot graph; the `whole`, which is what a socket
 * or a judge is handed and the one text or object that it gives; or an `attempt` of a bounded loop, which is handed the prompt and gives
 * `{output, exit?, signal?}`.
 */
export type Form = 'ports' | 'whole' | 'attempt';

/** One operator and its config, as a graph uses it. */
export interface OperatorUse {
  readonly form: Form;
  readonly type: string;
  readonly config: ValueRecord;
  /** What there is to read by name; undefined where the config itself says so. */
  readonly given?: readonly string[];
  /** Where a key of the config stands, in words: `config.seq of policy`, `seq of the materia Work`. */
  called(key: string): string;
  where(key: string): Problem['where'];
}

/** One fault of a config: the key or path below it, and the rest of the sentence that begins with it. */
export interface ConfigFault {
  readonly key: string;
  readonly says: string;
  readonly hint: string;
  /** It refuses nothing. */
  readonly isNote?: boolean;
}

/** The findings of `faultsOf` over every use of an operator of that type. */
export function configFindings(
  uses: readonly OperatorUse[],
  type: string,
  faultsOf: (use: OperatorUse) => readonly ConfigFault[],
): Finding[] {
  return uses.flatMap((use) =>
    use.type === type
      ? faultsOf(use).map(({ key, says, ...rest }) => ({
          message: `${use.called(key)} ${says}.`,
          where: use.where(key),
          ...rest,
        }))
      : [],
  );
}

/** `inputs`, and `required` where it is there. What is handed all that there is need not name anything. */
export function inputFaults({ form, config }: OperatorUse): ConfigFault[] {
  const isLeftOut = form !== 'ports' && config.inputs === undefined;
  const faults = isLeftOut ? [] : namesFault(config.inputs, 'inputs');
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

/** `outputs` as a list of names, which only a node needs. */
export function outputFaults({ form, config }: OperatorUse): ConfigFault[] {
  return form !== 'ports' && config.outputs === undefined ? [] : namesFault(config.outputs, 'outputs');
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

/** An optional number of milliseconds. */
export function timeoutFault(value: Value | undefined): ConfigFault[] {
  if (value === undefined || (typeof value === 'number' && value > 0)) return [];
  return [{ key: 'timeoutMs', says: 'must be a number of milliseconds above 0', hint: 'Mend or remove it.' }];
}

/** An optional number of bytes. */
export function outputLimitFault(value: Value | undefined): ConfigFault[] {
  if (value === undefined || (Number.isSafeInteger(value) && (value as number) > 0)) return [];
  const hint = 'Write how much of the output is kept, such as 1000000; or remove it.';
  return [{ key: 'outputLimit', says: 'must be a whole number of bytes above 0', hint }];
}
