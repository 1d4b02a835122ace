// What cards, regions and wires say to the store; given by the canvas, so that they need not know it.
import { createContext } from 'react';
import type { Selection } from '../../store/state.ts';

export interface GraphTalk {
  readonly select: (selection: Selection) => void;
  readonly hover: (selection: Selection | null) => void;
}
export const GraphTalkContext = createContext<GraphTalk>({ select: () => {}, hover: () => {} });
