// A text has no `satisfied`, so whatever asks a socket that is parsed as text for it is never met.
import type { SocketSpec } from '../../../../shared/model/checkedSocketGraph.ts';
import type { SocketDraft } from '../../socket/draft.ts';
import type { StaticHazard } from '../staticHazard.ts';

export const textSatisfied: StaticHazard<SocketDraft> = {
  code: 'text-satisfied',
  severity: 'warning',
  source: 'seed 000, Decision order, semantics §2, Parse',
  sentence:
    'A socket is parsed as text, and an edge, its advance or an exit asks its output for satisfied or not_satisfied: none of them is ever met.',
  example: '`"Eval": {"materia": "Eval", "edges": [{"when": "satisfied", "to": "Ship"}]}` without `"parse": "json"`',
  find: (draft) =>
    draft.graph.sockets.flatMap((socket) => {
      const asking = socket.parse === 'text' ? askingOf(socket, draft) : [];
      if (asking.length === 0) return [];
      const said = draft.authored.sockets[socket.id]?.parse;
      return [
        {
          title: 'A text is never satisfied',
          message: `${socket.id} is parsed as text, which has no satisfied, so what asks for it is never met: ${asking.join(', ')}.`,
          where: { ...scopeOf(draft, socket.id), node: socket.id },
          writers: asking.map((one) => one.replace(/ .*/, '')),
          fix: {
            sentence: `Set parse of ${socket.id} to "json".`,
            path: [...draft.taken.rootOf('sockets', socket.id), 'sockets', socket.id, 'parse'],
            from: said ?? undefined,
            to: 'json',
          },
        },
      ];
    }),
};

function askingOf({ id, edges, advance }: SocketSpec, { graph }: SocketDraft): string[] {
  return [
    ...edges.flatMap(({ when }, index) => (when === 'always' ? [] : [`edges[${index}] (${when})`])),
    ...(advance && advance.when !== 'always' ? [`advance (${advance.when})`] : []),
    ...graph.loops.flatMap((loop) =>
      loop.exits.flatMap((exit) =>
        exit.from === id && exit.condition !== 'always' ? [`${exit.id} (${exit.condition})`] : [],
      ),
    ),
  ];
}

function scopeOf({ graph }: SocketDraft, socket: string): { scope?: string } {
  const scope = graph.runsIn[socket];
  return scope ? { scope } : {};
}
