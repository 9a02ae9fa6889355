import { ModelError } from './model-error.ts';

/** Characters converted at once: some runtimes limit the number of arguments of a call. */
const STRIDE = 8190;

/** Encodes bytes as base64. */
export function toBase64(bytes: Uint8Array): string {
  let binary = '';
  for (let start = 0; start < bytes.length; start += STRIDE) {
    binary += String.fromCharCode(...bytes.subarray(start, start + STRIDE));
  }
  return btoa(binary);
}

/**
 * Decodes base64.
 *
 * @throws ModelError `malformed`
 */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  try {
    const binary = atob(text);
    const bytes = new Uint8Array(binary.length);
    for (let index = 0; index < bytes.length; index++) bytes[index] = binary.charCodeAt(index);
    return bytes;
  } catch (cause) {
    throw new ModelError('malformed', 'The base64 data is invalid.', { cause });
  }
}
