// The rules of agentcanvas as the engine takes them: how an event is folded, and what follows by itself.
import type { Rules } from '../../pivot/decide.ts';
import { apply } from './apply.ts';
import { goOn } from './goOn.ts';

export const agentcanvas: Rules = { apply, goOn };
