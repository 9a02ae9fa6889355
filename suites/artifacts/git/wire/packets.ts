import { ConformanceFailure } from '../../../harness/errors.ts';
import { getText, join } from '../objects/bytes.ts';

/** Bytes of a packet, including its length. */
export const largestPacket = 65_520;

export const flush = '0000';
export const delimiter = '0001';

/** A packet with this content. */
export function packet(content: Uint8Array | string): Uint8Array<ArrayBuffer> {
  const body = join(content);
  return join((body.length + 4).toString(16).padStart(4, '0'), body);
}

/** A line as a packet, with a line feed at its end. */
export const line = (text: string): Uint8Array<ArrayBuffer> => packet(`${text}\n`);

/** Lines as packets. */
export const lines = (texts: readonly string[]): Uint8Array<ArrayBuffer> => join(...texts.map(line));

/** A packet of an answer: its contents, or one of the special packets without any. */
export type Packet = { readonly bytes: Uint8Array } | 'flush' | 'delimiter' | 'end';

/** Reads the packets of an answer one after another. */
export class PacketReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /**
   * The next packet; undefined at the end.
   *
   * @throws ConformanceFailure if there is no packet, or if it is too long
   */
  next(): Packet | undefined {
    if (this.#at === this.#bytes.length) return undefined;
    const head = getText(this.#bytes.subarray(this.#at, this.#at + 4));
    if (!/^[0-9a-f]{4}$/i.test(head)) {
      throw new ConformanceFailure(
        `Expected a packet at byte ${this.#at}, but found ${JSON.stringify(head)}`,
      );
    }
    const size = Number.parseInt(head, 16);
    if (size === 0 || size === 1 || size === 2) {
      this.#at += 4;
      return size === 0 ? 'flush' : size === 1 ? 'delimiter' : 'end';
    }
    const end = this.#at + size;
    if (size < 4 || size > largestPacket || end > this.#bytes.length) {
      throw new ConformanceFailure(`A packet at byte ${this.#at} claims ${size} bytes`);
    }
    const bytes = this.#bytes.subarray(this.#at + 4, end);
    this.#at = end;
    return { bytes };
  }

  /** The next packet as a line; undefined for a flush, a delimiter and the end. */
  line(): string | undefined {
    const next = this.next();
    return typeof next === 'object' ? getLine(next.bytes) : undefined;
  }

  /** Whether another packet follows, without reading it. */
  get more(): boolean {
    return this.#at < this.#bytes.length;
  }

  /** Whether a bare pack follows. */
  get packFollows(): boolean {
    return getText(this.#bytes.subarray(this.#at, this.#at + 4)) === 'PACK';
  }

  /** All remaining bytes. */
  rest(): Uint8Array {
    return this.#bytes.subarray(this.#at);
  }
}

/** A packet as a line, without the line feed at its end. */
export const getLine = (bytes: Uint8Array): string => getText(bytes).replace(/\n$/, '');

/** The message of an `ERR` packet; undefined for any other. */
export const getError = (text: string | undefined): string | undefined =>
  text?.startsWith('ERR ') ? text.slice(4) : undefined;
