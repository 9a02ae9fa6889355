import { gitLimits } from '../../../../spec/engine-limits.ts';
import { packetHead, putLength } from './packets.ts';

/** The meaning of the first byte of a side-band packet: gitprotocol-pack. */
const bands = { data: 1, progress: 2, error: 3 } as const;

type Band = keyof typeof bands;

/** Data bytes per packet of `side-band`, the older capability. */
export const narrowBandBytes = 995;

const encoder = new TextEncoder();

/**
 * Writes output as side-band packets, full ones as long as there is enough data: packs come in small pieces, and a
 * packet for each would be slow. Data that fills packets by itself is not copied.
 */
export class SideBandWriter {
  readonly #send: (bytes: Uint8Array) => void;
  readonly #most: number;
  /** The packet being filled. Receivers may keep a packet, so each has its own buffer. */
  #packet: Uint8Array | undefined;
  #filled = 0;

  /**
   * @param send receives each packet, whole or in two parts, which may be views of the data
   * @param most data bytes per packet: of `side-band-64k`, or `narrowBandBytes`
   */
  constructor(send: (bytes: Uint8Array) => void, most: number = gitLimits.bandBytes) {
    this.#send = send;
    this.#most = most;
  }

  /** Band 1: the pack or the report. Data that doesn't fill a packet waits for more. */
  data(data: Uint8Array): void {
    this.#put('data', data);
  }

  /** Band 2: text that the client shows its user, prefixed with `remote: `. Sends the waiting data first. */
  progress(text: string): void {
    this.flush();
    this.#put('progress', encoder.encode(text));
    this.#close('progress');
  }

  /** Band 3: the fatal error; the client stops. */
  error(text: string): void {
    this.flush();
    this.#put('error', encoder.encode(text));
    this.#close('error');
  }

  /** Sends the waiting data. */
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
    // A short text should not hold a full packet's buffer.
    this.#send(length * 2 < packet.length ? packet.slice(0, length) : packet.subarray(0, length));
  }
}

/** Bytes before a packet's data. */
function getHead(band: Band, dataLength: number): Uint8Array {
  const head = new Uint8Array(packetHead + 1);
  putLength(head, 0, head.length + dataLength);
  head[packetHead] = bands[band];
  return head;
}
