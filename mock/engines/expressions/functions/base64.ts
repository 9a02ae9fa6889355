import type { ByteString } from '../bytes.ts';
import { defineFunction, type FunctionDefinition } from './definition.ts';

/** The bytes of standard Base64 with or without padding; undefined when it is none. */
export function decodeBase64Bytes(text: string): ByteString | undefined {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return undefined;
  const digits = text.replace(/=+$/, '');
  if (digits.length % 4 === 1 || (text !== digits && text.length % 4 !== 0)) return undefined;
  return atob(digits);
}

/** Base64 in the standard alphabet, without padding. */
export function encodeBase64Bytes(bytes: ByteString): string {
  return btoa(bytes).replace(/=+$/, '');
}

/** `decode_base64(source)`: standard alphabet; missing when the source is no Base64. */
export const decodeBase64: FunctionDefinition = defineFunction({
  parameters: [{ types: ['String'], kind: 'Field' }],
  returns: 'String',
  call: (_, source) => (typeof source === 'string' ? decodeBase64Bytes(source) : undefined),
});

/** `encode_base64(input, flags?)`: standard, unpadded; flag `u` takes the URL alphabet, `p` pads. */
export const encodeBase64: FunctionDefinition = defineFunction({
  parameters: [{ types: ['String'] }],
  optional: [
    {
      types: ['String'],
      kind: 'Literal',
      check: (flags) => (/^[up]*$/.test(String(flags)) ? undefined : 'flags are "u" and "p"'),
    },
  ],
  returns: 'String',
  call: (_, input, flags) => {
    if (typeof input !== 'string') return undefined;
    const chosen = typeof flags === 'string' ? flags : '';
    const padded = chosen.includes('p') ? btoa(input) : encodeBase64Bytes(input);
    return chosen.includes('u') ? padded.replaceAll('+', '-').replaceAll('/', '_') : padded;
  },
});
