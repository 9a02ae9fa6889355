import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GitError } from '../git-error.ts';
import { thrownBy } from '../testing/thrown-by.ts';
import { type Packet, PacketReader, PacketWriter, packetText, readPacket, readPackets } from './packets.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const text = (data: Uint8Array) => new TextDecoder().decode(data);

async function* inPieces(data: Uint8Array, size: number): AsyncGenerator<Uint8Array, void> {
  for (let at = 0; at < data.length; at += size) yield data.subarray(at, at + size);
}

async function all(reader: PacketReader): Promise<Packet[]> {
  const packets: Packet[] = [];
  for (let packet = await reader.next(); packet !== undefined; packet = await reader.next())
    packets.push(packet);
  return packets;
}

const failure = async (doing: Promise<unknown>) => {
  const error = await doing.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof GitError) return error.failure;
  if (error !== undefined) throw error;
  return undefined;
};

/** A fetch as Git 2.39 sends it, in which some lines end in a line feed and some do not. */
const exchange = '0011command=fetch0014agent=git/2.39.50001000eofs-delta\n0009done\n0000';

describe('readPackets', () => {
  it('reads lines with and without a line feed, and markers', () => {
    const packets = readPackets(bytes(exchange)).map((packet) =>
      typeof packet === 'string' ? packet : [packetText(packet)],
    );
    expect(packets).toEqual([
      ['command=fetch'],
      ['agent=git/2.39.5'],
      'delim',
      ['ofs-delta'],
      ['done'],
      'flush',
    ]);
  });

  it('reads an empty packet, digits in both cases, and the end of a response', () => {
    expect(readPackets(bytes('0004000Ahello\n000ahello\n0002'))).toEqual([
      new Uint8Array(0),
      bytes('hello\n'),
      bytes('hello\n'),
      'response-end',
    ]);
  });

  it('reads the longest packet', () => {
    const longest = new Uint8Array(65_520).fill(0x61);
    longest.set(bytes('fff0'));
    expect(readPackets(longest)).toEqual([longest.subarray(4)]);
  });

  it.each(['0003', 'fff1', 'ffff', '00 4', 'GET ', '+123', '0x12', '-001', '\0\0\0\0'])(
    'refuses the length %j',
    (length) => {
      expect(thrownBy(() => readPacket(bytes(`${length}${'x'.repeat(70_000)}`), 0))).toBe('bad-packet');
    },
  );

  it('refuses truncated packets', () => {
    const ends = [0, 17, 37, 41, 55, 64, 68];
    for (let length = 0; length <= exchange.length; length++) {
      const cut = bytes(exchange).subarray(0, length);
      expect(thrownBy(() => readPackets(cut))).toBe(ends.includes(length) ? undefined : 'bad-packet');
    }
  });
});

describe('packetText', () => {
  it.each([
    ['a\n', 'a'],
    ['a', 'a'],
    ['a\n\n', 'a\n'],
    ['\n', ''],
    ['', ''],
    ['\ufeffü\n', '\ufeffü'],
  ])('reads %j', (data, line) => {
    expect(packetText(bytes(data))).toBe(line);
  });
});

describe('PacketWriter', () => {
  it('writes lines, texts, bytes and markers', () => {
    const writer = new PacketWriter();
    writer
      .line('version 2')
      .text('ü')
      .data(new Uint8Array([0]))
      .mark('delim')
      .mark('response-end')
      .mark('flush');
    expect(text(writer.bytes())).toBe('000eversion 2\n0006ü0005\x00000100020000');
  });

  it('writes thousands of lines', () => {
    const writer = new PacketWriter();
    for (let line = 0; line < 10_000; line++) writer.line(`refs/heads/${line}`);
    expect(
      readPackets(writer.bytes()).map((packet) => typeof packet !== 'string' && packetText(packet)),
    ).toEqual(Array.from({ length: 10_000 }, (_, line) => `refs/heads/${line}`));
  });

  it('writes the longest packet and no longer one', () => {
    const writer = new PacketWriter().data(new Uint8Array(65_516));
    expect(text(writer.bytes().subarray(0, 4))).toBe('fff0');
    expect(thrownBy(() => writer.data(new Uint8Array(65_517)))).toBe('too-large');
    expect(thrownBy(() => writer.line('ü'.repeat(32_758)))).toBe('too-large');
    expect(writer.bytes()).toHaveLength(65_520);
  });
});

