import type { Certainty } from '../../spec/certainty.ts';
import type { Endpoint } from '../../spec/endpoint.ts';
import { type Mask, maskText } from '../../spec/mask-secrets.ts';
import { isSecretName, operationSecrets } from '../../spec/secret.ts';
import {
  type JournalEntry,
  type JournalSummary,
  journalLimits,
} from '../../spec/services/touchstone/events.ts';
import type { EdgeStep } from '../../spec/services/touchstone/journal.ts';
import { touchstoneLimits } from '../../spec/services/touchstone/schemas.ts';
import { RingBuffer } from './bounded.ts';
import { toTimestamp } from './clock.ts';

/** One exchange to record; headers and reasons are evaluated on demand. */
export interface Exchange {
  /** When it arrived; entries are in the order of their answers. */
  readonly at: number;
  readonly plane: JournalEntry['plane'];
  readonly method: string;
  readonly url: string;
  readonly operation: string | null;
  /** Endpoint of the operation, which says where bodies have secrets. */
  readonly endpoint?: Endpoint | undefined;
  /** Account of the request, or the only account of its token. */
  readonly accountId?: string | undefined;
  readonly zoneId?: string | undefined;
  /** Ray of an answer of a zone, as its events have it. */
  readonly ray?: string | undefined;
  readonly basis: Certainty;
  readonly status: number;
  readonly durationMs: number;
  readonly requestHeaders: Headers | NotedHeaders;
  /** Lower-case names of headers with credentials, besides those that always have them. */
  readonly secretHeaders?: readonly string[] | undefined;
  readonly requestBody: string | null;
  readonly responseBody: string | null;
  /** Settings that applied to zone traffic, if it reached the origin. */
  readonly configuration?: Readonly<Record<string, unknown>> | null;
  /** Explains the answer; called on demand. */
  readonly explain?: (() => readonly string[]) | undefined;
  /** The steps of a zone; called on demand. */
  readonly steps?: (() => readonly EdgeStep[]) | undefined;
}

/** Requests without an operation, grouped by method and path. */
export interface UnknownRoute {
  readonly method: string;
  /** Path from the root of the host, with `{id}` for each id; with the host for a request that was passed through. */
  readonly path: string;
  readonly count: number;
  readonly explanation: readonly string[];
}

/** A recorded exchange: long texts are cut, and headers are copied. */
export interface NotedExchange extends Exchange {
  readonly requestHeaders: NotedHeaders;
  /** Maximum bytes in memory: two per character. */
  readonly bytes: number;
}

/** Bytes of an exchange besides its texts. */
const frameBytes = 1024;

/** Copies what the journal keeps of an exchange. */
export function notedExchange(exchange: Exchange): NotedExchange {
  const url = cut(exchange.url, touchstoneLimits.journalBodyCharacters);
  const requestBody = cutBody(exchange.requestBody);
  const responseBody = cutBody(exchange.responseBody);
  const { requestHeaders: sent } = exchange;
  // The original headers would keep the request in memory.
  const requestHeaders = sent instanceof NotedHeaders ? sent : new NotedHeaders(sent);
  const characters =
    url.length + requestHeaders.characters + (requestBody?.length ?? 0) + (responseBody?.length ?? 0);
  return {
    ...exchange,
    url,
    requestHeaders,
    requestBody,
    responseBody,
    bytes: frameBytes + 2 * characters,
  };
}

const mask: Mask = { text: '(masked)' };

/**
 * Formats an exchange for people and assertions, with masked credentials.
 *
 * @param more additional reasons
 */
export function toEntry(exchange: NotedExchange, id: number, more: readonly string[] = []): JournalEntry {
  const secrets = exchange.endpoint && operationSecrets(exchange.endpoint);
  return {
    ...toSummary(exchange, id, more),
    request_headers: maskedHeaders(exchange),
    request_body: exchange.requestBody && maskText(exchange.requestBody, mask, secrets?.request),
    response_body: exchange.responseBody && maskText(exchange.responseBody, mask, secrets?.answer),
    configuration: exchange.configuration ?? null,
  };
}

/** The steps of a zone with a request, with masked credentials. */
export function toSteps({ steps }: NotedExchange): EdgeStep[] {
  const shown = (text: string) => cut(maskText(text, mask), journalLimits.explanationCharacters);
  return (steps?.() ?? []).map(({ title, outcome, lines }) => ({
    title: shown(title),
    outcome,
    lines: lines.map((line) => ({ outcome: line.outcome, text: shown(line.text) })),
  }));
}

/** An entry without explanation, headers, bodies and configuration: a long list takes no evaluation of rules. */
export function toRow(exchange: NotedExchange, id: number): JournalEntry {
  return {
    ...toHead(exchange, id),
    explanation: [],
    request_headers: {},
    request_body: null,
    response_body: null,
    configuration: null,
  };
}

/** The same without headers, bodies and configuration, whose masking takes most of the time. */
export function toSummary(exchange: NotedExchange, id: number, more: readonly string[] = []): JournalSummary {
  const reasons = [...(exchange.explain?.() ?? []), ...more];
  return {
    ...toHead(exchange, id),
    explanation: reasons.map((line) => cut(maskText(line, mask), journalLimits.explanationCharacters)),
  };
}

