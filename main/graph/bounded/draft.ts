// Everything that check knows of a bounded loop, and every problem that it has. A draft can be made of every parsed file, also of one
// that asks for what can't be had, so that it can be drawn.
import type { BoundedGraph, OperatorConfig } from '../../../shared/model/boundedGraph.ts';
import type { BoundedRequest } from '../../../shared/model/boundedRequest.ts';
import {
  ATTEMPT,
  type CheckedBoundedGraph,
  CONFIRM,
  JUDGE,
  LOOP_SCOPE,
} from '../../../shared/model/checkedBoundedGraph.ts';
import type { CheckedEdge, CheckedNode } from '../../../shared/model/checkedGraph.ts';
import type { Problem } from '../../../shared/model/problem.ts';
import type { ScopeBase, ScopeForest } from '../../../shared/model/scope.ts';
import { isRecord, snapshot, type ValueRecord } from '../../../shared/model/value.ts';
import type { CheckOptions } from '../checkOptions.ts';
import { boundedRules } from '../rules/boundedRules.ts';
import { didYouMean } from '../wording.ts';
import { destructiveCommand } from './destructiveCommand.ts';
import { boundedUses } from './operatorUses.ts';
import type { ParsedBoundedGraph } from './parse.ts';
import { boundedRequest } from './request.ts';

export interface BoundedDraft {
  readonly graph: CheckedBoundedGraph;
  readonly problems: Problem[];
  readonly notes: Problem[];
}

export function draftBounded(parsed: ParsedBoundedGraph, options: CheckOptions = {}): BoundedDraft {
  const { authored } = parsed;
  const problems: Problem[] = [];
  const notes: Problem[] = [...parsed.notes];
  const made = boundedRequest(authored, authored.text ?? undefined);
  if (!made.ok) {
    const { code, message, field, hint } = made.failure;
    problems.push({ code, message, where: { path: field }, hint });
  }
  const request = made.ok ? made.value : NOTHING;
  notes.push(...request.notes.map((code) => noteOf(code, request)));
  const standIns = snapshot(options.standIns ?? {}) as ValueRecord;
  problems.push(...standInProblems(standIns));
  const isJudged = request.predicate.kind === 'judge';
  if (made.ok && isJudged && !authored.judge && !Object.hasOwn(standIns, JUDGE)) problems.push(noJudge(request));
  const destructive = destructiveWhy(authored);
  const nodes = [
    nodeOf(ATTEMPT, authored.attempt ?? { operator: 'model' }, standIns),
    ...(isJudged ? [nodeOf(JUDGE, authored.judge ?? { operator: 'ask' }, standIns)] : []),
    ...(destructive === undefined ? [] : [nodeOf(CONFIRM, { operator: 'ask' }, standIns)]),
  ];
  const uses = boundedUses(nodes);
  for (const rule of boundedRules) {
    for (const { isNote, ...found } of rule.find(uses)) (isNote ? notes : problems).push({ code: rule.code, ...found });
  }
  return {
    graph: {
      dialect: 'bounded',
      name: options.name ?? parsed.name,
      source: parsed.source,
      ...(Object.keys(standIns).length > 0 ? { standIns } : {}),
      request,
      nodes,
      edges: edgesOf(nodes),
      forest: forestOf(nodes),
      runsIn: Object.fromEntries(nodes.map(({ id }) => [id, LOOP_SCOPE])),
      ...(destructive === undefined ? {} : { destructive }),
      hazards: [],
    },
    problems,
    notes,
  };
}

/** Stands for a request that could not be read, so that the rest can be drawn. */
const NOTHING: BoundedRequest = {
  prompt: '',
  maxIters: 3,
  maxItersFrom: { from: 'default' },
  predicate: { kind: 'judge', criterion: 'task completed' },
  predicateText: 'judge:task completed',
  predicateFrom: 'default',
  notes: [],
};

