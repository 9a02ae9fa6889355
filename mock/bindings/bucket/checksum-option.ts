import type { BucketChecksum, BucketPutOptions } from '../../../spec/services/object-storage/binding.ts';
import {
  type Checksum,
  type HashName,
  hashBytes,
  hashNames,
  hexOfBytes,
} from '../../engines/objects/index.ts';
import { bytesOfBuffer } from './buffer-bytes.ts';
import { checksumNames } from './failed-call.ts';

/**
 * The one checksum that is given for what is put.
 *
 * @throws TypeError for two of them, and for one that can't be
 */
export function checksumOf(options: BucketPutOptions): Checksum | undefined {
  let found: Checksum | undefined;
  for (const algorithm of hashNames) {
    const given = options[algorithm];
    if (given === undefined || given === null) continue;
    if (found) throw new TypeError('You cannot specify multiple hashing algorithms.');
    found = { algorithm, digits: digitsOf(algorithm, given) };
  }
  return found;
}

function digitsOf(algorithm: HashName, given: BucketChecksum): string {
  const name = checksumNames[algorithm];
  const size = hashBytes[algorithm];
  if (typeof given !== 'string') {
    const bytes = bytesOfBuffer(given);
    if (bytes.length !== size) throw new TypeError(`${name} is ${size} bytes, not ${bytes.length}`);
    return hexOfBytes(bytes);
  }
  if (given.length !== 2 * size)
    throw new TypeError(`${name} is ${2 * size} hex characters, not ${given.length}`);
  if (!/^[0-9a-f]*$/i.test(given)) throw new TypeError(`Provided ${name} wasn't a valid hex string`);
  return given.toLowerCase();
}
