// One socket as a card: its name, what it did in this pass, what it is, and what it does with its output. Where the run ends
// is a small round of its own.
import type { NodeProps } from '@xyflow/react';
import { memo } from 'react';
import { conditionText } from '../../parts/conditionText.ts';
import { PlainText } from '../../parts/PlainText.tsx';
import { socketLines } from '../../parts/socketLines.ts';
import { CardMark, isLong } from './CardMark.tsx';
import type { CardNode } from './flowModel.ts';
import { PortHandles } from './PortHandles.tsx';

export const SocketCard = memo(function SocketCard({ data, selected }: NodeProps<CardNode>) {
  const { node, words, isHovered, isProblem } = data;
  const lines = socketLines(node);
  const title = [`${node.label} (${node.type})`, words.state, words.detail, ...lines.sentences]
    .filter(Boolean)
    .join('\n');
  const advance = node.socket?.advance;
  return (
    <div
      className="node-card is-socket"
      data-tone={words.tone}
      data-selected={selected || undefined}
      data-hovered={isHovered || undefined}
      data-problem={isProblem || undefined}
      data-long={isLong(node.label) || undefined}
      title={title}
    >
      <div className="node-head">
        <div className="node-label">
          {isProblem && <span className="text-hazard">▲ </span>}
          <CardMark tone={words.tone} isSmallOnly />
          <PlainText text={node.label} />
          {node.socket?.entry && <span className="entry-mark">entry</span>}
        </div>
        <div className="node-state">
          <CardMark tone={words.tone} />
          <span className="truncate">
            {/* A graph that has not run says what it is in the place of what happened. */}
            <PlainText text={words.state === '' ? lines.what : words.state} />
            {words.detail !== '' && <span className="socket-word"> · {words.detail}</span>}
          </span>
        </div>
        {words.state !== '' && (
          <div className="node-state node-what">
            <span className="truncate">
              <PlainText text={lines.what} />
            </span>
          </div>
        )}
      </div>
      {(lines.assigns !== undefined || advance) && (
        <div className="socket-does">
          {lines.assigns !== undefined && (
            <div className="socket-line is-assign">
              <span aria-hidden>=</span>
              <span className="truncate">
                assigns{' '}
                <span className="socket-slot">
                  <PlainText text={lines.assigns} />
                </span>
              </span>
            </div>
          )}
          {advance && lines.advance && (
            <>
              <div className="socket-line is-advance">
                <span aria-hidden>↻</span>
                <span className="truncate">
                  <span className="socket-word">advances </span>
                  <span className="socket-slot">
                    <PlainText text={lines.advance.cursor} />
                  </span>
                </span>
              </div>
              <div className="socket-line is-over">
                <span className="truncate">
                  over{' '}
                  <span className="socket-slot">
                    <PlainText text={lines.advance.items} />
                  </span>
                  {advance.when !== 'always' && `, ${conditionText(advance.when)}`}
                </span>
              </div>
            </>
          )}
        </div>
      )}
      <PortHandles card={data.card} />
    </div>
  );
});

/** Where a run of sockets ends. */
export const EndCard = memo(function EndCard({ data, selected }: NodeProps<CardNode>) {
  const { words, isHovered } = data;
  return (
    <div
      className="node-card is-end"
      data-tone={words.tone}
      data-selected={selected || undefined}
      data-hovered={isHovered || undefined}
      title={words.state === '' ? 'The run ends here' : words.state}
    >
      <span aria-hidden>■</span> end
      <PortHandles card={data.card} />
    </div>
  );
});
