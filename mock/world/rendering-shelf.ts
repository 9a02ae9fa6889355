import { type Rendering, renderingLimits } from '../../spec/services/touchstone/renderings.ts';
import { OldestFirst } from './bounded.ts';
import type { Part } from './on-demand.ts';
import type { Change } from './state/change.ts';

/** A rendering, with what is kept of its answer and its request. */
export interface KeptRendering {
  readonly rendering: Rendering;
  /** The bytes of the answer; undefined for a failure, or if they are too many. */
  readonly answer: Uint8Array<ArrayBuffer> | undefined;
  /** The JSON text of the request; undefined if it is too long. */
  readonly request: string | undefined;
}

/** The newest renderings of one account. Like the journal they belong to one run, so a server with `--state` drops them. */
export class RenderingShelf implements Part {
  #kept = new OldestFirst<KeptRendering>();
  #bytes = 0;
  #last = 0;

  /** Adds a rendering with the next id, and drops the oldest ones beyond the limits. */
  add(rendering: Omit<Rendering, 'id'>, answer: Uint8Array<ArrayBuffer> | undefined, request: string): void {
    const { largest, renderings, bytes } = renderingLimits;
    const id = ++this.#last;
    const kept = {
      rendering: { id, ...rendering },
      answer: answer && answer.length <= largest ? answer : undefined,
      request: request.length <= largest ? request : undefined,
    };
    this.#kept.set(String(id), kept);
    this.#bytes += getSize(kept);
    while (this.#kept.size > renderings || this.#bytes > bytes) {
      const dropped = this.#kept.dropOldest();
      if (!dropped) break;
      this.#bytes -= getSize(dropped[1]);
    }
  }

  get(id: string): KeptRendering | undefined {
    return this.#kept.get(id);
  }

  newestFirst(): Rendering[] {
    return Array.from(this.#kept.values(), ({ rendering }) => rendering).reverse();
  }

  /** Captures the current state; the returned function restores it. Ids go on. */
  snapshot(): () => void {
    const then = [...this.#kept];
    const bytes = this.#bytes;
    return () => {
      this.#kept = new OldestFirst(then);
      this.#bytes = bytes;
    };
  }

  keepIn(): void {}

  changes(): readonly Change[] {
    return [];
  }

  load(): void {}
}

const getSize = ({ answer, request }: KeptRendering) => (answer?.length ?? 0) + (request?.length ?? 0);
