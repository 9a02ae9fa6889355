import { markdownLimits } from '../../../spec/engine-limits.ts';
import { Body } from './body.ts';
import { declarationBytes, getEncoding } from './charset.ts';
import { type Frontmatter, frontmatter } from './frontmatter.ts';
import { Output } from './output.ts';
import { Tokenizer } from './tokenizer.ts';

/** Options of a conversion. */
export interface ConversionOptions {
  /** Absolute URL of the page, to resolve relative links; without it they stay relative. */
  readonly url?: string;
  /** Encoding from the page's `Content-Type`, as a `TextDecoder` label. */
  readonly charset?: string;
}

/** Why a conversion is incomplete, in the platform's words (Cloudflare docs, Markdown for Agents). */
export type Shortfall =
  | 'source HTML truncated at the conversion size limit'
  | 'oversized front matter omitted'
  | 'oversized JSON-LD omitted';

/** The comment that names what is missing; empty if nothing is. */
export function incompleteNotice(shortfalls: readonly Shortfall[]): string {
  if (shortfalls.length === 0) return '';
  return `<!-- Cloudflare Markdown for Agents: incomplete conversion; ${shortfalls.join('; ')} -->\n`;
}

/** Bytes held back, because later Markdown depends on the end of the output. */
const heldBytes = 16;
const nothing = new Uint8Array(0);

/**
 * Converts one page to Markdown: frontmatter, body, a comment if something is missing, JSON-LD (seed
 * inference-and-conversion, Conversion response; Cloudflare docs, Markdown for Agents). The result does not depend on
 * how the page is chunked. The limits in `spec/engine-limits.ts` bound memory for any page. It throws for no input.
 *
 * @example
 * const converter = new MarkdownConverter({ url: 'https://example.com/docs/' });
 * for await (const chunk of response.body) sink.write(converter.write(chunk));
 * sink.write(converter.end());
 */
export class MarkdownConverter {
  readonly #charset: string | undefined;
  readonly #output = new Output();
  readonly #body: Body;
  readonly #tokenizer: Tokenizer;
  readonly #encoder = new TextEncoder();
  /** Decodes the page; undefined until the encoding is known, and for UTF-8. */
  #decoder: TextDecoder | undefined;
  #isDecoding = false;
  /** The first bytes of the page, until its encoding is known. */
  #head: Uint8Array | undefined = nothing;
  #read = 0;
  #frontmatter: Frontmatter | undefined;
  #cut = false;

  constructor(options: ConversionOptions = {}) {
    this.#charset = options.charset;
    this.#body = new Body(this.#output, () => this.#writeFrontmatter(), options.url);
    this.#tokenizer = new Tokenizer(this.#body);
  }

  /** Whether the output limit is exceeded, so that nothing more is read. */
  get full(): boolean {
    return this.#cut;
  }

  /** Adds the next bytes of the page. @returns the Markdown that is ready, as UTF-8; may be empty */
  write(chunk: Uint8Array): Uint8Array {
    const room = markdownLimits.htmlBytes - this.#read;
    let read = chunk;
    if (chunk.length > room) {
      this.#cut = true;
      read = chunk.subarray(0, room);
    }
    this.#read += read.length;
    if (this.#head === undefined) this.#decode(read);
    else this.#readHead(read);
    return this.#output.take(Math.max(heldBytes, this.#body.unsettled + heldBytes));
  }

  /** Ends the page. @returns the rest of its Markdown */
  end(): Uint8Array {
    if (this.#head !== undefined) this.#settleEncoding(this.#head);
    if (this.#decoder !== undefined) this.#tokenizer.write(this.#encoder.encode(this.#decoder.decode()));
    this.#tokenizer.end();
    this.#body.end();
    this.#writeFrontmatter();
    this.#finish();
    return this.#output.take(0);
  }

  #readHead(chunk: Uint8Array): void {
    const head = joined(this.#head ?? nothing, chunk);
    if (head.length < declarationBytes) this.#head = head;
    else this.#settleEncoding(head);
  }

  #settleEncoding(head: Uint8Array): void {
    const encoding = getEncoding(head, this.#charset);
    this.#isDecoding = encoding !== 'utf-8';
    if (this.#isDecoding) this.#decoder = new TextDecoder(encoding);
    this.#head = undefined;
    const hasMark = !this.#isDecoding && head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf;
    this.#decode(hasMark ? head.subarray(3) : head);
  }

  #decode(chunk: Uint8Array): void {
    if (chunk.length === 0) return;
    if (this.#decoder === undefined) this.#tokenizer.write(chunk);
    else this.#tokenizer.write(this.#encoder.encode(this.#decoder.decode(chunk, { stream: true })));
  }

  #writeFrontmatter(): void {
    if (this.#frontmatter !== undefined) return;
    this.#frontmatter = frontmatter(this.#body.metadata);
    this.#output.text(this.#frontmatter.text);
    if (this.#frontmatter.text !== '') this.#output.ascii('\n');
  }

  /** Writes the parts after the body. */
  #finish(): void {
    const output = this.#output;
    const { omitted, text } = this.#frontmatter ?? { omitted: false, text: '' };
    const hasBody = output.position > 0 && this.#body.hasText;
    if (hasBody) output.ascii('\n');
    const shortfalls: Shortfall[] = [];
    if (this.#cut) shortfalls.push('source HTML truncated at the conversion size limit');
    if (omitted) shortfalls.push('oversized front matter omitted');
    if (this.#body.jsonLd.omitted) shortfalls.push('oversized JSON-LD omitted');
    const parts = [incompleteNotice(shortfalls), this.#body.jsonLd.block].filter((part) => part !== '');
    // The frontmatter already ends with a blank line.
    const behind = parts.join('\n');
    if (hasBody && behind !== '') output.ascii('\n');
    output.text(behind);
    if (!hasBody && behind === '' && text !== '') output.length--;
  }
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

/**
 * Converts a whole page to Markdown: frontmatter, body, JSON-LD.
 *
 * @param html a string, or bytes, whose encoding is determined as in a browser
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

/** Bytes converted at once: some runtimes send larger chunks to slower readers. */
const pieceBytes = 65_536;

/**
 * Converts a page while it arrives. The source is read as fast as the Markdown is, and cancelled once no more is
 * needed. Errors of the source become errors of the stream.
 *
 * @example
 * const { body } = await fetch('https://example.com/');
 * new Response(markdownStream(body, { url: 'https://example.com/' }));
 */
export function markdownStream(
  html: ReadableStream<Uint8Array>,
  options: ConversionOptions = {},
): ReadableStream<Uint8Array> {
  const converter = new MarkdownConverter(options);
  const reader = html.getReader();
  /** Bytes that were read and not converted yet. */
  let rest: Uint8Array | undefined;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        for (;;) {
          const { done, value } = rest === undefined ? await reader.read() : { done: false, value: rest };
          rest = value !== undefined && value.length > pieceBytes ? value.subarray(pieceBytes) : undefined;
          const markdown =
            value === undefined ? converter.end() : converter.write(value.subarray(0, pieceBytes));
          if (markdown.length > 0) controller.enqueue(markdown);
          if (!done && converter.full) {
            const rest = converter.end();
            if (rest.length > 0) controller.enqueue(rest);
            // The source may fail to cancel; the output is complete anyway.
            reader.cancel().catch(() => {});
          }
          if (done || converter.full) {
            controller.close();
            return;
          }
          if (markdown.length > 0) return;
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}
