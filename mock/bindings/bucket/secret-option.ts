import type { BucketSecret } from '../../../spec/services/object-storage/binding.ts';
import { bytesOfHex, secretMd5 } from '../../engines/objects/index.ts';
import { bytesOfBuffer } from './buffer-bytes.ts';

const secretBytes = 32;

/**
 * What is kept of the key of encryption that is given with an object: nothing that it could be made of again.
 *
 * @throws Error for one that can't be
 */
export function secretOf(secret: BucketSecret | undefined): string | undefined {
  if (secret === undefined) return undefined;
  if (typeof secret === 'string' && !/^[0-9a-f]+$/.test(secret))
    throw new Error('SSE-C Key has invalid format');
  const bytes = typeof secret === 'string' ? bytesOfHex(secret) : bytesOfBuffer(secret);
  const length = typeof secret === 'string' ? secret.length / 2 : bytes.length;
  if (length !== secretBytes) throw new Error(`SSE-C Key must be ${secretBytes} bytes in length`);
  return secretMd5(bytes);
}
