import { journalLimits } from '../../spec/services/touchstone/events.ts';
import { splitUrl } from '../url.ts';

/** A request that a mock had no answer for. */
export interface UnknownRequest {
  readonly method: string;
  readonly url: string;
  /** What was probably meant, or why it was not answered, a line each. */
  readonly explanation: readonly string[];
}

/** Requests without an operation, of one method and path. */
export interface UnknownRoute {
  readonly method: string;
  /** Path from the root of the host, in which `{id}` stands for each id; with its host where it passed through. */
  readonly path: string;
  readonly count: number;
  readonly explanation: readonly string[];
}

const id = /\/(?:[0-9a-f]{32}|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22})(?=\/|$)/gi;

/** Counts what a mock was asked and had no operation for; for the end of a run, where somebody may wonder. */
export class UnknownRoutes {
  readonly #routes = new Map<string, { -readonly [Name in keyof UnknownRoute]: UnknownRoute[Name] }>();

  note({ method, url, explanation }: UnknownRequest): void {
    this.#count(method, splitUrl(url).path, explanation);
  }

  /** The same for a request that somebody else was left to answer, though it looks like one of the mock's. */
  notePassed({ method, url, explanation }: UnknownRequest): void {
    const { host, path } = splitUrl(url);
    this.#count(method, `${url.slice(0, url.indexOf('://'))}://${host}${path}`, explanation);
  }

  /** The most frequent first. */
  list(): UnknownRoute[] {
    return [...this.#routes.values()].map((route) => ({ ...route })).sort((a, b) => b.count - a.count);
  }

  clear(): void {
    this.#routes.clear();
  }

  #count(method: string, written: string, explanation: readonly string[]): void {
    const path = written.replace(id, '/{id}');
    const key = `${method} ${path}`;
    const known = this.#routes.get(key);
    if (known) known.count++;
    else if (this.#routes.size < journalLimits.unknownRoutes) {
      this.#routes.set(key, { method, path, count: 1, explanation });
    }
  }
}
