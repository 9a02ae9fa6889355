import { ConformanceFailure } from '../../../harness/errors.ts';
import { join, textOf } from '../objects/bytes.ts';
import type { PacketReader } from './packets.ts';

/** What came on the three bands. */
export interface Bands {
  readonly data: Uint8Array<ArrayBuffer>;
  readonly progress: string;
  /** What the third band said; undefined where it said nothing. */
  readonly fatal: string | undefined;
  /** Number of packets of the first band, and bytes of the longest one, its length included. */
  readonly packets: number;
  readonly longest: number;
}

/**
 * Reads bands until a flush.
 *
 * @throws ConformanceFailure when something stands there that is on no band, or no flush ends them
 */
export function readBands(reader: PacketReader): Bands {
  const data: Uint8Array[] = [];
  let progress = '';
  let fatal: string | undefined;
  let longest = 0;
  for (let next = reader.next(); next !== 'flush'; next = reader.next()) {
    if (typeof next !== 'object') {
      if (fatal !== undefined) break;
      throw new ConformanceFailure('The bands end without a flush');
    }
    longest = Math.max(longest, next.bytes.length + 4);
    const content = next.bytes.subarray(1);
    if (next.bytes[0] === 1) data.push(content);
    else if (next.bytes[0] === 2) progress += textOf(content);
    else if (next.bytes[0] === 3) fatal = (fatal ?? '') + textOf(content);
    else throw new ConformanceFailure(`A packet is on no band: ${textOf(next.bytes.subarray(0, 80))}`);
  }
  return { data: join(...data), progress, fatal, packets: data.length, longest };
}
