// Every rule that a pivot graph is held against, in the order in which their problems are told. A new rule is one file and one
// line here; docs/semantics.md is made from this list.
import { accessGrant } from './accessGrant.ts';
import { askConfig } from './askConfig.ts';
import { bandPivot } from './bandPivot.ts';
import { bandPurity } from './bandPurity.ts';
import { budget } from './budget.ts';
import { commandConfig } from './commandConfig.ts';
import { compositePort } from './compositePort.ts';
import { containerShape } from './containerShape.ts';
import { crossScopeWire } from './crossScopeWire.ts';
import { cycle } from './cycle.ts';
import { duplicateId } from './duplicateId.ts';
import { edgeEndpoint } from './edgeEndpoint.ts';
import { entryRequiresInput } from './entryRequiresInput.ts';
import { expressionConfig } from './expressionConfig.ts';
import { expressionSyntax } from './expressionSyntax.ts';
import { httpConfig } from './httpConfig.ts';
import { iterinHandle } from './iterinHandle.ts';
import { iteroutHandle } from './iteroutHandle.ts';
import { iteroutPortsEmpty } from './iteroutPortsEmpty.ts';
import { legacyPorts } from './legacyPorts.ts';
import { modelConfig } from './modelConfig.ts';
import { pairing } from './pairing.ts';
import { pivotVersion } from './pivotVersion.ts';
import { portList } from './portList.ts';
import { readoutTwoScopes } from './readoutTwoScopes.ts';
import { removedPivot } from './removedPivot.ts';
import type { Rule } from './rule.ts';
import { scopeOverlap } from './scopeOverlap.ts';
import { scriptConfig } from './scriptConfig.ts';
import { scriptedConfig } from './scriptedConfig.ts';
import { standIn } from './standIn.ts';
import { stateAccess } from './stateAccess.ts';
import { unknownCompat } from './unknownCompat.ts';
import { unknownHandle } from './unknownHandle.ts';
import { unwiredIterin } from './unwiredIterin.ts';
import { wireType } from './wireType.ts';

export const validatorRules: readonly Rule[] = [
  duplicateId,
  edgeEndpoint,
  compositePort,
  removedPivot,
  pairing,
  legacyPorts,
  pivotVersion,
  portList,
  iteroutPortsEmpty,
  iterinHandle,
  iteroutHandle,
  unwiredIterin,
  cycle,
  scopeOverlap,
  crossScopeWire,
  readoutTwoScopes,
  bandPurity,
  bandPivot,
  entryRequiresInput,
  unknownHandle,
  wireType,
  budget,
  scriptedConfig,
  expressionConfig,
  scriptConfig,
  commandConfig,
  httpConfig,
  modelConfig,
  askConfig,
  expressionSyntax,
  containerShape,
  accessGrant,
  stateAccess,
  unknownCompat,
  standIn,
];
