// What one round of a loop is called (DESIGN, Words): an attempt of a bounded loop, an item of a list, else an iteration.
import type { GraphView } from '../../../shared/contract/graph.ts';

export type RoundWord = 'attempt' | 'item' | 'iteration';

export function roundWord(dialect: GraphView['dialect'] | undefined, hasItems = false): RoundWord {
  if (dialect === 'bounded') return 'attempt';
  return hasItems ? 'item' : 'iteration';
}

/** `1 attempt`, `3 iterations`. */
export function roundsText(count: number, word: RoundWord): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}
