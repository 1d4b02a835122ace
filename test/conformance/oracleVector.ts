// The recorded runs of agentcanvas as data: one file a vector in oracle/, whose README names every field. Read here and nowhere else.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, 'oracle');

export type Fields = Readonly<Record<string, unknown>>;
export type OraclePath = readonly (readonly [string, number])[];

export interface OracleFire {
  readonly n: number;
  readonly node: string;
  readonly phase: 'main' | 'settle' | 'band';
  readonly scope: string;
  readonly iteration: number | null;
  readonly path: OraclePath;
  readonly step: number;
  readonly inputs: Fields;
  readonly outputs: Fields | null;
  readonly error?: string;
  readonly halt?: string;
}

export interface OracleBoundary {
  readonly scope: string;
  readonly iteration: number;
  readonly path: OraclePath;
  readonly fire: number;
  readonly collected: Fields;
  readonly stop_present: boolean;
  readonly stop?: unknown;
  readonly decision: 'continue' | 'stop' | 'budget';
  readonly handed_off: Fields;
  readonly settled: readonly number[];
}

export interface OracleScope {
  readonly parent: string | null;
  readonly iter_out: string;
  readonly budget: number;
  readonly iterations_last_entry: number;
  readonly iterations_total: number;
  readonly terminated: boolean;
  readonly members: readonly string[];
}

export interface OracleExpected {
  readonly fires: readonly OracleFire[];
  readonly boundaries: readonly OracleBoundary[];
  readonly finals: readonly {
    readonly scope: string;
    readonly via: 'boundary' | 'fallback';
    readonly iteration: number | null;
    readonly values: Fields;
  }[];
  readonly outputs: Fields;
  readonly latched: Fields;
  readonly steps: number;
  readonly end: {
    readonly reason: 'stop' | 'budget' | 'drained' | 'fire_cap' | 'halt';
    readonly status: 'done' | 'error';
    readonly main_fires: number;
    readonly fire_cap: number;
    readonly node_errors: readonly { readonly node: string; readonly step: number; readonly error: string }[];
  };
  readonly scopes: Readonly<Record<string, OracleScope>>;
  readonly graph_scope: readonly string[];
  readonly slots_at_end: Readonly<Record<string, Fields>>;
  readonly fire_counts: Readonly<Record<string, number>>;
}

export interface OracleVector {
  readonly id: string;
  readonly title: string;
  readonly shows: string;
  readonly profile: 'common' | 'upstream';
  readonly graph: { readonly nodes: readonly unknown[]; readonly edges: readonly unknown[] };
  readonly run: { readonly step_budget_override?: number };
  readonly expected: OracleExpected;
}

export function oracleVectors(): readonly OracleVector[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as OracleVector);
}
