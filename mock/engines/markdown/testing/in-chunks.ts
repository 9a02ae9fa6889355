import type { ConversionOptions } from '../conversion-options.ts';
import { MarkdownConverter } from '../converter.ts';

/**
 * Converts a page that arrives in chunks.
 *
 * @param cuts where it is cut, in any order; places behind its end cut nothing
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
    // A copy: what the converter keeps must not be the caller's.
    const chunk = html.slice(start, end);
    parts.push(converter.write(chunk));
    chunk.fill(0x21);
    start = end;
  }
  parts.push(converter.end());
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}
