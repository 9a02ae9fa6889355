import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readScene } from './scene.ts';

const picture = { width: 64, height: 64, mediaType: 'image/png' } as const;

describe('readScene', () => {
  test.each([
    ['a red circle on blue', 'blue', ['red circle']],
    ['Red Circle, blue background', 'blue', ['red circle']],
    [
      'two yellow stars and a green square against a black backdrop',
      'black',
      ['yellow star', 'yellow star', 'green square'],
    ],
    ['a red circle on a blue square', undefined, ['red circle', 'blue square']],
    ['3 pink hearts', undefined, ['pink heart', 'pink heart', 'pink heart']],
    ['a scarlet ball over a navy wall', 'blue', ['red circle']],
    ['the sun in a blue sky', 'blue', ['yellow circle']],
    ['one violet box, four crimson crosses', undefined, ['purple rectangle', ...Array(4).fill('red cross')]],
    ['3d render, 1024x1024, a white moon', undefined, ['white crescent']],
  ])('reads %s', (prompt, background, names) => {
    const scene = readScene({ ...picture, prompt }, 1);
    if (background !== undefined) expect(scene.background).toBe(background);
    if (names !== undefined)
      expect(scene.figures.map(({ colour, shape }) => `${colour} ${shape}`)).toEqual(names);
  });

  test.each([
    ['a red circle on the left and a blue square on the right', [{ column: 'start' }, { column: 'end' }]],
    ['a red circle left of a blue square', [{ column: 'start' }, { column: 'end' }]],
    ['a red circle to the right of a small blue square', [{ column: 'end' }, { column: 'start', size: 0.4 }]],
    ['two stars above a huge ring', [{ row: 'start' }, { row: 'start' }, { row: 'end', size: 0.95 }]],
    ['a star at the bottom', [{ row: 'end' }]],
  ])('places %s', (prompt, figures) => {
    expect(readScene({ ...picture, prompt }, 1).figures).toMatchObject(figures);
  });

  test('draws a word without a shape as the same figure in each prompt', () => {
    const [cat] = readScene({ ...picture, prompt: 'a cat' }, 1).figures;
    const [sleeping, again] = readScene({ ...picture, prompt: 'the sleeping cat' }, 2).figures;
    expect(again).toEqual(cat);
    expect(sleeping).not.toEqual(cat);
  });

  test('draws what has a colour beside what has a shape', () => {
    const { figures } = readScene(
      { ...picture, prompt: 'a red sports car and a blue house by two green lakes' },
      1,
    );
    expect(figures.map(({ colour }) => colour)).toEqual(['red', 'blue', 'green', 'green']);
    expect(figures[1]?.shape).toBe('square');
    expect(figures[3]).toEqual(figures[2]);
  });

  test('does not draw what is not wanted', () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const prompt = 'a red circle and a square on white';
        const { figures, background } = readScene(
          { ...picture, prompt, negativePrompt: 'circles, red, white' },
          seed,
        );
        expect(background).not.toBe('white');
        for (const { shape, colour } of figures) {
          expect(shape).not.toBe('circle');
          expect(['red', 'white']).not.toContain(colour);
        }
      }),
    );
  });

  test('finds something to draw in any prompt', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), fc.nat(), (prompt, negativePrompt, seed) => {
        const { figures } = readScene({ ...picture, prompt, negativePrompt }, seed);
        expect(figures.length).toBeGreaterThan(0);
        expect(figures.length).toBeLessThanOrEqual(12);
      }),
    );
  });
});
