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
