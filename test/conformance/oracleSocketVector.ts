// The recorded runs of pi-materia as data: one file a vector in oracle/socket/, whose README names every field. Read here and nowhere
// else, and made into graphs that can be run here (oracle/socket/MAPPING.md).
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Condition } from '../../shared/model/socketGraph.ts';

const FOLDER = join(import.meta.dirname, 'oracle/socket');

type Fields = Readonly<Record<string, unknown>>;
type Counts = Readonly<Record<string, number>>;

export interface OracleVisit {
  readonly socket: string;
  readonly visit: number;
  readonly item: string | null;
}

export interface OracleDecision {
  readonly socket: string;
  readonly item: string | null;
  readonly satisfied: boolean | null;
  readonly advanced: boolean;
  readonly cursor: string | null;
  readonly cursorBefore: number | null;
  readonly cursorAfter: number | null;
  readonly itemCount: number | null;
  readonly exhausted: boolean;
  readonly via: 'edge' | 'exit' | 'none';
  readonly chosen:
    | { readonly edge: number; readonly when: Condition }
    | { readonly loop: string; readonly exit: string; readonly condition: Condition }
    | null;
  readonly target: string;
  readonly limitExceeded?: true;
}

export type OracleMoment =
  | ({ readonly type: 'visit' } & OracleVisit)
  | { readonly type: 'decision'; readonly index: number; readonly socket: string }
  | { readonly type: 'skip_empty'; readonly socket: string; readonly target: string }
  | {
      readonly type: 'invalid_output';
      readonly socket: string;
      readonly code: 'json_syntax' | 'contract';
      readonly paths: readonly string[];
    }
  | {
      readonly type: 'limit';
      readonly code: 'edge_traversal_exhausted';
      readonly key: string;
      readonly count: number;
      readonly limit: number;
    }
  | {
      readonly type: 'limit';
      readonly code: 'no_advance_cycle_exhausted';
      readonly item: string;
      readonly count: number;
      readonly limit: number;
      readonly sockets: readonly string[];
    };

export interface OracleState {
  readonly data: Fields;
  readonly cursors: Counts;
  readonly visits: Counts;
  readonly edgeTraversals: Counts;
  readonly scopedEdgeRetries: Counts;
  readonly noAdvanceCycles: {
    readonly itemKey: string;
    readonly count: number;
    readonly socketPath: readonly string[];
    readonly lastCycleSockets?: readonly string[];
  } | null;
  readonly lastJson: unknown;
  readonly lastOutput: string | null;
  readonly currentItemKey: string | null;
}

export interface OracleEnd {
  readonly status: 'complete' | 'failed' | 'refused';
  readonly code: string | null;
}

export interface OracleCompiled {
  readonly loops: Readonly<
    Record<
      string,
      {
        readonly exits: readonly Fields[] | null;
        readonly iterator: { readonly items: string; readonly as?: string; readonly cursor?: string } | null;
        readonly consumes: { readonly from: string; readonly output?: string } | null;
      }
    >
  >;
  readonly sockets: Readonly<
    Record<
      string,
      {
        readonly parse: 'text' | 'json';
        readonly advance: { readonly cursor: string; readonly items: string; readonly when?: Condition } | null;
      }
    >
  >;
}

/** What a run came to, in the engine's words. */
export interface OracleRun {
  readonly visits: readonly OracleVisit[];
  readonly decisions: readonly OracleDecision[];
  readonly timeline: readonly OracleMoment[];
  readonly state: OracleState;
  readonly outputs_used: Counts;
  readonly end: OracleEnd;
}

export interface OracleSocketVector {
  readonly id: string;
  readonly shows: string;
  readonly profile: 'common' | 'upstream';
  readonly loadout: { readonly entry: string; readonly sockets: Fields; readonly loops: Fields };
  readonly materia: Readonly<Record<string, { readonly kind: 'agent' | 'utility' }>>;
  readonly limits: Fields;
  readonly state_seed: { readonly data: Fields; readonly cursors: Counts };
  readonly outputs: Readonly<Record<string, readonly string[]>>;
  readonly expected: OracleRun & {
    readonly compiled: OracleCompiled;
    readonly validation: readonly { readonly code: string; readonly source: string }[];
  };
}

export function oracleSocketVectors(): readonly OracleSocketVector[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as OracleSocketVector);
}

/** The vector's loadout as a file of ours, without a compat. */
export function graphOf({ loadout, materia, limits, state_seed }: OracleSocketVector): Fields {
  return { ...loadout, materia, limits, state: state_seed.data, cursors: state_seed.cursors };
}

/** What answers in place of the sockets: a text for each of their turns, the last one again and again. */
export function standInsOf({ outputs }: OracleSocketVector): Fields {
  return Object.fromEntries(Object.entries(outputs).map(([socket, seq]) => [socket, { seq }]));
}
