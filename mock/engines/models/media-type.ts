import { ModelError } from './model-error.ts';

/** Magic bytes of each file type: `?` matches any byte. */
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
 * The media type of a file by its magic bytes; undefined if unknown.
 *
 * @example
 * getMediaType(new TextEncoder().encode('GIF89a')) // 'image/gif'
 */
export function getMediaType(bytes: Uint8Array): string | undefined {
  return SIGNATURES.find(([, signature]) =>
    [...signature].every((wanted, index) => wanted === '?' || bytes[index] === wanted.charCodeAt(0)),
  )?.[0];
}

/**
 * Checks that an upstream sent the requested type.
 *
 * @throws ModelError `malformed`
 */
export function checkMediaType<T extends Uint8Array>(bytes: T, wanted: string): T {
  const found = bytes.length === 0 ? 'nothing' : (getMediaType(bytes) ?? 'bytes of an unknown type');
  if (found === wanted) return bytes;
  throw new ModelError('malformed', `The upstream answered with ${found} instead of ${wanted}.`);
}

/**
 * Duration of a WAV file in seconds; undefined for other files.
 *
 * @example
 * wavDuration(new TextEncoder().encode('ID3')) // undefined
 */
export function wavDuration(bytes: Uint8Array): number | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const tag = (offset: number) => String.fromCharCode(...bytes.subarray(offset, offset + 4));
  if (bytes.length < 12 || tag(0) !== 'RIFF' || tag(8) !== 'WAVE') return undefined;
  let bytesPerSecond: number | undefined;
  for (let offset = 12; offset + 8 <= bytes.length; ) {
    const size = view.getUint32(offset + 4, true);
    if (tag(offset) === 'fmt ' && offset + 20 <= bytes.length) {
      bytesPerSecond = view.getUint32(offset + 16, true);
    }
    if (tag(offset) === 'data') {
      // Streams of unknown length state the maximum.
      const length = Math.min(size, bytes.length - offset - 8);
      return bytesPerSecond === undefined || bytesPerSecond === 0 ? undefined : length / bytesPerSecond;
    }
    // Chunks begin at even offsets.
    offset += 8 + size + (size % 2);
  }
  return undefined;
}
