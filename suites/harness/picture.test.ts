import { encode } from 'fast-png';
import jpeg from 'jpeg-js';
import { describe, expect, test } from 'vitest';
import { ConformanceFailure } from './errors.ts';
import { colourAt, decodePicture, encodePng, pictureHeader } from './picture.ts';

import { drawing } from './testing/drawing.ts';

const ascii = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

/** The first bytes of WebP files of 300 x 200, one of each kind. */
const webp = {
  lossy: ascii('RIFF\x00\x00\x00\x00WEBPVP8 \x00\x00\x00\x00\x30\x01\x00\x9d\x01\x2a\x2c\x01\xc8\x00'),
  lossless: ascii('RIFF\x00\x00\x00\x00WEBPVP8L\x00\x00\x00\x00\x2f\x2b\xc1\x31\x10'),
  extended: ascii('RIFF\x00\x00\x00\x00WEBPVP8X\x0a\x00\x00\x00\x10\x00\x00\x00\x2b\x01\x00\xc7\x00\x00'),
};

describe('pictureHeader', () => {
  test.each([
    ['lossy', webp.lossy, false],
    ['lossless', webp.lossless, true],
    ['extended', webp.extended, true],
  ])('reads the size of %s WebP', (_, bytes, alpha) => {
    expect(pictureHeader(bytes)).toEqual({ type: 'webp', width: 300, height: 200, alpha });
  });

  test('reads the size of PNG and JPEG', async () => {
    const { pixels } = drawing(300, 200);
    const photo = jpeg.encode({ width: 300, height: 200, data: pixels }, 80).data;
    expect(pictureHeader(photo)).toEqual({ type: 'jpeg', width: 300, height: 200, alpha: false });
    const png = await encodePng(drawing(300, 200));
    expect(pictureHeader(png)).toEqual({ type: 'png', width: 300, height: 200, alpha: true });
  });

  test.each([
    ['text', ascii('{"success":false}'), 'it starts with 7b 22 73'],
    ['nothing', new Uint8Array(), 'it starts with nothing'],
    ['a PNG that ends too soon', ascii('\x89PNG\r\n\x1a\n\x00\x00'), 'cut off after 10 bytes'],
    ['a JPEG that ends too soon', ascii('\xff\xd8\xff\xe0\x00\x10'), 'cut off after 6 bytes'],
    ['a JPEG without markers', ascii('\xff\xd8\xff\xe0\x00\x02zz'), 'no marker at byte 6'],
  ])('fails for %s', (_, bytes, message) => {
    expect(() => pictureHeader(bytes)).toThrow(ConformanceFailure);
    expect(() => pictureHeader(bytes)).toThrow(message);
  });
});

describe('decodePicture', () => {
  const size = { width: 2, height: 1 };

  test.each([
    ['RGBA', { channels: 4, data: Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8) }, ['#01020304', '#05060708']],
    ['RGB', { channels: 3, data: Uint8Array.of(1, 2, 3, 5, 6, 7) }, ['#010203ff', '#050607ff']],
    ['grey', { channels: 1, data: Uint8Array.of(1, 255) }, ['#010101ff', '#ffffffff']],
    ['grey with alpha', { channels: 2, data: Uint8Array.of(1, 0, 9, 8) }, ['#01010100', '#09090908']],
    [
      'RGB of 16 bits',
      { channels: 3, depth: 16 as const, data: Uint16Array.of(256, 512, 768, 65535, 0, 255) },
      ['#010203ff', '#ff0000ff'],
    ],
  ])('reads PNG in %s', async (_, image, colours) => {
    const picture = await decodePicture(encode({ ...size, ...image }));
    expect([colourAt(picture, 0, 0), colourAt(picture, 1, 0)]).toEqual(colours);
    expect(colourAt(picture, 2, 0)).toBeUndefined();
  });

  test('reads JPEG', async () => {
    const { pixels } = drawing(16, 8, [200, 10, 10]);
    const { data } = jpeg.encode({ width: 16, height: 8, data: pixels }, 95);
    const picture = await decodePicture(data);
    expect([picture.width, picture.height, picture.pixels.length]).toEqual([16, 8, 512]);
    expect(Math.abs((picture.pixels[0] ?? 0) - 200)).toBeLessThan(6);
  });

  test('refuses a picture with a missing end or changed bytes', async () => {
    const png = await encodePng(drawing(64, 64, [1, 2, 3]));
    await expect(decodePicture(png.slice(0, -20))).rejects.toThrow('the PNG picture is damaged');
    const changed = png.slice();
    changed[60] = (changed[60] ?? 0) ^ 255;
    await expect(decodePicture(changed)).rejects.toThrow(ConformanceFailure);
  });

  test('refuses a picture that claims to be larger than memory', async () => {
    const png = await encodePng(drawing(4, 4));
    new DataView(png.buffer, png.byteOffset).setUint32(16, 1_000_000);
    new DataView(png.buffer, png.byteOffset).setUint32(20, 1_000_000);
    await expect(decodePicture(png)).rejects.toThrow('the picture is 1000000x1000000');
  });

  test('compares no pixels of WebP', async () => {
    await expect(decodePicture(webp.lossy)).rejects.toThrow('WebP');
  });
});
