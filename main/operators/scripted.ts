// The operator `scripted`: outputs written down beforehand, for tests and stand-ins (semantics §4). It answers at once,
// but for `expr`, and depends on nothing but its config, the inputs and the number of the fire.
import { toPublic } from '../../shared/model/publicValue.ts';
import { isRecord, typeName, type Value } from '../../shared/model/value.ts';
import type { Call, Operator, OperatorAnswer } from '../runner/ports.ts';
import type { Evaluator } from './evaluator.ts';
import { outputsOf } from './outputs.ts';
import { refusal } from './refusal.ts';
import { called, capital, setting } from './wording.ts';

/**
 * Config: one of `seq`, `map`, `expr`, `throw` (semantics §4). An entry is an object of outputs, of a socket its text or object.
 * Errors: `no-entry` where nothing was written down for this
 * fire, `scripted-threw` and `halt` where that is what was written down, `undeclared-output`, `bad-config`.
 */
export function scriptedOperator(evaluator: Evaluator): Operator {
  return {
    outward: false,
    run(call) {
      const { config } = call;
      if (config.throw !== undefined) return refusal('scripted-threw', textOf(config.throw));
      if (config.seq !== undefined) return fromSeq(call, config.seq);
      if (config.map !== undefined) return fromMap(call, config.map);
      if (config.expr !== undefined) return evaluator.answer(call, config.expr);
      return refusal('bad-config', `${capital(called(call))} is scripted but has none of seq, map, expr and throw.`);
    },
  };
}

function fromSeq(call: Call, seq: Value): OperatorAnswer {
  if (!Array.isArray(seq)) {
    return refusal('bad-config', `${setting(call, 'seq')} is ${typeName(seq)}; it must be a list of outputs.`);
  }
  const list: readonly Value[] = seq;
  const isPast = call.nth >= list.length;
  const entry = isPast && call.config.repeat !== 'fail' ? list.at(-1) : list[call.nth];
  if (entry === undefined) {
    const length = list.length === 1 ? '1 entry' : `${list.length} entries`;
    return refusal('no-entry', `${setting(call, 'seq')} has ${length}, and this is fire ${call.nth} (counted from 0).`);
  }
  return fromEntry(call, entry, `seq[${Math.min(call.nth, list.length - 1)}]`);
}

/** The inputs that the map names are tried in its order; the first that has an entry for its value decides. */
function fromMap(call: Call, map: Value): OperatorAnswer {
  if (!isRecord(map)) {
    return refusal('bad-config', `${setting(call, 'map')} is ${typeName(map)}; it must be an object.`);
  }
  const missed: string[] = [];
  for (const input of Object.keys(map)) {
    const entries = map[input] as Value;
    if (!isRecord(entries)) {
      return refusal('bad-config', `${setting(call, `map.${input}`)} must be an object of value → outputs.`);
    }
    const value = Object.hasOwn(call.inputs, input) ? call.inputs[input] : undefined;
    if (value === undefined) {
      missed.push(`input "${input}" has no value`);
      continue;
    }
    const key = keyOf(value);
    if (Object.hasOwn(entries, key)) return fromEntry(call, entries[key] as Value, `map.${input}["${key}"]`);
    const known = Object.keys(entries).join(', ');
    missed.push(`input "${input}" is ${shorten(key)}, known are ${shorten(known) || 'none'}`);
  }
  return refusal('no-entry', `${setting(call, 'map')} has no entry: ${missed.join('; ') || 'it is empty'}.`);
}

/** Text as it is, everything else as its JSON text. */
function keyOf(value: Value): string {
  return typeof value === 'string' ? value : JSON.stringify(toPublic(value));
}

function fromEntry(call: Call, entry: Value, key: string): OperatorAnswer {
  if (isRecord(entry) && Object.hasOwn(entry, '$throw'))
    return refusal('scripted-threw', textOf(entry.$throw as Value));
  if (isRecord(entry) && Object.hasOwn(entry, '$halt')) return refusal('halt', textOf(entry.$halt as Value));
  return outputsOf(call, fill(entry, call), { name: setting(call, key), verb: 'holds', code: 'bad-config' });
}

/** The value with `{"$echo": input}` and `{"$fire": true}` replaced. Shares what holds neither. */
function fill(value: Value, call: Call): Value {
  if (Array.isArray(value)) {
    const list: readonly Value[] = value;
    const made = list.map((item) => fill(item, call));
    return made.every((item, i) => Object.is(item, list[i])) ? list : made;
  }
  if (!isRecord(value)) return value;
  const keys = Object.keys(value);
  if (keys.length === 1) {
    const { $echo, $fire } = value;
    if (keys[0] === '$echo' && typeof $echo === 'string') {
      return Object.hasOwn(call.inputs, $echo) ? (call.inputs[$echo] as Value) : null;
    }
    if (keys[0] === '$fire' && $fire === true) return call.nth;
  }
  const made: [string, Value][] = keys.map((key) => [key, fill(value[key] as Value, call)]);
  return made.every(([key, item]) => Object.is(item, value[key])) ? value : Object.fromEntries(made);
}

function textOf(value: Value): string {
  return keyOf(value);
}

function shorten(text: string): string {
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
