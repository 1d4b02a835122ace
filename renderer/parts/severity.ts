// How a severity looks: a sign, a colour and a word, never the colour alone.
import type { Severity } from '../../shared/model/hazard.ts';

export interface SeverityMark {
  readonly sign: string;
  readonly text: string;
  readonly tone: 'error' | 'warning' | 'plain';
  readonly word: string;
}

const MARKS: Readonly<Record<Severity, SeverityMark>> = {
  error: { sign: '■', text: 'text-hazard', tone: 'error', word: 'Error' },
  // A freeze or a stall is the bug that one came for: it is red as well.
  warning: { sign: '●', text: 'text-hazard', tone: 'error', word: 'Warning' },
  info: { sign: '○', text: 'text-dim', tone: 'plain', word: 'Information' },
};

export function severityMark(severity: Severity): SeverityMark {
  return MARKS[severity];
}
