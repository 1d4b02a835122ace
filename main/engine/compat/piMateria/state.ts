// What a run under pi-materia keeps beside the socket machine: the counts that its limits go by. Plain data.

/** What one item went through since a cursor moved. Replaced whole, never changed. */
export interface Cycles {
  readonly itemKey: string;
  /** Times that a socket was entered again without an advance. */
  readonly count: number;
  /** Sockets visited since the latest of those. */
  readonly path: readonly string[];
  /** The latest way around, its ends being the same socket; null before the first. */
  readonly latest: readonly string[] | null;
}

export interface PiMateriaState {
  /** Key of the item that the latest fire ran for; null outside of every list and after an advance. */
  itemKey: string | null;
  cycles: Cycles | null;
  /** Whether the run goes along an edge that has a limit of its own. */
  isByLimitedEdge: boolean;
  /** How many places of the item's selection are written or passed, for the socket that the run goes to. */
  selected: number;
}

export function newPiMateriaState(): PiMateriaState {
  return { itemKey: null, cycles: null, isByLimitedEdge: false, selected: 0 };
}

export function clonePiMateriaState(state: PiMateriaState): PiMateriaState {
  return { ...state };
}

/** Of a machine that was made for a graph with this compat. */
export function compatOf({ compat }: { readonly compat?: PiMateriaState }): PiMateriaState {
  if (!compat) throw new Error('the machine is not one of pi-materia');
  return compat;
}
