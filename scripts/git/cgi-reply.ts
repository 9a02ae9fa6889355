/** Reads what a program of the Common Gateway Interface prints: the headers first, then the body (RFC 3875, 6). */
export class CgiReply {
  readonly #begin: (status: number, headers: Record<string, string>) => void;
  #waiting = Buffer.alloc(0);
  #begun = false;

  /** @param begin is told the status and the headers once they are there */
  constructor(begin: (status: number, headers: Record<string, string>) => void) {
    this.#begin = begin;
  }

  /** Whether the headers are there. */
  get begun(): boolean {
    return this.#begun;
  }

  /** Takes what was printed next and gives what of it belongs to the body. */
  read(piece: Buffer): Buffer {
    if (this.#begun) return piece;
    this.#waiting = Buffer.concat([this.#waiting, piece]);
    const end = this.#waiting.indexOf('\r\n\r\n');
    if (end < 0) return Buffer.alloc(0);
    const headers: Record<string, string> = {};
    for (const line of this.#waiting.subarray(0, end).toString('latin1').split('\r\n')) {
      const colon = line.indexOf(':');
      headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim();
    }
    const { status = '200', ...others } = headers;
    this.#begun = true;
    this.#begin(Number.parseInt(status, 10), others);
    return this.#waiting.subarray(end + 4);
  }
}
