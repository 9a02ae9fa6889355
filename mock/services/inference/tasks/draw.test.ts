import { decode as decodePng } from 'fast-png';
import { decode as decodeJpeg } from 'jpeg-js';
import { describe, expect, test } from 'vitest';
import { fromBase64 } from '../../../engines/models/base64.ts';
import { aspectSize, pictureSize } from './picture-size.ts';
import type { PublishedFile } from './task.ts';
import { getResult, perform, toBytes } from './testing/perform.ts';

const sdxl = '@cf/stabilityai/stable-diffusion-xl-base-1.0';
const small = { width: 256, height: 320 };

/** The size of a picture, read by another library. */
function getSize(bytes: Uint8Array, mediaType: string) {
  const { width, height } =
    mediaType === 'image/png' ? decodePng(bytes, { checkCrc: true }) : decodeJpeg(bytes, { useTArray: true });
  return { width, height };
}

describe('models that draw', () => {
  test.each([
    ['@cf/leonardo/lucid-origin', small, small],
    ['@cf/black-forest-labs/flux-1-schnell', {}, { width: 1024, height: 1024 }],
    ['@cf/black-forest-labs/flux-2-dev', { width: '256', height: '320' }, small],
    ['@cf/black-forest-labs/flux-2-klein-4b', { width: '320' }, { width: 320, height: 1024 }],
  ])('return Base64 of a JPEG file: %s %j', async (id, asked, size) => {
    const { image } = await getResult<{ image: string }>(id, { prompt: 'a cat', ...asked });
    expect(getSize(fromBase64(image), 'image/jpeg')).toEqual(size);
  });

  test.each([
    ['prompt', { prompt: 'a dog' }],
    ['what is not wanted', { negative_prompt: 'a circle' }],
    ['seed', { seed: 7 }],
    ['picture to start from', { image: [1, 2, 3] }],
    ['picture to start from, as Base64', { image_b64: 'AQID' }],
    ['mask', { image: [1, 2, 3], mask: [4] }],
    ['strength', { image: [1, 2, 3], strength: 0.5 }],
  ])('draw another picture for another %s', async (_, other) => {
    const asked = { prompt: 'a cat', ...small };
    const one = await toBytes(sdxl, asked);
    expect((await toBytes(sdxl, asked)).bytes).toEqual(one.bytes);
    expect((await toBytes(sdxl, { ...asked, ...other })).bytes).not.toEqual(one.bytes);
  });

  test('link a picture of the requested shape and type', async () => {
    const files: PublishedFile[] = [];
    const asked = { prompt: 'a cat', aspect_ratio: '16:9', output_format: 'jpg' };
    const answer = await perform('google/nano-banana', asked, { files });
    expect(answer).toEqual({ kind: 'json', result: { image: 'https://files.example/1' } });
    expect(files.map(({ bytes, mediaType }) => [mediaType, getSize(bytes, mediaType)])).toEqual([
      ['image/jpeg', { width: 1344, height: 768 }],
    ]);
  });
});

describe('aspectSize', () => {
  test.each([
    [undefined, 1024, 1024],
    ['1:1', 1024, 1024],
    ['9:16', 768, 1344],
    ['2:1', 1448, 724],
    ['1:2', 724, 1448],
    ['99:1', 2048, 21],
  ])('of %s is %i by %i', (ratio, width, height) => {
    expect(aspectSize(ratio)).toEqual({ width, height });
  });

  test.each(['2:3', '3:2', '3:4', '4:3', '4:5', '5:4', '9:16', '16:9', '21:9'])(
    'of %s has that ratio within a twentieth, and about a million pixels',
    (ratio) => {
      const { width, height } = aspectSize(ratio);
      const [across = 0, down = 1] = ratio.split(':').map(Number);
      expect(Math.abs(width / height / (across / down) - 1)).toBeLessThan(0.05);
      expect(width * height).toBeGreaterThan(900_000);
      expect(width * height).toBeLessThan(1_100_000);
    },
  );
});

describe('pictureSize', () => {
  test('reads the header of a GIF file', () => {
    expect(pictureSize(Uint8Array.from([0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 3, 1, 2, 0]))).toEqual({
      width: 259,
      height: 2,
    });
  });

  test.each([
    ['nothing', []],
    ['text', [104, 101, 108, 108, 111]],
    ['a truncated JPEG file', [0xff, 0xd8, 0xff, 0xe0, 0x00, 0x10, 0, 0, 0, 0, 0, 0]],
    ['a JPEG file without markers', [0xff, 0xd8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]],
    [
      'a JPEG file with segments without a length',
      [0xff, 0xd8, ...Array(40).fill([0xff, 0xe0, 0, 0]).flat()],
    ],
  ])('finds no size of %s', (_, bytes) => {
    expect(pictureSize(Uint8Array.from(bytes))).toBeUndefined();
  });
});
