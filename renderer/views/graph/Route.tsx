// The line of an edge or exit of sockets: its way, an arrow where it arrives, and on it when it is taken. Edges are solid,
// those that go round a loop dashed, exits dotted and of another colour; the one that was taken is thick.
import { BaseEdge, EdgeLabelRenderer, type EdgeProps, getSmoothStepPath } from '@xyflow/react';
import { memo, useContext } from 'react';
import { PlainText } from '../../parts/PlainText.tsx';
import type { RouteEdge } from './flowModel.ts';
import { GraphTalkContext } from './graphTalk.ts';
import { arrowHead, roundedPath } from './layout.ts';

export const Route = memo(function Route(props: EdgeProps<RouteEdge>) {
  const { id, data, selected, targetX, targetY } = props;
  const { select, hover } = useContext(GraphTalkContext);
  if (!data) return null;
  const { words, points, labelAt, isLit } = data;
  const isTaken = words.state === 'taken';
  const path = points ? roundedPath(points) : getSmoothStepPath({ ...props, borderRadius: 9 })[0];
  const head = arrowHead(
    points ?? [
      { x: targetX - 1, y: targetY },
      { x: targetX, y: targetY },
    ],
    isTaken ? 10 : 7,
  );
  const look = `is-${words.kind} is-${words.state} ${isLit ? 'is-lit' : ''}`;
  const pick = { kind: 'edge', edge: id } as const;
  return (
    <>
      {isTaken && <path d={path} className="route-glow" />}
      <BaseEdge id={id} path={path} className={`route ${look}`} interactionWidth={14} />
      <path d={head} className={`route-head ${look}`} />
      <EdgeLabelRenderer>
        <button
          type="button"
          className={`route-label nopan ${look}`}
          aria-pressed={selected === true}
          data-route={words.state}
          title={words.sentence}
          style={{ transform: `translate(${labelAt.x}px, ${labelAt.y}px) translate(-50%, -50%)` }}
          onClick={(event) => {
            event.stopPropagation();
            select(pick);
          }}
          onMouseEnter={() => hover(pick)}
          onMouseLeave={() => hover(null)}
        >
          {words.lines.map((line, i) => (
            <span key={line} aria-hidden className={i === 0 ? 'route-when' : 'route-more'}>
              <PlainText text={line} />
            </span>
          ))}
          <span className="sr-only">{words.sentence}</span>
        </button>
      </EdgeLabelRenderer>
    </>
  );
});
