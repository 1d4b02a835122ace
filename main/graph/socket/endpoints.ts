// Every place where a socket graph names a socket: the entry, the ends of its edges and exits, the members and the source of its
// loops. Rules go over them; what may stand in each is said here.
import type { Problem } from '../../../shared/model/problem.ts';
import type { SocketDraft } from './draft.ts';

export interface Endpoint {
  /** The start of a sentence, such as `The target of edges[0] of Socket-1`. */
  readonly what: string;
  /** What stands there; undefined or null where nothing does. */
  readonly name: string | null | undefined;
  /** Whether `end` may stand there. */
  readonly mayEnd: boolean;
  /** Of the exits of a loop: the loop that must list it. */
  readonly memberOf?: string;
  readonly where: Problem['where'];
}

export function endpointsOf({ authored, pathOf }: SocketDraft): Endpoint[] {
  const { entry, sockets, loops } = authored;
  const found: Endpoint[] = [{ what: 'The entry', name: entry, mayEnd: false, where: { path: pathOf('entry') } }];
  for (const [id, { edges }] of Object.entries(sockets)) {
    for (const [index, { to }] of (edges ?? []).entries()) {
      found.push({
        what: `The target of edges[${index}] of ${id}`,
        name: to,
        mayEnd: true,
        where: { node: id, edge: `${id}.edges[${index}]`, path: pathOf('sockets', id, 'edges', index, 'to') },
      });
    }
  }
  for (const [id, { sockets: members, consumes, exits, exit }] of Object.entries(loops ?? {})) {
    const at = (...parts: readonly PropertyKey[]) => pathOf('loops', id, ...parts);
    for (const [index, member] of (members ?? []).entries()) {
      const what = `The member ${index} of the loop ${id}`;
      found.push({ what, name: member, mayEnd: false, where: { path: at('sockets', index) } });
    }
    if (consumes) {
      const what = `The source that the loop ${id} consumes from`;
      found.push({ what, name: consumes.from, mayEnd: false, where: { path: at('consumes', 'from') } });
    }
    for (const [index, { from, targetSocketId }] of (exits ?? []).entries()) {
      const which = `exits[${index}] of the loop ${id}`;
      const source = { what: `The source of ${which}`, name: from, mayEnd: false, memberOf: id };
      found.push({ ...source, where: { path: at('exits', index, 'from') } });
      const target = { what: `The target of ${which}`, name: targetSocketId, mayEnd: true };
      found.push({ ...target, where: { path: at('exits', index, 'targetSocketId') } });
    }
    if (exit) {
      const source = { what: `The source of the exit of the loop ${id}`, name: exit.from, mayEnd: false, memberOf: id };
      found.push({ ...source, where: { path: at('exit', 'from') } });
      const target = { what: `The target of the exit of the loop ${id}`, name: exit.to, mayEnd: true };
      found.push({ ...target, where: { path: at('exit', 'to') } });
    }
  }
  return found;
}
