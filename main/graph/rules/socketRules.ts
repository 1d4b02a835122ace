// Every rule that a socket graph is held against, in the order in which their problems are told. A new rule is one file and one
// line here; docs/semantics.md is made from this list.
import type { SocketDraft } from '../socket/draft.ts';
import { socketAskConfig } from './askConfig.ts';
import { socketCommandConfig } from './commandConfig.ts';
import { socketExpressionConfig } from './expressionConfig.ts';
import { socketExpressionSyntax } from './expressionSyntax.ts';
import { socketHttpConfig } from './httpConfig.ts';
import { socketModelConfig } from './modelConfig.ts';
import type { Rule } from './rule.ts';
import { socketScriptConfig } from './scriptConfig.ts';
import { socketScriptedConfig } from './scriptedConfig.ts';
import { assignSource } from './socket/assignSource.ts';
import { assignTarget } from './socket/assignTarget.ts';
import { compiledExit } from './socket/compiledExit.ts';
import { conflictingAdvance } from './socket/conflictingAdvance.ts';
import { conflictingExit } from './socket/conflictingExit.ts';
import { conflictingNames } from './socket/conflictingNames.ts';
import { cursorValue } from './socket/cursorValue.ts';
import { duplicateMember } from './socket/duplicateMember.ts';
import { duplicateRoute } from './socket/duplicateRoute.ts';
import { exitFromNonMember } from './socket/exitFromNonMember.ts';
import { exitId } from './socket/exitId.ts';
import { exitTextSource } from './socket/exitTextSource.ts';
import { exitWithoutList } from './socket/exitWithoutList.ts';
import { foreachIgnored } from './socket/foreachIgnored.ts';
import { invalidCondition } from './socket/invalidCondition.ts';
import { limit } from './socket/limit.ts';
import { loadoutNeeded } from './socket/loadoutNeeded.ts';
import { loopWithoutMembers } from './socket/loopWithoutMembers.ts';
import { malformedAdvance } from './socket/malformedAdvance.ts';
import { malformedList } from './socket/malformedList.ts';
import { maxTraversals } from './socket/maxTraversals.ts';
import { missingEndpoint } from './socket/missingEndpoint.ts';
import { missingMateria } from './socket/missingMateria.ts';
import { noSockets } from './socket/noSockets.ts';
import { repairedConsumes } from './socket/repairedConsumes.ts';
import { reservedId } from './socket/reservedId.ts';
import { unknownEndpoint } from './socket/unknownEndpoint.ts';
import { unknownList } from './socket/unknownList.ts';
import { unknownLoadout } from './socket/unknownLoadout.ts';
import { unknownMateria } from './socket/unknownMateria.ts';
import { unknownParse } from './socket/unknownParse.ts';
import { unreachableEdge } from './socket/unreachableEdge.ts';
import { unreachableSocket } from './socket/unreachableSocket.ts';
import { socketStandIn } from './standIn.ts';
import { socketUnknownCompat } from './unknownCompat.ts';

export const socketRules: readonly Rule<SocketDraft>[] = [
  loadoutNeeded,
  unknownLoadout,
  noSockets,
  reservedId,
  missingEndpoint,
  unknownEndpoint,
  invalidCondition,
  unreachableEdge,
  maxTraversals,
  unknownParse,
  malformedAdvance,
  assignTarget,
  assignSource,
  loopWithoutMembers,
  duplicateMember,
  malformedList,
  conflictingNames,
  exitFromNonMember,
  exitId,
  duplicateRoute,
  conflictingAdvance,
  conflictingExit,
  exitTextSource,
  exitWithoutList,
  missingMateria,
  unknownMateria,
  cursorValue,
  limit,
  socketScriptedConfig,
  socketExpressionConfig,
  socketScriptConfig,
  socketCommandConfig,
  socketHttpConfig,
  socketModelConfig,
  socketAskConfig,
  socketExpressionSyntax,
  socketUnknownCompat,
  socketStandIn,
  compiledExit,
  repairedConsumes,
  unreachableSocket,
  unknownList,
  foreachIgnored,
];
