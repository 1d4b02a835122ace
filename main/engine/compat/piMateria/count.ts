// Folds into a machine what pi-materia counts: the key of the item, and what the item went through.
import { assertNever } from '../../../../shared/base/assert.ts';
import type { PlanSocket, SocketPlan } from '../../socket/plan.ts';
import type { SocketRules } from '../../socket/rules.ts';
import { itemKeyOf, placesUntil } from './itemSelection.ts';
import { entered, NO_ADVANCE_LIMIT } from './noAdvance.ts';
import { compatOf } from './state.ts';

export const count: SocketRules['count'] = (plan, machine, event) => {
  const compat = compatOf(machine);
  switch (event.kind) {
    case 'fire.started': {
      compat.selected = 0;
      const socket = socketOf(plan, event.node);
      if (!socket || event.retry || machine.isAgain) return;
      compat.itemKey = itemKeyOf(machine, socket);
      compat.cycles = entered(compat, compat.itemKey, socket);
      return;
    }
    case 'slot.written':
      if (event.writer === 'loop') {
        const socket = socketOf(plan, machine.route?.target);
        if (socket) compat.selected = placesUntil(socket, event.slot);
      }
      if (event.writer !== 'advance') return;
      compat.itemKey = null;
      compat.cycles = null;
      return;
    case 'decision.made':
      compat.selected = 0;
      if (event.question === 'empty-loop') compat.itemKey = null;
      if (event.question !== 'advance') compat.isByLimitedEdge = machine.route?.limited !== undefined;
      return;
    case 'run.finished': {
      const socket = event.error?.code === NO_ADVANCE_LIMIT ? socketOf(plan, event.error.node) : undefined;
      if (!socket) return;
      compat.itemKey = itemKeyOf(machine, socket);
      compat.cycles = entered(compat, compat.itemKey, socket);
      return;
    }
    case 'run.started':
    case 'run.continued':
    case 'scope.entered':
    case 'scope.exited':
    case 'iteration.opened':
    case 'iteration.closed':
    case 'slot.cleared':
    case 'fire.finished':
    case 'fire.failed':
    case 'signal.emitted':
      return;
    default:
      assertNever(event);
  }
};

function socketOf(plan: SocketPlan, id: string | undefined): PlanSocket | undefined {
  return plan.sockets[plan.socketIndex.get(id ?? '') ?? -1];
}
