import type { BucketConditional } from '../../../spec/services/object-storage/binding.ts';
import { isDate } from '../../../spec/value-kinds.ts';
import type { Condition, EntityTag } from '../../engines/objects/index.ts';

/**
 * Reads the condition of `onlyIf`: headers have whole seconds, options milliseconds.
 *
 * @throws Error for a header without a tag, TypeError for an etag in quotes
 */
export function getCondition(onlyIf: BucketConditional | Headers): Condition {
  if (isHeaders(onlyIf)) return conditionOfHeaders(onlyIf);
  const { etagMatches, etagDoesNotMatch, uploadedAfter, uploadedBefore, secondsGranularity } = onlyIf;
  return {
    matches: given(etagMatches, getTag),
    differs: given(etagDoesNotMatch, getTag),
    after: given(uploadedAfter, parseDate),
    before: given(uploadedBefore, parseDate),
    wholeSeconds: secondsGranularity,
  };
}

function conditionOfHeaders(headers: Headers): Condition {
  // An empty header counts as missing.
  const read = <T>(name: string, parse: (value: string, name: string) => T) => {
    const value = headers.get(name);
    return value ? parse(value, name) : undefined;
  };
  return {
    matches: read('if-match', parseEntityTags),
    differs: read('if-none-match', parseEntityTags),
    after: read('if-modified-since', parseDate),
    before: read('if-unmodified-since', parseDate),
    wholeSeconds: true,
  };
}

const given = <T, U>(value: T | undefined, parse: (value: T) => U) =>
  value === undefined ? undefined : parse(value);

function getTag(etag: string): readonly EntityTag[] {
  if (etag.startsWith('"') && etag.endsWith('"'))
    throw new TypeError(`Conditional ETag should not be wrapped in quotes (${etag}).`);
  return [etag === '*' ? { type: 'any' } : { type: 'strong', value: etag }];
}

/**
 * Parses the tags of an `If-Match` or `If-None-Match` header as buckets do: workerd. Text that starts no tag ends the
 * list, and `*` matches everything.
 *
 * @param header the value, and the lower-case name for errors
 * @throws Error for a header without a tag, or with an invalid one
 * @example
 * parseEntityTags('W/"a", "b"', 'if-match'); // a weak one and a strong one
 */
export function parseEntityTags(value: string, header: string): readonly EntityTag[] {
  const tags: EntityTag[] = [];
  let rest = value;
  let isCommaDue = false;
  for (;;) {
    rest = rest.replace(/^[ \t]+/, '');
    const [first] = rest;
    if (first === ',') {
      rest = rest.slice(1);
      isCommaDue = false;
      continue;
    }
    if (first !== '*' && first !== '"' && first !== 'W') break;
    if (isCommaDue) throw new Error(`Comma was expected to separate etags. ${instead[first]}`);
    if (first === '*') return [{ type: 'any' }];
    const { tag, length } = readTag(rest);
    tags.push(tag);
    rest = rest.slice(length);
    isCommaDue = true;
  }
  if (tags.length === 0) throw new Error(`Invalid ETag in ${header} header`);
  return tags;
}

function readTag(text: string): { readonly tag: EntityTag; readonly length: number } {
  const isWeak = text.startsWith('W');
  if (isWeak && !text.startsWith('W/"'))
    throw new Error('Weak etags must start with W/ and their value must be quoted');
  const start = isWeak ? 3 : 1;
  const end = text.indexOf('"', start);
  if (end === -1) throw new Error('Unclosed double quote for Etag');
  return { tag: { type: isWeak ? 'weak' : 'strong', value: text.slice(start, end) }, length: end + 1 };
}

const instead = {
  '*': "Encountered a wildcard character '*' instead.",
  '"': `Encountered a double quote character '"' instead. This would otherwise indicate the start of a new strong etag.`,
  W: "Encountered a weak quotation character 'W' instead. This would otherwise indicate the start of a new weak etag.",
};

/** Whether the value is a `Headers` of any realm or library, rather than an options object. */
export function isHeaders(value: object): value is Headers {
  return (
    'get' in value && typeof value.get === 'function' && 'has' in value && typeof value.has === 'function'
  );
}

/**
 * Parses the time of a header or option, in milliseconds since 1970, as the platform does: workerd and Cloudflare docs,
 * R2 Workers API reference. Invalid text is 1970, and `0` is the year 2000.
 */
export function parseDate(value: string | Date): number {
  if (isDate(value)) return Number(value) || 0;
  // Runtimes differ in how they parse a single number.
  return value.trim() === '0' ? Date.UTC(2000, 0) : Date.parse(value) || 0;
}
