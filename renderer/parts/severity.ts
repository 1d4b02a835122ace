// How a severity looks: a sign, a colour and a word, never the colour alone.
import type { Hazard, Severity } from '../../shared/model/hazard.ts';

export interface SeverityMark {
  readonly sign: string;
  readonly text: string;
  readonly tone: 'error' | 'warning' | 'plain';
  readonly word: string;
}

const MARKS: Readonly<Record<Severity, SeverityMark>> = {
  error: { sign: '■', text: 'text-hazard', tone: 'error', word: 'Error' },
  warning: { sign: '●', text: 'text-warn', tone: 'warning', word: 'Warning' },
  info: { sign: '○', text: 'text-dim', tone: 'plain', word: 'Information' },
};

export function severityMark(severity: Severity): SeverityMark {
  return MARKS[severity];
}

/** How bad the worst of them is; undefined of none. */
export function worstOf(hazards: readonly Pick<Hazard, 'severity'>[]): Severity | undefined {
  return (['error', 'warning', 'info'] as const).find((severity) => hazards.some((one) => one.severity === severity));
}
