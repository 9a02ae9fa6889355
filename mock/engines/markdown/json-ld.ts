import { markdownLimits } from '../../../spec/engine-limits.ts';
import { Output } from './output.ts';

/** Whether a script of this type holds JSON-LD. */
export function isJsonLd(type: string | undefined): boolean {
  return /^\s*application\/ld\+json\s*(?:;|$)/i.test(type ?? '');
}

/** Collects the JSON-LD of a page for the block at the end of its Markdown (seed, Conversion response). */
export class JsonLd {
  readonly #scripts: string[] = [];
  readonly #open = new Output();
  #room: number = markdownLimits.jsonLdBytes;
  /** Whether a script was omitted for lack of space; then all later ones are, too. */
  omitted = false;

  /** Adds text to the open script. */
  write(source: Uint8Array, start: number, end: number): void {
    if (this.#open.length <= this.#room) this.#open.raw(source, start, end);
  }

  /** Ends the open script. */
  close(): void {
    const bytes = this.#open.bytes.subarray(0, this.#open.length);
    this.#open.length = 0;
    const script = new TextDecoder().decode(bytes).trim();
    if (script === '') return;
    const { length } = new TextEncoder().encode(script);
    if (this.omitted || length > this.#room) {
      this.omitted = true;
      return;
    }
    this.#room -= length;
    this.#scripts.push(oneLine(script));
  }

  /** The fenced block; empty without scripts. */
  get block(): string {
    if (this.#scripts.length === 0) return '';
    const text = this.#scripts.join('\n');
    let fence = '```';
    for (const [run] of text.matchAll(/`{3,}/g)) if (run.length >= fence.length) fence = `${run}\``;
    return `${fence}json\n${text}\n${fence}\n`;
  }
}

/** The script on one line: outside of strings, JSON line ends are mere whitespace. */
function oneLine(script: string): string {
  if (!/[\r\n]/.test(script)) return script;
  try {
    JSON.parse(script);
  } catch {
    // In invalid JSON, line ends may be significant.
    return script;
  }
  return script.replace(/("(?:[^"\\]|\\.)*")|\s+/g, '$1');
}
