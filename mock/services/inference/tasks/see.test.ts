import { describe, expect, test } from 'vitest';
import type { ModelBackend } from '../../../engines/models/backend.ts';
import { toBase64 } from '../../../engines/models/base64.ts';
import { getResult, perform, redField, scripted } from './testing/perform.ts';

const picture = await redField();
const base64 = toBase64(picture);
const task = '@cf/moondream/moondream3.1-9B-A2B';

describe('models that see', () => {
  test.each([
    ['bytes', picture],
    ['numbers', [...picture]],
    ['Base64', base64],
    ['a data URL', `data:image/png;base64,${base64}`],
  ])('describe a picture that is sent as %s', async (_, image) => {
    const { description } = await getResult<{ description: string }>('@cf/unum/uform-gen2-qwen-500m', {
      image,
    });
    expect(description).toContain('blue with red');
  });

  test('answer questions within their limit of tokens', async () => {
    const id = '@cf/llava-hf/llava-1.5-7b-hf';
    const prompt = 'What is the background?';
    const long = await getResult<{ description: string }>(id, { image: picture, prompt });
    const short = await getResult<{ description: string }>(id, { image: picture, prompt, max_tokens: 3 });
    expect(long.description).toContain('The picture is blue');
    expect(long.description).toContain(prompt);
    expect(short.description.length).toBeLessThan(long.description.length);
  });

  test('refuse a file that is no picture', async () => {
    await expect(perform('@cf/microsoft/resnet-50', { image: [1, 2, 3] })).rejects.toMatchObject({
      reason: 'bad-input',
    });
    await expect(perform('@cf/llava-hf/llava-1.5-7b-hf', { image: 'no base64!' })).rejects.toMatchObject({
      failure: 'base64-invalid',
    });
  });
});

describe('the model with a task', () => {
  test('captions shorter and longer', async () => {
    const asked: unknown[] = [];
    const describe: ModelBackend['describe'] = async (_, { maxTokens }) => {
      asked.push(maxTokens);
      return 'A field.';
    };
    for (const length of ['short', undefined, 'long'])
      await perform(task, { task: 'caption', image: base64, length }, { backend: { ...scripted, describe } });
    expect(asked).toEqual([24, 96, 384]);
  });

  test.each([
    ['image/png', 'area'],
    ['image/jpeg', 'the red areas'],
  ] as const)('points into detected objects, in fractions of a picture of %s', async (mediaType, object) => {
    const image = toBase64(await redField(mediaType));
    const { points } = await getResult<{ points: { x: number; y: number }[] }>(task, {
      task: 'point',
      image,
      object,
    });
    const { objects } = await getResult<{ objects: Record<string, number>[] }>(task, {
      task: 'detect',
      image,
      object,
    });
    expect(points.length).toBe(1);
    const [{ x, y }, { x_min, x_max, y_min, y_max }] = [points[0] ?? { x: -1, y: -1 }, objects[0] ?? {}];
    expect(x_min).toBeLessThan(x);
    expect(x_max).toBeGreaterThan(x);
    expect(y_min).toBeLessThan(y);
    expect(y_max).toBeGreaterThan(y);
    for (const part of Object.values(objects[0] ?? {})) expect(part).toBeLessThanOrEqual(1);
  });

  test('finds nothing without an object of that name', async () => {
    const input = { task: 'detect', image: base64, object: 'green area' };
    expect(await getResult(task, input)).toMatchObject({ objects: [] });
  });
});
