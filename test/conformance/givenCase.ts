// The public cases as data: one file a case in given/, whose README names every field. Read here and nowhere else.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunFileOptions } from '../support/runGraphFile.ts';

const FOLDER = join(import.meta.dirname, 'given');

export interface ExpectedFire {
  readonly inputs?: Readonly<Record<string, unknown>>;
  readonly outputs?: Readonly<Record<string, unknown>>;
  readonly error?: string;
}

export interface HazardClause {
  readonly code: string;
  readonly node?: string;
  readonly port?: string;
}

export interface Expected {
  readonly status?: string;
  readonly reason?: string;
  readonly iterations?: Readonly<Record<string, number>>;
  readonly fires?: Readonly<Record<string, readonly ExpectedFire[]>>;
  readonly finals?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly finalCount?: Readonly<Record<string, number>>;
  readonly carries?: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;
  readonly decisions?: readonly Readonly<Record<string, unknown>>[];
  readonly cleared?: readonly Readonly<Record<string, unknown>>[];
  readonly stalled?: readonly { readonly node: string; readonly waitsFor: readonly string[] }[];
  readonly error?: Readonly<Record<string, unknown>>;
  readonly check?: {
    readonly ok?: boolean;
    readonly errors?: readonly string[];
    readonly hazards?: {
      readonly must?: readonly HazardClause[];
      readonly mustNot?: readonly HazardClause[];
      readonly only?: readonly HazardClause[];
    };
  };
  readonly hazards?: { readonly must?: readonly string[]; readonly mustNot?: readonly string[] };
  readonly moments?: readonly {
    readonly at: string;
    readonly carry?: Readonly<Record<string, unknown>>;
    readonly slots?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  }[];
  readonly order?: readonly (readonly [string, string])[];
  /** Sockets that ran, in order, complete; with the item where it matters. */
  readonly visits?: readonly (string | readonly [string, unknown])[];
  /** Cursor → value at the end (absent = 0); socket → its cursor after each of its visits. */
  readonly cursors?: Readonly<Record<string, number>>;
  readonly cursorTrail?: Readonly<Record<string, readonly number[]>>;
  /** State path → value at the end; slot → every value written to it but the one to start from. */
  readonly state?: Readonly<Record<string, unknown>>;
  readonly writes?: Readonly<Record<string, readonly unknown[]>>;
  /** Of a bounded loop, as in its result. */
  readonly iterations_run?: number;
  readonly max_iters?: number;
  readonly predicate?: string;
  /** True: present and not empty. */
  readonly next_action?: boolean;
  readonly evidenceCount?: number;
  /** The text that the predicate matched. */
  readonly matched?: string;
  readonly errorCode?: string;
  readonly limitsOrigin?: 'structured' | 'text' | 'default';
  /** Socket → output text that was kept though it could not be used. */
  readonly raw?: Readonly<Record<string, unknown>>;
}

export interface GivenCase {
  readonly id: string;
  readonly title: string;
  readonly dialect: 'pivot' | 'socket' | 'bounded';
  readonly disputed?: boolean;
  readonly graph: unknown;
  readonly options?: { readonly budget?: number; readonly inputs?: Readonly<Record<string, unknown>> };
  readonly script?: Readonly<Record<string, unknown>>;
  readonly expected: Expected;
  /** Runs that share the past up to `at`; one at `end` that changes nothing is a continuation. */
  readonly forks?: readonly {
    readonly id: string;
    readonly at: string;
    readonly set?: Readonly<Record<string, unknown>>;
    readonly script?: Readonly<Record<string, unknown>>;
    readonly setOutput?: Readonly<Record<string, unknown>>;
    /** Speaks of the new part alone, but for `status`, `reason`, `state` and `cursors`. */
    readonly expected: Expected;
  }[];
}

export function givenCases(): readonly GivenCase[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as GivenCase);
}

/** The case's graph as a file: one of a bounded loop says which dialect it is. */
export function fileOf({ dialect, graph }: GivenCase): unknown {
  return dialect === 'bounded' ? { dialect, ...(graph as object) } : graph;
}

/** What the command line would add to the case's graph. */
export function optionsOf({ options, script }: GivenCase): RunFileOptions {
  return {
    ...(options?.budget === undefined ? {} : { budget: options.budget }),
    ...(options?.inputs === undefined ? {} : { inputs: options.inputs }),
    ...(script === undefined ? {} : { standIns: script }),
  };
}
