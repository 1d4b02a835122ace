// What one source file says about others, from its syntax tree: every import in any form, types included. The parser is
// the one that vite brings (oxc), as TypeScript 7 has no interface for programs.
import { parseSync } from 'vite';

export interface Import {
  /** `type` is erased, `url` names a file without importing it. */
  readonly kind: 'value' | 'type' | 'url';
  /** As written; undefined where it is known only at run time. */
  readonly specifier: string | undefined;
  readonly line: number;
}

/** Something a pure module must not do, or an await outside of any function. */
export interface Finding {
  readonly what: string;
  readonly line: number;
}

export interface ParsedModule {
  readonly imports: readonly Import[];
  readonly impurities: readonly Finding[];
  readonly topLevelAwaits: readonly Finding[];
}

interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly [key: string]: unknown;
}

/** Globals through which a clock, chance, the process or a timer enters. */
const IMPURE_GLOBALS = new Set([
  'process',
  'performance',
  'crypto',
  'fetch',
  'globalThis',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'queueMicrotask',
]);

const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && typeof (value as SyntaxNode).type === 'string';

const isNamed = (value: unknown, name: string) => isNode(value) && value.type === 'Identifier' && value.name === name;

const isMember = (value: unknown, object: string, property: string) =>
  isNode(value) &&
  value.type === 'MemberExpression' &&
  isNamed(value.object, object) &&
  (isNamed(value.property, property) || (isNode(value.property) && value.property.value === property));

const isImportMeta = (value: unknown, property: string) =>
  isNode(value) &&
  value.type === 'MemberExpression' &&
  isNode(value.object) &&
  value.object.type === 'MetaProperty' &&
  isNamed(value.property, property);

/** The text of a string, or of a template without holes. */
function literal(value: unknown): string | undefined {
  if (!isNode(value)) return undefined;
  if (value.type === 'Literal' && typeof value.value === 'string') return value.value;
  if (value.type !== 'TemplateLiteral' || (value.expressions as unknown[]).length > 0) return undefined;
  return (value.quasis as { value: { cooked: string } }[])[0]?.value.cooked;
}

/** Every string that an expression may come to, as far as conditions go; undefined among them for all else. */
function literals(value: unknown): (string | undefined)[] {
  if (isNode(value) && value.type === 'ConditionalExpression') {
    return [...literals(value.consequent), ...literals(value.alternate)];
  }
  return [literal(value)];
}

function isTypeOnly(node: SyntaxNode): boolean {
  if (node.importKind === 'type' || node.exportKind === 'type') return true;
  const specifiers = (node.specifiers ?? []) as SyntaxNode[];
  return specifiers.length > 0 && specifiers.every((each) => each.importKind === 'type' || each.exportKind === 'type');
}

export function parseModule(path: string, text: string): ParsedModule {
  const { program, errors } = parseSync(path, text, { sourceType: 'module' });
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  const imports: Import[] = [];
  const impurities: Finding[] = [];
  const topLevelAwaits: Finding[] = [];
  const declared = new Set<string>();
  const globals: SyntaxNode[] = [];

  const line = (node: SyntaxNode) => text.slice(0, node.start).split('\n').length;
  const addImport = (kind: Import['kind'], node: SyntaxNode, specifiers: readonly (string | undefined)[]) => {
    for (const specifier of specifiers) imports.push({ kind, specifier, line: line(node) });
  };
  const addImpurity = (what: string, node: SyntaxNode) => impurities.push({ what, line: line(node) });

  function visit(node: SyntaxNode, parent: SyntaxNode | undefined, key: string, depth: number): void {
    const inner = FUNCTIONS.has(node.type) || node.type === 'PropertyDefinition' ? depth + 1 : depth;
    const args = (node.arguments ?? []) as unknown[];
    switch (node.type) {
      case 'ImportDeclaration':
      case 'ExportAllDeclaration':
        addImport(isTypeOnly(node) ? 'type' : 'value', node, [literal(node.source)]);
        break;
      case 'ExportNamedDeclaration':
        if (node.source) addImport(isTypeOnly(node) ? 'type' : 'value', node, [literal(node.source)]);
        break;
      case 'TSImportType':
        addImport('type', node, [literal(node.source ?? node.argument)]);
        break;
      case 'TSImportEqualsDeclaration':
        if (isNode(node.moduleReference) && node.moduleReference.type === 'TSExternalModuleReference') {
          addImport('value', node, [literal(node.moduleReference.expression)]);
        }
        break;
      case 'ImportExpression':
        addImport('value', node, literals(node.source));
        break;
      case 'NewExpression':
        if (isNamed(node.callee, 'URL') && isImportMeta(args[1], 'url')) addImport('url', node, literals(args[0]));
        if (isNamed(node.callee, 'Date') && args.length === 0) addImpurity('new Date()', node);
        break;
      case 'CallExpression':
        if (isNamed(node.callee, 'require') || isMember(node.callee, 'require', 'resolve')) {
          addImport('value', node, literals(args[0]));
        }
        if (isImportMeta(node.callee, 'resolve')) addImport('url', node, literals(args[0]));
        if (isNamed(node.callee, 'Date')) addImpurity('Date()', node);
        break;
      case 'MemberExpression':
        if (isMember(node, 'Date', 'now')) addImpurity('Date.now', node);
        if (isMember(node, 'Math', 'random')) addImpurity('Math.random', node);
        break;
      case 'AwaitExpression':
      case 'ForOfStatement':
        if (node.type === 'ForOfStatement' && !node.await) break;
        addImpurity('await', node);
        if (depth === 0) topLevelAwaits.push({ what: 'await', line: line(node) });
        break;
      case 'Identifier':
        if (isBinding(parent, key)) declared.add(String(node.name));
        else if (IMPURE_GLOBALS.has(String(node.name)) && isReference(parent, key)) globals.push(node);
        break;
      default:
    }
    if (FUNCTIONS.has(node.type) && node.async === true) addImpurity('async', node);
    for (const [name, value] of Object.entries(node)) {
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child, node, name, inner);
    }
  }

  visit(program as unknown as SyntaxNode, undefined, '', 0);
  for (const node of globals) if (!declared.has(String(node.name))) addImpurity(String(node.name), node);
  return { imports, impurities, topLevelAwaits };
}

/** Whether an identifier in this place gives a name to something of the file's own. */
function isBinding(parent: SyntaxNode | undefined, key: string): boolean {
  if (!parent) return false;
  return ['params', 'param', 'local', 'id'].includes(key) || (key === 'elements' && parent.type === 'ArrayPattern');
}

/** Whether an identifier in this place reads a variable, rather than naming a property or a type. */
function isReference(parent: SyntaxNode | undefined, key: string): boolean {
  if (!parent || parent.type.startsWith('TS')) return false;
  if (key === 'property' || key === 'key') return parent.computed === true;
  return key !== 'label';
}
