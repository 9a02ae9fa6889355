import type { PrivateNetwork } from '../../browser-engine.ts';

/**
 * The result of a page's connection attempt:
 *
 * - `blocked`: the page may not reach the address
 * - `unresolved`: the name has no address
 * - `refused`, `unreachable`, `reset`, `timeout`: as the network reported
 */
export type EgressFailure = 'blocked' | 'unresolved' | 'refused' | 'unreachable' | 'reset' | 'timeout';

/** A request to this machine, as both the browser and the gate see it. */
export interface LocalRequest {
  readonly endpoint: { readonly host: string; readonly port: number };
  /** Absent for TLS, where the gate sees only the endpoint. */
  readonly head?: { readonly method: string; readonly path: string } | undefined;
}

/** Whether the visited page makes a request itself, according to the browser's network events. */
export type IsOfPage = (request: LocalRequest) => Promise<boolean>;

/** A filtering proxy on a port of its own, for one browser context. At first it blocks everything. */
export interface EgressGate {
  /** `http://127.0.0.1:PORT`. */
  readonly proxyUrl: string;
  /**
   * Sets what new connections may reach. `loopback` allows this machine for hosts that name it explicitly (`localhost`,
   * `*.localhost`, `127.0.0.0/8`, `[::1]`), not for names that merely resolve to it; `allowed` allows every address
   * except cloud metadata.
   */
  admit(network: PrivateNetwork): void;
  /**
   * Sets the function that decides whether the page itself makes a request; without it, no request counts as the
   * page's.
   */
  identifyBy(isOfPage: IsOfPage): void;
  /** Why the last connection to the host and port of a URL failed; nothing if it succeeded. */
  getFailure(url: string): EgressFailure | undefined;
  /** Whether it ever received a connection. */
  wasUsed(): boolean;
  /** Ends every connection. */
  close(): Promise<void>;
}
