import { ModelError } from '../model-error.ts';

/** What files of each type begin with: `?` stands for any byte. */
const SIGNATURES: readonly (readonly [string, string])[] = [
  ['image/png', '\x89PNG\r\n\x1a\n'],
  ['image/jpeg', '\xff\xd8\xff'],
  ['image/gif', 'GIF8'],
  ['image/webp', 'RIFF????WEBP'],
  ['audio/wav', 'RIFF????WAVE'],
  ['audio/mpeg', 'ID3'],
  ['audio/mpeg', '\xff\xfb'],
  ['audio/mpeg', '\xff\xf3'],
  ['audio/mpeg', '\xff\xf2'],
  ['audio/ogg', 'OggS'],
  ['audio/flac', 'fLaC'],
  ['audio/webm', '\x1a\x45\xdf\xa3'],
  ['audio/mp4', '????ftyp'],
];

/**
 * The media type that bytes show by how they begin; undefined when none is known.
 *
 * @example
 * mediaTypeOf(new TextEncoder().encode('GIF89a')) // 'image/gif'
 */
export function mediaTypeOf(bytes: Uint8Array): string | undefined {
  return SIGNATURES.find(([, signature]) =>
    [...signature].every((wanted, index) => wanted === '?' || bytes[index] === wanted.charCodeAt(0)),
  )?.[0];
}

/**
 * Holds an upstream to the type that it was asked for.
 *
 * @throws ModelError `malformed`
 */
export function checkMediaType<T extends Uint8Array>(bytes: T, wanted: string): T {
  const found = bytes.length === 0 ? 'nothing' : (mediaTypeOf(bytes) ?? 'bytes of no known type');
  if (found === wanted) return bytes;
  throw new ModelError('malformed', `The upstream answered with ${found} where ${wanted} was asked for.`);
}
