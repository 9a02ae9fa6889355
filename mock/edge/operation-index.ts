import type { Operation } from '../../spec/services/api-gateway/endpoints.ts';
import { normalizePath } from '../engines/uri/normalize-path.ts';

/** One segment of the path templates of a host and method. */
interface Node {
  readonly literals: Map<string, Node>;
  /** Segments that mix text and variables, such as `{var1}.json`. */
  readonly patterns: { readonly text: string; readonly parts: readonly string[]; readonly node: Node }[];
  variable: Node | undefined;
  operation: Operation | undefined;
}

/**
 * Finds the saved operation of a request, in time that does not grow with the number of operations.
 *
 * A variable matches exactly one non-empty segment or label, and the query does not count. When several templates
 * match, the one with a literal at the first difference wins, hosts before paths: cloudflare-typescript, API Gateway.
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

/** Whether a segment consists of the parts in order with at least one character between them; linear in its length. */
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

interface LabelNode<T> {
  readonly literals: Map<string, LabelNode<T>>;
  variable: LabelNode<T> | undefined;
  value: T | undefined;
}

/**
 * Values by host. A label of a host may be a variable (`{hostVar1}.example.com`), which matches any one label. The
 * variables' names do not count.
 *
 * @example
 * const index = new HostIndex<string[]>(() => []);
 * index.entry('{any}.example.com').push('x');
 * [...index.matches('api.example.com')] // [['x']]
 */
export class HostIndex<T> {
  readonly #make: () => T;
  readonly #literals = new Map<string, T>();
  /** Hosts with a variable, by their labels from the left. */
  #root: LabelNode<T> | undefined;

  /** @param make makes the value of a new host */
  constructor(make: () => T) {
    this.#make = make;
  }

  /** The value of a saved host; makes it on first use. */
  entry(host: string): T {
    if (!host.includes('{')) {
      const known = this.#literals.get(host);
      if (known !== undefined) return known;
      const made = this.#make();
      this.#literals.set(host, made);
      return made;
    }
    this.#root ??= emptyLabel();
    let node = this.#root;
    for (const label of host.split('.')) node = childLabel(node, label);
    node.value ??= this.#make();
    return node.value;
  }

  /** The values of all saved hosts that match a request's host, the most literal first. */
  *matches(host: string): Generator<T> {
    const literal = this.#literals.get(host);
    if (literal !== undefined) yield literal;
    if (this.#root) yield* walk(this.#root, host.split('.'), 0);
  }
}

function emptyLabel<T>(): LabelNode<T> {
  return { literals: new Map(), variable: undefined, value: undefined };
}

function childLabel<T>(node: LabelNode<T>, label: string): LabelNode<T> {
  if (label.startsWith('{')) {
    node.variable ??= emptyLabel();
    return node.variable;
  }
  let next = node.literals.get(label);
  if (!next) {
    next = emptyLabel();
    node.literals.set(label, next);
  }
  return next;
}

function* walk<T>(node: LabelNode<T>, labels: readonly string[], at: number): Generator<T> {
  const label = labels[at];
  if (label === undefined) {
    if (node.value !== undefined) yield node.value;
    return;
  }
  const literal = node.literals.get(label);
  if (literal) yield* walk(literal, labels, at + 1);
  if (node.variable && label !== '') yield* walk(node.variable, labels, at + 1);
}
