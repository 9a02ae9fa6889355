import type { PrivateNetwork } from '../../browser-engine.ts';

/**
 * What became of a connection that a page wanted.
 *
 * - `blocked`: the address may not be reached
 * - `unresolved`: the name has no address
 * - `refused`, `unreachable`, `reset`, `timeout`: as the network said
 */
export type EgressFailure = 'blocked' | 'unresolved' | 'refused' | 'unreachable' | 'reset' | 'timeout';

/** A request for this machine, as both the browser and the gate see it. */
export interface LocalRequest {
  readonly endpoint: { readonly host: string; readonly port: number };
  /** Absent in TLS, where the gate sees the endpoint alone. */
  readonly head?: { readonly method: string; readonly path: string } | undefined;
}

/** Whether the page that is visited makes a request itself, as the browser's own network events say. */
export type IsOfPage = (request: LocalRequest) => Promise<boolean>;

/** A filtering proxy on a port of its own, for one context of the browser. It lets nothing through at first. */
export interface EgressGate {
  /** `http://127.0.0.1:PORT`. */
  readonly proxyUrl: string;
  /**
   * Says what new connections may reach from now on. `loopback` opens this machine to the hosts that say by
   * themselves that they are it (`localhost`, `*.localhost`, `127.0.0.0/8`, `[::1]`), not to names that merely
   * resolve to it; `allowed` opens every address but those of cloud metadata.
   */
  admit(network: PrivateNetwork): void;
  /** Sets who tells whether a request is made by the page itself; without it none is taken for one. */
  identifyBy(isOfPage: IsOfPage): void;
  /** Why the last connection to the host and port of a URL failed; nothing where it did not. */
  getFailure(url: string): EgressFailure | undefined;
  /** Whether anything ever came to it. */
  wasAsked(): boolean;
  /** Ends every connection. */
  close(): Promise<void>;
}
