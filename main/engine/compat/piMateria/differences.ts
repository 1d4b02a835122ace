// Every difference between pi-materia and our rules. docs/semantics.md is made from this list; a new difference is one file and one
// line here.
import type { Difference } from '../difference.ts';
import { compactLastOutput } from './compactLastOutput.ts';
import { emptiedTarget } from './emptiedTarget.ts';
import { enteredExit } from './enteredExit.ts';
import { fencedFirst } from './fencedFirst.ts';
import { itemSelection } from './itemSelection.ts';
import { keptWorkItems } from './keptWorkItems.ts';
import { agentsByDefault, firstSocket, impliedName, repairedConsumes } from './loading.ts';
import { noAdvance } from './noAdvance.ts';
import { outputContract } from './outputContract.ts';
import { sharedTraversals } from './sharedTraversals.ts';

export const differences: readonly Difference[] = [
  outputContract,
  fencedFirst,
  keptWorkItems,
  emptiedTarget,
  compactLastOutput,
  itemSelection,
  enteredExit,
  sharedTraversals,
  noAdvance,
  repairedConsumes,
  firstSocket,
  impliedName,
  agentsByDefault,
];
