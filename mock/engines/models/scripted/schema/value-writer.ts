import type { JsonSchema } from '../../backend.ts';
import type { Random } from '../random.ts';
import { narrow, type Plan, planFor } from './merge.ts';
import { type PartWriter, Unsatisfied } from './part-writer.ts';
import type { Hints, Place } from './place.ts';
import { asSchema, isObject, type References, type SchemaObject } from './schema-node.ts';
import { isOfType, validates } from './validate.ts';
import { writeArray } from './write-array.ts';
import { writeNumbers } from './write-number.ts';
import { writeObject } from './write-object.ts';
import { writeStrings } from './write-string.ts';

/** Parts of one value, beyond which only what is required is written, and beyond which writing ends. */
const manyParts = 200;
export const mostParts = 20_000;
/** Objects and lists around a part, beyond which only what is required is written. */
const deepPlace = 3;
export const deepest = 200;

/** Writes one value, part by part. Made anew for each attempt. */
export class ValueWriter implements PartWriter {
  readonly references: References;
  readonly heightOf: (schema: JsonSchema) => number;
  readonly hints: Hints;
  readonly random: Random;
  #parts = 0;

  constructor(
    references: References,
    heightOf: (schema: JsonSchema) => number,
    hints: Hints,
    random: Random,
  ) {
    this.references = references;
    this.heightOf = heightOf;
    this.hints = hints;
    this.random = random;
  }

  /** Whether as many parts were written as may be, wherever they led. */
  isSpent(): boolean {
    return this.#parts > mostParts;
  }

  isSparing(place: Place): boolean {
    return place.depth >= deepPlace || this.#parts > manyParts;
  }

  allows(schema: JsonSchema, value: unknown): boolean {
    return validates(schema, value, this.references);
  }

