import { seedJsonSchema } from '../../spec/seed-file/seed-schema.ts';
import type { SeedPath } from './seed-problem.ts';

/** As much of a JSON schema as says which members there are. */
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

/** The members that an object at a place of a seed may have, as its JSON schema says. */
export function knownMembers(path: SeedPath): string[] {
  const root: Schema = seedJsonSchema();
  const { definitions = {} } = root;

  /** A schema and all that it may stand for. */
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
