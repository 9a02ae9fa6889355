import type { Operation } from '../../spec/services/api-gateway/schemas.ts';
import { normalizePath } from '../engines/uri/normalize-path.ts';
import { HostIndex } from './host-index.ts';

/** One segment of the path templates of a host and method. */
interface Node {
  readonly literals: Map<string, Node>;
  /** Segments that mix text and variables, such as `{var1}.json`. */
  readonly patterns: { readonly text: string; readonly parts: readonly string[]; readonly node: Node }[];
  variable: Node | undefined;
  operation: Operation | undefined;
}

/**
 * Finds the saved operation that a request is for, in time that does not grow with their number.
 *
 * One variable matches exactly one non-empty segment or label, the query does not count, and where several
 * templates match, the one with a literal at the earliest difference wins, hosts before paths: fact sheet
 * token-validation, section 2.
 */
export class OperationIndex {
  /** Path templates by method, for each host. */
  readonly #hosts = new HostIndex<Map<string, Node>>(() => new Map());

  constructor(operations: Iterable<Operation>) {
    for (const operation of operations) this.#add(operation);
  }

  match(method: string, host: string, path: string): Operation | undefined {
    let segments: readonly string[] | undefined;
    for (const methods of this.#hosts.matches(host)) {
      const root = methods.get(method);
      if (!root) continue;
      segments ??= normalizePath(path).split('/');
      const operation = find(root, segments, 1);
      if (operation) return operation;
    }
    return undefined;
  }

  #add(operation: Operation): void {
    const methods = this.#hosts.entry(operation.host);
    let node = methods.get(operation.method);
    if (!node) {
      node = emptyNode();
      methods.set(operation.method, node);
    }
    for (const segment of operation.endpoint.split('/').slice(1)) node = child(node, segment);
    node.operation ??= operation;
  }
}

function emptyNode(): Node {
  return { literals: new Map(), patterns: [], variable: undefined, operation: undefined };
}

function child(node: Node, segment: string): Node {
  if (/^\{[^{}]+\}$/.test(segment)) {
    node.variable ??= emptyNode();
    return node.variable;
  }
  if (segment.includes('{')) {
    const known = node.patterns.find((entry) => entry.text === segment);
    if (known) return known.node;
    const added = emptyNode();
    node.patterns.push({ text: segment, parts: segment.split(/\{[^{}]+\}/), node: added });
    return added;
  }
  let next = node.literals.get(segment);
  if (!next) {
    next = emptyNode();
    node.literals.set(segment, next);
  }
  return next;
}

/** Whether a segment is the parts in order with at least one character between them; linear in its length. */
function partsMatch(parts: readonly string[], segment: string): boolean {
  const [first = '', ...rest] = parts;
  const last = rest.pop() ?? '';
  if (!segment.startsWith(first)) return false;
  let position = first.length;
  for (const part of rest) {
    const found = segment.indexOf(part, position + 1);
    if (found === -1) return false;
    position = found + part.length;
  }
  return segment.endsWith(last) && segment.length - last.length > position;
}

function find(node: Node, segments: readonly string[], at: number): Operation | undefined {
  const segment = segments[at];
  if (segment === undefined) return node.operation;
  const literal = node.literals.get(segment);
  const byLiteral = literal && find(literal, segments, at + 1);
  if (byLiteral) return byLiteral;
  if (segment === '') return undefined;
  for (const { parts, node: next } of node.patterns) {
    const operation = partsMatch(parts, segment) ? find(next, segments, at + 1) : undefined;
    if (operation) return operation;
  }
  return node.variable && find(node.variable, segments, at + 1);
}
