import type { Redactor } from './redact.ts';

/** Applications that run on the platform. */
export type ApplicationPlane = 'objects' | 'interpreter' | 'worker';

/**
 * One request and its answer, as reports show them. During a test the members are getters that redact secrets on
 * demand, since reports never show the exchanges of passed tests; {@link settled} turns them into values.
 */
export interface Exchange {
  readonly plane: 'api' | 'edge' | 'git' | ApplicationPlane;
  /** The purpose of the request, for example `valid twin`; null where the test gives none. */
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

/** A request and its answer before anything is rendered; holds no long bodies. */
export interface RawExchange {
  readonly plane: Exchange['plane'];
  readonly method: string;
  readonly url: string;
  readonly headers: Iterable<readonly [string, string]>;
  /** Renders the body with secrets redacted. */
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

/** An exchange that renders its texts on demand. */
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

/** An exchange with rendered texts that holds no other data. */
export const settled = (exchange: Exchange): Exchange => ({
  ...exchange,
  request: { ...exchange.request },
  response: exchange.response && { ...exchange.response },
});

/** Collects the exchanges of a test while it runs. */
export interface Recorder {
  add(exchange: Omit<Exchange, 'step'>): Exchange;
}