describe('PacketReader', () => {
  it.each([1, 2, 3, 5, 16, 1_000])('reads packets from pieces of %d bytes', async (size) => {
    expect(await all(new PacketReader(inPieces(bytes(exchange), size)))).toEqual(
      readPackets(bytes(exchange)),
    );
  });

  it.each([1, 7, 1_000])(
    'returns the bytes after a flush unchanged, from pieces of %d bytes',
    async (size) => {
      const reader = new PacketReader(inPieces(bytes('0006aa0005b0000PACK and more'), size));
      const lines: unknown[] = [];
      for await (const packet of reader.untilFlush()) lines.push(packet);
      expect(lines).toEqual([bytes('aa'), bytes('b')]);
      let rest = '';
      for await (const piece of reader.rest()) rest += text(piece);
      expect(rest).toBe('PACK and more');
      expect(await reader.next()).toBeUndefined();
    },
  );

  it('accepts empty pieces and an empty body', async () => {
    async function* pieces() {
      yield* [bytes(''), bytes('0005'), bytes(''), bytes('a'), bytes('')];
    }
    expect(await all(new PacketReader(pieces()))).toEqual([bytes('a')]);
    expect(await all(new PacketReader(inPieces(bytes(''), 1)))).toEqual([]);
  });

  it.each(['0', '000', '0005', '0009abc', '0006a'])(
    'refuses a body that ends within a packet: %j',
    async (body) => {
      for (const size of [1, 100]) {
        expect(await failure(all(new PacketReader(inPieces(bytes(body), size))))).toBe('bad-packet');
      }
    },
  );

  it('refuses a body that ends where a flush is expected', async () => {
    const reader = new PacketReader(inPieces(bytes('0005a'), 2));
    expect(await failure(Array.fromAsync(reader.untilFlush()))).toBe('bad-packet');
  });

  it('refuses packets whose total exceeds the limit', async () => {
    for (const size of [3, 100]) {
      const body = () => inPieces(bytes('0006aa0006bb0000PACK and more'), size);
      expect(await failure(all(new PacketReader(body(), 15)))).toBe('too-large');
      const reader = new PacketReader(body(), 16);
      expect(await Array.fromAsync(reader.untilFlush())).toHaveLength(2);
    }
  });

  it('releases the body when it is cancelled', async () => {
    let ended = false;
    async function* endless() {
      try {
        for (;;) yield bytes('0000');
      } finally {
        ended = true;
      }
    }
    const reader = new PacketReader(endless());
    await reader.next();
    await reader.cancel();
    expect(ended).toBe(true);
  });

  it('reads written packets, however they are split', async () => {
    const packets = fc.array(
      fc.oneof(fc.uint8Array({ maxLength: 50 }), fc.constantFrom('flush', 'delim', 'response-end')),
    );
    await fc.assert(
      fc.asyncProperty(packets, fc.integer({ min: 1, max: 60 }), async (written, size) => {
        const writer = new PacketWriter();
        for (const packet of written) {
          if (typeof packet === 'string') writer.mark(packet);
          else writer.data(packet);
        }
        expect(readPackets(writer.bytes())).toEqual(written);
        expect(await all(new PacketReader(inPieces(writer.bytes(), size)))).toEqual(written);
      }),
    );
  });

  it('agrees with the reader of whole sources on arbitrary bytes', async () => {
    const digit = fc.constantFrom(...bytes('0000012345abF\n'));
    const source = fc.oneof(
      fc.uint8Array({ maxLength: 64 }),
      fc.array(digit, { maxLength: 64 }).map((list) => new Uint8Array(list)),
    );
    await fc.assert(
      fc.asyncProperty(source, fc.integer({ min: 1, max: 9 }), async (data, size) => {
        expect(await failure(all(new PacketReader(inPieces(data, size))))).toBe(
          thrownBy(() => readPackets(data)),
        );
      }),
    );
  });
});
