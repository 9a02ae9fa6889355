/**
 * The engine's strings. The platform works on bytes, so inside the engine a String is a byte string: a JS string whose
 * code units are all below 256, one per byte. Text enters as its UTF-8 bytes, which makes `len()`, `substring()`,
 * `contains` and the order of `lt` exact. For ASCII text (nearly all of HTTP) the byte string and the text are the same
 * JS string.
 */
export type ByteString = string;

const NON_ASCII = /[\u0080-\uffff]/;
const encoder = new TextEncoder();
const strictDecoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const lenientDecoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Whether every character is ASCII, so that text and byte string are the same. */
export function isAscii(text: string): boolean {
  return !NON_ASCII.test(text);
}

/** The byte string of these bytes. */
export function fromBytes(bytes: Uint8Array): ByteString {
  let result = '';
  // In pieces, because a function call takes a limited number of arguments.
  for (let start = 0; start < bytes.length; start += 4096) {
    result += String.fromCharCode(...bytes.subarray(start, start + 4096));
  }
  return result;
}

/** The bytes of a byte string. */
export function toBytes(value: ByteString): Uint8Array {
  const bytes = new Uint8Array(value.length);
  for (let index = 0; index < value.length; index++) bytes[index] = value.charCodeAt(index);
  return bytes;
}

/** The UTF-8 bytes of a text; a lone surrogate becomes U+FFFD. */
export function fromText(text: string): ByteString {
  return isAscii(text) ? text : fromBytes(encoder.encode(text));
}

/** The text with these UTF-8 bytes, or undefined for invalid UTF-8. */
export function toText(value: ByteString): string | undefined {
  if (isAscii(value)) return value;
  try {
    return strictDecoder.decode(toBytes(value));
  } catch {
    return undefined;
  }
}

/** Like {@link toText}, with U+FFFD for invalid UTF-8. */
export function toLenientText(value: ByteString): string {
  return isAscii(value) ? value : lenientDecoder.decode(toBytes(value));
}

/** The bytes of a raw field value as text, with U+FFFD for invalid UTF-8. */
export function decodeLeniently(bytes: Uint8Array): string {
  return lenientDecoder.decode(bytes);
}

/**
 * The byte string with ASCII letters lowered, all other bytes kept (Cloudflare docs, Rules language
 * functions, `lower`).
 */
export function lowerAscii(value: ByteString): ByteString {
  // Most text is ASCII, often already in lower case.
  if (!/[A-Z]/.test(value)) return value;
  return isAscii(value) ? value.toLowerCase() : value.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/**
 * The byte string with ASCII letters raised, all other bytes kept (Cloudflare docs, Rules language functions,
 * `upper`).
 */
export function upperAscii(value: ByteString): ByteString {
  if (!/[a-z]/.test(value)) return value;
  return isAscii(value) ? value.toUpperCase() : value.replace(/[a-z]+/g, (letters) => letters.toUpperCase());
}
