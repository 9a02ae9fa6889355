/**
 * The engines to compare. Each does the same work: it converts the bytes of a page to the bytes of its Markdown,
 * without header, footer, nav, script, style and head. Only the requested one is loaded.
 *
 * The packages exist only in the benchmark's folder, so their exports are declared here.
 */

import { joined } from './markdown-pages.ts';

/** One converter from HTML to Markdown. */
export interface Engine {
  convert(html: Uint8Array): Uint8Array;
  /** Converts a page in pieces; absent if the engine can't. */
  open?(): Conversion;
}

/** One conversion: each piece of HTML returns the Markdown that is ready. */
export interface Conversion {
  write(chunk: Uint8Array): Uint8Array;
  end(): Uint8Array;
}

export type EngineName =
  | 'touchstone'
  | 'mdream'
  | 'mdream as WASM'
  | 'turndown'
  | 'node-html-markdown'
  | 'rehype-remark';

const stripped = ['head', 'header', 'footer', 'nav', 'script', 'style'];
const pageUrl = 'https://www.example.com/docs/page/';

const load: Readonly<Record<EngineName, () => Promise<Engine>>> = {
  touchstone: loadTouchstone,
  mdream: loadNativeMdream,
  'mdream as WASM': loadWasmMdream,
  turndown: loadTurndown,
  'node-html-markdown': loadNodeHtmlMarkdown,
  'rehype-remark': loadRehypeRemark,
};

/** Loads an engine. Rejects when its package is missing, or has no build for this machine. */
export function loadEngine(name: EngineName): Promise<Engine> {
  return load[name]();
}

/** By the class that converts bytes to bytes, as in the edge. */
async function loadTouchstone(): Promise<Engine> {
  const { MarkdownConverter } = await import('../../mock/engines/markdown/index.ts');
  const options = { url: pageUrl, charset: 'utf-8' };
  return {
    convert(html) {
      const converter = new MarkdownConverter(options);
      return joined([converter.write(html), converter.end()]);
    },
    open: () => new MarkdownConverter(options),
  };
}

interface MdreamOptions {
  readonly origin: string;
  readonly plugins: { readonly filter: { readonly exclude: readonly string[] } };
}

const mdreamOptions: MdreamOptions = {
  origin: 'https://www.example.com',
  plugins: { filter: { exclude: stripped } },
};

/** The native build, by its byte functions, which are its fastest. */
async function loadNativeMdream(): Promise<Engine> {
  interface Binding {
    htmlToMarkdownBytes(html: Uint8Array, options: MdreamOptions): { readonly markdown: string };
    MarkdownStream: new (
      options: MdreamOptions,
    ) => { processChunkBytes(chunk: Uint8Array): string; finish(): string };
  }
  const { htmlToMarkdownBytes, MarkdownStream } = await importPeer<Binding>(
    peer('mdream/napi/index.mjs').href,
  );
  const encoder = new TextEncoder();
  return {
    convert: (html) => encoder.encode(htmlToMarkdownBytes(html, mdreamOptions).markdown),
    open() {
      const stream = new MarkdownStream(mdreamOptions);
      return {
        write: (chunk) => encoder.encode(stream.processChunkBytes(chunk)),
        end: () => encoder.encode(stream.finish()),
      };
    },
  };
}

/** The same engine compiled to WASM, which takes strings only. */
async function loadWasmMdream(): Promise<Engine> {
  interface Module {
    initSync(options: { module: BufferSource }): unknown;
    htmlToMarkdown(html: string, options: MdreamOptions): string;
    MarkdownStream: new (
      options: MdreamOptions,
    ) => {
      processChunk(chunk: string): string;
      finish(): string;
      free(): void;
    };
  }
  const { readFile } = await import('node:fs/promises');
  const { initSync, htmlToMarkdown, MarkdownStream } = await importPeer<Module>(
    peer('mdream/wasm/mdream_edge.js').href,
  );
  initSync({ module: await readFile(peer('mdream/wasm/mdream_edge_bg.wasm')) });
  const encoder = new TextEncoder();
  return {
    convert: (html) => encoder.encode(htmlToMarkdown(new TextDecoder().decode(html), mdreamOptions)),
    open() {
      const stream = new MarkdownStream(mdreamOptions);
      const decoder = new TextDecoder();
      return {
        write: (chunk) => encoder.encode(stream.processChunk(decoder.decode(chunk, { stream: true }))),
        end() {
          const last = stream.processChunk(decoder.decode()) + stream.finish();
          stream.free();
          return encoder.encode(last);
        },
      };
    },
  };
}

/** Turndown with tables, on its own DOM (`@mixmark-io/domino`). */
async function loadTurndown(): Promise<Engine> {
  interface Service {
    remove(tags: readonly string[]): Service;
    use(plugin: unknown): Service;
    turndown(html: string): string;
  }
  interface Module {
    default: new (options: Readonly<Record<string, string>>) => Service;
  }
  const { default: TurndownService } = await importPeer<Module>('turndown');
  const { gfm } = (await importPeer<{ default: { gfm: unknown } }>('@joplin/turndown-plugin-gfm')).default;
  const service = new TurndownService({
    headingStyle: 'atx',
    codeBlockStyle: 'fenced',
    bulletListMarker: '-',
  })
    .use(gfm)
    .remove(stripped);
  return onStrings((html) => service.turndown(html));
}

async function loadNodeHtmlMarkdown(): Promise<Engine> {
  interface Module {
    NodeHtmlMarkdown: new (options: { ignore: readonly string[] }) => { translate(html: string): string };
  }
  const { NodeHtmlMarkdown } = await importPeer<Module>('node-html-markdown');
  const service = new NodeHtmlMarkdown({ ignore: stripped });
  return onStrings((html) => service.translate(html));
}

async function loadRehypeRemark(): Promise<Engine> {
  interface Processor {
    use(plugin: unknown, options?: unknown): Processor;
    processSync(html: string): { toString(): string };
  }
  const { unified } = await importPeer<{ unified: () => Processor }>('unified');
  const plugin = async (name: string) => (await importPeer<{ default: unknown }>(name)).default;
  const processor = unified()
    .use(await plugin('rehype-parse'))
    // A handler that returns nothing drops the element.
    .use(await plugin('rehype-remark'), {
      handlers: Object.fromEntries(stripped.map((tag) => [tag, () => {}])),
    })
    .use(await plugin('remark-gfm'))
    .use(await plugin('remark-stringify'));
  return onStrings((html) => processor.processSync(html).toString());
}

/** An engine that takes a whole page as a string. */
function onStrings(translate: (html: string) => string): Engine {
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  return { convert: (html) => encoder.encode(translate(decoder.decode(html))) };
}

/** A file of a package of the benchmark. */
function peer(path: string): URL {
  return new URL(`node_modules/${path}`, import.meta.url);
}

/** A package of the benchmark, by its name or by the path of one of its files. */
async function importPeer<Exports>(name: string): Promise<Exports> {
  return (await import(name)) as Exports; // As its documentation says.
}
