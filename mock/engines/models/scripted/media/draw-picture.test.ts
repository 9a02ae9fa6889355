import fc from 'fast-check';
import { decode as decodePng } from 'fast-png';
import { decode as decodeJpeg } from 'jpeg-js';
import { describe, expect, test } from 'vitest';
import type { Picture } from '../../backend.ts';
import { ModelError } from '../../model-error.ts';
import { drawPicture } from './draw-picture.ts';
import { hashBytes } from './hash.ts';

const options = { seed: 1 };
const model = { id: '@cf/stabilityai/stable-diffusion-xl-base-1.0' };
const small: Omit<Picture, 'prompt'> = { width: 64, height: 48, mediaType: 'image/png' };

/** Reads a file by another library than what wrote it. */
function read(
  bytes: Uint8Array,
  mediaType: Picture['mediaType'],
): { width: number; height: number; at: (x: number, y: number) => number[] } {
  const { width, height, data } =
    mediaType === 'image/png' ? decodePng(bytes, { checkCrc: true }) : decodeJpeg(bytes, { useTArray: true });
  const channels = data.length / (width * height);
  return {
    width,
    height,
    at: (x, y) => Array.from(data.slice((y * width + x) * channels, (y * width + x) * channels + 3)),
  };
}

describe('drawPicture', () => {
  test.each(['image/png', 'image/jpeg'] as const)(
    'makes %s of any size that other libraries read',
    async (mediaType) => {
      const side = fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 300 }));
      await fc.assert(
        fc.asyncProperty(fc.string(), side, side, async (prompt, width, height) => {
          const picture = read(
            await drawPicture(options, model, { prompt, width, height, mediaType }),
            mediaType,
          );
          expect([picture.width, picture.height]).toEqual([width, height]);
        }),
        { numRuns: 60 },
      );
    },
  );

  test.each([
    [1, 2048],
    [2048, 1],
    [2048, 2048],
  ])('makes the largest pictures: %i by %i', async (width, height) => {
    for (const mediaType of ['image/png', 'image/jpeg'] as const) {
      const picture = read(
        await drawPicture(options, model, { prompt: 'a star', width, height, mediaType }),
        mediaType,
      );
      expect([picture.width, picture.height]).toEqual([width, height]);
    }
  });

  test.each(['image/png', 'image/jpeg'] as const)(
    'paints a red square on blue in red and blue, in %s',
    async (mediaType) => {
      const request = { prompt: 'a big red square on blue', width: 100, height: 100, mediaType };
      const { at } = read(await drawPicture(options, model, request), mediaType);
      const [red = 0, , blueInside = 0] = at(50, 48);
      const [redOutside = 0, , blue = 0] = at(0, 0);
      expect(red).toBeGreaterThan(200);
      expect(blueInside).toBeLessThan(60);
      expect(blue).toBeGreaterThan(190);
      expect(redOutside).toBeLessThan(70);
    },
  );

  test('differs by prompt, negative prompt, seeds and model', async () => {
    const prompt = 'a red circle on blue';
    const pictures = await Promise.all([
      drawPicture(options, model, { ...small, prompt }),
      drawPicture(options, model, { ...small, prompt: 'the red circle on blue' }),
      drawPicture(options, model, { ...small, prompt, negativePrompt: 'blurry' }),
      drawPicture(options, model, { ...small, prompt, negativePrompt: 'circle' }),
      drawPicture(options, model, { ...small, prompt, seed: 1 }),
      drawPicture(options, model, { ...small, prompt, seed: 2 }),
      drawPicture({ seed: 2 }, model, { ...small, prompt }),
      drawPicture(options, { id: 'other' }, { ...small, prompt }),
      drawPicture(options, model, { ...small, prompt, mediaType: 'image/jpeg' }),
    ]);
    expect(new Set(pictures.map((bytes) => hashBytes(bytes))).size).toBe(pictures.length);
  });

  test.each(['image/png', 'image/jpeg'] as const)(
    'makes a thousand different %s of a thousand prompts',
    async (mediaType) => {
      const seen = new Set<number>();
      for (let n = 0; n < 1000; n++) {
        seen.add(
          hashBytes(
            await drawPicture(options, model, { ...small, mediaType, prompt: `a red circle, take ${n}` }),
          ),
        );
      }
      expect(seen.size).toBe(1000);
    },
  );

  test.each([
    ['image/png', 735016941],
    ['image/jpeg', 1157689779],
  ] as const)('makes %s of bytes that are written down, on every runtime', async (mediaType, hash) => {
    const prompt = 'two pink hearts above a cyan ring, a crescent and a hexagon on grey';
    const bytes = await drawPicture(options, model, { prompt, width: 333, height: 222, mediaType, seed: 7 });
    expect(hashBytes(bytes)).toBe(hash);
  });

  test.each([0, -1, 2049, 1.5, Number.NaN, Number.POSITIVE_INFINITY])(
    'refuses a side of %s pixels',
    async (side) => {
      await expect(drawPicture(options, model, { ...small, prompt: '', width: side })).rejects.toThrow(
        ModelError,
      );
      await expect(drawPicture(options, model, { ...small, prompt: '', height: side })).rejects.toThrow(
        'height',
      );
    },
  );
});
