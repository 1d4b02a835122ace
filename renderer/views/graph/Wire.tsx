// A wire along the corners of the layout, with the value that it carries at the moment beside its start.
import { BaseEdge, EdgeLabelRenderer, type EdgeProps, getSmoothStepPath } from '@xyflow/react';
import { type CSSProperties, memo } from 'react';
import { PlainText } from '../../parts/PlainText.tsx';
import { Swatch } from '../../parts/ValueChip.tsx';
import { COLUMN_GAP_PX } from './elkLayout.ts';
import type { WireEdge } from './flowModel.ts';
import { longestLevel, roundedPath } from './layout.ts';

export const Wire = memo(function Wire(props: EdgeProps<WireEdge>) {
  const { id, data, sourceX, sourceY, markerEnd } = props;
  const words = data?.words;
  const points = data?.points;
  // A wire that the layout gave no way, such as one from a card to itself, takes a plain one.
  const path = points ? roundedPath(points) : getSmoothStepPath({ ...props, borderRadius: 9 })[0];
  const start = points?.[0] ?? { x: sourceX, y: sourceY };
  const isCarry = words?.look === 'carry';
  // A carry runs a long way: its value stands in the middle of it, others stand at their start.
  const at = isCarry && points ? longestLevel(points) : { x: start.x + 5, y: start.y - 9 };
  return (
    <>
      <BaseEdge
        id={id}
        path={path}
        {...(markerEnd === undefined ? {} : { markerEnd })}
        className={`wire is-${words?.look ?? 'empty'} ${data?.isLit ? 'is-lit' : ''}`}
        interactionWidth={14}
      />
      {words?.chip && data?.hasLabel && (
        <EdgeLabelRenderer>
          <div
            className={`wire-label is-${words.look}`}
            title={words.sentence}
            style={
              {
                transform: `translate(${at.x}px, ${at.y}px) translate(${isCarry ? '-50%' : '0'}, -50%)`,
                '--most': `${isCarry ? 160 : COLUMN_GAP_PX - 6}px`,
              } as CSSProperties
            }
          >
            <Swatch identity={words.chip.identity} pale={words.look === 'lost'} />
            <span className="wire-text truncate">
              <PlainText text={words.chip.text} />
            </span>
          </div>
        </EdgeLabelRenderer>
      )}
    </>
  );
});
