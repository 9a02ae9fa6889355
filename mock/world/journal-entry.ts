import type { Certainty } from '../../spec/certainty.ts';
import type { Endpoint } from '../../spec/endpoint.ts';
import { type Mask, maskText } from '../../spec/mask-secrets.ts';
import { isSecretName, operationSecrets } from '../../spec/secret.ts';
import { type JournalEntry, journalLimits } from '../../spec/services/touchstone/events.ts';
import { touchstoneLimits } from '../../spec/services/touchstone/schemas.ts';
import { toTimestamp } from './clock.ts';

/** What is noted of one exchange; headers and reasons are read only when somebody looks. */
export interface Exchange {
  readonly at: number;
  readonly plane: JournalEntry['plane'];
  readonly method: string;
  readonly url: string;
  readonly operation: string | null;
  /** Of the operation; it says where bodies have secrets. */
  readonly endpoint?: Endpoint | undefined;
  /** Account that it is about, or that its token is of alone. */
  readonly accountId?: string | undefined;
  readonly zoneId?: string | undefined;
  readonly basis: Certainty;
  readonly status: number;
  readonly durationMs: number;
  readonly requestHeaders: Headers | NotedHeaders;
  /** Lower-case names of headers that hold credentials there, beside those that do everywhere. */
  readonly secretHeaders?: readonly string[] | undefined;
  readonly requestBody: string | null;
  readonly responseBody: string | null;
  /** Settings in force for zone traffic that reached the origin. */
  readonly configuration?: Readonly<Record<string, unknown>> | null;
  /** Says why it was answered like this; asked once, when somebody looks. */
  readonly explain?: (() => readonly string[]) | undefined;
}

/** Requests without an operation, of one method and path. */
export interface UnknownRoute {
  readonly method: string;
  /** Path from the root of the host, in which `{id}` stands for each id; with its host where it passed through. */
  readonly path: string;
  readonly count: number;
  readonly explanation: readonly string[];
}

/** An exchange as it is kept: long texts are cut, and headers are its own. */
export interface NotedExchange extends Exchange {
  readonly requestHeaders: NotedHeaders;
  /** Bytes that it takes at most: two for each character of its texts. */
  readonly bytes: number;
}

/** Bytes of an exchange beside its texts. */
const frameBytes = 1024;

/** What is kept of an exchange. */
export function notedExchange(exchange: Exchange): NotedExchange {
  const url = cut(exchange.url, touchstoneLimits.journalBodyCharacters);
  const requestBody = cutBody(exchange.requestBody);
  const responseBody = cutBody(exchange.responseBody);
  const { requestHeaders: sent } = exchange;
  // Those of a request would keep the request.
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
 * An exchange as people and assertions read it: credentials are masked.
 *
 * @param more reasons beside its own
 */
export function toEntry(exchange: NotedExchange, id: number, more: readonly string[] = []): JournalEntry {
  const reasons = [...(exchange.explain?.() ?? []), ...more];
  const secrets = exchange.endpoint && operationSecrets(exchange.endpoint);
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
    explanation: reasons.map((line) => cut(maskText(line, mask), journalLimits.explanationCharacters)),
    request_headers: maskedHeaders(exchange),
    request_body: exchange.requestBody && maskText(exchange.requestBody, mask, secrets?.request),
    response_body: exchange.responseBody && maskText(exchange.responseBody, mask, secrets?.answer),
    configuration: exchange.configuration ?? null,
  };
}

function maskedHeaders({ requestHeaders, secretHeaders = [] }: NotedExchange): Record<string, string> {
  const masked = (name: string, value: string) =>
    isSecretName(name) || secretHeaders.includes(name) ? mask.text : maskText(value, mask);
  return Object.fromEntries([...requestHeaders].map(([name, value]) => [name, masked(name, value)]));
}

const cutBody = (body: string | null) => body && cut(body, touchstoneLimits.journalBodyCharacters);

/** A long text, cut; it holds nothing of the rest, which a slice of it would. */
export function cut(text: string, limit: number): string {
  return text.length > limit ? `${decoder.decode(encoder.encode(text.slice(0, limit)))}…` : text;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

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
