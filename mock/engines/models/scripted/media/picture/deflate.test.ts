import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { zlib } from './deflate.ts';

/** Unpacks by the runtime's own zlib, which checks the checksum too. */
async function unpack(packed: Uint8Array): Promise<Uint8Array> {
  const stream = new Blob([Uint8Array.from(packed)]).stream().pipeThrough(new DecompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Bytes with many repetitions of three, of all lengths. */
const runs = fc
  .array(fc.tuple(fc.uint8Array({ minLength: 1, maxLength: 3 }), fc.nat(300)), { maxLength: 20 })
  .map((list) =>
    Uint8Array.from(
      list.flatMap(([bytes, times]) =>
        Array(times)
          .fill([...bytes])
          .flat(),
      ),
    ),
  );

describe('zlib', () => {
  test('packs any bytes so that zlib unpacks them', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.uint8Array(), runs), async (bytes) => {
        expect(await unpack(zlib(bytes))).toEqual(bytes);
      }),
    );
  });

  test('packs a repetition of each length', async () => {
    for (let length = 0; length < 600; length++) {
      const bytes = new Uint8Array(length).fill(7);
      expect(await unpack(zlib(bytes))).toEqual(bytes);
    }
  });

  test('packs a flat megabyte into six kilobytes', () => {
    expect(zlib(new Uint8Array(1 << 20)).length).toBeLessThan(7000);
  });
});
