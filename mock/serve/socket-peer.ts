import type { Peer } from '../api/app.ts';

/** The other end of a request, looked up once somebody asks: most requests to the API need it not. */
export class SocketPeer implements Peer {
  readonly #lookUp: () => string | undefined;
  readonly headerLines: readonly string[] | undefined;
  #address: string | undefined;

  /** @param lookUp gives the address of the other end, where it is known */
  constructor(lookUp: () => string | undefined, headerLines?: readonly string[]) {
    this.#lookUp = lookUp;
    this.headerLines = headerLines;
  }

  /** Its address; an IPv4 one is written as such, on a socket for both families as well. */
  get address(): string {
    this.#address ??= (this.#lookUp() ?? '').replace(/^::ffff:(?=\d+\.)/i, '');
    return this.#address;
  }

  /** Whether it is 127.0.0.0/8 or ::1. */
  get loopback(): boolean {
    return this.address === '::1' || this.address.startsWith('127.');
  }
}
