// Running a graph from the app, live, and the consent that it needs (interfaces §6).
import { z } from 'zod';
import { RedactionRule } from './redaction.ts';
import { TapeRef, TapeSummary } from './tape.ts';

/** What a graph would use of this machine. The detail of the failure `consent-needed`. */
export const ConsentRequest = z.object({
  /** Hash of the graph and of every local module that it imports, and of the tape's path; what `consent.grant` takes. */
  hash: z.string(),
  graph: z.string(),
  modules: z.array(z.string()),
  commands: z.array(z.string()),
  hosts: z.array(z.string()),
  /** Which models, at which hosts, and whether they would be given the key: `qwen3 at 127.0.0.1:11434`. */
  models: z.array(z.string()),
  /** Where a tape names the code, and no graph of the user's: that tape, and the folder that the modules are looked for in. */
  tape: z.object({ path: z.string(), folder: z.string() }).optional(),
});
export type ConsentRequest = z.infer<typeof ConsentRequest>;

export const RunState = z.enum(['running', 'paused', 'finished']);
export type RunState = z.infer<typeof RunState>;

/** What a caller that stays with a run does for it, and what it wants of it. */
const Watching = {
  /** Rules of redaction beside those of the user's file. One that can't be searched for fails with `bad-redaction`. */
  redact: z.array(RedactionRule).optional(),
  /** It answers `run.asked`; without it no one is there to ask, and a run that asks waits. */
  answers: z.boolean().optional(),
  /** It shows `run.shown`, which is not sent otherwise. */
  shows: z.boolean().optional(),
  /** A person's yes beforehand to every further attempt of a destructive step (`--yes-destructive`). The web host refuses it. */
  confirmed: z.boolean().optional(),
};

export const runCalls = {
  /** Starts a run in the background and opens its tape. Fails with `consent-needed`, `loop-in-loop`, or with a graph's problems. */
  'run.start': {
    request: z.object({
      path: z.string(),
      /**
       * The graph itself, where it stands in no file; `path` then says where it would stand: commands run in its folder, and its name is
       * the graph's. From a page only a bounded loop may come so, in a folder of `loop.places`; others fail with `path-refused`.
       */
      graph: z.record(z.string(), z.unknown()).optional(),
      /** By port name, public form. */
      inputs: z.record(z.string(), z.unknown()),
      budget: z.number().int().min(1).optional(),
      compat: z.string().optional(),
      /** Which loadout of a config file; the active one, else the only one where absent. */
      loadout: z.string().optional(),
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
      ...Watching,
    }),
    answer: TapeSummary,
  },
  /**
   * Goes on in the same tape where it is paused, waiting, interrupted or failed, with the graph that it was recorded with. Fails
   * with `not-continuable` where it is over for good, `tape-live` while it is being recorded, `tape-read-only`,
   * `consent-needed` (code that a tape names has a consent of its own), `graph-folder-missing`, `missing-operators`, `loop-in-loop`.
   */
  'run.continue': {
    request: TapeRef.extend({
      /** Starts held, before the first fire. */
      paused: z.boolean().optional(),
      /** Ends as paused after so many fires, each with all that it causes. */
      steps: z.number().int().min(0).optional(),
      /** Gives a tape that waits for a live answer what it waits for; without it such a tape fails with `needs-live`. */
      live: z.boolean().optional(),
      /** Consent for this call alone, not remembered (`--yes`). The web host refuses it with `path-refused`. */
      consented: z.boolean().optional(),
      ...Watching,
    }),
    answer: TapeSummary,
  },
  /** Answers what `run.asked` asked for that fire. Fails with `not-live`, or `not-asked` where it asks nothing, or no more. */
  'run.answer': {
    request: TapeRef.extend({ fire: z.number().int(), answer: z.string() }),
    answer: z.object({}),
  },
  /** `step` performs one fire with all that it causes and holds again; `stop` ends the run as cancelled. */
  'run.control': {
    request: TapeRef.extend({ action: z.enum(['pause', 'resume', 'step', 'stop']) }),
    answer: z.object({ state: RunState }),
  },
  /** `path`: the graph's, or the tape's where that names the code; `graph` as in `run.start`, where it stands in no file. */
  'consent.grant': {
    request: z.object({ path: z.string(), hash: z.string(), graph: z.record(z.string(), z.unknown()).optional() }),
    answer: z.object({}),
  },
};
