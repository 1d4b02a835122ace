// One problem of a graph: what is wrong, where, and what to do.
import type { Problem } from '../../../shared/model/problem.ts';
import { Card } from '../../parts/Card.tsx';
import { PlainText } from '../../parts/PlainText.tsx';

export function ProblemCard({ problem, onSelect }: { readonly problem: Problem; readonly onSelect: () => void }) {
  const { node, port, edge, path } = problem.where;
  const place = [node === undefined ? undefined : port === undefined ? node : `${node}.${port}`, edge, path]
    .filter((part) => part !== undefined)
    .join(' · ');
  const title = (
    <button type="button" onClick={onSelect} className="flex w-full items-baseline gap-2 text-left text-hazard">
      <span aria-hidden="true">■</span>
      <span className="min-w-0 flex-1">
        <PlainText text={problem.message} />
      </span>
    </button>
  );
  return (
    <Card title={title} tone="error" aside={<code className="text-faint text-tiny">{problem.code}</code>}>
      <div className="space-y-1 px-3 pb-2.5 text-small">
        {place !== '' && (
          <p className="break-words font-mono">
            <PlainText text={place} />
          </p>
        )}
        <p className="text-dim">
          <PlainText text={problem.hint} />
        </p>
      </div>
    </Card>
  );
}
