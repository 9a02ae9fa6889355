import { countEdits } from '../../spec/nearest-names.ts';
import { seedJsonSchema } from '../../spec/seed-file/seed-schema.ts';
import { Dependent, SeedFault, type SeedPath } from './seed-problem.ts';

/** Kinds of things that a seed can refer to by name. */
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

/** The names of one zone, or of the rulesets of one account, with their ids. */
export class SeedNames {
  /** Null for a refused part. */
  readonly #ids = new Map<NamedKind, Map<string, string | null>>();

  /**
   * Reserves a name for something that is about to be created.
   *
   * @throws SeedFault if the name is taken
   */
  take(kind: NamedKind, name: string): void {
    const ids = this.#of(kind);
    if (ids.has(name)) {
      throw new SeedFault(`another ${words[kind]} above has the name ${JSON.stringify(name)}`, ['name']);
    }
    ids.set(name, null);
  }

  /** Sets the id of a name. */
  set(kind: NamedKind, name: string, id: string): void {
    this.#of(kind).set(name, id);
  }

  /**
   * Replaces names by ids in all texts of a value.
   *
   * @throws SeedFault for an unknown name; Dependent for the name of a refused part
   * @example
   * names.resolve('is_jwt_valid("{{token_configurations.shop}}")')
   */
  resolve<T>(value: T): T {
    // The type stays the same: only texts change.
    return this.#resolved(value, []) as T;
  }

  #resolved(value: unknown, path: readonly (string | number)[]): unknown {
    if (typeof value === 'string') {
      return value.replace(reference, (_, kind: string, name: string) => this.#getId(kind, name, path));
    }
    if (Array.isArray(value)) return value.map((item, index) => this.#resolved(item, [...path, index]));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, this.#resolved(item, [...path, key])]),
    );
  }

  #getId(given: string, name: string, path: readonly (string | number)[]): string {
    const kind = namedKinds.find((one) => one === given);
    if (kind === undefined) {
      const nearest = nearestName(given, namedKinds);
      const hint =
        nearest === undefined ? `known kinds: ${namedKinds.join(', ')}` : `did you mean ${nearest}?`;
      throw new SeedFault(`{{${given}.${name}}} names nothing: ${hint}`, path);
    }
    const id = this.#of(kind).get(name);
    if (id === null) throw new Dependent();
    if (id !== undefined) return id;
    const known = [...this.#of(kind).keys()];
    const nearest = nearestName(name, known);
    const hint = nearest === undefined ? namesThere(known) : `; did you mean ${nearest}?`;
    throw new SeedFault(`no ${words[kind]} above has the name ${JSON.stringify(name)}${hint}`, path);
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
  names.length === 0 ? ', and none has a name' : `; known names: ${names.join(', ')}`;

/**
 * The closest known name: the one with the smallest edit distance, unless it is too large.
 *
 * @example
 * nearestName('oprations', ['operations', 'rulesets']) // 'operations'
 */
export function nearestName(given: string, known: Iterable<string>): string | undefined {
  const bound = Math.max(1, Math.floor(given.length * 0.4));
  let best: string | undefined;
  let least = bound + 1;
  for (const name of known) {
    const distance = countEdits(given.toLowerCase(), name.toLowerCase());
    if (distance < least) [best, least] = [name, distance];
  }
  return best;
}

/** The part of a JSON schema that lists members. */
interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly definitions?: Readonly<Record<string, Schema>>;
}

/** The allowed members of an object at a path of a seed, from its JSON schema. */
export function knownMembers(path: SeedPath): string[] {
  const root: Schema = seedJsonSchema();
  const { definitions = {} } = root;

  /** A schema with all its alternatives. */
  function* all(schema: Schema): Generator<Schema> {
    yield schema;
    const name = schema.$ref?.split('/').at(-1);
    const named = name === undefined ? undefined : definitions[name];
    if (named) yield* all(named);
    for (const parts of [schema.anyOf, schema.oneOf, schema.allOf]) {
      for (const part of parts ?? []) yield* all(part);
    }
  }

  let here = [...all(root)];
  for (const part of path) {
    here = here.flatMap(({ items, properties, additionalProperties: rest }) => {
      const next = typeof part === 'number' ? items : (properties?.[part] ?? rest);
      return typeof next === 'object' ? [...all(next)] : [];
    });
  }
  return [...new Set(here.flatMap(({ properties }) => Object.keys(properties ?? {})))];
}
