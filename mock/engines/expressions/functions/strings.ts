import { type ByteString, fromText, lowerAscii, toBytes, upperAscii } from '../bytes.ts';
import { formatIpAddress, isIpAddress } from '../ip-address.ts';
import { arrayOf } from '../types.ts';
import { defineFunction, type FunctionDefinition, type Parameter } from './definition.ts';

/** `lower(String)`: ASCII letters only. */
export const lower: FunctionDefinition = defineFunction({
  parameters: [{ types: ['String'] }],
  returns: 'String',
  call: (_, value) => (typeof value === 'string' ? lowerAscii(value) : undefined),
});

/** `upper(String)`: ASCII letters only. */
export const upper: FunctionDefinition = defineFunction({
  parameters: [{ types: ['String'] }],
  returns: 'String',
  call: (_, value) => (typeof value === 'string' ? upperAscii(value) : undefined),
});

/** The documentation says that the source must not be a literal. */
const PARAMETERS: readonly Parameter[] = [{ types: ['String'], kind: 'Field' }, { types: ['String'] }];

/** `starts_with(source, substring)`. */
export const startsWith: FunctionDefinition = defineFunction({
  parameters: PARAMETERS,
  returns: 'Boolean',
  call: (_, source, part) =>
    typeof source === 'string' && typeof part === 'string' && source.startsWith(part),
});

/** `ends_with(source, substring)`. */
export const endsWith: FunctionDefinition = defineFunction({
  parameters: PARAMETERS,
  returns: 'Boolean',
  call: (_, source, part) => typeof source === 'string' && typeof part === 'string' && source.endsWith(part),
});

/**
 * `substring(field, start, end?)`: bytes from `start` up to but not including `end`. Negative positions count from the
 * end; both are clamped to the value's length.
 */
export const substring: FunctionDefinition = defineFunction({
  parameters: [{ types: ['String'], kind: 'Field' }, { types: ['Integer'] }],
  optional: [{ types: ['Integer'] }],
  returns: 'String',
  call: (_, value, start, end) => {
    if (typeof value !== 'string') return undefined;
    // Beyond 2^53 a bigint's rounding no longer matters: it is past either end.
    return value.slice(Number(start), end === undefined ? undefined : Number(end));
  },
});

/** `to_string(Integer | Boolean | IP)`. */
export const toStringFunction: FunctionDefinition = defineFunction({
  parameters: [{ types: ['Integer', 'Boolean', 'IP'] }],
  returns: 'String',
  call: (_, value) => {
    if (isIpAddress(value)) return formatIpAddress(value);
    return typeof value === 'object' || value === undefined ? undefined : String(value);
  },
});

/** `join(items, separator)`. */
export const join: FunctionDefinition = defineFunction({
  parameters: [{ types: [arrayOf('String')] }, { types: ['String'] }],
  returns: 'String',
  call: (_, items, separator) =>
    Array.isArray(items) && typeof separator === 'string' ? items.join(separator) : undefined,
});

/** `split(input, separator, limit)`: at most `limit` parts; the last one has the rest. */
export const split: FunctionDefinition = defineFunction({
  parameters: [
    { types: ['String'] },
    {
      types: ['String'],
      kind: 'Literal',
      check: (separator) => (separator === '' ? 'the separator must not be empty' : undefined),
    },
    {
      types: ['Integer'],
      kind: 'Literal',
      check: (limit) =>
        typeof limit === 'number' && limit >= 1 && limit <= 128
          ? undefined
          : 'the limit must be between 1 and 128',
    },
  ],
  returns: arrayOf('String'),
  call: (_, input, separator, limit) => {
    if (typeof input !== 'string' || typeof separator !== 'string') return undefined;
    const parts = input.split(separator);
    const kept = parts.slice(0, Number(limit) - 1);
    const rest = parts.slice(Number(limit) - 1);
    return rest.length === 0 ? kept : [...kept, rest.join(separator)];
  },
});

