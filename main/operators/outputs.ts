// What an operator made becomes the outputs of its fire, here and nowhere else, whatever its kind (semantics §4): values by
// port, the one text or object that a socket gives, or what an attempt came to.
import { assertNever } from '../../shared/base/assert.ts';
import { kindOf } from '../../shared/model/kindOf.ts';
import { isRecord, type Value } from '../../shared/model/value.ts';
import type { Call, OperatorAnswer } from '../runner/ports.ts';
import { type Refusal, refusal } from './refusal.ts';
import { setting } from './wording.ts';

type Outputs = Extract<OperatorAnswer, { ok: true }>;

/** Who made it, for the sentence where it is not what the fire can give. */
export interface Maker {
  /** Such as `config.seq[0] of node "policy"`. */
  readonly name: string;
  readonly verb: 'holds' | 'returned';
  /** `bad-config` where it was written into the graph; of `bad-output` the tape keeps what was made. */
  readonly code: 'bad-config' | 'bad-output';
}

/** `made` undefined: nothing was made, which is right only where `config.outputs` declares that there is none. */
export function outputsOf(call: Call, made: unknown, maker: Maker): Outputs | Refusal {
  switch (call.form) {
    case 'whole':
      return typeof made === 'string' || isRecord(made)
        ? { ok: true, outputs: { output: made } }
        : unfit(made, maker, 'a text or an object');
    case 'attempt':
      // A text is the whole output of an attempt that has no exit code.
      if (typeof made === 'string') return { ok: true, outputs: { output: made } };
      return isRecord(made) && Object.hasOwn(made, 'output')
        ? { ok: true, outputs: made }
        : unfit(made, maker, 'a text, or an object {output, exit?, signal?},');
    case 'ports': {
      const { outputs } = call.config;
      const declared: readonly Value[] | undefined = Array.isArray(outputs) ? outputs : undefined;
      if (made === undefined && declared?.length === 0) return { ok: true, outputs: {} };
      if (!isRecord(made)) return unfit(made, maker, 'an object {output: value}');
      const others = Object.keys(made).filter((port) => declared !== undefined && !declared.includes(port));
      if (others.length === 0) return { ok: true, outputs: made };
      const ports = others.map((port) => `"${port}"`).join(', ');
      const message = `${maker.name} ${maker.verb} ${ports}, which ${setting(call, 'outputs')} does not declare.`;
      return refusal('undeclared-output', message, rawOf(made, maker));
    }
    default:
      return assertNever(call.form);
  }
}

/** Of what was made key by key, as the graph names the keys: nothing there can be wrong. */
export function outputsByKey(call: Call, made: Readonly<Record<string, unknown>>): Outputs {
  return { ok: true, outputs: call.form === 'whole' ? { output: made } : made };
}

function unfit(made: unknown, maker: Maker, needed: string): Refusal {
  const message = `${maker.name} ${maker.verb} ${kindOf(made)} where ${needed} is needed.`;
  return refusal(maker.code, message, rawOf(made, maker));
}

/** What stands in the graph stands on the tape already. */
function rawOf(made: unknown, maker: Maker): unknown {
  return maker.code === 'bad-output' ? made : undefined;
}
