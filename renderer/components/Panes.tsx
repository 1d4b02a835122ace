// Panes side by side or one above the other, with handles between them. Sizes are kept by whoever shows them.
import { Fragment, type ReactNode } from 'react';
import { Group, type Layout, Panel, Separator } from 'react-resizable-panels';

export interface Pane {
  readonly id: string;
  readonly content: ReactNode;
  /** Pixels as a number, or a share such as `30%`. */
  readonly size: number | string;
  readonly min: number | string;
  readonly max?: number | string;
  /** Keeps its pixels when the window changes. */
  readonly fixed?: boolean;
  readonly collapsible?: boolean;
}

export interface PanesProps {
  readonly label: string;
  readonly direction: 'horizontal' | 'vertical';
  readonly panes: readonly Pane[];
  /** Shares by pane id, as they were left; undefined for the default. */
  readonly layout: Layout | undefined;
  readonly onLayout: (layout: Layout) => void;
}

export function Panes({ label, direction, panes, layout, onLayout }: PanesProps) {
  return (
    <Group
      orientation={direction}
      defaultLayout={layout}
      onLayoutChanged={(next, { isUserInteraction }) => {
        if (isUserInteraction) onLayout(next);
      }}
      className="h-full"
    >
      {panes.map((pane, i) => (
        <Fragment key={pane.id}>
          {i > 0 && <Separator aria-label={`Resize ${label}: ${pane.id}`} className="pane-handle" />}
          <Panel
            id={pane.id}
            defaultSize={pane.size}
            minSize={pane.min}
            maxSize={pane.max}
            collapsible={pane.collapsible}
            groupResizeBehavior={pane.fixed ? 'preserve-pixel-size' : 'preserve-relative-size'}
            className="min-h-0 min-w-0"
          >
            {pane.content}
          </Panel>
        </Fragment>
      ))}
    </Group>
  );
}
