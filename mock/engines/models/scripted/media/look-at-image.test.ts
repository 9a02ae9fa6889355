import fc from 'fast-check';
import { encode as encodeOther } from 'jpeg-js';
import { describe, expect, test } from 'vitest';
import { ModelError } from '../../model-error.ts';
import { drawPicture } from './draw-picture.ts';
import { describeImage, detectObjects, labelImage } from './look-at-image.ts';
import { colourNames } from './picture/colours.ts';
import { shapeNames } from './picture/shapes.ts';

const options = { seed: 1 };
const model = { id: 'm' };

function draw(
  prompt: string,
  width = 128,
  height = 96,
  mediaType: 'image/png' | 'image/jpeg' = 'image/png',
): Promise<Uint8Array> {
  return drawPicture(options, model, { prompt, width, height, mediaType });
}

describe('describeImage', () => {
  test.each(shapeNames)('sees each %s that was drawn, in each colour and format', async (shape) => {
    for (const colour of colourNames.filter((name) => name !== 'green')) {
      for (const mediaType of ['image/png', 'image/jpeg'] as const) {
        const image = await draw(`a ${colour} ${shape} on green`, 128, 96, mediaType);
        expect(await describeImage(options, model, { image })).toContain(
          `${colour} ${shape} on a green background.`,
        );
      }
    }
  });

  test('sees all figures of a scene, how many and where', async () => {
    const image = await draw(
      'three small blue stars at the top and a red heart at the bottom left on white',
      400,
      300,
    );
    const text = await describeImage(options, model, { image });
    expect(text).toMatch(/^A red heart and three blue stars on a white background\./);
    expect(text).toContain('The red heart is at the bottom left.');
    expect(text).toContain('The PNG picture is 400 pixels wide and 300 high.');
  });

  test.each([
    ['How many shapes are there?', /^Two figures: /],
    ['What is the background?', /^The background is white\./],
    ['Which colours do you see?', /^The colours are white, .*(red|blue)/],
  ])('answers %s', async (prompt, answer) => {
    const image = await draw('a red circle and a blue ring on white');
    expect(await describeImage(options, model, { image, prompt })).toMatch(answer);
  });

  test('keeps to the most tokens', async () => {
    const image = await draw('a red circle on white');
    const countTokens = (text: string): number => text.split(' ').length;
    expect(await describeImage({ ...options, countTokens }, model, { image, maxTokens: 3 })).toBe(
      'A red circle',
    );
  });

  test('says what one pixel shows', async () => {
    expect(await describeImage(options, model, { image: await draw('a star on red', 1, 1) })).toMatch(
      /^A plain /,
    );
  });

  test('sees a JPEG of another encoder', async () => {
    const data = new Uint8Array(64 * 64 * 4).fill(255);
    for (let y = 16; y < 48; y++) for (let x = 16; x < 48; x++) data.set([220, 30, 30], (y * 64 + x) * 4);
    const { data: image } = encodeOther({ width: 64, height: 64, data }, 80);
    expect(await describeImage(options, model, { image })).toMatch(/^A red square on a white background\./);
  });
});

describe('labelImage', () => {
  test('names the figures first, with scores that add up to one', async () => {
    const labels = await labelImage(options, model, { image: await draw('a purple hexagon on yellow') });
    expect(labels.map(({ label }) => label).slice(0, 3)).toEqual([
      'purple hexagon',
      'yellow background',
      'hexagon',
    ]);
    expect(labels).toHaveLength(5);
    expect(labels.reduce((sum, { score }) => sum + score, 0)).toBeCloseTo(1, 9);
    expect(labels.map(({ score }) => score)).toEqual(
      labels.map(({ score }) => score).toSorted((a, b) => b - a),
    );
  });
});

describe('detectObjects', () => {
  test.each(['image/png', 'image/jpeg'] as const)(
    'finds a figure where it was drawn, in %s',
    async (mediaType) => {
      const image = await draw(
        'a red square at the top left and a blue circle at the right on white',
        300,
        300,
        mediaType,
      );
      const found = await detectObjects(options, model, { image });
      expect(found.map(({ label }) => label).toSorted()).toEqual(['blue circle', 'red square']);
      for (const { label, score, box } of found) {
        expect(score).toBeGreaterThan(0.85);
        expect(box.xmax - box.xmin).toBeGreaterThan(65);
        expect(box.xmax - box.xmin).toBeLessThan(75);
        expect(box.ymax - box.ymin).toBeGreaterThan(65);
        if (label === 'red square') expect(Math.max(box.xmax, box.ymax)).toBeLessThanOrEqual(100);
        else expect(box.xmin).toBeGreaterThanOrEqual(200);
      }
    },
  );

  test('finds nothing on a plain picture', async () => {
    expect(await detectObjects(options, model, { image: await draw('a star', 1, 1) })).toEqual([]);
  });
});

describe('pictures that cannot be read', () => {
  test.each([
    ['nothing', new Uint8Array(0)],
    ['text', new TextEncoder().encode('not a picture')],
    ['a GIF', new TextEncoder().encode('GIF89a')],
    ['the start of a JPEG', Uint8Array.of(0xff, 0xd8, 0xff, 0xe0)],
    ['the start of a PNG', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)],
  ])('are refused: %s', async (_, image) => {
    for (const look of [describeImage, labelImage, detectObjects]) {
      await expect(look(options, model, { image })).rejects.toThrow(ModelError);
    }
  });

  test('are refused or read when they are JPEG with bytes changed, and nothing else happens', async () => {
    const good = await draw('a red circle on blue', 32, 32, 'image/jpeg');
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(good.length - 1), fc.nat(255)), { minLength: 1 }),
        async (changes) => {
          const image = good.slice();
          for (const [at, byte] of changes) image[at] = byte;
          const text = await describeImage(options, model, { image }).catch((error: unknown) => error);
          if (typeof text !== 'string') expect(text).toBeInstanceOf(ModelError);
        },
      ),
      { numRuns: 200 },
    );
  });

  test('are refused when they are JPEG cut short in their headers', async () => {
    const good = await draw('a red circle on blue', 32, 32, 'image/jpeg');
    for (let length = 3; length < 300; length += 7) {
      await expect(describeImage(options, model, { image: good.subarray(0, length) })).rejects.toThrow(
        ModelError,
      );
    }
  });
});
