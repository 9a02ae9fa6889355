import { fromBytes, toBytes } from '../bytes.ts';
import { defineFunction, type FunctionDefinition } from './definition.ts';
import { sha256Digest } from './sha256-digest.ts';

/** `sha256(input)`: the 32 bytes of the digest. */
export const sha256: FunctionDefinition = defineFunction({
  parameters: [{ types: ['String'] }],
  returns: 'Bytes',
  call: (_, input) => (typeof input === 'string' ? fromBytes(sha256Digest(toBytes(input))) : undefined),
});
