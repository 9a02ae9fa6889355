import zlib from 'node:zlib';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { edgeLimits } from '../../../spec/limits.ts';
import { OriginBodyError, OriginTimeoutError } from '../origin/origin-body.ts';
import { type Coding, canDecode, decode, parseCodings } from './content-coding.ts';

afterEach(() => vi.unstubAllGlobals());

const encode: Readonly<Record<Coding | 'raw', (bytes: Uint8Array) => Uint8Array>> = {
  gzip: zlib.gzipSync,
  deflate: zlib.deflateSync,
  raw: zlib.deflateRawSync,
  br: zlib.brotliCompressSync,
  zstd: zlib.zstdCompressSync,
};
const codings = ['gzip', 'deflate', 'br', 'zstd'] as const;
const words = Array.from({ length: 9000 }, (_, index) => `word ${(index * 7919) % 10_007} `).join('');
const text = new TextEncoder().encode(words);

/** A body in pieces, which records how far it was read and whether it was canceled. */
function toBody(bytes: Uint8Array, size = 1000) {
  const seen = { read: 0, cancelled: false };
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      pull(controller) {
        if (seen.read >= bytes.length) return controller.close();
        controller.enqueue(bytes.slice(seen.read, seen.read + size));
        seen.read += size;
      },
      cancel() {
        seen.cancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { body, seen };
}

async function decoded(bytes: Uint8Array, names: readonly Coding[], size?: number): Promise<string> {
  return new Response(await decode(toBody(bytes, size).body, names)).text();
}

/** A runtime whose `DecompressionStream` lacks some formats. */
function without(...formats: string[]): void {
  const Native = DecompressionStream;
  vi.stubGlobal(
    'DecompressionStream',
    class extends Native {
      constructor(format: CompressionFormat) {
        if (formats.includes(format)) throw new TypeError(`no ${format}`);
        super(format);
      }
    },
  );
}

const quick = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 } };
const zeros = new Uint8Array(128 * 1024 * 1024);
const bombs: Readonly<Record<Coding, Uint8Array>> = {
  gzip: zlib.gzipSync(zeros),
  deflate: zlib.deflateSync(zeros),
  br: zlib.brotliCompressSync(zeros, quick),
  zstd: zlib.zstdCompressSync(zeros),
};
describe.each([
  ['this runtime', () => {}],
  ['one without zstd', () => without('zstd')],
  [
    'one that decodes whole chunks',
    () => {
      without('zstd');
      vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0' });
    },
  ],
])('decode, on %s,', (_, setUp) => {
  it.each(codings)('decodes %s, in pieces of any size', async (coding) => {
    setUp();
    for (const size of [1, 7, 1000, 1_000_000]) {
      expect(await decoded(encode[coding](text), [coding], size)).toBe(words);
    }
  });

  it('decodes zstd in several frames, including skippable ones', async () => {
    setUp();
    const skipped = [0x50, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3];
    const frame = encode.zstd(text);
    const bytes = new Uint8Array([...skipped, ...frame, ...skipped, ...frame]);
    expect(await decoded(bytes, ['zstd'])).toBe(words + words);
  });

  it.each(codings)('refuses %s that is truncated, changed or something else', async (coding) => {
    setUp();
    const whole = encode[coding](text);
    const changed = whole.slice();
    changed.fill(0xff, 20, 40);
    for (const bytes of [whole.slice(0, whole.length / 2), changed, text]) {
      const refused = decoded(bytes, [coding]);
      await expect(refused).rejects.toThrow(OriginBodyError);
      await expect(refused).rejects.toThrow(`its ${coding} body can't be decoded`);
    }
  });

  it.each(codings)('decodes little more of a bomb in %s than is read, and cancels it', async (coding) => {
    setUp();
    const bomb = bombs[coding];
    const { body, seen } = toBody(bomb, 4096);
    const reader = (await decode(body, [coding])).getReader();
    let size = 0;
    let largest = 0;
    while (size < 1_000_000) {
      const { value } = await reader.read();
      size += value?.length ?? 0;
      largest = Math.max(largest, value?.length ?? 0);
    }
    await reader.cancel();
    // A few bytes of br can decode to a lot.
    expect(largest).toBeLessThan((coding === 'br' ? 64 : 8) * 1024 * 1024);
    await vi.waitFor(() => expect(seen.cancelled || seen.read >= bomb.length).toBe(true));
  });
});

describe('decode', () => {
  it('decodes raw deflate without the zlib frame, as some servers send it', async () => {
    expect(await decoded(encode.raw(text), ['deflate'])).toBe(words);
  });

  it.each([[['gzip', 'br']], [['zstd', 'gzip']], [['deflate', 'deflate', 'br', 'gzip', 'zstd']]] as const)(
    'decodes %s in reverse order',
    async (names) => {
      let bytes = text;
      for (const name of names) bytes = new Uint8Array(encode[name](bytes));
      expect(await decoded(bytes, names)).toBe(words);
    },
  );

  it.each([[[]], [['gzip']], [['gzip', 'br']]] as const)(
    'through %s passes on errors of the body',
    async (names) => {
      const error = new OriginTimeoutError(5);
      const body = () =>
        new ReadableStream<Uint8Array<ArrayBuffer>>({
          pull: (controller) => controller.error(error),
        });
      const read = async () => new Response(await decode(body(), names)).text();
      await expect(read()).rejects.toBe(error);
    },
  );

  it('refuses a zstd window that is larger than a page needs', async () => {
    // A frame of one raw block with a window of 2 GB, which a decoder would allocate at once.
    const frame = new Uint8Array([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0xa8, 0x09, 0x00, 0x00, 0x61]);
    await expect(decoded(frame, ['zstd'])).rejects.toThrow('its window is larger than 8 MB');
  });
});

describe('parseCodings', () => {
  it('supports a limited number of codings', () => {
    const many = Array.from({ length: edgeLimits.contentCodings }, () => 'gzip');
    expect(parseCodings(many.join())).toEqual(many);
    expect(parseCodings([...many, 'gzip'].join())).toBeUndefined();
  });
});

describe('canDecode', () => {
  it('finds all of them here, and neither br nor zstd in a browser without them', () => {
    expect(codings.filter(canDecode)).toEqual([...codings]);
    without('brotli', 'zstd');
    expect(codings.filter(canDecode)).toEqual(['gzip', 'deflate', 'zstd']);
    vi.stubGlobal('process', undefined);
    expect(codings.filter(canDecode)).toEqual(['gzip', 'deflate']);
  });
});
