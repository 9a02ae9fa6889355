import { Attributes } from '../attributes.ts';
import { type ConversionOptions, MarkdownConverter } from '../converter.ts';

const encoder = new TextEncoder();

/** The UTF-8 of a text, as the converter's parts expect it. */
export function toBytes(text: string): Uint8Array {
  return encoder.encode(text);
}

/** The text of UTF-8 bytes. */
export function getText(bytes: Uint8Array, start = 0, end = bytes.length): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(start, end));
}

/** The attributes of a tag, given without it: `href="/a" title=b`. */
export function getAttributes(written: string): Attributes {
  const attributes = new Attributes();
  const bytes = toBytes(written);
  attributes.read(bytes, 0, bytes.length);
  return attributes;
}

/**
 * Converts a page that arrives in chunks.
 *
 * @param cuts where to split it, in any order; positions after its end have no effect
 */
export function convertInChunks(
  html: Uint8Array,
  cuts: readonly number[],
  options: ConversionOptions = {},
): Uint8Array {
  const places = [...new Set(cuts)].filter((cut) => cut > 0 && cut < html.length).sort((a, b) => a - b);
  const converter = new MarkdownConverter(options);
  const parts: Uint8Array[] = [];
  let start = 0;
  for (const end of [...places, html.length]) {
    // A copy: the converter must not keep the caller's bytes.
    const chunk = html.slice(start, end);
    parts.push(converter.write(chunk));
    chunk.fill(0x21);
    start = end;
  }
  parts.push(converter.end());
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}
