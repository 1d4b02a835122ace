// The sockets that think: is a text tidy, what is it like with one kind of fault less, and what was done in all. They keep
// nothing between two calls: the text travels through the state, so every version of it is on the tape.

/** Mending one kind may bring out another: a line of nothing but spaces becomes an empty one. So each is checked again. */
const KINDS = {
  'space at the end': {
    isIn: (line) => line !== line.trimEnd(),
    mend: (lines) => lines.map((line) => line.trimEnd()),
  },
  'empty lines in a row': {
    isIn: (line, before) => line === '' && before === '',
    mend: (lines) => lines.filter((line, i) => line !== '' || lines[i - 1] !== ''),
  },
  // A word that is longer than the width can't be mended: then the loop spins until the edge's maxTraversals ends the run.
  'long line': {
    isIn: (line, _before, width) => line.length > width,
    mend: (lines, width) => lines.flatMap((line) => wrap(line, width)),
  },
};

/** `satisfied` is what edges ask for. */
export function check({ state }) {
  const lines = linesOf(state.text);
  const faults = Object.entries(KINDS).flatMap(([kind, { isIn }]) =>
    lines.flatMap((line, i) => (isIn(line, lines[i - 1], state.width) ? [{ kind, line: i + 1 }] : [])),
  );
  return { satisfied: faults.length === 0, faults };
}

export function mend({ file, state }, ctx) {
  const [{ kind, line }] = state.faults;
  ctx.log(`${file.name}: ${kind}, first in line ${line}`);
  const lines = KINDS[kind].mend(linesOf(state.text), state.width);
  return { text: `${lines.join('\n')}\n`, mended: [...state.mended, kind] };
}

/** A text, so its socket has no `parse`. */
export function report({ state }) {
  const rows = state.done.map(({ name, lines, todos, mended }) => {
    const todo = todos === 0 ? '' : `, ${todos} TODO`;
    return `${name}: ${lines} ${lines === 1 ? 'line' : 'lines'}${todo}, ${mended.length === 0 ? 'was tidy' : `mended: ${mended.join(', ')}`}`;
  });
  const files = state.done.length === 1 ? '1 file is' : `${state.done.length} files are`;
  return [`${files} tidy.`, ...rows].join('\n');
}

/** How long a text is, and how much in it is still to be done. */
export function measure(text) {
  const lines = linesOf(text);
  return { lines: lines.length, todos: lines.filter((line) => /\bTODO\b/.test(line)).length };
}

function linesOf(text) {
  return text.replace(/\n$/, '').split('\n');
}

function wrap(line, width) {
  const [first, ...words] = line.split(' ');
  const lines = [first];
  for (const word of words) {
    const longer = `${lines.at(-1)} ${word}`;
    if (longer.length <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
