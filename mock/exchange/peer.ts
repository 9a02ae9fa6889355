/** The sender of a request, as its server knows it. */
export interface Peer {
  /** Address of the client. */
  readonly address: string;
  /** Whether the client is on this machine. Requests without a socket count as such. */
  readonly loopback: boolean;
  /**
   * Names and values of the request's headers, alternating, one pair per line as sent. Undefined if the server only has
   * `Headers`, where names are in lower case and repeated ones are joined.
   */
  readonly headerLines?: readonly string[] | undefined;
  /**
   * Target of the request line as sent. Undefined if the server only has a URL, whose path has no dot segments and no
   * characters that a URL encodes.
   */
  readonly target?: string | undefined;
  /** Whether it is a page that may not call the server: one of another origin. */
  readonly isForeignPage?: boolean | undefined;
}

/** The peer of a request without a socket, from handlers or a test. */
export const inProcess: Peer = { address: '127.0.0.1', loopback: true };
