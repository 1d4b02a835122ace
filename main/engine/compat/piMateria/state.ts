// What a run under pi-materia keeps beside the socket machine: the counts that its limits go by.

export interface PiMateriaState {
  /** Key of the item that the current path works on; null outside item loops and after an advance. */
  itemKey: string | null;
  /** Sockets visited since the item's path began, and how often one of them was entered again without an advance. */
  readonly path: string[];
  again: number;
}

export function newPiMateriaState(): PiMateriaState {
  return { itemKey: null, path: [], again: 0 };
}

export function clonePiMateriaState(state: PiMateriaState): PiMateriaState {
  return { ...state, path: state.path.slice() };
}
