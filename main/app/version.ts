// Which version this is, as package.json says.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { programFolder } from './paths.ts';

export function programVersion(): string {
  const { version } = JSON.parse(readFileSync(join(programFolder(), 'package.json'), 'utf8')) as { version: string };
  return version;
}