/** `remove_bytes(value, bytes)`: the value without any of the given bytes. */
export const removeBytes: FunctionDefinition = defineFunction({
  parameters: [{ types: ['Bytes'] }, { types: ['Bytes'] }],
  returns: 'Bytes',
  call: (_, value, bytes) => {
    if (typeof value !== 'string' || typeof bytes !== 'string') return undefined;
    const removed = new Set(bytes);
    return Array.from(value)
      .filter((byte) => !removed.has(byte))
      .join('');
  },
});

/** `remove_query_args(query, name, ...)`: the query without those parameters, the others in order. */
export const removeQueryArgs: FunctionDefinition = defineFunction({
  parameters: [
    { types: ['String'], kind: 'Field', fields: ['http.request.uri.query', 'raw.http.request.uri.query'] },
    { types: ['String'] },
  ],
  rest: { types: ['String'] },
  returns: 'String',
  call: (_, query, ...names) => {
    if (typeof query !== 'string') return undefined;
    const kept = query.split('&').filter((pair) => {
      const [name] = pair.split('=', 1);
      return !names.includes(name);
    });
    return kept.join('&');
  },
});

/** Maximum number of passes in recursive decoding; without one, nested escapes would take quadratic time. */
const MAX_PASSES = 10;

/** Decodes `+` and `%HH`, and optionally `%uHHHH` (as UTF-8); malformed escapes stay. */
function decodeOnce(value: ByteString, unicode: boolean): ByteString {
  const escapes = unicode ? /\+|%[uU]([0-9a-fA-F]{4})|%([0-9a-fA-F]{2})/g : /\+|%([0-9a-fA-F]{2})/g;
  return value.replace(escapes, (match, ...groups: unknown[]) => {
    if (match === '+') return ' ';
    if (!/^%[uU]/.test(match)) return String.fromCharCode(Number.parseInt(match.slice(1), 16));
    const code = Number.parseInt(String(groups[0]), 16);
    // A lone surrogate is not a character.
    return code >= 0xd800 && code <= 0xdfff ? match : fromText(String.fromCharCode(code));
  });
}

function decode(value: ByteString, options: string): ByteString {
  const unicode = options.includes('u');
  let decoded = decodeOnce(value, unicode);
  if (!options.includes('r')) return decoded;
  for (let pass = 1; pass < MAX_PASSES; pass++) {
    const next = decodeOnce(decoded, unicode);
    if (next === decoded) break;
    decoded = next;
  }
  return decoded;
}

/** `url_decode(source, options?)`; option `r` decodes until nothing changes, `u` also decodes `%uHHHH`. */
export const urlDecode: FunctionDefinition = defineFunction({
  parameters: [{ types: ['String'], kind: 'Field' }],
  optional: [
    {
      types: ['String'],
      kind: 'Literal',
      check: (options) => (/^[ru]*$/.test(String(options)) ? undefined : 'options are "r" and "u"'),
    },
  ],
  returns: 'String',
  call: (_, source, options) => {
    if (typeof source !== 'string') return undefined;
    return decode(source, typeof options === 'string' ? options : '');
  },
});

/** `uuidv4(source)`: a version 4 UUID from the first 16 bytes; missing if there are fewer. */
export const uuidv4: FunctionDefinition = defineFunction({
  parameters: [{ types: ['Bytes'] }],
  returns: 'String',
  call: (_, source) => {
    if (typeof source !== 'string' || source.length < 16) return undefined;
    const bytes = toBytes(source.slice(0, 16));
    // Version and variant are fixed bits (RFC 9562, 5.4).
    const fixed = bytes.map((byte, index) => {
      if (index === 6) return (byte & 0x0f) | 0x40;
      return index === 8 ? (byte & 0x3f) | 0x80 : byte;
    });
    const hex = Array.from(fixed, (byte) => byte.toString(16).padStart(2, '0')).join('');
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  },
});
