// Sketches socket graphs by hand as the contract's GraphView.
import type { GraphView, GraphViewEdge, GraphViewNode, GraphViewScope } from '../../../shared/contract/graph.ts';

type Condition = 'always' | 'satisfied' | 'not_satisfied';

export class SocketSketch {
  readonly #nodes: GraphViewNode[] = [];
  readonly #edges: GraphViewEdge[] = [];
  readonly #scopes: GraphViewScope[] = [];

  /** The first one is the entry. */
  socket(id: string, options: { scope?: string; label?: string; advances?: boolean; assigns?: string } = {}): this {
    const { scope = '', label = id, advances = false, assigns } = options;
    this.#nodes.push({
      id,
      label,
      type: 'scripted',
      role: 'operator',
      scope,
      band: false,
      inputs: [],
      outputs: ['output'],
      config: {},
      socket: {
        materia: id,
        entry: this.#nodes.length === 0,
        parse: 'json',
        generator: false,
        assigns: assigns === undefined ? [] : [{ slot: `state.${assigns}`, source: `$.${assigns}` }],
        ...(advances
          ? { advance: { cursor: 'cursor.i', items: 'state.items', when: 'satisfied' as const, compiled: false } }
          : {}),
      },
    });
    return this;
  }

  end(): this {
    const role = 'end' as const;
    this.#nodes.push({
      id: 'end',
      label: 'end',
      type: 'end',
      role,
      scope: '',
      band: false,
      inputs: [],
      outputs: [],
      config: {},
    });
    return this;
  }

  loop(scope: string, sockets: readonly string[], parent: string | null = null): this {
    const loop = { sockets: [...sockets], items: 'state.items', cursor: 'cursor.i', exits: [] };
    this.#scopes.push({ scope, parent, loop, slots: [], carries: [] });
    return this;
  }

  edge(
    source: string,
    target: string,
    condition: Condition = 'always',
    role: 'edge' | 'back' = 'edge',
    limit?: number,
  ): this {
    const index = this.#edges.filter((edge) => edge.source === source && edge.role !== 'exit').length;
    const candidate = `edges[${index}]`;
    const route = {
      candidate,
      condition,
      compiled: false,
      label: condition,
      ...(limit === undefined ? {} : { limit }),
    };
    const id = `${source}.${candidate}`;
    this.#edges.push({ id, source, sourceHandle: candidate, target, targetHandle: 'in', role, route });
    return this;
  }

  exit(loop: string, id: string, source: string, target: string, condition: Condition = 'always'): this {
    const route = { candidate: id, condition, loop, compiled: false, label: condition };
    const edge = `exit:${loop}.${id}`;
    this.#edges.push({ id: edge, source, sourceHandle: id, target, targetHandle: 'in', role: 'exit', route });
    return this;
  }

  view(name: string): GraphView {
    return {
      name,
      dialect: 'socket',
      nodes: this.#nodes,
      edges: this.#edges,
      scopes: this.#scopes,
      inputs: [],
      problems: [],
      notes: [],
      hazards: [],
      missingOperators: [],
    };
  }
}

/** Reads each file, checks and mends it, keeps it, and reports at the end, as examples/tidy-files.json does. */
export function tidyFiles(): GraphView {
  const files = { scope: 'files' };
  return new SocketSketch()
    .socket('List')
    .socket('Report', { assigns: 'report' })
    .loop('files', ['Read', 'Check', 'Mend', 'Keep'])
    .socket('Keep', { ...files, label: 'Keep the result', advances: true })
    .socket('Read', { ...files, assigns: 'text' })
    .socket('Check', files)
    .socket('Mend', files)
    .edge('List', 'Read')
    .edge('Read', 'Check')
    .edge('Check', 'Keep', 'satisfied')
    .edge('Check', 'Mend', 'not_satisfied', 'edge', 5)
    .edge('Mend', 'Check', 'always', 'back')
    .edge('Keep', 'Read', 'always', 'back')
    .exit('files', 'all files kept', 'Keep', 'Report')
    .view('tidy');
}

/** A loop in a loop, and a way to the end; what stands first in the file is not what runs first. */
export function nestedItems(): GraphView {
  return new SocketSketch()
    .socket('Plan')
    .socket('Report')
    .end()
    .loop('depts', ['Dept', 'Person', 'Done'])
    .loop('people', ['Person'], 'depts')
    .socket('Done', { scope: 'depts', advances: true })
    .socket('Person', { scope: 'people', advances: true })
    .socket('Dept', { scope: 'depts' })
    .edge('Plan', 'Dept')
    .edge('Dept', 'Person')
    .edge('Person', 'Person', 'always', 'back')
    .exit('people', 'exit:Person:always', 'Person', 'Done')
    .edge('Done', 'Dept', 'always', 'back')
    .exit('depts', 'exit:Done:satisfied', 'Done', 'Report', 'satisfied')
    .edge('Report', 'end', 'satisfied')
    .edge('Report', 'Plan', 'not_satisfied')
    .view('nested');
}
