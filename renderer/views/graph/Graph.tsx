// The graph canvas: React Flow over ELK's layout. The layout belongs to the graph and stays while the moment moves.
import '@xyflow/react/dist/base.css';
import './graph.css';
import './socketGraph.css';
import {
  Background,
  BackgroundVariant,
  type EdgeTypes,
  getViewportForBounds,
  MiniMap,
  type NodeTypes,
  ReactFlow,
  ReactFlowProvider,
  useStore as useFlowStore,
  useReactFlow,
  type Viewport,
} from '@xyflow/react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { shallowEqual, useStore } from '../../components/useStore.ts';
import { type GraphModel, graphModel } from '../../store/selectors/graph.ts';
import type { Selection } from '../../store/state.ts';
import type { Store } from '../../store/store.ts';
import { type Drawing, drawingOf } from './drawing.ts';
import { type Flow, type FlowEdge, type FlowNode, flowOf, keepingIdentity } from './flowModel.ts';
import { GraphTalkContext } from './graphTalk.ts';
import type { Layout } from './layout.ts';
import { createLayouter, type LaidOut } from './layoutRun.ts';
import { NodeCard } from './NodeCard.tsx';
import { Route } from './Route.tsx';
import { ScopeRegion } from './ScopeRegion.tsx';
import { EndCard, SocketCard } from './SocketCard.tsx';
import { Wire } from './Wire.tsx';

const NODE_TYPES: NodeTypes = { card: NodeCard, socket: SocketCard, end: EndCard, region: ScopeRegion };
const EDGE_TYPES: EdgeTypes = { wire: Wire, route: Route };
/** A graph that would be smaller than this is shown in part, with a map. */
const LEAST_FIRST_ZOOM = 0.42;
const LEAST_ZOOM = 0.12;
const MOST_FIT_ZOOM = 1.15;
const FIT_PADDING = 0.05;
/** From the left edge to the first card of a picture that is shown in part. */
const START_PX = 24;

const layout = createLayouter();
/** Where the canvas of each tab's drawing was left, so that coming back finds it as it was. */
const places = new WeakMap<Store, Map<string, Viewport>>();

export function Graph({ store }: { readonly store: Store }) {
  const model = useStore(store, graphModel, shallowEqual);
  const view = model?.view;
  const drawing = useMemo(() => (view ? drawingOf(view) : undefined), [view]);
  const laidOut = useLaidOut(drawing);
  if (!model) return null;
  if (!view) {
    return (
      <p role="status" className="grid h-full place-items-center p-6 text-small text-dim">
        {model.failure?.message ?? 'Reading the graph …'}
      </p>
    );
  }
  if (view.nodes.length === 0) {
    return <p className="grid h-full place-items-center p-6 text-small text-dim">This graph has no nodes.</p>;
  }
  if (!drawing || !laidOut) {
    return (
      <p role="status" className="grid h-full place-items-center text-small text-dim">
        Laying the graph out …
      </p>
    );
  }
  return (
    <ReactFlowProvider key={`${model.tab} ${drawing.key.length}`}>
      <Canvas store={store} model={model} drawing={drawing} layout={laidOut.layout} />
      {laidOut.fallback !== undefined && (
        <p role="status" className="absolute right-3 bottom-2 text-tiny text-faint" title={laidOut.fallback}>
          Drawn with the plain layout; every node and wire is here.
        </p>
      )}
    </ReactFlowProvider>
  );
}

/** The newest layout; that of another drawing is never given. */
function useLaidOut(drawing: Drawing | undefined): LaidOut | undefined {
  const [made, setMade] = useState<{ readonly key: string; readonly laidOut: LaidOut }>();
  useEffect(() => {
    if (!drawing) return;
    let isWanted = true;
    void layout(drawing).then((laidOut) => isWanted && setMade({ key: drawing.key, laidOut }));
    return () => {
      isWanted = false;
    };
  }, [drawing]);
  return made?.key === drawing?.key ? made?.laidOut : undefined;
}

