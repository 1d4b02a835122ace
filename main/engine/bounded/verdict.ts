// What a judge said (semantics §3, Predicates): `{satisfied, reason}`, or a text that starts with yes, true or pass. Anything else is
// not satisfied, and is kept as it was. Pure.
import { fencedRecord } from '../../../shared/model/fencedRecord.ts';
import { isRecord, type Value } from '../../../shared/model/value.ts';
import { cut, outputText } from './output.ts';

export interface Verdict {
  readonly satisfied: boolean;
  readonly why: string;
}

export function verdictOf(raw: Value): Verdict {
  const said = isRecord(raw) ? raw : fencedRecord(outputText(raw));
  if (said && typeof said.satisfied === 'boolean') {
    const reason =
      typeof said.reason === 'string' && said.reason.trim() !== '' ? `: ${cut(said.reason.trim(), 300)}` : '';
    return { satisfied: said.satisfied, why: `the judge says ${said.satisfied ? 'yes' : 'no'}${reason}` };
  }
  const text = outputText(raw).trim();
  const satisfied = /^["'*_\s]*(?:yes|true|pass(?:ed|es)?)\b/i.test(text);
  const isClear = satisfied || /^["'*_\s]*(?:no|not|false|fail(?:ed|s)?)\b/i.test(text);
  const shown = text === '' ? 'nothing' : JSON.stringify(cut(text, 300));
  return {
    satisfied,
    why: isClear ? `the judge says ${shown}` : `the judge says ${shown}, which is neither yes nor no`,
  };
}
