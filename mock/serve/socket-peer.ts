import type { Peer } from '../api/app.ts';

/** The client's end of a request, looked up lazily: most requests to the API don't need it. */
export class SocketPeer implements Peer {
  readonly #lookUp: () => string | undefined;
  readonly headerLines: readonly string[] | undefined;
  readonly target: string | undefined;
  #address: string | undefined;

  /**
   * @param lookUp returns the client's address if known
   * @param line what the server knows of the request as sent
   */
  constructor(
    lookUp: () => string | undefined,
    line: { rawHeaders?: readonly string[]; url?: string | undefined } = {},
  ) {
    this.#lookUp = lookUp;
    this.headerLines = line.rawHeaders;
    this.target = line.url;
  }

  /** The client's address; an IPv4 address keeps its own form on a dual-stack socket. */
  get address(): string {
    this.#address ??= (this.#lookUp() ?? '').replace(/^::ffff:(?=\d+\.)/i, '');
    return this.#address;
  }

  /** Whether it is 127.0.0.0/8 or ::1. */
  get loopback(): boolean {
    return this.address === '::1' || this.address.startsWith('127.');
  }
}