interface CanvasProps {
  readonly store: Store;
  readonly model: GraphModel;
  readonly drawing: Drawing;
  readonly layout: Layout;
}

function Canvas({ store, model, drawing, layout }: CanvasProps) {
  const { dispatch } = store;
  const flow = useReactFlow<FlowNode, FlowEdge>();
  const before = useRef<Flow>(undefined);
  const shown = useMemo(() => {
    before.current = keepingIdentity(before.current, flowOf(model, drawing, layout));
    return before.current;
  }, [model, drawing, layout]);

  const talk = useMemo(
    () => ({
      select: (selection: Selection) => dispatch({ type: 'selected', selection }),
      hover: (hovered: Selection | null) => dispatch({ type: 'hovered', hovered }),
    }),
    [dispatch],
  );

  // Another drawing in the same tab, as of another loadout, is a picture of its own.
  const place = `${model.tab} ${drawing.key.length}`;
  const [kept] = useState(() => placesOf(store).get(place));
  const { fits } = model;
  const lastFits = useRef(fits);
  useEffect(() => {
    if (lastFits.current === fits) return;
    lastFits.current = fits;
    void flow.fitView({ padding: FIT_PADDING, maxZoom: MOST_FIT_ZOOM, duration: 200 });
  }, [flow, fits]);

  useRevealed(model, layout);
  useFirstFit(kept === undefined && drawing.isInRunOrder ? layout : undefined);

  const zoom = useFlowStore((state) => zoomStep(state.transform[2]));
  return (
    <GraphTalkContext value={talk}>
      <div
        className="graph-canvas relative size-full"
        data-zoom={zoom < 0.35 ? 'tiny' : zoom < 0.75 ? 'small' : 'full'}
        style={{ '--grow': Math.min(1.7, Math.max(1, 0.82 / zoom)) } as React.CSSProperties}
      >
        <ReactFlow
          aria-label="Graph"
          nodes={shown.nodes as FlowNode[]}
          edges={shown.edges as FlowEdge[]}
          nodeTypes={NODE_TYPES}
          edgeTypes={EDGE_TYPES}
          {...(kept
            ? { defaultViewport: kept }
            : drawing.isInRunOrder
              ? {}
              : {
                  fitView: true,
                  fitViewOptions: { padding: FIT_PADDING, maxZoom: MOST_FIT_ZOOM, minZoom: LEAST_FIRST_ZOOM },
                })}
          minZoom={LEAST_ZOOM}
          maxZoom={2.5}
          nodesDraggable={false}
          nodesConnectable={false}
          edgesFocusable={false}
          elementsSelectable
          panOnScroll
          attributionPosition="bottom-left"
          zoomOnDoubleClick={false}
          deleteKeyCode={null}
          selectionKeyCode={null}
          multiSelectionKeyCode={null}
          panActivationKeyCode={null}
          zoomActivationKeyCode={null}
          elevateNodesOnSelect={false}
          onMoveEnd={(_, viewport) => placesOf(store).set(place, viewport)}
          onNodesChange={(changes) => {
            // Enter and Space on a focused card come as a change of selection; the store is told, and tells everybody.
            const chosen = changes.find((change) => change.type === 'select' && change.selected);
            if (chosen?.type === 'select' && !chosen.id.startsWith('region:'))
              talk.select({ kind: 'node', node: chosen.id });
          }}
          onEdgesChange={(changes) => {
            const chosen = changes.find((change) => change.type === 'select' && change.selected);
            if (chosen?.type === 'select') talk.select({ kind: 'edge', edge: chosen.id });
          }}
          onPaneClick={() => dispatch({ type: 'selected', selection: null })}
          onNodeMouseEnter={(_, node) => node.type !== 'region' && talk.hover({ kind: 'node', node: node.id })}
          onNodeMouseLeave={() => talk.hover(null)}
          onEdgeMouseEnter={(_, edge) => talk.hover({ kind: 'edge', edge: edge.id })}
          onEdgeMouseLeave={() => talk.hover(null)}
        >
          <Background variant={BackgroundVariant.Dots} gap={22} size={1} color="var(--line)" />
          <PartMap layout={layout} />
        </ReactFlow>
      </div>
    </GraphTalkContext>
  );
}

