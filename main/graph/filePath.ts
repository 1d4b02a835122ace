// A path into a graph file, as a person reads it: `nodes[3].config.ports[0]["a b"]`.

const PLAIN = /^[A-Za-z_$][\w$]*$/;

/** The printed path of `parts`; "" for the whole file. */
export function filePath(parts: readonly PropertyKey[]): string {
  let path = '';
  for (const part of parts) {
    if (typeof part === 'number') path += `[${part}]`;
    else if (PLAIN.test(String(part))) path += path === '' ? String(part) : `.${String(part)}`;
    else path += `[${JSON.stringify(String(part))}]`;
  }
  return path;
}