  write(schema: JsonSchema, place: Place): unknown {
    if (this.#parts++ > mostParts || place.depth > deepest) throw new Unsatisfied();
    if (schema === false) throw new Unsatisfied();
    const described = describe(schema, place);
    for (const value of this.hints.known(described)) if (this.allows(schema, value)) return value;
    return this.#choose(planFor(schema, this.references), schema, described);
  }

  /** Takes the choices of a plan one after another, and its first way that the whole schema allows. */
  #choose(plan: Plan, whole: JsonSchema, place: Place): unknown {
    if (plan.base === false) throw new Unsatisfied();
    const [choice, ...others] = plan.choices;
    if (choice !== undefined) {
      return this.#first(
        this.#inOrder(choice, place).map(
          (branch) => () =>
            this.#choose(narrow({ ...plan, choices: others }, branch, this.references), whole, place),
        ),
      );
    }
    const [condition, ...conditions] = plan.conditions;
    if (condition !== undefined) {
      const rest = { ...plan, conditions };
      const met = { allOf: [condition['if'], condition['then'] ?? true] };
      return this.#first([
        () => this.#choose(narrow(rest, met, this.references), whole, place),
        () => this.#choose(narrow(rest, asSchema(condition['else']), this.references), whole, place),
      ]);
    }
    return this.#plain(plan.base, plan.patterns, whole, place);
  }

  #first(ways: readonly (() => unknown)[]): unknown {
    for (const way of ways) {
      try {
        return way();
      } catch (error) {
        if (!(error instanceof Unsatisfied) || this.isSpent()) throw error;
      }
    }
    throw new Unsatisfied();
  }

  /** Branches: named in the conversation, then as listed; null last; deep inside, the flattest first. */
  #inOrder(choice: readonly JsonSchema[], place: Place): JsonSchema[] {
    const possible = choice.filter((branch) => this.heightOf(branch) < Number.POSITIVE_INFINITY);
    const rank = (branch: JsonSchema): number => {
      if (this.isSparing(place)) return this.heightOf(branch);
      if (isObject(branch) && branch['type'] === 'null') return 1e9;
      const mentions = this.#names(branch).flatMap((name) => this.hints.mention(name) ?? []);
      return mentions.length > 0 ? Math.min(...mentions) : 1e8;
    };
    const ranked = possible.map((branch) => ({ branch, rank: rank(branch) }));
    return ranked.sort((a, b) => a.rank - b.rank).map(({ branch }) => branch);
  }

  /** What tells a branch from its neighbours: its title and the constants of its properties. */
  #names(branch: JsonSchema): string[] {
    const { base } = planFor(branch, this.references);
    if (base === false) return [];
    const properties = isObject(base['properties']) ? Object.values(base['properties']) : [];
    return [base, ...properties]
      .filter(isObject)
      .flatMap((each) => [each['const'], each === base ? each['title'] : undefined, each['enum']].flat())
      .filter((name) => typeof name === 'string');
  }

  #plain(base: SchemaObject, patterns: readonly string[], whole: JsonSchema, place: Place): unknown {
    if (Object.hasOwn(base, 'const')) return this.#given([base['const']], whole);
    if (Array.isArray(base['enum'])) return this.#given(this.#byMention(base['enum']), whole);
    return this.#first(typesOf(base).map((type) => () => this.#ofType(type, base, patterns, whole, place)));
  }

  #given(values: readonly unknown[], whole: JsonSchema): unknown {
    const index = values.findIndex((value) => this.allows(whole, value));
    if (index < 0) throw new Unsatisfied();
    return values[index];
  }

  /** Given values: those the conversation names, then the others from a place that chance picks. */
  #byMention(values: readonly unknown[]): unknown[] {
    if (values.length === 0) return [];
    const start = this.random.whole(0, values.length - 1);
    const others = [...values.slice(start), ...values.slice(0, start)];
    // What a nullable enumeration allows last is nothing.
    const rank = (value: unknown): number =>
      value === null ? 1e9 : typeof value === 'string' ? (this.hints.mention(value) ?? 1e8) : 1e8;
    return others
      .map((value) => ({ value, rank: rank(value) }))
      .sort((a, b) => a.rank - b.rank)
      .map(({ value }) => value);
  }

  #ofType(
    type: string,
    base: SchemaObject,
    patterns: readonly string[],
    whole: JsonSchema,
    place: Place,
  ): unknown {
    const candidates = this.#candidates(type, base, patterns, place);
    for (const value of candidates) if (isOfType(type, value) && this.allows(whole, value)) return value;
    throw new Unsatisfied();
  }

  *#candidates(
    type: string,
    base: SchemaObject,
    patterns: readonly string[],
    place: Place,
  ): Iterable<unknown> {
    switch (type) {
      case 'null':
        return yield null;
      case 'boolean': {
        const flag = this.hints.flag(place) ?? this.random.whole(0, 1) === 1;
        return yield* [flag, !flag];
      }
      case 'integer':
      case 'number':
        return yield* writeNumbers(type, base, this.hints.numbers(place), this.random);
      case 'string':
        return yield* writeStrings(base, patterns, place, this.hints, this.random);
      case 'array':
        return yield writeArray(this, base, place);
      case 'object':
        yield writeObject(this, base, place, this.isSparing(place));
        // What is optional may be what a choice forbids.
        return yield writeObject(this, base, place, true);
      default:
        throw new Unsatisfied();
    }
  }
}

function describe(schema: JsonSchema, place: Place): Place {
  if (typeof schema === 'boolean' || typeof schema['description'] !== 'string') return place;
  return { ...place, description: schema['description'].slice(0, 1000) };
}

/** Types that keywords speak of, for schemas that name none. */
const typesByKeyword: readonly (readonly [type: string, keywords: readonly string[]])[] = [
  [
    'object',
    [
      'properties',
      'required',
      'additionalProperties',
      'patternProperties',
      'minProperties',
      'maxProperties',
      'propertyNames',
      'dependentRequired',
      'dependentSchemas',
      'unevaluatedProperties',
    ],
  ],
  ['array', ['items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems', 'contains', 'unevaluatedItems']],
  ['number', ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']],
];
const allTypes = ['string', 'object', 'number', 'array', 'boolean', 'null'];

/** Types to try, likeliest first. */
function typesOf(base: SchemaObject): string[] {
  const { type } = base;
  if (type !== undefined) {
    const types = [type].flat().filter((each) => typeof each === 'string');
    return [...types.filter((each) => each !== 'null'), ...types.filter((each) => each === 'null')];
  }
  const likely = typesByKeyword.find(([, keywords]) =>
    keywords.some((keyword) => base[keyword] !== undefined),
  )?.[0];
  return likely === undefined ? allTypes : [likely, ...allTypes.filter((each) => each !== likely)];
}
