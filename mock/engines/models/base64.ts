import { ModelError } from './model-error.ts';

/** Characters that are turned at a time: more arguments than this a call does not take everywhere. */
const STRIDE = 8190;

/** Bytes as base64. */
export function toBase64(bytes: Uint8Array): string {
  let binary = '';
  for (let start = 0; start < bytes.length; start += STRIDE) {
    binary += String.fromCharCode(...bytes.subarray(start, start + STRIDE));
  }
  return btoa(binary);
}

/**
 * Bytes of base64.
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
    throw new ModelError('malformed', 'Bytes that should be in base64 are not.', { cause });
  }
}
