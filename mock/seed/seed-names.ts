import { nearestName } from './nearest-name.ts';
import { Dependent, SeedFault } from './seed-fault.ts';

/** What a seed can call by name. */
export const namedKinds = ['operations', 'token_configurations', 'token_rules', 'rulesets'] as const;
export type NamedKind = (typeof namedKinds)[number];

const words: Readonly<Record<NamedKind, string>> = {
  operations: 'operation',
  token_configurations: 'token configuration',
  token_rules: 'token rule',
  rulesets: 'ruleset',
};

/** `{{token_configurations.shop}}`, with or without spaces. */
const reference = /\{\{\s*([A-Za-z_]+)\.([^{}]+?)\s*\}\}/g;

/** The names of one zone, or of the rulesets of one account, with the ids they stand for. */
export class SeedNames {
  /** Null for what was refused. */
  readonly #ids = new Map<NamedKind, Map<string, string | null>>();

  /**
   * Takes a name, for something that is about to be made.
   *
   * @throws SeedFault where it is taken
   */
  take(kind: NamedKind, name: string): void {
    const ids = this.#of(kind);
    if (ids.has(name)) {
      throw new SeedFault(`there is another ${words[kind]} with the name ${JSON.stringify(name)} above`, [
        'name',
      ]);
    }
    ids.set(name, null);
  }

  /** Says which id a name stands for. */
  set(kind: NamedKind, name: string, id: string): void {
    this.#of(kind).set(name, id);
  }

  /**
   * Puts ids in the places of names, in all texts of a value.
   *
   * @throws SeedFault for a name that nothing has so far; Dependent for one of something that was refused
   * @example
   * names.resolve('is_jwt_valid("{{token_configurations.shop}}")')
   */
  resolve<T>(value: T): T {
    // What comes out has the form of what went in: only texts are others.
    return this.#resolved(value, []) as T;
  }

  #resolved(value: unknown, path: readonly (string | number)[]): unknown {
    if (typeof value === 'string') {
      return value.replace(reference, (_, kind: string, name: string) => this.#idOf(kind, name, path));
    }
    if (Array.isArray(value)) return value.map((item, index) => this.#resolved(item, [...path, index]));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, this.#resolved(item, [...path, key])]),
    );
  }

  #idOf(given: string, name: string, path: readonly (string | number)[]): string {
    const kind = namedKinds.find((one) => one === given);
    if (kind === undefined) {
      const nearest = nearestName(given, namedKinds);
      const hint = nearest === undefined ? `known are ${namedKinds.join(', ')}` : `did you mean ${nearest}?`;
      throw new SeedFault(`{{${given}.${name}}} names nothing: ${hint}`, path);
    }
    const id = this.#of(kind).get(name);
    if (id === null) throw new Dependent();
    if (id !== undefined) return id;
    const known = [...this.#of(kind).keys()];
    const nearest = nearestName(name, known);
    const hint = nearest === undefined ? namesThere(known) : `; did you mean ${nearest}?`;
    throw new SeedFault(`there is no ${words[kind]} ${JSON.stringify(name)} above${hint}`, path);
  }

  #of(kind: NamedKind): Map<string, string | null> {
    const known = this.#ids.get(kind);
    if (known) return known;
    const made = new Map<string, string | null>();
    this.#ids.set(kind, made);
    return made;
  }
}

const namesThere = (names: readonly string[]): string =>
  names.length === 0 ? ', and none with a name at all' : `; there are ${names.join(', ')}`;
