// What a person calls anything that a program can hand over, with its article: `a list`, `text`, `nothing`, `a Map`.
import { snapshot, typeName } from './value.ts';

export function kindOf(made: unknown): string {
  if (made === undefined) return 'nothing';
  const kind = typeName(snapshot(made)).replace(/^unrecorded /, '');
  if (kind === 'null' || kind === 'text' || kind === 'bytes') return kind;
  return `${/^[aeiou]/i.test(kind) ? 'an' : 'a'} ${kind}`;
}
