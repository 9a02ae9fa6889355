import type { BucketRange } from '../../../spec/services/object-storage/binding.ts';
import type { GetOptions } from '../../engines/objects/index.ts';
import { isHeaders } from './is-headers.ts';

/**
 * The range that options or headers ask for.
 *
 * @throws RangeError for a number that is negative or not whole, TypeError for a suffix with something else
 */
export function rangeOf(range: BucketRange | Headers): GetOptions['range'] {
  if (isHeaders(range)) {
    const header = range.get('range');
    return header === null ? undefined : { header };
  }
  const { offset, length, suffix } = range;
  assertWhole(offset, 'Invalid range. Starting offset', 'Invalid range. Starting offset');
  assertWhole(length, 'Invalid range. Length', 'Invalid range. Length');
  if (suffix === undefined) return { offset, length };
  if (offset !== undefined) throw new TypeError('Suffix is incompatible with offset.');
  if (length !== undefined) throw new TypeError('Suffix is incompatible with length.');
  assertWhole(suffix, 'Invalid suffix. Suffix', 'Invalid range. Suffix');
  return { suffix };
}

function assertWhole(value: number | undefined, negative: string, broken: string): void {
  if (value === undefined) return;
  if (!(value >= 0)) throw new RangeError(`${negative} (${value}) must be greater than or equal to 0.`);
  if (!Number.isInteger(value))
    throw new RangeError(`${broken} (${value}) must be an integer, not floating point.`);
}
