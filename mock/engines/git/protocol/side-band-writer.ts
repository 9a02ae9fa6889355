import { gitLimits } from '../../../../spec/engine-limits.ts';
import { packetHead, putLength } from './packets.ts';

/** What the first byte of a packet of a side-band says of the others: gitprotocol-pack. */
const bands = { data: 1, progress: 2, error: 3 } as const;

type Band = keyof typeof bands;

/** Bytes of data in one packet of `side-band`, the older capability. */
export const narrowBandBytes = 995;

const encoder = new TextEncoder();

/**
 * Puts what is sent into packets of a side-band, full ones as long as there is enough: the pieces of a pack are small
 * ones, and a packet for each would make it slow. Of what fills packets by itself nothing is copied.
 */
export class SideBandWriter {
  readonly #send: (bytes: Uint8Array) => void;
  readonly #most: number;
  /** The packet that data is gathered in; whoever got a packet may keep it, so each has its own memory. */
  #packet: Uint8Array | undefined;
  #filled = 0;

  /**
   * @param send takes each packet, whole or in two parts; what it is given may be a part of the data
   * @param most bytes of data in one packet: of `side-band-64k`, or `narrowBandBytes`
   */
  constructor(send: (bytes: Uint8Array) => void, most: number = gitLimits.bandBytes) {
    this.#send = send;
    this.#most = most;
  }

  /** Band 1: the pack, or the report. What fills no packet waits for more. */
  data(data: Uint8Array): void {
    this.#put('data', data);
  }

  /** Band 2: what the client shows to its user, behind `remote: `. What waits is sent before. */
  progress(text: string): void {
    this.flush();
    this.#put('progress', encoder.encode(text));
    this.#close('progress');
  }

  /** Band 3: what went wrong; the client stops. */
  error(text: string): void {
    this.flush();
    this.#put('error', encoder.encode(text));
    this.#close('error');
  }

  /** Sends the data that waits. */
  flush(): void {
    this.#close('data');
  }

  #put(band: Band, data: Uint8Array): void {
    for (let at = 0; at < data.length; ) {
      if (this.#filled === 0 && data.length - at >= this.#most) {
        this.#send(getHead(band, this.#most));
        this.#send(data.subarray(at, at + this.#most));
        at += this.#most;
        continue;
      }
      this.#packet ??= new Uint8Array(packetHead + 1 + this.#most);
      const part = data.subarray(at, at + this.#most - this.#filled);
      this.#packet.set(part, packetHead + 1 + this.#filled);
      this.#filled += part.length;
      at += part.length;
      if (this.#filled === this.#most) this.#close(band);
    }
  }

  #close(band: Band): void {
    const packet = this.#packet;
    if (packet === undefined) return;
    const length = packetHead + 1 + this.#filled;
    packet.set(getHead(band, this.#filled));
    this.#packet = undefined;
    this.#filled = 0;
    // A short text is no reason to hold the memory of a full packet.
    this.#send(length * 2 < packet.length ? packet.slice(0, length) : packet.subarray(0, length));
  }
}

/** What stands before the data of a packet. */
function getHead(band: Band, dataLength: number): Uint8Array {
  const head = new Uint8Array(packetHead + 1);
  putLength(head, 0, head.length + dataLength);
  head[packetHead] = bands[band];
  return head;
}
