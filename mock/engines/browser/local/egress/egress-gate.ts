import type { PrivateNetwork } from '../../browser-options.ts';

/**
 * What became of a connection that a page wanted.
 *
 * - `blocked`: the address may not be reached
 * - `unresolved`: the name has no address
 * - `refused`, `unreachable`, `reset`, `timeout`: as the network said
 */
export type EgressFailure = 'blocked' | 'unresolved' | 'refused' | 'unreachable' | 'reset' | 'timeout';

/** A filtering proxy on a port of its own, for one context of the browser. It lets nothing through at first. */
export interface EgressGate {
  /** `http://127.0.0.1:PORT`. */
  readonly proxyUrl: string;
  /** Says what may be reached from now on; `allowed` and `loopback` name hosts by their resolved address. */
  admit(network: PrivateNetwork): void;
  /** Why the last connection to the host of a URL failed; nothing where it did not. */
  failureOf(url: string): EgressFailure | undefined;
  /** Ends every connection. */
  close(): Promise<void>;
}
