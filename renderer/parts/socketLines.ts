// What a card says a socket does with its output, in short lines; their number decides how high the card is.
import type { GraphViewNode, GraphViewSocket } from '../../shared/contract/graph.ts';
import { whenText } from './conditionText.ts';

export interface SocketLines {
  /** `Check · script · json`: the names that the label does not say, the operator, how the output is read. */
  readonly what: string;
  readonly advance: { readonly cursor: string; readonly items: string } | undefined;
  /** `text, mended`: what the output is assigned to. */
  readonly assigns: string | undefined;
  /** All of it, in sentences, one a line. */
  readonly sentences: readonly string[];
}

export function socketLines(node: GraphViewNode): SocketLines {
  const { socket, label, id, type } = node;
  if (!socket) return { what: '', advance: undefined, assigns: undefined, sentences: [] };
  const { materia, parse, generator, assigns, advance } = socket;
  const said = new Set<string>();
  const what = [id, materia, type, generator ? 'generator' : parse].filter((word) => {
    const key = word.toLowerCase();
    if (word === '' || key === label.toLowerCase() || said.has(key)) return false;
    said.add(key);
    return true;
  });
  return {
    what: what.join(' · '),
    advance: advance && { cursor: shortSlot(advance.cursor), items: shortSlot(advance.items) },
    assigns: assigns.length === 0 ? undefined : assigns.map(({ slot }) => shortSlot(slot)).join(', '),
    sentences: socketSentences(socket),
  };
}

/** Each thing that it does, in the order in which it does them (seed 000, Decision order). */
export function socketSentences({ entry, parse, generator, assigns, advance }: GraphViewSocket): readonly string[] {
  const made = [
    ...(entry ? ['the run begins here'] : []),
    generator
      ? 'makes a list; its output is read as JSON'
      : `its output is read as ${parse === 'json' ? 'JSON' : 'text'}`,
    ...assigns.map(({ slot, source }) => `assigns ${slot} from ${source}`),
  ];
  if (advance) {
    made.push(`advances ${advance.cursor} over ${advance.items} ${whenText(advance.when)}`);
  }
  return made;
}

/** In the small: without saying whether it is a state or a cursor. */
function shortSlot(address: string): string {
  return address.replace(/^(state|cursor)\./, '');
}
