import type { ServerRequest } from 'srvx';
import type { Peer } from '../app.ts';

/** The other end of a request, looked up once somebody asks: most requests to the API need it not. */
export class SocketPeer implements Peer {
  readonly #request: Pick<ServerRequest, 'ip'>;
  #address: string | undefined;

  constructor(request: Pick<ServerRequest, 'ip'>) {
    this.#request = request;
  }

  /** Its address; an IPv4 one is written as such, on a socket for both families as well. */
  get address(): string {
    this.#address ??= (this.#request.ip ?? '').replace(/^::ffff:(?=\d+\.)/i, '');
    return this.#address;
  }

  /** Whether it is 127.0.0.0/8 or ::1. */
  get loopback(): boolean {
    return this.address === '::1' || this.address.startsWith('127.');
  }
}
