import type { Certainty } from '../../spec/certainty.ts';
import { type JournalEntry, touchstoneLimits } from '../../spec/services/touchstone/schemas.ts';
import { timestampOf } from './clock.ts';
import { RingBuffer } from './ring-buffer.ts';

/** What is noted of one exchange; headers are read only when somebody looks. */
export interface Exchange {
  readonly at: number;
  readonly plane: JournalEntry['plane'];
  readonly method: string;
  readonly url: string;
  readonly operation: string | null;
  readonly basis: Certainty;
  readonly status: number;
  readonly durationMs: number;
  readonly requestHeaders: Headers;
  readonly requestBody: string | null;
  readonly responseBody: string | null;
  /** Settings in force for zone traffic that reached the origin. */
  readonly configuration?: Readonly<Record<string, unknown>> | null;
}

const secretHeaders = new Set([
  'authorization',
  'proxy-authorization',
  'x-auth-key',
  'x-api-key',
  'x-custom-auth-key',
  'cookie',
]);

/** A token may stand in any header that a configuration names. */
const token = /eyJ[\w-]*\.[\w-]+\.[\w-]*/g;

/** Members of a JSON Web Key that are secret, RFC 7518, sections 6.2.2, 6.3.2 and 6.4; a key of a provider. */
const secretMembers = /("(?:k|d|p|q|dp|dq|qi|secret)"\s*:\s*)"(?:[^"\\]|\\.)*"/g;

/** The newest requests a mock was asked, for people and for assertions. */
export class Journal {
  readonly #exchanges = new RingBuffer<Exchange>(touchstoneLimits.journalEntries);
  #count = 0;

  note(exchange: Exchange): void {
    this.#exchanges.push(exchange);
    this.#count++;
  }

  /** Entries from the newest to the oldest; credentials are masked, long bodies are cut. */
  *entries(): Generator<JournalEntry> {
    let id = this.#count;
    for (const exchange of this.#exchanges.newestFirst()) {
      yield {
        id: id--,
        at: timestampOf(exchange.at),
        plane: exchange.plane,
        method: exchange.method,
        url: exchange.url,
        operation: exchange.operation,
        basis: exchange.basis,
        status: exchange.status,
        duration_ms: exchange.durationMs,
        request_headers: Object.fromEntries(
          [...exchange.requestHeaders].map(([name, value]) => [
            name,
            secretHeaders.has(name) ? '(masked)' : value.replace(token, '(masked)'),
          ]),
        ),
        request_body: cut(exchange.requestBody),
        response_body: cut(exchange.responseBody),
        configuration: exchange.configuration ?? null,
      };
    }
  }

  /** The newest entry that satisfies the predicate. */
  find(predicate: (entry: JournalEntry) => boolean): JournalEntry | undefined {
    for (const entry of this.entries()) if (predicate(entry)) return entry;
    return undefined;
  }

  clear(): void {
    this.#exchanges.clear();
    this.#count = 0;
  }
}

/** Masks the secrets of keys as well: a journal is read by more people than a request. */
function cut(body: string | null): string | null {
  if (body === null) return null;
  const masked = body.replace(secretMembers, '$1"(masked)"');
  const limit = touchstoneLimits.journalBodyCharacters;
  return masked.length > limit ? `${masked.slice(0, limit)}…` : masked;
}
