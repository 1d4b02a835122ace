// What an assignment without a source does under pi-materia: its target is left without a value, and a `slot.cleared` says so.
import type { SocketRules } from '../../socket/rules.ts';
import type { Difference } from '../difference.ts';

export const emptiedTarget: Difference = {
  what: 'An assignment whose source does not exist',
  ours: 'leaves the old value',
  theirs: 'leaves the target without a value',
  file: 'emptiedTarget.ts',
};

export const emptiesUnassigned: SocketRules['emptiesUnassigned'] = true;
