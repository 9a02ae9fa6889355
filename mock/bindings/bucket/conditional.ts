import type { BucketConditional } from '../../../spec/services/object-storage/binding.ts';
import type { Condition, EntityTag } from '../../engines/objects/index.ts';
import { parseEntityTags } from './entity-tags.ts';
import { parseDate } from './header-date.ts';
import { isHeaders } from './is-headers.ts';

/**
 * The condition of `onlyIf`: headers count whole seconds, options milliseconds.
 *
 * @throws Error for a header that has no tag, TypeError for an etag in quotes
 */
export function conditionOf(onlyIf: BucketConditional | Headers): Condition {
  if (isHeaders(onlyIf)) return conditionOfHeaders(onlyIf);
  const { etagMatches, etagDoesNotMatch, uploadedAfter, uploadedBefore, secondsGranularity } = onlyIf;
  return {
    matches: given(etagMatches, tagOf),
    differs: given(etagDoesNotMatch, tagOf),
    after: given(uploadedAfter, parseDate),
    before: given(uploadedBefore, parseDate),
    wholeSeconds: secondsGranularity,
  };
}

function conditionOfHeaders(headers: Headers): Condition {
  // An empty header counts as none.
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

function tagOf(etag: string): readonly EntityTag[] {
  if (etag.startsWith('"') && etag.endsWith('"'))
    throw new TypeError(`Conditional ETag should not be wrapped in quotes (${etag}).`);
  return [etag === '*' ? { type: 'any' } : { type: 'strong', value: etag }];
}
