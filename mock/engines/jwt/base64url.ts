const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Marks a character outside the alphabet; above every six-bit value, so one OR finds it. */
const INVALID = 0x80;

const SEXTETS = Uint8Array.from({ length: 128 }, (_, code) => {
  const value = ALPHABET.indexOf(String.fromCharCode(code));
  return value === -1 ? INVALID : value;
});

/**
 * Decodes canonical, unpadded base64url, or returns undefined.
 *
 * Strict on purpose: padding, other alphabets, white space and non-zero trailing bits are refused. So one byte string
 * has exactly one text, and no character of a token can change unnoticed (RFC 7515). The runtimes' own decoders accept
 * all of those.
 *
 * @param text the text with the encoded part
 * @param from index of its first character
 * @param to index after its last character
 *
 * @example
 * decodeBase64url('AQI') // Uint8Array [1, 2]
 * decodeBase64url('AQJ') // undefined: the last two bits are not zero
 */
export function decodeBase64url(
  text: string,
  from = 0,
  to = text.length,
): Uint8Array<ArrayBuffer> | undefined {
  const length = to - from;
  const tail = length & 3;
  if (tail === 1) return undefined;
  const bytes = new Uint8Array((length * 3) >> 2);
  // Every character code and every sextet is collected, and checked once at the end.
  let codes = 0;
  let sextets = 0;
  let at = from;
  let out = 0;
  for (const end = to - tail; at < end; at += 4) {
    const c0 = text.charCodeAt(at);
    const c1 = text.charCodeAt(at + 1);
    const c2 = text.charCodeAt(at + 2);
    const c3 = text.charCodeAt(at + 3);
    const s0 = SEXTETS[c0 & 127] ?? INVALID;
    const s1 = SEXTETS[c1 & 127] ?? INVALID;
    const s2 = SEXTETS[c2 & 127] ?? INVALID;
    const s3 = SEXTETS[c3 & 127] ?? INVALID;
    codes |= c0 | c1 | c2 | c3;
    sextets |= s0 | s1 | s2 | s3;
    bytes[out] = (s0 << 2) | (s1 >> 4);
    bytes[out + 1] = (s1 << 4) | (s2 >> 2);
    bytes[out + 2] = (s2 << 6) | s3;
    out += 3;
  }
  if (tail !== 0) {
    const c0 = text.charCodeAt(at);
    const c1 = text.charCodeAt(at + 1);
    const c2 = tail === 3 ? text.charCodeAt(at + 2) : 65;
    const s0 = SEXTETS[c0 & 127] ?? INVALID;
    const s1 = SEXTETS[c1 & 127] ?? INVALID;
    const s2 = SEXTETS[c2 & 127] ?? INVALID;
    codes |= c0 | c1 | c2;
    sextets |= s0 | s1 | s2;
    if (tail === 2 ? s1 & 15 : s2 & 3) return undefined;
    bytes[out] = (s0 << 2) | (s1 >> 4);
    if (tail === 3) bytes[out + 1] = (s1 << 4) | (s2 >> 2);
  }
  return codes > 127 || sextets >= INVALID ? undefined : bytes;
}
