import { generateSync } from 'json-schema-faker';
import { openApiLimits } from '../../../../spec/engine-limits.ts';
import { fakerFrom } from '../../seeded/faker.ts';
import { createRandom } from '../../seeded/random.ts';
import { fitsScalar } from './scalar.ts';
import type { Shape, Shapes } from './shape.ts';
import { limitOf } from './types.ts';

type Faker = ReturnType<typeof fakerFrom>;

const moment = (faker: Faker) => faker.date.between({ from: '2024-01-01', to: '2025-12-31' });
const host = (faker: Faker) => `${faker.internet.domainWord()}.example.com`;

/** Values of formats: hosts, addresses and networks that are reserved for documentation. */
const formats: Readonly<Record<string, (faker: Faker) => string>> = {
  date: (faker) => moment(faker).toISOString().slice(0, 10),
  'date-time': (faker) => moment(faker).toISOString().replace(/\.\d+/, ''),
  time: (faker) => moment(faker).toISOString().slice(11),
  duration: (faker) => `PT${faker.number.int({ min: 1, max: 59 })}M`,
  email: (faker) => faker.internet.email({ provider: 'example.com' }).toLowerCase(),
  hostname: host,
  'idn-hostname': host,
  ipv4: (faker) => `192.0.2.${faker.number.int({ min: 1, max: 254 })}`,
  ipv6: (faker) => `2001:db8::${faker.number.int({ min: 1, max: 9999 })}`,
  uri: (faker) => `https://${host(faker)}/`,
  url: (faker) => `https://${host(faker)}/`,
  'uri-reference': (faker) => `/${faker.internet.domainWord()}`,
  'uri-template': (faker) => `https://${host(faker)}/{id}`,
  uuid: (faker) => faker.string.uuid(),
  byte: (faker) => btoa(faker.lorem.word()),
  regex: (faker) => `^${faker.lorem.word()}$`,
  'json-pointer': (faker) => `/${faker.lorem.word()}`,
  'relative-json-pointer': () => '0',
  'json-pointer-uri-fragment': (faker) => `#/${faker.lorem.word()}`,
};

/** Attempts to make a string that fits. */
const attempts = 12;

/** A string that fits a shape, or the nearest one that was found. */
export function writeText(shape: Shape, seed: number, shapes: Shapes): string {
  const least = Math.min(limitOf(shape, 'minLength', 'largest') ?? 0, openApiLimits.madeCharacters);
  const most = limitOf(shape, 'maxLength', 'smallest') ?? Number.POSITIVE_INFINITY;
  const textOf = (keyword: string) =>
    shape.parts.map(({ node }) => node[keyword]).filter((value) => typeof value === 'string');
  const patterns = textOf('pattern').filter((source) => shapes.patterns.get(source));
  const format = textOf('format').find((name) => Object.hasOwn(formats, name));
  let text = '';
  for (let attempt = 0; attempt < attempts; attempt++) {
    const own = (seed + attempt) >>> 0;
    const faker = fakerFrom(own);
    const pattern = patterns[attempt % patterns.length];
    if (pattern !== undefined) text = matching(pattern, own, least, most);
    else if (format !== undefined) text = formats[format]?.(faker) ?? '';
    else text = sized(faker.lorem.word(), least, most, faker);
    if (fitsScalar(shape, text, shapes)) return text;
  }
  return text;
}

function sized(word: string, least: number, most: number, faker: Faker): string {
  if (word.length >= least && word.length <= most) return word;
  if (word.length > most) return word.slice(0, most);
  const more = faker.string.alpha({ length: Math.min(least - word.length, 32), casing: 'lower' });
  return word + more.repeat(Math.ceil(least / 32)).slice(0, least - word.length);
}

function matching(pattern: string, seed: number, minLength: number, maxLength: number): string {
  const limits = { minLength, ...(Number.isFinite(maxLength) && { maxLength }) };
  try {
    const made: unknown = generateSync({ type: 'string', pattern, ...limits }, { seed });
    return typeof made === 'string' ? made : '';
  } catch {
    return '';
  }
}

/** A number that fits a shape, if there is one. */
export function writeNumber(shape: Shape, isInteger: boolean, seed: number): number {
  const step = limitOf(shape, 'multipleOf', 'largest') ?? (isInteger ? 1 : 0.01);
  const low = Math.max(
    limitOf(shape, 'minimum', 'largest') ?? Number.NEGATIVE_INFINITY,
    limitOf(shape, 'exclusiveMinimum', 'largest') ?? Number.NEGATIVE_INFINITY,
  );
  const high = Math.min(
    limitOf(shape, 'maximum', 'smallest') ?? Number.POSITIVE_INFINITY,
    limitOf(shape, 'exclusiveMaximum', 'smallest') ?? Number.POSITIVE_INFINITY,
  );
  const isOutside = (value: number) =>
    shape.parts.some(({ node: { minimum, maximum, exclusiveMinimum, exclusiveMaximum } }) =>
      [
        exclusiveMinimum === true && minimum === value,
        exclusiveMaximum === true && maximum === value,
        exclusiveMinimum === value,
        exclusiveMaximum === value,
      ].some(Boolean),
    );
  const from = Number.isFinite(low) ? low : Math.min(1, Number.isFinite(high) ? high - 100 * step : 1);
  const to = Number.isFinite(high) ? high : Math.max(100, from + 100 * step);
  const first = Math.ceil(from / step) + (isOutside(Math.ceil(from / step) * step) ? 1 : 0);
  const last = Math.max(first, Math.floor(to / step) - (isOutside(Math.floor(to / step) * step) ? 1 : 0));
  // Beyond a few steps every number is as good as another, and short ones are easier to read.
  const chosen = createRandom(seed).whole(first, Math.min(last, first + 1_000)) * step;
  const rounded = Number(chosen.toPrecision(12));
  if (rounded >= from && rounded <= to && !isOutside(rounded)) return rounded;
  return isInteger ? Math.ceil(from) : (from + to) / 2;
}
