// Which iterIn goes with which iterOut (seed 001 §1: they are linked by id, `config.pairedWith`, and by nothing drawn), and
// what does not agree. A pair is taken where either side names the other, so that a half-written loop can still be drawn.
import { toPublic } from '../../../shared/model/publicValue.ts';
import type { FlatNode } from './flatGraph.ts';

export interface PairFault {
  readonly node: string;
  readonly sentence: string;
  readonly hint: string;
}

export interface Pairs {
  /** iterIn → iterOut, in the order of the iterIns. */
  readonly outOf: ReadonlyMap<string, string>;
  /** iterOut → iterIn. */
  readonly inOf: ReadonlyMap<string, string>;
  readonly faults: readonly PairFault[];
}

export function pairPivots(nodes: readonly FlatNode[]): Pairs {
  const ins = nodes.filter((node) => node.type === 'iterIn');
  const outs = nodes.filter((node) => node.type === 'iterOut');
  const inIds = new Set(ins.map((node) => node.id));
  const outIds = new Set(outs.map((node) => node.id));
  const types = new Map(nodes.map((node) => [node.id, node.type]));
  const faults: PairFault[] = [];
  const named = new Map<string, string>();
  for (const pivot of [...ins, ...outs]) {
    const other = pivot.type === 'iterIn' ? 'iterOut' : 'iterIn';
    const partner = pivot.config.pairedWith;
    if (partner === undefined || partner === null || partner === '') {
      faults.push({
        node: pivot.id,
        sentence: `${pivot.type} ${pivot.id} has no pairedWith, so it belongs to no loop.`,
        hint: `Set its config.pairedWith to the id of its ${other}.`,
      });
    } else if (typeof partner !== 'string' || !(pivot.type === 'iterIn' ? outIds : inIds).has(partner)) {
      const found = typeof partner === 'string' ? types.get(partner) : undefined;
      faults.push({
        node: pivot.id,
        sentence: `${pivot.type} ${pivot.id} is paired with ${JSON.stringify(toPublic(partner))}, which is ${
          found === undefined ? 'no node of this graph' : `of type ${found}, not ${other}`
        }.`,
        hint: `Set its config.pairedWith to the id of its ${other}.`,
      });
    } else named.set(pivot.id, partner);
  }
  const outOf = new Map<string, string>();
  const inOf = new Map<string, string>();
  const pair = (iterIn: string, iterOut: string): void => {
    if (outOf.has(iterIn) || inOf.has(iterOut)) return;
    outOf.set(iterIn, iterOut);
    inOf.set(iterOut, iterIn);
  };
  for (const { id } of ins) if (named.get(named.get(id) ?? '') === id) pair(id, named.get(id) as string);
  for (const { id } of outs) if (named.has(id)) pair(named.get(id) as string, id);
  for (const { id } of ins) if (named.has(id)) pair(id, named.get(id) as string);
  faults.push(...disagreements([...ins, ...outs], named));
  const inOrder = ins.flatMap(({ id }): [string, string][] => (outOf.has(id) ? [[id, outOf.get(id) as string]] : []));
  return { outOf: new Map(inOrder), inOf, faults };
}

/** Two that name the same partner, and a partner that names another or none. */
function disagreements(pivots: readonly FlatNode[], named: ReadonlyMap<string, string>): PairFault[] {
  const faults: PairFault[] = [];
  const claims = new Map<string, string[]>();
  for (const [id, partner] of named) claims.set(partner, [...(claims.get(partner) ?? []), id]);
  for (const [partner, ids] of claims) {
    if (ids.length < 2) continue;
    faults.push({
      node: ids[1] as string,
      sentence: `${ids.slice(0, -1).join(', ')} and ${ids[ids.length - 1]} are all paired with ${partner}; a pivot has one partner.`,
      hint: 'Give every loop an iterIn and an iterOut of its own that name each other.',
    });
  }
  for (const pivot of pivots) {
    const partner = named.get(pivot.id);
    if (partner === undefined || named.get(partner) === pivot.id || (claims.get(partner) ?? []).length > 1) continue;
    // A partner that names nothing, or nothing that exists, has been reported for itself.
    const other = named.get(partner);
    if (other === undefined) continue;
    faults.push({
      node: pivot.id,
      sentence: `${pivot.type} ${pivot.id} is paired with ${partner}, but ${partner} is paired with ${other}.`,
      hint: `Set config.pairedWith of ${partner} to "${pivot.id}", or pair ${pivot.id} with another.`,
    });
  }
  return faults;
}
