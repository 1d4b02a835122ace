// Items of loops of sockets by what they are called, each once however often it was passed over (contract/scopes.ts).
import type { AnswerOf, ParsedRequestOf } from '../../shared/contract/calls.ts';
import type { FoundItem } from '../../shared/contract/scopes.ts';
import type { OpenTape } from './openTape.ts';

/** In the order of the tape, loop by loop. Every word of the text stands in the label, whatever the case. */
export function findItems(
  tape: OpenTape,
  { text, count }: Omit<ParsedRequestOf<'scopes.find'>, 'tape'>,
): AnswerOf<'scopes.find'> {
  tape.follow(tape.reader.head());
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const items: FoundItem[] = [];
  let total = 0;
  // An item is looked for by its label, of which there is one text for all that share it.
  const hits = new Set(
    tape.scopes.labels.flatMap((label, i) => (words.every((word) => label.toLowerCase().includes(word)) ? [i] : [])),
  );
  if (words.length === 0 || hits.size === 0) return { items, total };
  for (const scope of tape.scopes.scopes()) {
    const spans = tape.scopes.of(scope);
    for (let place = 0; place < spans.openedSeq.length; place++) {
      if (spans.pass[place] !== 1 || !hits.has(spans.label[place] ?? -1)) continue;
      total++;
      if (items.length >= count) continue;
      const label = tape.scopes.labels[spans.label[place] as number] as string;
      items.push({ scope, path: spans.path[place] as string, label, seq: spans.openedSeq[place] as number });
    }
  }
  return { items, total };
}
