import type { JsonSchema } from '../../backend.ts';
import { jsonEqual } from './json-equal.ts';
import { type PartWriter, Unsatisfied } from './part-writer.ts';
import type { Place } from './place.ts';
import { asNumber, asSchema, type SchemaObject } from './schema-node.ts';
import { itemSchemas } from './validate.ts';

/** How often an item is written anew because it stands in the list already. */
const mostTries = 40;

/** @throws Unsatisfied when the list cannot be filled */
export function writeArray(writer: PartWriter, base: SchemaObject, place: Place): unknown[] {
  const { first, rest } = itemSchemas(base);
  const unique = base['uniqueItems'] === true;
  const inside: Place = { ...place, depth: place.depth + 1 };
  const wanted = base['contains'] === undefined ? [] : wantedItems(base);
  const spelled = spelledItems(writer, rest, place);
  const least = Math.max(asNumber(base['minItems']) ?? 0, first.length > 0 ? 0 : wanted.length);
  const most = Math.floor(asNumber(base['maxItems']) ?? Number.POSITIVE_INFINITY);
  const usual =
    writer.isSparing(place) || writer.heightOf(rest) === Number.POSITIVE_INFINITY
      ? 0
      : writer.random.whole(1, 3);
  const length = Math.min(
    Math.max(least, first.length + wanted.length, spelled.length, first.length > 0 ? 0 : usual),
    most,
  );
  const items: unknown[] = [];
  while (items.length < length) {
    const schema = first[items.length] ?? rest;
    const extra = items.length >= first.length ? wanted.shift() : undefined;
    const hint = items.length >= first.length && extra === undefined ? spelled.shift() : undefined;
    const item =
      hint ??
      writeItem(writer, extra === undefined ? schema : { allOf: [schema, extra] }, inside, items, unique);
    if (item === nothing) {
      if (items.length >= least) break;
      throw new Unsatisfied();
    }
    if (!unique || !items.some((each) => jsonEqual(each, item))) items.push(item);
  }
  return items;
}

const nothing = Symbol('nothing');

function writeItem(
  writer: PartWriter,
  schema: JsonSchema,
  place: Place,
  before: readonly unknown[],
  unique: boolean,
): unknown {
  try {
    for (let tried = 0; tried < mostTries; tried++) {
      // What others of the list are not is asked for: that also leads through enumerations.
      const other =
        unique && tried > 1 && before.length > 0 ? { allOf: [schema], not: { enum: before } } : schema;
      const item = writer.write(other, place);
      if (!unique || !before.some((each) => jsonEqual(each, item))) return item;
    }
  } catch (error) {
    if (!(error instanceof Unsatisfied)) throw error;
  }
  return nothing;
}

function wantedItems(base: SchemaObject): JsonSchema[] {
  const count = Math.min(asNumber(base['minContains']) ?? 1, 1000);
  return Array.from({ length: count }, () => asSchema(base['contains']));
}

/** Items that the conversation spells out, when the list is one of texts. */
function spelledItems(writer: PartWriter, schema: JsonSchema, place: Place): string[] {
  return writer.hints.items(place).filter((item) => schema !== true && writer.allows(schema, item));
}
