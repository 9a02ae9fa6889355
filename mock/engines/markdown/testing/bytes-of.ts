const encoder = new TextEncoder();

/** The UTF-8 of a text, as the converter's parts take it. */
export function bytesOf(text: string): Uint8Array {
  return encoder.encode(text);
}

/** The text of UTF-8 bytes. */
export function textOf(bytes: Uint8Array, start = 0, end = bytes.length): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(start, end));
}
