// Dual-wire freeze at work (seed 001 §10): an input read one value in iteration after iteration, because an init slot that
// persists kept winning, while the carry slot beside it brought others.
import type { CheckedGraph } from '../../shared/model/checkedGraph.ts';
import type { Candidate } from '../../shared/model/decision.ts';
import type { EventOf } from '../../shared/model/event.ts';
import type { HazardFix, TapeHazard } from '../../shared/model/hazard.ts';
import { type Value, valuesEqual } from '../../shared/model/value.ts';
import type { Detector } from './detector.ts';
import { staticHazardsOf } from './staticHazard.ts';
import { counted, iterationWords, valueWords } from './wording.ts';

/** Decisions on one input that had one outcome, without a break. */
interface Row {
  readonly winner: Candidate & { readonly value: Value };
  /** The iterations, and those among them in which a carry slot brought something else. */
  readonly paths: string[];
  readonly lost: string[];
  readonly ids: readonly string[];
  /** The losing carry slot, its latest value, and how often that changed within the row. */
  rival: string | undefined;
  rivalValue: Value | undefined;
  changes: number;
}

export const frozenInput: Detector<'decision.made' | 'iteration.closed'> = {
  code: 'frozen-input',
  kinds: ['decision.made', 'iteration.closed'],
  watch(graph) {
    /** Of several freezes of one input the longest is told. */
    const longest = new Map<string, Row>();
    const open = new Map<string, Row>();
    const closed = new Set<string>();
    const keep = (subject: string): void => {
      const row = open.get(subject);
      if (row && isFreeze(row) && row.lost.length > (longest.get(subject)?.lost.length ?? 0)) longest.set(subject, row);
    };
    return {
      see(event) {
        if (event.kind === 'iteration.closed') {
          closed.add(event.at);
          return;
        }
        if (event.question !== 'input') return;
        const winner = event.candidates.find((candidate) => candidate.matched);
        const row = open.get(event.subject);
        if (row && winner && winner.id === row.winner.id && valuesEqual(winner.value, row.winner.value)) {
          row.paths.push(event.at);
          look(row, event, graph);
          return;
        }
        keep(event.subject);
        open.delete(event.subject);
        if (winner?.value === undefined || !isSlot(winner.id, 'init', graph)) return;
        const made: Row = {
          winner: { ...winner, value: winner.value },
          paths: [event.at],
          lost: [],
          ids: event.candidates.map((candidate) => candidate.id),
          rival: undefined,
          rivalValue: undefined,
          changes: 0,
        };
        look(made, event, graph);
        // What the rival already held when the row began is no change within it.
        made.changes = 0;
        open.set(event.subject, made);
      },
      found() {
        for (const subject of open.keys()) keep(subject);
        return [...longest].map(([subject, row]) => {
          const hazard = hazardOf(graph, subject, row);
          // Only a closed iteration is a moment by its path alone.
          return { ...hazard, evidence: row.lost.map((path) => (closed.has(path) ? path : `${path}:start`)) };
        });
      },
    };
  },
};

function isFreeze(row: Row): boolean {
  return row.paths.length > 1 && row.changes > 0 && row.lost.length > 0;
}

function look(row: Row, decision: EventOf<'decision.made'>, graph: CheckedGraph | undefined): void {
  const rival = decision.candidates.find(
    (candidate) => !candidate.matched && candidate.value !== undefined && isSlot(candidate.id, 'iterout', graph),
  );
  if (rival?.value === undefined) return;
  if (!valuesEqual(rival.value, row.winner.value)) row.lost.push(decision.at);
  if (valuesEqual(rival.value, row.rivalValue)) return;
  row.rival = rival.id;
  row.rivalValue = rival.value;
  row.changes++;
}

/** Whether a candidate is a slot that is written in that way; told by its name where there is no graph to ask. */
function isSlot(id: string, writer: 'init' | 'iterout', graph: CheckedGraph | undefined): boolean {
  if (!graph) return id.slice(id.lastIndexOf('.') + 1).startsWith(`${writer}_`);
  return slotOf(id, graph)?.writer === writer;
}

function slotOf(id: string, graph: CheckedGraph | undefined) {
  const scope = Object.values(graph?.dialect === 'pivot' ? graph.scopes : {}).find(
    (one) => id.startsWith(`${one.scope}.`) && one.slots.some((slot) => id === `${one.scope}.${slot.name}`),
  );
  const slot = scope?.slots.find((one) => id === `${scope.scope}.${one.name}`);
  return scope && slot ? { ...slot, scope: scope.scope } : undefined;
}

function hazardOf(graph: CheckedGraph | undefined, subject: string, row: Row): Omit<TapeHazard, 'evidence'> {
  const known = staticHazardsOf(graph, 'frozen-input').find(
    ({ where }) => `${where.node}.${where.port}` === subject && `${where.scope}.${where.slot}` === row.winner.id,
  );
  const slot = slotOf(row.winner.id, graph);
  const dot = subject.lastIndexOf('.');
  const where = known?.where ?? {
    ...(slot ? { scope: slot.scope } : {}),
    node: subject.slice(0, dot),
    port: subject.slice(dot + 1),
    ...(slot ? { slot: slot.name } : {}),
  };
  const fix = known?.fix ?? (slot && graph ? fixOf(slot.scope, slot.port, graph) : undefined);
  const why = slot?.persist === true ? `, because ${slot.name} persists` : '';
  const spell = iterationWords(row.paths);
  return {
    code: 'frozen-input',
    severity: 'error',
    title: known?.title ?? 'Frozen at its first value',
    message: `${subject} read ${valueWords(row.winner.value)} from ${row.winner.id} in ${spell}${why}, while ${row.rival} beside it took ${counted(row.changes, 'new value')} that ${row.changes === 1 ? 'was' : 'were'} never read there.`,
    where,
    writers: known?.writers ?? [...row.ids],
    ...(fix ? { fix } : {}),
  };
}

function fixOf(iterIn: string, port: string, graph: CheckedGraph): HazardFix | undefined {
  const ports = graph.nodes.find((node) => node.id === iterIn)?.config.initPorts;
  const index = Array.isArray(ports) ? ports.findIndex((one: { name?: unknown }) => one?.name === port) : -1;
  if (index < 0) return undefined;
  return {
    sentence: `Set persist of init port "${port}" of ${iterIn} to false.`,
    node: iterIn,
    path: ['initPorts', index, 'persist'],
    from: true,
    to: false,
  };
}
