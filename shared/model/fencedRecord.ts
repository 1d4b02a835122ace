// What people and models write when they are asked for a JSON object: the object, bare or in a fence of Markdown.
import { adopt, isRecord, type ValueRecord } from './value.ts';

/** The object that the text holds; undefined where it holds none. */
export function fencedRecord(text: string): ValueRecord | undefined {
  const inside = /```[^\S\n]*\w*\s*([\s\S]*?)```/.exec(text)?.[1] ?? text;
  try {
    const value = adopt(JSON.parse(inside));
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
