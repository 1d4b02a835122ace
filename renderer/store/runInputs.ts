// The run form's texts → a run's inputs: JSON where it parses, else text (interfaces §4, `k=v`).
import type { GraphView } from '../../shared/contract/graph.ts';

/** What the text stands for. */
export function inputValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return text;
    throw error;
  }
}

/** An empty field is no input. */
export function runInputs(
  inputs: GraphView['inputs'],
  texts: Readonly<Record<string, string>>,
): Record<string, unknown> {
  const made: Record<string, unknown> = {};
  for (const { name } of inputs) {
    const text = texts[name];
    if (text !== undefined && text.trim() !== '') made[name] = inputValue(text);
  }
  return made;
}

/** Why the text can't be a budget; undefined where it can, or is empty. */
export function budgetProblem(text: string): string | undefined {
  if (text.trim() === '') return undefined;
  return /^\s*[1-9]\d*\s*$/.test(text) ? undefined : 'A budget is a whole number of at least 1.';
}
