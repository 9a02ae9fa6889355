import { startHash } from '#object-hashes';
import { objectLimits } from '../../../spec/engine-limits.ts';
import { bytesOfHex } from './hex.ts';
import { ObjectError } from './object-error.ts';
import type { PartName, PartRecord } from './upload-record.ts';

/**
 * The parts that an upload is completed with, in the order of their numbers: fact sheet example-apps, section 1.8.
 *
 * @param parts those that were uploaded, by their numbers
 * @param names those that are to be used, in any order
 * @throws ObjectError `repeated-part`, `missing-part`, `small-part`, `unequal-parts`, `too-large`
 */
export function joinParts(
  parts: ReadonlyMap<number, PartRecord>,
  names: readonly PartName[],
): readonly PartRecord[] {
  const numbers = new Set(names.map(({ partNumber }) => partNumber));
  if (numbers.size < names.length) throw new ObjectError('repeated-part', 'A part is named twice.');
  const named = names.map(({ partNumber, etag }) => {
    const part = parts.get(partNumber);
    if (part === undefined || part.etag !== etag)
      throw new ObjectError('missing-part', `There is no part ${partNumber} with the etag ${etag}.`);
    return part;
  });
  // As they are named: a small part may be the last one there, and not in the end.
  for (const { number, size } of named.slice(0, -1))
    if (size < objectLimits.partBytes)
      throw new ObjectError(
        'small-part',
        `Part ${number} has ${size} bytes, and all but the last have at least ${objectLimits.partBytes}.`,
      );
  const joined = named.toSorted((a, b) => a.number - b.number);
  const [first] = joined;
  const isEven = joined.every(
    ({ size }, index) => size === first?.size || (index === joined.length - 1 && size < (first?.size ?? 0)),
  );
  if (!isEven) throw new ObjectError('unequal-parts', 'Parts are of one size, and the last is no larger.');
  const size = joined.reduce((sum, part) => sum + part.size, 0);
  if (size > objectLimits.objectBytes)
    throw new ObjectError('too-large', `${size} bytes are more than ${objectLimits.objectBytes}.`);
  return joined;
}

/** The etag of an object of parts: MD5 of their MD5s, a dash, and how many they are. */
export function etagOfParts(parts: readonly PartRecord[]): string {
  const hash = startHash('md5');
  for (const { md5 } of parts) hash.update(bytesOfHex(md5));
  return `${hash.digest()}-${parts.length}`;
}
