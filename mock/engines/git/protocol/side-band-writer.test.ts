import { describe, expect, it } from 'vitest';
import { readPackets } from './packets.ts';
import { narrowBandBytes, SideBandWriter } from './side-band-writer.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

/** Band and size of each packet, and all data of a band. */
function sent(write: (writer: SideBandWriter) => void, most?: number) {
  const parts: Uint8Array[] = [];
  write(new SideBandWriter((part) => parts.push(part), most));
  return readPackets(new Uint8Array(Buffer.concat(parts))).map((data) => {
    if (!(data instanceof Uint8Array)) throw new Error('not a packet with data');
    return [data[0], data.length - 1, new TextDecoder().decode(data.subarray(1, 20))];
  });
}

describe('SideBandWriter', () => {
  it('collects small pieces in one packet', () => {
    expect(
      sent((writer) => {
        for (const piece of ['PA', '', 'CK']) writer.data(bytes(piece));
        writer.flush();
        writer.flush();
      }),
    ).toEqual([[1, 4, 'PACK']]);
  });

  it('splits data that exceeds a packet', () => {
    expect(
      sent((writer) => {
        writer.data(new Uint8Array(65_515 * 2 + 1).fill(0x61));
        writer.flush();
      }),
    ).toEqual([
      [1, 65_515, 'a'.repeat(19)],
      [1, 65_515, 'a'.repeat(19)],
      [1, 1, 'a'],
    ]);
  });

  it('sends a full packet at once, and no empty one after it', () => {
    expect(sent((writer) => writer.data(new Uint8Array(65_515))).map(([, size]) => size)).toEqual([65_515]);
    expect(
      sent((writer) => {
        writer.data(new Uint8Array(65_515));
        writer.flush();
      }),
    ).toHaveLength(1);
  });

  it('keeps to the narrow band if requested', () => {
    const sizes = sent((writer) => {
      writer.data(new Uint8Array(1_000));
      writer.error('x'.repeat(996));
    }, narrowBandBytes).map(([band, size]) => [band, size]);
    expect(sizes).toEqual([
      [1, 995],
      [1, 5],
      [3, 995],
      [3, 1],
    ]);
  });

  it('sends progress and errors after the data before them', () => {
    expect(
      sent((writer) => {
        writer.data(bytes('one'));
        writer.progress('Counting\n');
        writer.data(bytes('two'));
        writer.error('gone');
      }),
    ).toEqual([
      [1, 3, 'one'],
      [2, 9, 'Counting\n'],
      [1, 3, 'two'],
      [3, 4, 'gone'],
    ]);
  });

  it('does not change packets it has sent', () => {
    const parts: Uint8Array[] = [];
    const writer = new SideBandWriter((part) => parts.push(part), 2);
    for (const piece of ['a', 'b', 'cd', 'e', 'f']) writer.data(bytes(piece));
    expect(new TextDecoder().decode(Buffer.concat(parts))).toBe('0007\x01ab0007\x01cd0007\x01ef');
  });

  it('does not copy data that fills packets by itself', () => {
    const parts: Uint8Array[] = [];
    const writer = new SideBandWriter((part) => parts.push(part));
    const data = new Uint8Array(65_515 * 2 + 7);
    writer.data(data);
    expect(parts.filter(({ buffer }) => buffer === data.buffer).map(({ length }) => length)).toEqual([
      65_515, 65_515,
    ]);
  });
});
