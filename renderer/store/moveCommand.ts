// Which of the contract's moves a travel command makes.
import type { Move } from '../../shared/contract/moment.ts';

export interface MoveCommand {
  readonly move: Move;
  readonly direction: 1 | -1;
}

const MOVES: Readonly<Record<string, MoveCommand>> = {
  'event.previous': { move: 'event', direction: -1 },
  'event.next': { move: 'event', direction: 1 },
  'boundary.previous': { move: 'boundary', direction: -1 },
  'boundary.next': { move: 'boundary', direction: 1 },
  'over.previous': { move: 'over', direction: -1 },
  'over.next': { move: 'over', direction: 1 },
  'scope.into': { move: 'into', direction: 1 },
  'scope.out': { move: 'out', direction: 1 },
  'change.previous': { move: 'change', direction: -1 },
  'change.next': { move: 'change', direction: 1 },
};

/** The move of a command that needs the host to know where it leads; undefined for all others. */
export function moveOf(command: string): MoveCommand | undefined {
  return Object.hasOwn(MOVES, command) ? MOVES[command] : undefined;
}
