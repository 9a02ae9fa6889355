import type { Redactor } from './redact.ts';

/** What is not the platform itself, but runs on it. */
export type ApplicationPlane = 'objects' | 'interpreter' | 'worker';

/**
 * One request and what came back, as reports show it. While a test runs, secrets are taken out when somebody looks,
 * because of a test that passes nobody does: then the members are getters, and {@link settled} makes them values.
 */
export interface Exchange {
  readonly plane: 'api' | 'edge' | 'git' | ApplicationPlane;
  /** What the request was for, for example `valid twin`; null where the test said nothing. */
  readonly step: string | null;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: readonly (readonly [string, string])[];
    readonly body: string | null;
  };
  /** Null when no answer came; `error` says why. */
  readonly response: {
    readonly status: number;
    readonly headers: readonly (readonly [string, string])[];
    readonly body: string;
  } | null;
  readonly error: string | null;
  readonly duration_ms: number;
}

/** What was sent and came, before anybody looks at it; no body is among it that is long. */
export interface RawExchange {
  readonly plane: Exchange['plane'];
  readonly method: string;
  readonly url: string;
  readonly headers: Iterable<readonly [string, string]>;
  /** Makes what is shown of the body, secrets taken out. */
  readonly body: () => string | null;
  readonly response: {
    readonly status: number;
    readonly headers: Iterable<readonly [string, string]>;
    readonly body: () => string;
  } | null;
  readonly error: string | null;
  /** When the request was sent, by `performance.now`. */
  readonly started: number;
}

/** An exchange whose texts are made when somebody looks. */
export function toExchange(raw: RawExchange, redactor: Redactor): Omit<Exchange, 'step'> {
  const { plane, method, url, headers, body, response, error, started } = raw;
  return {
    plane,
    request: {
      method,
      get url() {
        return redactor.text(url);
      },
      get headers() {
        return redactor.headers(headers);
      },
      get body() {
        return body();
      },
    },
    response: response && {
      status: response.status,
      get headers() {
        return redactor.headers(response.headers);
      },
      get body() {
        return response.body();
      },
    },
    error,
    duration_ms: Math.round((performance.now() - started) * 1000) / 1000,
  };
}

/** An exchange whose texts are made, and that holds nothing else any more. */
export const settled = (exchange: Exchange): Exchange => ({
  ...exchange,
  request: { ...exchange.request },
  response: exchange.response && { ...exchange.response },
});

/** Where exchanges are kept while a test runs. */
export interface Recorder {
  add(exchange: Omit<Exchange, 'step'>): Exchange;
}
