// The sockets that touch the disk: list a folder, read a file, keep what came of it. A socket gets its inputs as one object:
// `item`, here also called `file` because the loop says so, and `state` and `cursors`, which are everybody's and can only be
// read. What it returns is its output; the graph's `assign` decides what of it becomes state. Paths are relative to the folder
// of the graph.
import { isUtf8 } from 'node:buffer';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { measure } from './text.mjs';

/** The loop walks this list. It is stored as `state.files` because the loop says `consumes`. */
export function list({ state }) {
  const names = readdirSync(state.folder).filter((name) => name.endsWith('.txt'));
  return { files: names.sort().map((name) => ({ name, path: join(state.folder, name) })) };
}

/** A file that can't be read throws, and the run fails right here; once it is mended, `looptape continue` reads it again. */
export function read({ file }) {
  const bytes = readFileSync(file.path);
  if (!isUtf8(bytes)) throw new Error(`${file.name} is no UTF-8 text; save it as UTF-8 and continue the run`);
  return { text: bytes.toString().replaceAll('\r\n', '\n'), mended: [] };
}

/** Puts the file on the list of what is done, and the tidy text into `state.out`, a folder, if the run was given one. */
export function keep({ file, state }) {
  if (state.out) {
    mkdirSync(state.out, { recursive: true });
    writeFileSync(join(state.out, file.name), state.text);
  }
  return { done: [...state.done, { name: file.name, mended: state.mended, ...measure(state.text) }] };
}
