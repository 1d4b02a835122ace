// One node as a card: its name, what it does at the moment, what came out of it; a pivot names its slots.
import type { NodeProps } from '@xyflow/react';
import { memo } from 'react';
import { PlainText } from '../../parts/PlainText.tsx';
import { Swatch } from '../../parts/ValueChip.tsx';
import { CardMark, isLong } from './CardMark.tsx';
import { HEAD_PX } from './drawing.ts';
import type { CardNode } from './flowModel.ts';
import { PortHandles } from './PortHandles.tsx';
import { PortRows } from './PortRows.tsx';

/** Of a card; what stands inside is placed from within it. */
const BORDER_PX = 1;

export const NodeCard = memo(function NodeCard({ data, selected }: NodeProps<CardNode>) {
  const { node, card, words, isHovered, isProblem } = data;
  const isPivot = node.role === 'iterIn' || node.role === 'iterOut';
  const [value] = words.outputs;
  const title = [`${node.label} (${node.type})`, words.state, words.detail].filter(Boolean).join('\n');
  return (
    <div
      className="node-card"
      data-tone={words.tone}
      data-selected={selected || undefined}
      data-hovered={isHovered || undefined}
      data-problem={isProblem || undefined}
      data-pivot={isPivot || undefined}
      data-long={isLong(node.label) || undefined}
      title={title}
    >
      <div className="node-head" style={{ height: HEAD_PX - 2 * BORDER_PX }}>
        <div className="node-label">
          {isProblem && <span className="text-hazard">▲ </span>}
          <CardMark tone={words.tone} isSmallOnly />
          <PlainText text={node.label} />
        </div>
        <div className="node-state">
          <CardMark tone={words.tone} />
          <span className="truncate">
            {words.state !== '' && <span>{words.state}</span>}
            <span className="node-type">{words.state === '' ? node.type : ` · ${node.type}`}</span>
          </span>
        </div>
        {!isPivot && value && (
          <div className="node-value" title={`${value.port} = ${value.chip.text}`}>
            <Swatch identity={value.chip.identity} />
            <span className="truncate">
              <PlainText text={value.chip.text} />
            </span>
          </div>
        )}
      </div>
      <PortHandles card={card} topOf={(port) => port.yPx - BORDER_PX} />
      <PortRows data={data} />
    </div>
  );
});
