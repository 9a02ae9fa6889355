/** Where a request came from, as far as its server knows. */
export interface Peer {
  /** Address of the other end. */
  readonly address: string;
  /** Whether that is this machine; requests that never saw a socket count as such. */
  readonly loopback: boolean;
  /**
   * Names and values of the request's headers in turn, line by line as they were sent; left out where its server knows
   * only `Headers`, in which names are in lower case and repeated ones joined.
   */
  readonly headerLines?: readonly string[] | undefined;
}

/** A request that never saw a socket: one that handlers or a test gave us. */
export const inProcess: Peer = { address: '127.0.0.1', loopback: true };
