// Running a graph from the app, live, and the consent that it needs (interfaces §6).
import { z } from 'zod';
import { TapeRef, TapeSummary } from './tape.ts';

/** What a graph would use of this machine. The detail of the failure `consent-needed`. */
export const ConsentRequest = z.object({
  /** Hash of the graph and of every local module that it imports; what `consent.grant` takes. */
  hash: z.string(),
  graph: z.string(),
  modules: z.array(z.string()),
  commands: z.array(z.string()),
  hosts: z.array(z.string()),
});
export type ConsentRequest = z.infer<typeof ConsentRequest>;

export const RunState = z.enum(['running', 'paused', 'finished']);
export type RunState = z.infer<typeof RunState>;

export const runCalls = {
  /** Starts a run in the background and opens its tape. Fails with `consent-needed`, or with a graph's problems. */
  'run.start': {
    request: z.object({
      path: z.string(),
      /** By port name, public form. */
      inputs: z.record(z.string(), z.unknown()),
      budget: z.number().int().min(1).optional(),
      compat: z.string().optional(),
      /** Starts held, before the first fire. */
      paused: z.boolean().optional(),
      /** Ends as paused after so many fires, each with all that it causes. */
      steps: z.number().int().min(0).optional(),
      /** Node → scripted config that stands in for its operator, public form. */
      standIns: z.record(z.string(), z.record(z.string(), z.unknown())).optional(),
      /** Where the tape goes; a new file in the tapes folder where absent. The web host refuses it with `path-refused`. */
      out: z.string().optional(),
      /** Overwrites an existing `out`, which is refused with `tape-exists` otherwise. */
      force: z.boolean().optional(),
      /** Consent for this call alone, not remembered (`--yes`). The web host refuses it with `path-refused`. */
      consented: z.boolean().optional(),
    }),
    answer: TapeSummary,
  },
  /** `step` performs one fire with all that it causes and holds again; `stop` ends the run as cancelled. */
  'run.control': {
    request: TapeRef.extend({ action: z.enum(['pause', 'resume', 'step', 'stop']) }),
    answer: z.object({ state: RunState }),
  },
  'consent.grant': { request: z.object({ path: z.string(), hash: z.string() }), answer: z.object({}) },
};
