import type { Certainty } from '../../spec/certainty.ts';
import { type JournalEntry, journalLimits } from '../../spec/services/touchstone/events.ts';
import { touchstoneLimits } from '../../spec/services/touchstone/schemas.ts';
import { timestampOf } from './clock.ts';

/** What is noted of one exchange; headers and reasons are read only when somebody looks. */
export interface Exchange {
  readonly at: number;
  readonly plane: JournalEntry['plane'];
  readonly method: string;
  readonly url: string;
  readonly operation: string | null;
  /** Account that it is about, or that its token is of alone. */
  readonly accountId?: string | undefined;
  readonly zoneId?: string | undefined;
  readonly basis: Certainty;
  readonly status: number;
  readonly durationMs: number;
  /** Those of a request are noted for it: they would keep the request. */
  readonly requestHeaders: Iterable<readonly [name: string, value: string]>;
  readonly requestBody: string | null;
  readonly responseBody: string | null;
  /** Settings in force for zone traffic that reached the origin. */
  readonly configuration?: Readonly<Record<string, unknown>> | null;
  /** Says why it was answered like this; asked once, when somebody looks. */
  readonly explain?: (() => readonly string[]) | undefined;
}

const secretHeaders = new Set([
  'authorization',
  'proxy-authorization',
  'x-auth-key',
  'x-api-key',
  'x-custom-auth-key',
  'cookie',
]);

/** A token may stand in any header that a configuration names, and in the URL. */
const token = /eyJ[\w-]*\.[\w-]+\.[\w-]*/g;

/** Members of a JSON Web Key that are secret, RFC 7518, sections 6.2.2, 6.3.2 and 6.4; a key of a provider. */
const secretMembers = /("(?:k|d|p|q|dp|dq|qi|secret)"\s*:\s*)"(?:[^"\\]|\\.)*"/g;

/**
 * An exchange as people and assertions read it: credentials are masked, long bodies are cut.
 *
 * @param more reasons beside its own
 */
export function entryOf(exchange: Exchange, id: number, more: readonly string[] = []): JournalEntry {
  const reasons = [...(exchange.explain?.() ?? []), ...more];
  return {
    id,
    at: timestampOf(exchange.at),
    plane: exchange.plane,
    method: exchange.method,
    url: masked(exchange.url),
    operation: exchange.operation,
    account_id: exchange.accountId ?? null,
    zone_id: exchange.zoneId ?? null,
    basis: exchange.basis,
    status: exchange.status,
    duration_ms: exchange.durationMs,
    explanation: reasons.map((line) => cut(masked(line), journalLimits.explanationCharacters)),
    request_headers: Object.fromEntries(
      [...exchange.requestHeaders].map(([name, value]) => [
        name,
        secretHeaders.has(name) ? '(masked)' : masked(value),
      ]),
    ),
    request_body: bodyOf(exchange.requestBody),
    response_body: bodyOf(exchange.responseBody),
    configuration: exchange.configuration ?? null,
  };
}

/** Masks the secrets of keys as well: a journal is read by more people than a request. */
function bodyOf(body: string | null): string | null {
  if (body === null) return null;
  return cut(body.replace(secretMembers, '$1"(masked)"'), touchstoneLimits.journalBodyCharacters);
}

function masked(text: string): string {
  return text.replace(token, '(masked)');
}

function cut(text: string, limit: number): string {
  return text.length > limit ? `${text.slice(0, limit)}…` : text;
}

/**
 * Headers as they were when they were noted, which is all that is kept of them: those of a request hold on to several
 * times as much, and journals keep thousands.
 *
 * @example
 * const noted = new NotedHeaders(request.headers);
 * noted.get('accept');
 */
export class NotedHeaders implements Iterable<[name: string, value: string]> {
  /** Names, each before its value. */
  readonly #texts: readonly string[];

  constructor(headers: Headers) {
    const texts: string[] = [];
    headers.forEach((value, name) => {
      texts.push(name, value);
    });
    this.#texts = texts;
  }

  /** @param wanted the name in lower case */
  get(wanted: string): string | null {
    for (const [name, value] of this) if (name === wanted) return value;
    return null;
  }

  *[Symbol.iterator](): Generator<[name: string, value: string]> {
    const texts = this.#texts;
    // There is a value for each name.
    for (let at = 0; at < texts.length; at += 2) yield [texts[at] as string, texts[at + 1] as string];
  }
}
