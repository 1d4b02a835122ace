// What is wrong with the shape of a file, in words: from what the schema says and from what stands in its place.
import type { z } from 'zod';
import type { Problem } from '../../shared/model/problem.ts';
import { isRecord, typeName, type Value } from '../../shared/model/value.ts';
import { filePath } from './filePath.ts';

/** `above`: where `source` itself stands in the file. */
export function shapeProblem(issue: z.core.$ZodIssue, source: Value, above: readonly PropertyKey[]): Problem {
  const path = filePath([...above, ...issue.path]);
  const found = valueAt(source, issue.path);
  const wanted = wantedShape(issue);
  const message =
    found === undefined
      ? `${path} is missing; it must be ${wanted}.`
      : `${path} must be ${wanted}, but is ${shape(found)}.`;
  return { code: 'wrong-shape', message, where: { path }, hint: `Make ${path} ${wanted}.` };
}

/** What a person calls a value in the place of another: `null`, `an empty text`, `a list`, `true`. */
export function shape(value: Value): string {
  if (value === null) return 'null';
  if (value === '') return 'an empty text';
  const name = typeName(value);
  return name === 'boolean' ? String(value) : /^[aeiou]/.test(name) ? `an ${name}` : `a ${name}`;
}

function wantedShape(issue: z.core.$ZodIssue): string {
  if (issue.code === 'too_small') return 'a text that is not empty';
  if (issue.code !== 'invalid_type') return 'something else';
  switch (issue.expected) {
    case 'string':
      return 'a text';
    case 'number':
      return 'a number';
    case 'boolean':
      return 'true or false';
    case 'array':
      return 'a list';
    case 'object':
    case 'record':
      return 'an object';
    default:
      return `of type ${issue.expected}`;
  }
}

function valueAt(source: Value, path: readonly PropertyKey[]): Value | undefined {
  let value: Value | undefined = source;
  for (const part of path) {
    if (Array.isArray(value)) value = value[Number(part)];
    else value = isRecord(value) ? value[String(part)] : undefined;
  }
  return value;
}
