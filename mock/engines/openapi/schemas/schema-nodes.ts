import type { Located, OpenApiDocument } from '../document.ts';
import { isObject, type JsonObject, type JsonValue } from '../json.ts';
import { readPointer, toPointer } from '../pointer.ts';
import type { ProblemList } from './problem-list.ts';

/** Alternatives, of which a value fits at least one (`anyOf`) or exactly one (`oneOf`). */
export interface Choice {
  readonly kind: 'anyOf' | 'oneOf';
  /** The schema that has them, and may say more of its own. */
  readonly owner: Located;
  readonly branches: readonly Located[];
  /** Member that names the branch, and the branch of each of its values. */
  readonly discriminator:
    | { readonly name: string; readonly branches: ReadonlyMap<string, Located> }
    | undefined;
}

/** A schema that every value fits, and one that none does. */
export const anything: JsonObject = {};
export const nothing: JsonObject = { not: {} };

/** Reads the nodes of a document that are schemas, and says which are none. */
export class SchemaNodes {
  readonly document: OpenApiDocument;
  readonly #problems: ProblemList;
  readonly #choices = new WeakMap<JsonObject, readonly Choice[]>();

  constructor(document: OpenApiDocument, problems: ProblemList) {
    this.document = document;
    this.#problems = problems;
  }

  /** A schema at a place of the document, which may be `true` or `false`; undefined if it is none. */
  locate(value: JsonValue | undefined, pointer: string): Located | undefined {
    if (isObject(value)) return { node: value, pointer };
    if (value === true) return { node: anything, pointer };
    if (value === false) return { node: nothing, pointer };
    if (value !== undefined) this.#problems.add(pointer, 'A schema must be an object; any value fits here.');
    return undefined;
  }

  /** Schemas in a list, such as those of `allOf`. */
  list({ node, pointer }: Located, keyword: string): Located[] {
    const values = node[keyword];
    if (!Array.isArray(values)) return [];
    return (values as readonly JsonValue[]).flatMap(
      (value, index) => this.locate(value, `${pointer}/${keyword}/${index}`) ?? [],
    );
  }

  /** Schemas by name, such as those of `properties`. */
  named({ node, pointer }: Located, keyword: string): (readonly [name: string, schema: Located])[] {
    const values = node[keyword];
    if (!isObject(values)) return [];
    return Object.entries(values).flatMap(([name, value]) => {
      const schema = this.locate(value, `${pointer}/${keyword}${toPointer(name)}`);
      return schema ? [[name, schema] as const] : [];
    });
  }

  /** The schema that a `$ref` names, if there is one. */
  follow({ node, pointer }: Located): Located | undefined {
    const { $ref: reference } = node;
    if (typeof reference !== 'string') return undefined;
    if (reference.startsWith('#')) {
      const found =
        reference === '#' ? this.document.root : readPointer(this.document.root, reference.slice(1));
      if (found === true || found === false || isObject(found)) return this.locate(found, reference.slice(1));
      this.#problems.add(pointer, `The reference ${reference} leads nowhere; any value fits here.`);
    } else {
      this.#problems.add(
        pointer,
        `The reference ${reference} leads out of the document; any value fits here.`,
      );
    }
    return undefined;
  }

  /** Alternatives of one schema, without those of others that it takes in. */
  choicesOf(schema: Located): readonly Choice[] {
    const known = this.#choices.get(schema.node);
    if (known) return known;
    const found = (['oneOf', 'anyOf'] as const).flatMap((kind): Choice[] => {
      const branches = this.list(schema, kind);
      if (branches.length === 0) return [];
      return [{ kind, owner: schema, branches, discriminator: this.#discriminator(schema, branches) }];
    });
    this.#choices.set(schema.node, found);
    return found;
  }

  #discriminator({ node }: Located, branches: readonly Located[]): Choice['discriminator'] {
    const { discriminator } = node;
    if (!isObject(discriminator) || typeof discriminator['propertyName'] !== 'string') return undefined;
    const { mapping } = discriminator;
    const byValue = new Map<string, Located>();
    for (const branch of branches) {
      const { $ref: reference } = branch.node;
      if (typeof reference === 'string') byValue.set(reference.slice(reference.lastIndexOf('/') + 1), branch);
    }
    for (const [value, target] of isObject(mapping) ? Object.entries(mapping) : []) {
      const branch = branches.find(
        ({ node: { $ref: reference } }) => typeof reference === 'string' && isNamed(reference, target),
      );
      if (branch) byValue.set(value, branch);
    }
    // Without a name no branch could be told.
    return byValue.size === 0 ? undefined : { name: discriminator['propertyName'], branches: byValue };
  }
}

/** Whether an entry of a mapping means what a reference names: it is the reference, or the name of a schema. */
export const isNamed = (reference: string, target: JsonValue | undefined): boolean =>
  typeof target === 'string' && (reference === target || reference.endsWith(`/${target}`));

export function textsOf(value: JsonValue | undefined): readonly string[] {
  return Array.isArray(value)
    ? (value as readonly JsonValue[]).filter((text) => typeof text === 'string')
    : [];
}
