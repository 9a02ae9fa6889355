import type { JsonSchema } from '../../backend.ts';
import { wordBank } from '../word-bank.ts';
import { narrow, planFor } from './merge.ts';
import { type PartWriter, Unsatisfied } from './part-writer.ts';
import type { Place } from './place.ts';
import { asNames, asNumber, asSchema, isObject, type SchemaObject, schemasByName } from './schema-node.ts';
import { propertySchemas } from './validate.ts';
import { writePattern } from './write-pattern.ts';

/**
 * @param sparing whether to write only what is required
 * @throws Unsatisfied when a required property cannot be written, or not enough are found
 */
export function writeObject(
  writer: PartWriter,
  base: SchemaObject,
  place: Place,
  sparing: boolean,
): Record<string, unknown> {
  const names = chosenNames(writer, base, place, sparing);
  const whole = withDependents(writer, base, names);
  const required = new Set([...asNames(whole['required']), ...dependentNames(whole, names)]);
  const value: Record<string, unknown> = {};
  for (const name of [...new Set([...names, ...required])]) {
    const inside: Place = { name, description: '', depth: place.depth + 1 };
    try {
      put(value, name, writer.write(schemaOf(whole, name), inside));
    } catch (error) {
      if (!(error instanceof Unsatisfied) || required.has(name)) throw error;
    }
  }
  const least = asNumber(whole['minProperties']) ?? 0;
  const open = isObject(whole['additionalProperties']) || isObject(whole['patternProperties']);
  const wanted = Math.max(least, open && !sparing && Object.keys(value).length === 0 ? 1 : 0);
  if (Object.keys(value).length < wanted) addMore(writer, whole, value, wanted, least, place);
  return value;
}

function chosenNames(writer: PartWriter, base: SchemaObject, place: Place, sparing: boolean): string[] {
  const properties = schemasByName(base['properties']);
  const required = asNames(base['required']);
  const most = asNumber(base['maxProperties']) ?? Number.POSITIVE_INFINITY;
  let optional = Object.keys(properties).filter(
    (name) =>
      !required.includes(name) &&
      // A height that is not known is that of a merged schema; then writing it tells.
      properties[name] !== false &&
      !(sparing && Object.keys(properties).length > 0) &&
      (place.depth === 0 || writer.heightOf(asSchema(properties[name])) < 8),
  );
  optional = optional.slice(0, Math.max(0, most - required.length));
  const chosen = new Set([...required, ...optional]);
  // Names keep the order of the schema, as models do.
  return [
    ...Object.keys(properties).filter((name) => chosen.has(name)),
    ...required.filter((name) => !Object.hasOwn(properties, name)),
  ];
}

/** The schema with what `dependentSchemas` adds for the names that are there. */
function withDependents(writer: PartWriter, base: SchemaObject, names: readonly string[]): SchemaObject {
  const added: JsonSchema[] = [];
  for (const key of ['dependentSchemas', 'dependencies'])
    for (const [name, schema] of Object.entries(isObject(base[key]) ? base[key] : {}))
      if (names.includes(name) && !Array.isArray(schema)) added.push(asSchema(schema));
  if (added.length === 0) return base;
  const plan = added.reduce<ReturnType<typeof planFor>>(
    (before, schema) => narrow(before, schema, writer.references),
    planFor(base, writer.references),
  );
  if (plan.base === false) throw new Unsatisfied();
  return plan.base;
}

function dependentNames(base: SchemaObject, names: readonly string[]): string[] {
  const found = new Set(names);
  for (const key of ['dependentRequired', 'dependencies']) {
    const needs = isObject(base[key]) ? base[key] : {};
    // A set is walked with what is added on the way.
    for (const name of found)
      if (Object.hasOwn(needs, name)) for (const needed of asNames(needs[name])) found.add(needed);
  }
  return [...found].filter((name) => !names.includes(name));
}

function schemaOf(base: SchemaObject, name: string): JsonSchema {
  const schemas = propertySchemas(base, name);
  return schemas.length > 1 ? { allOf: schemas } : (schemas[0] ?? true);
}

/** Adds properties that are not named: optional ones that were left out, of patterns, or any. */
function addMore(
  writer: PartWriter,
  base: SchemaObject,
  value: Record<string, unknown>,
  wanted: number,
  least: number,
  place: Place,
): void {
  const names = [...Object.keys(schemasByName(base['properties'])), ...moreNames(writer, base, place)];
  for (const name of names) {
    if (Object.keys(value).length >= wanted) return;
    if (Object.hasOwn(value, name)) continue;
    if (base['propertyNames'] !== undefined && !writer.allows(asSchema(base['propertyNames']), name))
      continue;
    try {
      put(value, name, writer.write(schemaOf(base, name), { name, description: '', depth: place.depth + 1 }));
    } catch (error) {
      if (!(error instanceof Unsatisfied)) throw error;
    }
  }
  if (Object.keys(value).length < least) throw new Unsatisfied();
}

function moreNames(writer: PartWriter, base: SchemaObject, place: Place): string[] {
  const names: string[] = [];
  for (const pattern of Object.keys(schemasByName(base['patternProperties'])))
    for (let round = 0; round < 16; round++)
      names.push(writePattern(pattern, writer.random, 1 + round) ?? '');
  if (isObject(base['propertyNames']))
    for (let round = 0; round < 32; round++) {
      const name = writer.write(
        { allOf: [{ type: 'string' }, base['propertyNames']] },
        { ...place, name: '' },
      );
      if (typeof name === 'string') names.push(name);
    }
  const least = asNumber(base['minProperties']) ?? 0;
  const start = writer.random.whole(0, wordBank.length - 1);
  for (let index = 0; index < Math.min(Math.max(8, least * 2), 2000); index++) {
    const word = wordBank[(start + index) % wordBank.length] ?? '';
    const round = Math.floor(index / wordBank.length);
    names.push(round === 0 ? word : `${word}${round + 1}`);
  }
  return names;
}

/** Sets a property of its own, also one that is named `__proto__`. */
function put(value: Record<string, unknown>, name: string, part: unknown): void {
  Object.defineProperty(value, name, { value: part, enumerable: true, configurable: true, writable: true });
}
