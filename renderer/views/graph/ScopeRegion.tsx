// The region of a scope: a quiet ground with its title, behind what belongs to it.
import type { NodeProps } from '@xyflow/react';
import { memo, useContext } from 'react';
import { PlainText } from '../../parts/PlainText.tsx';
import type { RegionNode } from './flowModel.ts';
import { GraphTalkContext } from './graphTalk.ts';

export const ScopeRegion = memo(function ScopeRegion({ data, selected }: NodeProps<RegionNode>) {
  const { select, hover } = useContext(GraphTalkContext);
  const selection = { kind: 'scope', scope: data.scope.scope } as const;
  return (
    <div
      className="scope-region"
      data-selected={selected || undefined}
      data-hovered={data.isHovered || undefined}
      data-open={data.isOpen || undefined}
    >
      <button
        type="button"
        className="scope-title nodrag nopan"
        title={data.title}
        aria-pressed={selected}
        onClick={(event) => {
          event.stopPropagation();
          select(selection);
        }}
        onPointerEnter={() => hover(selection)}
        onPointerLeave={() => hover(null)}
      >
        <PlainText text={data.title} />
      </button>
    </div>
  );
});
