// What a card says at the moment: its state in a few words, its shape and colour, what came out of it, and its accessible
// name. Without a moment it says what it is.

import { assertNever } from '../../../shared/base/assert.ts';
import type { GraphViewNode } from '../../../shared/contract/graph.ts';
import type { MomentView } from '../../../shared/contract/moment.ts';
import type { Chip } from '../../../shared/contract/value.ts';
import { durationText } from '../../parts/amounts.ts';

/** `plain` has nothing to tell: a graph file, or a node whose time has not come. */
export type Tone = 'fired' | 'failed' | 'running' | 'ready' | 'waiting' | 'carry' | 'plain';

export interface NodeWords {
  readonly tone: Tone;
  /** `fired 12 ms`, `waiting`, `step 17` … */
  readonly state: string;
  /** All there is to say, for a title; may be "". */
  readonly detail: string;
  readonly outputs: readonly { readonly port: string; readonly chip: Chip }[];
  /** `policy: fired 12 ms, action = "LEFT"`. */
  readonly name: string;
}

/** `chips`: what each output port carries at the moment, by port. */
export function nodeWords(
  node: GraphViewNode,
  moment: MomentView | undefined,
  chips: ReadonlyMap<string, Chip>,
): NodeWords {
  if (!moment) return withName(node, { tone: 'plain', state: '', detail: '' }, []);
  const outputs = [...chips].map(([port, chip]) => ({ port, chip }));
  switch (node.role) {
    case 'iterIn': {
      const open = moment.open.find((one) => one.scope === node.id);
      if (open) return withName(node, { tone: 'fired', state: `step ${open.iteration}`, detail: '' }, outputs);
      const closed = moment.iterations[node.id] ?? 0;
      const state = closed > 0 ? `${closed} ${closed === 1 ? 'iteration' : 'iterations'}` : 'not entered yet';
      return withName(node, { tone: 'plain', state, detail: '' }, []);
    }
    case 'iterOut': {
      const decision = moment.decisions.findLast((one) => one.question === 'boundary' && one.subject === node.id);
      if (decision) {
        const chosen = decision.chosen === 'continue' ? 'go on' : (decision.chosen ?? 'none');
        return withName(node, { tone: 'carry', state: `boundary: ${chosen}`, detail: decision.title }, outputs);
      }
      const isOpen = moment.open.some((one) => one.scope === node.scope);
      return withName(node, { tone: 'plain', state: isOpen ? 'collecting' : '', detail: '' }, []);
    }
    case 'graphIn':
    case 'graphOut':
    case 'operator':
      return withName(node, node.socket ? socketWords(node, moment) : operatorWords(node, moment), outputs);
    case 'end': {
      const isHere = moment.kind === 'run.finished' && (moment.reason === 'end' || moment.reason === 'exhausted');
      return withName(
        node,
        { tone: isHere ? 'fired' : 'plain', state: isHere ? 'the run ended here' : '', detail: '' },
        [],
      );
    }
    default:
      return assertNever(node.role);
  }
}

function operatorWords(node: GraphViewNode, moment: MomentView): Omit<NodeWords, 'name' | 'outputs'> {
  const state = moment.nodes.find((one) => one.node === node.id);
  if (!state) return { tone: 'plain', state: '', detail: '' };
  const detail = state.waitsFor.join('\n');
  switch (state.state) {
    case 'fired':
      return {
        tone: 'fired',
        state: state.durationMs === null ? 'fired' : `fired ${durationText(state.durationMs)}`,
        detail,
      };
    case 'failed':
      return { tone: 'failed', state: 'failed', detail };
    case 'running':
      return { tone: 'running', state: 'running', detail };
    case 'ready':
      return { tone: 'ready', state: 'ready', detail };
    case 'waiting':
      return { tone: 'waiting', state: waitingWords(state.waitsFor[0]), detail };
    case 'idle':
      return { tone: 'plain', state: 'idle', detail };
    case 'outside': {
      const times = state.fires > 0 ? `fired ${state.fires}×` : node.band ? 'after the loop' : 'not open';
      return { tone: 'plain', state: times, detail };
    }
    default:
      return assertNever(state.state);
  }
}

/** A socket waits for no input: the run comes to it or does not, and comes again in the next pass. */
function socketWords(node: GraphViewNode, moment: MomentView): Omit<NodeWords, 'name' | 'outputs'> {
  const state = moment.nodes.find((one) => one.node === node.id);
  if (!state) return { tone: 'plain', state: '', detail: '' };
  const { fires, durationMs } = state;
  const times = fires === 0 ? 'not run yet' : `ran ${fires}×`;
  switch (state.state) {
    case 'fired': {
      const took = durationMs === null ? '' : durationText(durationMs);
      if (fires > 1) return { tone: 'fired', state: times, detail: took };
      return { tone: 'fired', state: took === '' ? 'ran' : `ran ${took}`, detail: '' };
    }
    case 'failed':
      return { tone: 'failed', state: 'failed', detail: '' };
    case 'running':
      return { tone: 'running', state: 'running', detail: '' };
    case 'ready':
      return { tone: 'ready', state: 'is next', detail: '' };
    case 'waiting':
    case 'outside':
      return { tone: 'plain', state: times, detail: '' };
    case 'idle':
      return { tone: 'plain', state: fires === 0 ? 'never run' : times, detail: '' };
    default:
      return assertNever(state.state);
  }
}

/** The host's sentence where it says so itself. */
function waitingWords(sentence: string | undefined): string {
  if (sentence === undefined) return 'waiting';
  return sentence.startsWith('wait') ? sentence : `waiting: ${sentence}`;
}

function withName(
  node: GraphViewNode,
  words: Omit<NodeWords, 'name' | 'outputs'>,
  outputs: NodeWords['outputs'],
): NodeWords {
  const values = outputs.map(({ port, chip }) => `${port} = ${chip.text}`);
  const said = [words.state || node.type, ...values].join(', ');
  const called = node.label === node.id ? node.id : `${node.label} (${node.id})`;
  return { ...words, outputs, name: `${called}: ${said}` };
}
