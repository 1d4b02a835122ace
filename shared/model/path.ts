// The path of an iteration: `plan[2]/act[0]`; a later activation in the same place `act#2[3]`; a pass `L[3]@2`
// (interfaces §2). The graph scope's path is "". The characters . / [ ] # @ : % in ids are percent-encoded.

export interface PathStep {
  readonly scope: string;
  readonly iteration: number;
  /** 1 for the first entry in the same place; printed from 2 on. */
  readonly activation?: number;
  /** 1 for the first pass of an item; printed from 2 on. */
  readonly pass?: number;
}
export type Path = readonly PathStep[];

const RESERVED = /[./[\]#@:%]/g;

/** An id as it stands in paths and addresses. */
export function encodeId(id: string): string {
  return id.replace(RESERVED, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`);
}

export function decodeId(text: string): string {
  return text.replace(/%([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

export function printStep(step: PathStep): string {
  const activation = step.activation !== undefined && step.activation > 1 ? `#${step.activation}` : '';
  const pass = step.pass !== undefined && step.pass > 1 ? `@${step.pass}` : '';
  return `${encodeId(step.scope)}${activation}[${step.iteration}]${pass}`;
}

export function printPath(path: Path): string {
  return path.map(printStep).join('/');
}

/** The path of `step` inside the iteration whose path is `parent`. */
export function childPath(parent: string, step: PathStep): string {
  return parent === '' ? printStep(step) : `${parent}/${printStep(step)}`;
}

/** The path one level up; "" for a root scope's iteration. */
export function parentPath(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

const STEP = /^([^./[\]#@:]+)(?:#(\d+))?\[(\d+)\](?:@(\d+))?$/;

/** The steps of a printed path, or undefined where it is not one. */
export function parsePath(text: string): Path | undefined {
  if (text === '') return [];
  const steps: PathStep[] = [];
  for (const part of text.split('/')) {
    const match = STEP.exec(part);
    if (!match) return undefined;
    const [, scope, activation, iteration, pass] = match;
    steps.push({
      scope: decodeId(scope as string),
      iteration: Number(iteration),
      ...(activation === undefined ? {} : { activation: Number(activation) }),
      ...(pass === undefined ? {} : { pass: Number(pass) }),
    });
  }
  return steps;
}
