import { generateSync } from 'json-schema-faker';
import { schemaLimits } from '../../../../spec/engine-limits.ts';
import { isObject } from '../../../../spec/value-kinds.ts';
import { fakerFrom } from '../../seeded/faker.ts';
import { createRandom } from '../../seeded/random.ts';
import type { Generation, JsonSchema } from '../backend.ts';
import { createValidator, withLinearPatterns } from '../json-schema.ts';
import { ModelError } from '../model-error.ts';
import type { Conversation } from './conversation.ts';
import { numbersFor, numbersIn, textsFor } from './prompt-values.ts';
import { toWords } from './words.ts';
import { shorten, writeAnswer } from './write-text.ts';

/** A conversation, and the place that a value is about if the prompt names several. */
type About = Conversation & { readonly places?: readonly string[] };

/** The answer to a conversation as JSON text. */
export async function writeJson(
  conversation: Conversation,
  format: NonNullable<Generation['format']>,
): Promise<string> {
  const schema = format.type === 'json-schema' ? format.schema : freeSchema(conversation);
  return JSON.stringify(await writeValue(schema, conversation));
}

const listed =
  /\b(?:keys?|fields?|propert(?:y|ies)|members?)\b\s*(?:called|named|are|of|:)?\s*((?:["'`]?[A-Za-z_]\w{0,40}["'`]?(?:\s*,\s*(?:and\s+)?|\s+and\s+)?){1,30})/i;

/** A schema for JSON mode without one: the keys that the conversation names, else the answer as text. */
function freeSchema(conversation: Conversation): JsonSchema {
  const texts = [conversation.prompt, ...conversation.texts].map((text) => text.slice(0, 4000));
  for (const text of texts) {
    const shown = [...text.matchAll(/[{,]\s*"([^"\n]{1,60})"\s*:/g)].map(([, key = '']) => key);
    const keys =
      shown.length > 0
        ? shown
        : (listed.exec(text)?.[1]?.match(/[A-Za-z_]\w*/g) ?? []).filter((key) => key !== 'and');
    if (keys.length === 0) continue;
    const properties = Object.fromEntries(
      keys.map((key) => [key, { type: getRange(toWords(key)) ? 'integer' : 'string' }]),
    );
    return { type: 'object', properties, required: [...new Set(keys)], additionalProperties: false };
  }
  const properties = {
    answer: { const: writeAnswer(conversation) },
    reference: { const: conversation.reference },
  };
  return { type: 'object', properties, required: ['answer', 'reference'] };
}

/** Refuses a schema with huge minimums, which would fill the memory. @throws ModelError */
function requireFewValues(schema: JsonSchema): void {
  const most = schemaLimits.leastValues;
  if (leastValues(schema) <= most) return;
  throw new ModelError('bad-input', `The schema asks for more than ${most} values or characters.`);
}

/** Minimum number of values and characters of a schema; references are not counted. */
function leastValues(schema: unknown): number {
  if (!isObject(schema)) return 1;
  const { properties, items, prefixItems, contains, anyOf, oneOf, allOf } = schema;
  const parts = [...Object.values(isObject(properties) ? properties : {})];
  for (const part of [items, prefixItems, contains, anyOf, oneOf, allOf]) {
    if (part !== undefined) parts.push(...(Array.isArray(part) ? part : [part]));
  }
  const inside = parts.reduce<number>((sum, part) => sum + leastValues(part), 0);
  const times = Math.max(
    1,
    ...['minItems', 'minContains', 'minProperties'].map((name) => sizeIn(schema, name) ?? 0),
  );
  return Math.max(sizeIn(schema, 'minLength') ?? 0, times * Math.max(1, inside));
}

/** Maximum number of attempts to make a valid value. */
const attempts = 20;

/**
 * A value that fits a schema, the same for the same conversation. Members are filled from the prompt where it names
 * them, else by the meaning of their names (an email address, a price, an age); ajv validates the whole.
 *
 * @throws ModelError (bad-input) if no valid value is found
 */
export async function writeValue(given: JsonSchema, about: About): Promise<unknown> {
  requireFewValues(given);
  const schema = withLinearPatterns(given);
  const allows = createValidator(schema);
  for (let attempt = 0; attempt < attempts; attempt++) {
    const seed = (about.seed + attempt) >>> 0;
    // Half of the attempts ignore the heuristics, which a schema may forbid in ways that only the validator sees.
    const asked = attempt < attempts / 2 ? suggest(schema, about, seed) : schema;
    const value = generated(asked, seed);
    if (value !== undefined && allows(value)) return value;
  }
  throw new ModelError('bad-input', 'No value was found that the schema allows.');
}

function generated(schema: JsonSchema, seed: number): unknown {
  try {
    return generateSync(schema, { seed, alwaysFakeOptionals: true, refDepthMax: 3, maxDefaultItems: 2 });
  } catch {
    return undefined;
  }
}

/** Keywords by which a schema determines the value itself. */
const decided = ['enum', 'const', '$ref', 'pattern', 'allOf', 'anyOf', 'oneOf', 'not', 'if'];
const lists = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);
const maps = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas']);
const nested = new Set(['items', 'additionalProperties', 'contains', 'then', 'else']);

/** A schema narrowed by a member's name, where the author left it open. */
function suggest(schema: JsonSchema, about: About, seed: number): JsonSchema {
  const faker = fakerFrom(seed);
  const random = createRandom(seed);
  /** Numbers of the prompt that no member has used yet. */
  const numbers = numbersIn(about.prompt);

  const narrow = (part: unknown, name: string): unknown => {
    if (!isObject(part)) return part;
    const copy: Record<string, unknown> = {};
    for (const [key, value] of Object.entries(part)) {
      if (lists.has(key) && Array.isArray(value)) copy[key] = value.map((each) => narrow(each, name));
      else if (maps.has(key) && isObject(value))
        copy[key] = Object.fromEntries(
          Object.entries(value).map(([member, each]) => [member, narrow(each, member)]),
        );
      else copy[key] = nested.has(key) ? narrow(value, name) : value;
    }
    if (Array.isArray(part['enum'])) return { ...copy, ...mentioned(part['enum']) };
    if (decided.some((keyword) => keyword in part)) return copy;
    const [type] = [part['type']].flat().filter((each) => each !== 'null');
    if (type === 'string') return { ...copy, ...text(part, name) };
    if (type === 'integer' || type === 'number') return { ...copy, ...number(part, name, type) };
    return copy;
  };

  const mentioned = (values: readonly unknown[]) => {
    const lowerPrompt = about.prompt.toLowerCase();
    const found = values.filter(
      (value) => typeof value === 'string' && value !== '' && lowerPrompt.includes(value.toLowerCase()),
    );
    return found.length === 0 ? {} : { enum: found };
  };

  const text = (part: Record<string, unknown>, name: string) => {
    const least = sizeIn(part, 'minLength') ?? 0;
    const most = sizeIn(part, 'maxLength') ?? Number.POSITIVE_INFINITY;
    const fits = (each: string) => each.length >= least && each.length <= most;
    const [lowerPrompt] = textsFor(name, about.prompt, about.places).filter(fits);
    if (lowerPrompt !== undefined && part['format'] === undefined) return { enum: [lowerPrompt] };
    if (part['format'] !== undefined) return {};
    const invented = [1, 2, 3, 4].map(() => sized(inventText(toWords(name), faker), least, most));
    return { enum: [...new Set(invented)] };
  };

  const number = (part: Record<string, unknown>, name: string, type: 'integer' | 'number') => {
    const words = toWords(name);
    const [least, most] = getRange(words) ?? [0, 100];
    const low = boundIn(part, 'minimum', 'exclusiveMinimum');
    const high = boundIn(part, 'maximum', 'exclusiveMaximum');
    const allowed = (each: number) =>
      each >= (low ?? -Infinity) &&
      each <= (high ?? Infinity) &&
      (type === 'number' || Number.isInteger(each));
    const near = numbersFor(name, about.prompt).find(allowed);
    const next = near ?? numbers.find(allowed);
    if (next !== undefined && (near !== undefined || getRange(words) === undefined)) {
      if (numbers.includes(next)) numbers.splice(numbers.indexOf(next), 1);
      return { enum: [next] };
    }
    // If the schema rules out a range, the hundred numbers next to the bound replace it.
    const from =
      low === undefined
        ? Math.min(least, high === undefined ? least : high - 100)
        : Math.max(low, least <= (high ?? most) ? least : low);
    const to =
      high === undefined
        ? Math.max(most, from < most ? most : from + 100)
        : Math.min(high, Math.max(most, from));
    if (type === 'integer' || part['multipleOf'] !== undefined)
      return { minimum: Math.ceil(from), maximum: Math.max(Math.ceil(from), Math.floor(to)) };
    const cents = () => random.whole(Math.ceil(from * 100), Math.floor(to * 100)) / 100;
    return to - from < 0.1 ? {} : { enum: [...new Set([cents(), cents(), cents(), cents()])] };
  };

  const narrowed = narrow(schema, '');
  return isObject(narrowed) ? narrowed : schema;
}

/** Libraries write the bounds of all safe integers for unbounded ones. */
function boundIn(schema: Record<string, unknown>, ...keywords: readonly string[]): number | undefined {
  for (const keyword of keywords) {
    const bound = schema[keyword];
    if (typeof bound === 'number' && Math.abs(bound) < Number.MAX_SAFE_INTEGER) return bound;
  }
  return undefined;
}

const sizeIn = (schema: Record<string, unknown>, keyword: string) => boundIn(schema, keyword);

const ranges: readonly (readonly [names: RegExp, least: number, most: number])[] = [
  [/^(?:age|years)$/, 18, 90],
  [/^(?:year)$/, 1950, 2030],
  [/^(?:month)$/, 1, 12],
  [/^(?:hour|hours)$/, 0, 23],
  [/^(?:minute|minutes|second|seconds)$/, 0, 59],
  [/^(?:price|cost|amount|total|fee|salary|balance)$/, 1, 1000],
  [/^(?:population)$/, 10_000, 5_000_000],
  [/^(?:rating|stars)$/, 1, 5],
  [/^(?:score|confidence|probability)$/, 0, 1],
  [/^(?:latitude|lat)$/, -60, 70],
  [/^(?:longitude|lng|lon)$/, -180, 180],
  [/^(?:temperature|degrees|celsius)$/, -10, 35],
  [/^(?:quantity|count|number|days)$/, 1, 20],
  [/^(?:port)$/, 1024, 49_151],
];

/** Typical range of numbers by name. */
function getRange(words: readonly string[]): readonly [least: number, most: number] | undefined {
  const found = ranges.find(([names]) => words.some((word) => names.test(word)));
  return found && [found[1], found[2]];
}

type Faker = ReturnType<typeof fakerFrom>;

/** Typical form of texts by name. */
const inventions: readonly (readonly [names: RegExp, invent: (faker: Faker) => string])[] = [
  [/\b(?:id|uuid)\b/, (faker) => faker.string.uuid()],
  [/\bemail\b/, (faker) => faker.internet.email({ provider: 'example.com' }).toLowerCase()],
  [/\b(?:url|uri|link|website)\b/, (faker) => `https://${faker.internet.domainWord()}.example.com/`],
  [
    /\b(?:date|day|birthday|deadline)\b/,
    (faker) => faker.date.between({ from: '2020-01-01', to: '2029-12-31' }).toISOString().slice(0, 10),
  ],
  [
    /\b(?:time|timestamp|created at|updated at)\b/,
    (faker) => faker.date.between({ from: '2020-01-01', to: '2029-12-31' }).toISOString(),
  ],
  [/\b(?:first name|given name)\b/, (faker) => faker.person.firstName()],
  [/\b(?:last name|surname|family name)\b/, (faker) => faker.person.lastName()],
  [/\b(?:name|author|person|user|customer|recipient)\b/, (faker) => faker.person.fullName()],
  [/\b(?:phone|telephone|mobile)\b/, (faker) => faker.phone.number({ style: 'international' })],
  [/\b(?:city|town|location|place|capital|destination)\b/, (faker) => faker.location.city()],
  [/\bcountry\b/, (faker) => faker.location.country()],
  [/\b(?:street|address)\b/, (faker) => faker.location.streetAddress()],
  [/\b(?:zip|postcode|postal code)\b/, (faker) => faker.location.zipCode()],
  [/\bcurrency\b/, (faker) => faker.finance.currencyCode()],
  [/\b(?:price|cost)\b/, (faker) => faker.commerce.price()],
  [/\b(?:colou?r)\b/, (faker) => faker.color.human()],
  [/\b(?:company|organi[sz]ation)\b/, (faker) => faker.company.name()],
  [/\b(?:product|item|title)\b/, (faker) => faker.commerce.productName()],
  [
    /\b(?:description|summary|text|note|content|message|reason|answer|explanation)\b/,
    (faker) => faker.lorem.sentence(),
  ],
];

function inventText(words: readonly string[], faker: Faker): string {
  const name = words.join(' ');
  return (inventions.find(([names]) => names.test(name))?.[1] ?? ((each: Faker) => each.lorem.words(2)))(
    faker,
  );
}

function sized(text: string, least: number, most: number): string {
  const long =
    text.length >= least
      ? text
      : `${text} `.repeat(Math.ceil(Math.min(least, 1_000_000) / (text.length + 1))).slice(0, least);
  return long.length <= most ? long : shorten(long, most - 1).slice(0, most);
}