function toHead(exchange: NotedExchange, id: number): Omit<JournalSummary, 'explanation'> {
  return {
    id,
    at: toTimestamp(exchange.at),
    plane: exchange.plane,
    method: exchange.method,
    url: maskText(exchange.url, mask),
    operation: exchange.operation,
    account_id: exchange.accountId ?? null,
    zone_id: exchange.zoneId ?? null,
    basis: exchange.basis,
    status: exchange.status,
    duration_ms: exchange.durationMs,
  };
}

function maskedHeaders({ requestHeaders, secretHeaders = [] }: NotedExchange): Record<string, string> {
  const masked = (name: string, value: string) =>
    isSecretName(name) || secretHeaders.includes(name) ? mask.text : maskText(value, mask);
  return Object.fromEntries([...requestHeaders].map(([name, value]) => [name, masked(name, value)]));
}

const cutBody = (body: string | null) => body && cut(body, touchstoneLimits.journalBodyCharacters);

/** Cuts a long text to a copy: a slice would keep the whole text in memory. */
export function cut(text: string, limit: number): string {
  return text.length > limit ? `${decoder.decode(encoder.encode(text.slice(0, limit)))}…` : text;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * A compact copy of headers: those of a request take several times as much memory, and journals keep thousands.
 *
 * @example
 * const noted = new NotedHeaders(request.headers);
 * noted.get('accept');
 */
export class NotedHeaders implements Iterable<[name: string, value: string]> {
  /** Alternating names and values. */
  readonly #texts: readonly string[];
  /** Characters of all names and values. */
  readonly characters: number;

  constructor(headers: Headers) {
    const texts: string[] = [];
    let characters = 0;
    headers.forEach((value, name) => {
      texts.push(name, value);
      characters += name.length + value.length;
    });
    this.#texts = texts;
    this.characters = characters;
  }

  /** @param wanted name in lower case */
  get(wanted: string): string | null {
    for (const [name, value] of this) if (name === wanted) return value;
    return null;
  }

  *[Symbol.iterator](): Generator<[name: string, value: string]> {
    const texts = this.#texts;
    // Each name has a value.
    for (let at = 0; at < texts.length; at += 2) yield [texts[at] as string, texts[at + 1] as string];
  }
}

/** An exchange with its number in the journal. */
export type Numbered = readonly [id: number, exchange: NotedExchange];

/**
 * The latest exchanges of each account, so that one test does not push out those of another. When there are too many in
 * total, the account that was idle longest loses its own.
 */
export class AccountExchanges {
  /** Ordered by the time of the last exchange. */
  readonly #byAccount = new Map<string, RingBuffer<Numbered>>();
  /** The last account; most exchanges belong to the same account as the one before. */
  #newest: { readonly accountId: string; readonly ring: RingBuffer<Numbered> } | undefined;
  readonly #most: number;
  readonly #mostBytes: number;
  #size = 0;
  #bytes = 0;

  /**
   * @param most maximum number of exchanges of all accounts together
   * @param mostBytes maximum bytes of these exchanges
   */
  constructor(most: number = journalLimits.accountEntries, mostBytes = Number.POSITIVE_INFINITY) {
    this.#most = most;
    this.#mostBytes = mostBytes;
  }

  add(numbered: Numbered): void {
    const [, exchange] = numbered;
    const { accountId } = exchange;
    if (accountId === undefined) return;
    const ring = this.#newest?.accountId === accountId ? this.#newest.ring : this.#moveToEnd(accountId);
    const [, oldest] = ring.push(numbered) ?? [];
    if (!oldest) this.#size++;
    this.#bytes += exchange.bytes - (oldest?.bytes ?? 0);
    if (this.#isFull) this.#dropSilent(accountId);
    while (this.#bytes > this.#mostBytes && ring.size > 1) this.#dropOldest(ring);
  }

  get #isFull(): boolean {
    return this.#size > this.#most || this.#bytes > this.#mostBytes;
  }

  #dropOldest(ring: RingBuffer<Numbered>): void {
    const [, oldest] = ring.dropOldest() ?? [];
    if (!oldest) return;
    this.#size--;
    this.#bytes -= oldest.bytes;
  }

  #moveToEnd(accountId: string): RingBuffer<Numbered> {
    const ring = this.#byAccount.get(accountId) ?? new RingBuffer<Numbered>(journalLimits.entriesPerAccount);
    this.#byAccount.delete(accountId);
    this.#byAccount.set(accountId, ring);
    this.#newest = { accountId, ring };
    return ring;
  }

  #dropSilent(kept: string): void {
    for (const [silent, ring] of this.#byAccount) {
      if (!this.#isFull || silent === kept) break;
      while (ring.size > 0) this.#dropOldest(ring);
      this.#byAccount.delete(silent);
    }
  }

  *newestFirst(accountId: string): Generator<Numbered> {
    yield* this.#byAccount.get(accountId)?.newestFirst() ?? [];
  }

  /** Exchanges of all accounts, in no order. */
  *all(): Generator<Numbered> {
    for (const ring of this.#byAccount.values()) yield* ring.newestFirst();
  }

  /** Removes the exchanges of an account. */
  remove(accountId: string): void {
    const ring = this.#byAccount.get(accountId);
    while (ring && ring.size > 0) this.#dropOldest(ring);
    this.#byAccount.delete(accountId);
    if (this.#newest?.accountId === accountId) this.#newest = undefined;
  }

  clear(): void {
    this.#byAccount.clear();
    this.#newest = undefined;
    this.#size = 0;
    this.#bytes = 0;
  }
}