function placesOf(store: Store): Map<string, Viewport> {
  const known = places.get(store) ?? new Map<string, Viewport>();
  places.set(store, known);
  return known;
}

/** Coarse steps, so that a zoom does not style every card at every frame. */
function zoomStep(zoom: number): number {
  return Math.round(zoom * 16) / 16;
}

/** Brings a node that was selected elsewhere into sight; one that is in sight stays where it is. */
function useRevealed(model: GraphModel, layout: Layout): void {
  const flow = useReactFlow();
  const { selection } = model;
  const id = selection?.kind === 'node' ? selection.node : selection?.kind === 'slot' ? selection.scope : undefined;
  const box = id === undefined ? undefined : layout.cards.get(id);
  const paneWidth = useFlowStore((state) => state.width);
  const paneHeight = useFlowStore((state) => state.height);
  const pane = useRef({ paneWidth, paneHeight });
  pane.current = { paneWidth, paneHeight };
  useEffect(() => {
    if (!box) return;
    const { x, y, zoom } = flow.getViewport();
    const left = box.x * zoom + x;
    const top = box.y * zoom + y;
    const isInSight =
      left >= 0 &&
      top >= 0 &&
      left + box.width * zoom <= pane.current.paneWidth &&
      top + box.height * zoom <= pane.current.paneHeight;
    if (isInSight || pane.current.paneWidth === 0) return;
    void flow.setCenter(box.x + box.width / 2, box.y + box.height / 2, { zoom, duration: 200 });
  }, [flow, box]);
}

/** The whole picture, or the beginning of one that is too wide to be read as a whole. */
function useFirstFit(layout: Layout | undefined): void {
  const flow = useReactFlow();
  const width = useFlowStore((state) => state.width);
  const height = useFlowStore((state) => state.height);
  const done = useRef(false);
  useEffect(() => {
    if (!layout || done.current || width === 0 || height === 0) return;
    done.current = true;
    const boxes = [...layout.cards.values(), ...layout.regions.values()];
    const left = Math.min(...boxes.map((box) => box.x));
    const top = Math.min(...boxes.map((box) => box.y));
    const bounds = {
      x: left,
      y: top,
      width: Math.max(...boxes.map((box) => box.x + box.width)) - left,
      height: Math.max(...boxes.map((box) => box.y + box.height)) - top,
    };
    const fit = getViewportForBounds(bounds, width, height, LEAST_FIRST_ZOOM, MOST_FIT_ZOOM, FIT_PADDING);
    const isWhole = left * fit.zoom + fit.x >= 0;
    void flow.setViewport(isWhole ? fit : { ...fit, x: START_PX - left * fit.zoom });
  }, [flow, layout, width, height]);
}

/** A small map, only while part of the graph is out of sight. */
function PartMap({ layout }: { readonly layout: Layout }) {
  const isPart = useFlowStore(({ transform: [x, y, zoom], width, height }) => {
    const boxes = [...layout.cards.values()];
    return boxes.some(
      (box) =>
        box.x * zoom + x < -1 ||
        box.y * zoom + y < -1 ||
        (box.x + box.width) * zoom + x > width + 1 ||
        (box.y + box.height) * zoom + y > height + 1,
    );
  });
  if (!isPart) return null;
  return (
    <MiniMap
      pannable
      zoomable
      ariaLabel="Map of the graph"
      style={{ width: 124, height: 64, margin: 8 }}
      bgColor="var(--panel)"
      maskColor="color-mix(in oklab, var(--bg) 60%, transparent)"
      nodeColor={(node) => (node.type === 'region' ? 'transparent' : 'var(--mark)')}
      nodeStrokeColor="var(--line-strong)"
    />
  );
}