function noteOf(code: BoundedRequest['notes'][number], request: BoundedRequest): Problem {
  const where = { path: 'max_iters' };
  switch (code) {
    case 'MAX_ITERS_CLAMPED':
      return {
        code,
        message: `max_iters was brought within 1 to 10: it is ${request.maxIters}.`,
        where,
        hint: 'A bounded loop makes at least one attempt and never more than ten.',
      };
    case 'MAX_ITERS_AMBIGUOUS':
      return {
        code,
        message: `The text names several limits; the first, ${request.maxIters}, counts.`,
        where,
        hint: 'Name one, or give max_iters.',
      };
  }
}

function noJudge({ predicateText }: BoundedRequest): Problem {
  return {
    code: 'no-judge',
    message: `The loop runs until ${predicateText}, and nobody is there to judge.`,
    where: { path: 'judge' },
    hint: 'Name a judge: a command, a model, or ask for a person; or give a predicate that needs none, exit:<code> or regex:<pattern>.',
  };
}

function standInProblems(standIns: ValueRecord): Problem[] {
  const known = [ATTEMPT, JUDGE, CONFIRM];
  return Object.keys(standIns).flatMap((id): Problem[] =>
    known.includes(id)
      ? []
      : [
          {
            code: 'stand-in',
            message: `The script answers for "${id}"; a bounded loop has ${known.join(', ')}.${didYouMean(id, known)}`,
            where: { node: id },
            hint: `Name ${known.join(', ')}.`,
          },
        ],
  );
}

function destructiveWhy({ destructive, attempt }: BoundedGraph): string | undefined {
  if (destructive === true) return 'The file says that it is destructive.';
  if (destructive === false || attempt?.operator !== 'command') return undefined;
  const argv = Array.isArray(attempt.argv) ? attempt.argv.filter((word) => typeof word === 'string') : [];
  return destructiveCommand(argv, attempt.shell === true);
}

function nodeOf(id: string, authored: OperatorConfig, standIns: ValueRecord): CheckedNode {
  const { operator, ...config } = authored;
  const standIn = Object.hasOwn(standIns, id) ? standIns[id] : undefined;
  const ports = PORTS[id] ?? PORTS[ATTEMPT];
  return {
    id,
    type: standIn === undefined ? operator : 'scripted',
    ...(standIn === undefined ? {} : { authoredType: operator }),
    role: 'operator',
    config: isRecord(standIn) ? standIn : (snapshot(config) as ValueRecord),
    inputs: (ports?.inputs ?? []).map((port) => ({ port, required: false })),
    outputs: ports?.outputs ?? [],
  };
}

const PORTS: Readonly<Record<string, { readonly inputs: readonly string[]; readonly outputs: readonly string[] }>> = {
  [ATTEMPT]: {
    inputs: ['prompt', 'attempt', 'max_iters', 'evidence', 'last_exit'],
    outputs: ['output', 'exit', 'signal'],
  },
  [JUDGE]: { inputs: ['criterion', 'prompt', 'output', 'exit', 'attempt'], outputs: ['output'] },
  [CONFIRM]: { inputs: ['question', 'prompt'], outputs: ['output'] },
};

function edgesOf(nodes: readonly CheckedNode[]): CheckedEdge[] {
  return nodes.slice(1).map((node, i): CheckedEdge => {
    const source = nodes[i] as CheckedNode;
    return {
      id: `${source.id}→${node.id}`,
      source: source.id,
      sourceHandle: 'output',
      target: node.id,
      targetHandle: node.inputs[0]?.port ?? '',
    };
  });
}

function forestOf(nodes: readonly CheckedNode[]): ScopeForest<ScopeBase> {
  const ids = nodes.map(({ id }) => id);
  return {
    scopes: {
      [LOOP_SCOPE]: { scope_id: LOOP_SCOPE, parent_scope_id: null, child_scope_ids: [], member_node_ids: ids },
    },
    root_scope_ids: [LOOP_SCOPE],
    node_to_scope: Object.fromEntries(ids.map((id) => [id, LOOP_SCOPE])),
    graph_scope_node_ids: [],
  };
}
