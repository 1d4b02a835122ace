// A scope at the moment: how far its activation has come, which one it is, and what bounds it.
import type { GraphViewScope } from '../../../shared/contract/graph.ts';
import type { MomentView } from '../../../shared/contract/moment.ts';
import { useStore } from '../../components/useStore.ts';
import { countOf } from '../../parts/amounts.ts';
import { roundWord } from '../../store/selectors/roundWord.ts';
import { activationsOf } from '../../store/selectors/scopeLists.ts';
import { scopeWords } from '../../store/selectors/scopeWords.ts';
import { activeTape } from '../../store/selectors/tabs.ts';
import type { Store } from '../../store/store.ts';

interface ScopeBlockProps {
  readonly store: Store;
  readonly scope: GraphViewScope;
  readonly moment: MomentView;
}

export function ScopeBlock({ store, scope, moment }: ScopeBlockProps) {
  const lists = useStore(store, (state) => activeTape(state)?.scopeLists.value);
  const activations = activationsOf(lists?.lists, scope.scope);
  const budget = activations?.budget ?? scope.budget;
  const dialect = useStore(store, (state) => activeTape(state)?.graph.value?.dialect);
  const unit = roundWord(dialect, scope.loop?.items !== undefined);
  const more = [
    ...(activations && activations.total > 1 && activations.current >= 0
      ? [
          `activation ${activations.current + 1} of ${activations.total}`,
          `${countOf(moment.iterations[scope.scope] ?? 0, unit)} closed in all`,
        ]
      : [`${countOf(moment.iterations[scope.scope] ?? 0, unit)} closed`]),
    ...(budget === undefined ? [] : [`budget ${budget}${scope.ownBudget == null ? ', not its own' : ''}`]),
  ];
  return (
    <p className="px-3.5 pt-3 text-small">
      {scopeWords(scope, moment, lists, roundWord(dialect))}
      <span className="text-dim"> · {more.join(' · ')}</span>
    </p>
  );
}
