import { type Engine, type EngineName, loadEngine } from './markdown-engines.ts';
import { hostilePage } from './markdown-hostile.ts';
import {
  getChunks,
  joined,
  markdownPage,
  type PageKind,
  type PageSize,
  pageSizes,
} from './markdown-pages.ts';
import { watchMemory } from './process-memory.ts';

/** The jobs of a process with one engine. */
export type MarkdownJob =
  | {
      /** Megabytes of HTML per second, over pages of one size, each kind in turn. */
      readonly measure: 'rate';
      readonly size: PageSize;
      readonly kinds: readonly PageKind[];
      /** In pieces of 64 KiB, as from a connection, or whole. */
      readonly streamed: boolean;
      /** Duration; every page is converted at least once, however long that takes. */
      readonly milliseconds: number;
    }
  | {
      /** Milliseconds from the first piece of HTML to the first byte of Markdown, the mean over the kinds. */
      readonly measure: 'first byte';
      readonly size: PageSize;
      readonly kinds: readonly PageKind[];
    }
  | {
      /** The cost of one conversion; only the first one in a process measures memory. */
      readonly measure: 'cost';
      readonly page: { readonly kind: PageKind; readonly size: PageSize } | { readonly hostile: string };
      readonly streamed: boolean;
    };

export interface MarkdownReport {
  /** The rate, the time to the first byte, or the milliseconds of the one conversion. */
  readonly figure: number;
  /** Peak memory growth of the process in bytes; only of a cost. */
  readonly peak?: number;
  /** Bytes of Markdown; only of a cost. */
  readonly bytes?: number;
}

/** Runs jobs with one engine, in this process. */
export class MarkdownWorker {
  readonly #engine: Engine;
  readonly #pages = new Map<string, Uint8Array>();

  private constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** @throws any error that prevents the engine from loading */
  static async load(name: EngineName): Promise<MarkdownWorker> {
    return new MarkdownWorker(await loadEngine(name));
  }

  async run(job: MarkdownJob): Promise<MarkdownReport> {
    switch (job.measure) {
      case 'rate':
        return { figure: this.#rate(job) };
      case 'first byte':
        return { figure: this.#firstByte(job) };
      case 'cost':
        return await this.#cost(job);
    }
  }

  #rate({ size, kinds, streamed, milliseconds }: Extract<MarkdownJob, { measure: 'rate' }>): number {
    const pages = kinds.map((kind) => this.#page(kind, size));
    const started = performance.now();
    let bytes = 0;
    do {
      for (const page of pages) {
        expectMarkdown(streamed ? this.#stream(page) : this.#engine.convert(page).length);
        bytes += page.length;
      }
    } while (performance.now() - started < milliseconds);
    return bytes / 1000 / (performance.now() - started);
  }

  #firstByte({ size, kinds }: Extract<MarkdownJob, { measure: 'first byte' }>): number {
    const times = kinds.map((kind) => {
      const chunks = getChunks(this.#page(kind, size));
      const started = performance.now();
      expectMarkdown(this.#firstPiece(chunks));
      return performance.now() - started;
    });
    return times.reduce((sum, time) => sum + time, 0) / times.length;
  }

  async #cost({
    page: wanted,
    streamed,
  }: Extract<MarkdownJob, { measure: 'cost' }>): Promise<MarkdownReport> {
    const { page, piece } =
      'hostile' in wanted
        ? hostilePage(wanted.hostile)
        : { page: this.#page(wanted.kind, wanted.size), piece: 65_536 };
    // Loading and compiling at the first conversion are not the cost of the page.
    this.#engine.convert(this.#page('docs', '20 KB'));
    if (streamed) this.#stream(this.#page('docs', '20 KB'));
    const memory = await watchMemory();
    const started = performance.now();
    const bytes = streamed ? this.#stream(page, piece) : this.#engine.convert(page).length;
    const figure = performance.now() - started;
    return { figure, bytes, peak: await memory.growth() };
  }

  /** Converts a page in pieces; returns the number of bytes. */
  #stream(page: Uint8Array, piece?: number): number {
    const conversion = this.#engine.open?.();
    if (!conversion) throw new Error('this engine does not stream');
    let bytes = 0;
    for (const chunk of getChunks(page, piece)) bytes += conversion.write(chunk).length;
    return bytes + conversion.end().length;
  }

  /** Converts until there is Markdown; returns its number of bytes. */
  #firstPiece(chunks: readonly Uint8Array[]): number {
    const conversion = this.#engine.open?.();
    if (!conversion) return this.#engine.convert(joined(chunks)).length;
    for (const chunk of chunks) {
      const { length } = conversion.write(chunk);
      if (length > 0) return length;
    }
    return conversion.end().length;
  }

  /** A page, created once. */
  #page(kind: PageKind, size: PageSize): Uint8Array {
    const name = `${size} ${kind}`;
    const page = this.#pages.get(name) ?? markdownPage(kind, pageSizes[size]);
    this.#pages.set(name, page);
    return page;
  }
}

function expectMarkdown(bytes: number): void {
  if (bytes === 0) throw new Error('no Markdown came out');
}
