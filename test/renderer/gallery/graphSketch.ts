// Sketches graphs by hand as the contract's GraphView.
import type { GraphView, GraphViewEdge, GraphViewNode, GraphViewScope } from '../../../shared/contract/graph.ts';

type Role = GraphViewNode['role'];

export class GraphSketch {
  readonly #nodes: GraphViewNode[] = [];
  readonly #edges: GraphViewEdge[] = [];
  readonly #scopes: GraphViewScope[] = [];

  node(id: string, options: { role?: Role; type?: string; scope?: string; band?: boolean; label?: string } = {}): this {
    const {
      role = 'operator',
      type = role === 'operator' ? 'script' : role,
      scope = '',
      band = false,
      label = id,
    } = options;
    this.#nodes.push({ id, label, type, role, scope, band, inputs: [], outputs: [], config: {} });
    return this;
  }
  loop(
    scope: string,
    iterOut: string,
    names: readonly string[],
    options: { parent?: string; persist?: boolean } = {},
  ): this {
    const parent = options.parent ?? null;
    // The pivots stand inside the region that they bound.
    this.node(scope, { role: 'iterIn', scope }).node(iterOut, { role: 'iterOut', scope });
    this.#scopes.push({
      scope,
      iterOut,
      parent,
      budget: 40,
      ownBudget: 40,
      slots: names.flatMap((name) => [
        { name: `init_${name}`, writer: 'init' as const, persist: options.persist ?? false },
        { name: `iterout_${name}`, writer: 'iterout' as const, persist: true },
      ]),
      carries: names.map((port) => ({ port, required: false })),
    });
    for (const name of names) this.edge(`${iterOut}.${name}`, `${scope}.iterout_${name}`, 'carry');
    return this;
  }
  /** `from` and `to` are `node.port`. */
  edge(from: string, to: string, role: GraphViewEdge['role'] = 'wire'): this {
    const [source = '', sourceHandle = ''] = from.split('.');
    const [target = '', targetHandle = ''] = to.split('.');
    const id = `${from}>${to}`;
    this.#edges.push({ id, source, sourceHandle, target, targetHandle, role });
    const outputs = this.#nodes.find((node) => node.id === source)?.outputs;
    if (outputs && !outputs.includes(sourceHandle)) outputs.push(sourceHandle);
    const inputs = this.#nodes.find((node) => node.id === target)?.inputs;
    if (inputs && !inputs.some(({ port }) => port === targetHandle))
      inputs.push({ port: targetHandle, required: true });
    return this;
  }
  view(name: string): GraphView {
    return {
      name,
      dialect: 'pivot',
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
