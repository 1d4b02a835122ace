// The region of a scope: a quiet ground with its title, behind what belongs to it. The title stays in sight as long as any of
// the region is.
import { type NodeProps, useStore as useFlowStore } from '@xyflow/react';
import { memo, useContext } from 'react';
import { PlainText } from '../../parts/PlainText.tsx';
import type { RegionNode } from './flowModel.ts';
import { GraphTalkContext } from './graphTalk.ts';

/** Room for the title at the end of a region, before it leaves with it. */
const TITLE_ROOM_PX = 190;

export const ScopeRegion = memo(function ScopeRegion(props: NodeProps<RegionNode>) {
  const { data, selected, positionAbsoluteX: leftPx, width = 0 } = props;
  const { select, hover } = useContext(GraphTalkContext);
  const shiftPx = useFlowStore(({ transform: [x, , zoom] }) =>
    Math.round(Math.max(0, Math.min(-x / zoom - leftPx, width - TITLE_ROOM_PX))),
  );
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
        style={{ translate: `${shiftPx}px` }}
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
