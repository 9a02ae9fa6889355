interface LabelNode<T> {
  readonly literals: Map<string, LabelNode<T>>;
  variable: LabelNode<T> | undefined;
  value: T | undefined;
}

/**
 * Values by host, where a label of a host may be a variable (`{hostVar1}.example.com`) that stands for any
 * one label. The variables' names do not count.
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

  /** @param make the value of a host that is new */
  constructor(make: () => T) {
    this.#make = make;
  }

  /** The value of a host as it was saved, made where there is none. */
  entry(host: string): T {
    if (!host.includes('{')) {
      const known = this.#literals.get(host);
      if (known !== undefined) return known;
      const made = this.#make();
      this.#literals.set(host, made);
      return made;
    }
    this.#root ??= emptyNode();
    let node = this.#root;
    for (const label of host.split('.')) node = child(node, label);
    node.value ??= this.#make();
    return node.value;
  }

  /** The values that a host of a request matches, the most literal first. */
  *matches(host: string): Generator<T> {
    const literal = this.#literals.get(host);
    if (literal !== undefined) yield literal;
    if (this.#root) yield* walk(this.#root, host.split('.'), 0);
  }
}

function emptyNode<T>(): LabelNode<T> {
  return { literals: new Map(), variable: undefined, value: undefined };
}

function child<T>(node: LabelNode<T>, label: string): LabelNode<T> {
  if (label.startsWith('{')) {
    node.variable ??= emptyNode();
    return node.variable;
  }
  let next = node.literals.get(label);
  if (!next) {
    next = emptyNode();
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
