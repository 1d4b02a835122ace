// Inputs as they stand in texts: in the prompt of a model, in the address of a request.
import { toPublic } from '../../shared/model/publicValue.ts';
import { isRecord, type Value } from '../../shared/model/value.ts';

/** A text as it is, everything else as JSON. */
export function textOf(value: Value): string {
  return typeof value === 'string' ? value : JSON.stringify(toPublic(value), null, 2);
}

/** What a name such as `item.title` stands for. */
export function valueAt(inputs: Value, name: string): Value | undefined {
  return name.split('.').reduce<Value | undefined>((value, key) => {
    if (Array.isArray(value)) return (value as readonly Value[])[Number(key)];
    return isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  }, inputs);
}
