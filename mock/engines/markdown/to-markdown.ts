import type { ConversionOptions } from './conversion-options.ts';
import { MarkdownConverter } from './converter.ts';

/**
 * Converts a whole page to Markdown: frontmatter, body, JSON-LD.
 *
 * @param html a string, or bytes, whose encoding is found as a browser finds it
 * @returns Markdown that ends with a line end; empty for a page without content
 *
 * @example
 * toMarkdown('<h1>Hello</h1><p>A <a href="/b">link</a>.</p>', { url: 'https://example.com/a' })
 * // '# Hello\n\nA [link](https://example.com/b).\n'
 */
export function toMarkdown(html: string | Uint8Array, options: ConversionOptions = {}): string {
  const isText = typeof html === 'string';
  const converter = new MarkdownConverter(isText ? { ...options, charset: 'utf-8' } : options);
  const first = converter.write(isText ? new TextEncoder().encode(html) : html);
  const last = converter.end();
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  return decoder.decode(first, { stream: true }) + decoder.decode(last);
}
