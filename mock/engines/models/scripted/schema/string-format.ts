import type { Random } from '../random.ts';
import { wordBank } from '../word-bank.ts';

interface Format {
  readonly pattern: RegExp;
  /** @param least code points that it has at least, where it can */
  readonly make: (random: Random, least: number) => string;
}

const two = (value: number): string => String(value).padStart(2, '0');

function date(random: Random): string {
  return `${random.whole(2020, 2029)}-${two(random.whole(1, 12))}-${two(random.whole(1, 28))}`;
}

function time(random: Random): string {
  return `${two(random.whole(0, 23))}:${two(random.whole(0, 59))}:${two(random.whole(0, 59))}Z`;
}

function word(random: Random): string {
  return random.pick(wordBank);
}

function uri(random: Random, least: number): string {
  return `https://example.com/${word(random)}`.padEnd(least, word(random));
}

function email(random: Random, least: number): string {
  const local = word(random);
  return `${local.padEnd(least - '@example.com'.length, `.${word(random)}`).replace(/\.$/, 'x')}@example.com`;
}

function hostname(random: Random, least: number): string {
  let host = `${word(random)}.example.com`;
  while (host.length < least) host = `${word(random)}.${host}`;
  return host;
}

const days = '(?:0[1-9]|[12]\\d|3[01])';
const datePattern = `\\d{4}-(?:0[1-9]|1[0-2])-${days}`;
const timePattern = '(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z|[+-](?:[01]\\d|2[0-3]):[0-5]\\d)';
const uriPattern = /^[a-z][a-z0-9+.-]*:(?:\/\/[^\s/?#"<>\\^`{|}]+)?[^\s"<>\\^`{|}]*$/i;
const emailPattern = /^[a-z0-9_+-]+(?:\.[a-z0-9_+-]+)*@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/i;
const hostPattern =
  /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i;

const reference: Format = {
  pattern: /^[\w!#$&'()*+,./:;=?@[\]~%-]*$/,
  make: (random, least) => `/${word(random)}`.padEnd(least, 'x'),
};
const absolute: Format = { pattern: uriPattern, make: uri };
const address: Format = { pattern: emailPattern, make: email };
const host: Format = { pattern: hostPattern, make: hostname };

const formats: ReadonlyMap<string, Format> = new Map<string, Format>([
  ['date', { pattern: new RegExp(`^${datePattern}$`), make: date }],
  ['time', { pattern: new RegExp(`^${timePattern}$`, 'i'), make: time }],
  [
    'date-time',
    {
      pattern: new RegExp(`^${datePattern}t${timePattern}$`, 'i'),
      make: (random) => `${date(random)}T${time(random)}`,
    },
  ],
  [
    'duration',
    {
      pattern: /^P(?=[\dT])(?:\d+Y)?(?:\d+M)?(?:\d+D)?(?:T(?=\d)(?:\d+H)?(?:\d+M)?(?:\d+S)?)?$/,
      make: (random) => `PT${random.whole(1, 59)}M`,
    },
  ],
  ['email', address],
  ['idn-email', address],
  ['hostname', host],
  ['idn-hostname', host],
  [
    'ipv4',
    {
      pattern: /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/,
      make: (random) => `192.0.2.${random.whole(1, 254)}`,
    },
  ],
  [
    'ipv6',
    {
      pattern: /^2001:db8::[0-9a-f]{1,4}$/,
      make: (random) => `2001:db8::${random.whole(1, 0xffff).toString(16)}`,
    },
  ],
  ['uri', absolute],
  ['url', { pattern: /^https?:\/\/[^\s"<>\\^`{|}]+$/i, make: uri }],
  ['iri', absolute],
  ['uri-reference', reference],
  ['iri-reference', reference],
  [
    'uri-template',
    {
      pattern: /^https:\/\/example\.com\/[\w/{}]*$/,
      make: (random) => `https://example.com/${word(random)}/{id}`,
    },
  ],
  [
    'uuid',
    {
      pattern: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
      make: (random) =>
        `${random.hex(8)}-${random.hex(4)}-4${random.hex(3)}-${random.pick(['8', '9', 'a', 'b'])}${random.hex(3)}-${random.hex(12)}`,
    },
  ],
  ['json-pointer', { pattern: /^(?:\/(?:[^~/]|~[01])*)*$/, make: (random) => `/${word(random)}` }],
  [
    'relative-json-pointer',
    { pattern: /^(?:0|[1-9]\d*)(?:#|(?:\/(?:[^~/]|~[01])*)*)$/, make: (random) => `0/${word(random)}` },
  ],
  ['regex', { pattern: /^[a-z]+$/, make: word }],
  [
    'byte',
    {
      pattern: /^(?:[A-Za-z0-9+/]{4})*$/,
      make: (random, least) => `${random.hex(8)}`.padEnd(Math.ceil(least / 4) * 4, 'A'),
    },
  ],
]);

/**
 * A text of a format of JSON schema, such as `date-time` or `uuid`; absent for a format that is not known, which
 * says nothing then.
 */
export function makeFormat(name: string, random: Random, least: number): string | undefined {
  return formats.get(name)?.make(random, least);
}

/** Whether a text is of a format. Narrower than the standards in places: only `ipv6` of the documentation prefix. */
export function matchesFormat(name: string, text: string): boolean {
  const format = formats.get(name);
  // Patterns were written to be linear, but nothing that is longer than a URL is of any of them.
  return format === undefined || (text.length <= 8192 && format.pattern.test(text));
}
