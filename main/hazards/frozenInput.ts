// Dual-wire freeze at work (seed 001 §10): an input read one value in iteration after iteration, because an init slot that
// persists kept winning, while the carry slot beside it brought others.
import type { CheckedGraph } from '../../shared/model/checkedGraph.ts';
import type { Candidate, Decision } from '../../shared/model/decision.ts';
import type { HazardFix, TapeHazard } from '../../shared/model/hazard.ts';
import type { TapeView } from '../../shared/model/tapeView.ts';
import { type Value, valuesEqual } from '../../shared/model/value.ts';
import type { Detector } from './detector.ts';
import { staticHazardsOf } from './staticHazard.ts';
import { counted, iterationWords, valueWords } from './wording.ts';

/** Decisions on one input that had one outcome, without a break. */
interface Row {
  readonly winner: Candidate & { readonly value: Value };
  readonly paths: string[];
  readonly ids: readonly string[];
  /** The losing carry slot, its latest value, and how often that changed within the row. */
  rival: string | undefined;
  rivalValue: Value | undefined;
  changes: number;
}

export const frozenInput: Detector = {
  code: 'frozen-input',
  find(view) {
    const found = new Map<string, TapeHazard>();
    const open = new Map<string, Row>();
    const close = (subject: string): void => {
      const row = open.get(subject);
      if (!row || row.paths.length < 2 || row.changes === 0) return;
      const known = found.get(subject);
      // Of several freezes of one input the longest is told.
      if (!known || known.evidence.length < row.paths.length) found.set(subject, hazardOf(view, subject, row));
    };
    for (const event of view.events(['decision.made'])) {
      if (event.question !== 'input') continue;
      const winner = event.candidates.find((candidate) => candidate.matched);
      const row = open.get(event.subject);
      if (row && winner && winner.id === row.winner.id && valuesEqual(winner.value, row.winner.value)) {
        row.paths.push(event.at);
        look(row, event, view.graph);
        continue;
      }
      close(event.subject);
      open.delete(event.subject);
      if (winner?.value === undefined || !isSlot(winner.id, 'init', view.graph)) continue;
      const ids = event.candidates.map((candidate) => candidate.id);
      const made: Row = {
        winner: { ...winner, value: winner.value },
        paths: [event.at],
        ids,
        rival: undefined,
        rivalValue: undefined,
        changes: 0,
      };
      look(made, event, view.graph);
      // What the rival already held when the row began is no change within it.
      made.changes = 0;
      open.set(event.subject, made);
    }
    for (const subject of open.keys()) close(subject);
    return [...found.values()];
  },
};

function look(row: Row, decision: Decision, graph: CheckedGraph | undefined): void {
  const rival = decision.candidates.find(
    (candidate) => !candidate.matched && candidate.value !== undefined && isSlot(candidate.id, 'iterout', graph),
  );
  if (rival?.value === undefined || valuesEqual(rival.value, row.rivalValue)) return;
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
  const scope = Object.values(graph?.scopes ?? {}).find(
    (one) => id.startsWith(`${one.scope}.`) && one.slots.some((slot) => id === `${one.scope}.${slot.name}`),
  );
  const slot = scope?.slots.find((one) => id === `${scope.scope}.${one.name}`);
  return scope && slot ? { ...slot, scope: scope.scope } : undefined;
}

function hazardOf(view: TapeView, subject: string, row: Row): TapeHazard {
  const known = staticHazardsOf(view, 'frozen-input').find(
    ({ where }) => `${where.node}.${where.port}` === subject && `${where.scope}.${where.slot}` === row.winner.id,
  );
  const slot = slotOf(row.winner.id, view.graph);
  const dot = subject.lastIndexOf('.');
  const where = known?.where ?? {
    ...(slot ? { scope: slot.scope } : {}),
    node: subject.slice(0, dot),
    port: subject.slice(dot + 1),
    ...(slot ? { slot: slot.name } : {}),
  };
  const fix = known?.fix ?? (slot && view.graph ? fixOf(slot.scope, slot.port, view.graph) : undefined);
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
    evidence: row.paths,
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
