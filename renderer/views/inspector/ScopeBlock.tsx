// A scope at the moment: how far it has come and what bounds it.
import type { GraphViewScope } from '../../../shared/contract/graph.ts';
import type { MomentView } from '../../../shared/contract/moment.ts';
import { countOf } from '../../parts/amounts.ts';

export function ScopeBlock({ scope, moment }: { readonly scope: GraphViewScope; readonly moment: MomentView }) {
  const open = moment.open.find((one) => one.scope === scope.scope);
  const closed = moment.iterations[scope.scope] ?? 0;
  return (
    <p className="px-3.5 pt-3 text-small">
      {open ? `in iteration ${open.iteration}` : closed > 0 ? 'has ended' : 'has not been entered yet'}
      <span className="text-dim">
        {' · '}
        {countOf(closed, 'iteration')} closed · budget {scope.budget}
        {scope.ownBudget === null && ', not its own'}
      </span>
    </p>
  );
}
