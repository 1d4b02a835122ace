// Every assign as the file has it, of sockets and of their materia, for the rules about them.
import type { Problem } from '../../../../shared/model/problem.ts';
import type { SocketDraft } from '../../socket/draft.ts';

export interface AuthoredAssign {
  /** Whose it is, such as `Socket-5` or `The materia Detect-VCS`. */
  readonly of: string;
  readonly target: string;
  readonly source: unknown;
  readonly where: Problem['where'];
}

export function authoredAssigns({ authored, usedMateria, pathOf }: SocketDraft): AuthoredAssign[] {
  return [
    ...Object.entries(authored.sockets).flatMap(([id, { assign }]) =>
      Object.entries(assign ?? {}).map(([target, source]) => ({
        of: id,
        target,
        source,
        where: { node: id, path: pathOf('sockets', id, 'assign', target) },
      })),
    ),
    ...usedMateria.flatMap(([name, { assign }]) =>
      Object.entries(assign ?? {}).map(([target, source]) => ({
        of: `The materia ${name}`,
        target,
        source,
        where: { path: pathOf('materia', name, 'assign', target) },
      })),
    ),
  ];
}
