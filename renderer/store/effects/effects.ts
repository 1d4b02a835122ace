// What follows from an action outside the state. Each effect looks at the action and at the state before and after it,
// asks the host, and dispatches what came back. What must hold: an effect never changes the state itself.
import { createAttemptEffect } from './attempt.ts';
import type { Effect, EffectContext } from './effect.ts';
import { createFilesEffect } from './files.ts';
import { createHostEffect } from './host.ts';
import { createLoopEffect } from './loop.ts';
import { createMomentEffect } from './moment.ts';
import { createPlayEffect } from './play.ts';
import { createRunEffect } from './run.ts';
import { createScopesEffect } from './scopes.ts';
import { createTapeEffect } from './tape.ts';
import { createTimelineEffect } from './timeline.ts';

const EFFECTS: readonly ((context: EffectContext) => Effect)[] = [
  createHostEffect,
  createFilesEffect,
  createTapeEffect,
  createMomentEffect,
  createTimelineEffect,
  createScopesEffect,
  createAttemptEffect,
  createPlayEffect,
  createRunEffect,
  createLoopEffect,
];

export function createEffects(context: EffectContext): Effect {
  const effects = EFFECTS.map((create) => create(context));
  return (action, before, after) => {
    for (const effect of effects) effect(action, before, after);
  };
}
