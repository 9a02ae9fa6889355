import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { parseModelId } from '../model-id.ts';
import { answerForms } from '../output.ts';
import { tasks } from '../tasks.ts';
import { findModel, models, speaks } from './catalogue.ts';
import { getProperties } from './entry.ts';

describe('the catalogue of models', () => {
  test('uses each id and each uuid once', () => {
    expect(new Set(models.map(({ id }) => id)).size).toBe(models.length);
    expect(new Set(models.map(({ uuid }) => uuid)).size).toBe(models.length);
  });

  test.each(tasks.map(({ name }) => name))('has a model for %s', (name) => {
    expect(models.some(({ task, formats }) => task === name && formats.length > 0)).toBe(true);
  });

  test.each(models.map((model) => [model.id, model] as const))('describes %s soundly', (id, model) => {
    const parsed = parseModelId(id);
    expect(parsed).toBeDefined();
    expect(() => z.toJSONSchema(model.input, { io: 'input' })).not.toThrow();
    const form = answerForms[model.answer];
    if (form.kind === 'json') expect(() => z.toJSONSchema(form.schema)).not.toThrow();
    if (parsed?.hosted) expect(speaks(model, 'messages')).toBe(false);
    expect(speaks(model, 'embeddings')).toBe(model.dimensions !== undefined);
    expect(speaks(model, 'run')).toBe(model.realtime === undefined);
  });

  test('finds no unlisted model', () => {
    expect(findModel('openai/gpt-5')?.task).toBe('Text Generation');
    expect(findModel('anthropic/claude-haiku-4-5')).toBeUndefined();
  });
});

describe('getProperties', () => {
  test('lists windows, abilities and prices', () => {
    const model = findModel('@cf/meta/llama-3.1-8b-instruct');
    expect(model && getProperties(model)).toEqual([
      { property_id: 'context_window', value: '7968' },
      { property_id: 'function_calling', value: 'true' },
      { property_id: 'lora', value: 'true' },
      {
        property_id: 'price',
        value: [
          { unit: 'per M input tokens', price: 0.282, currency: 'USD' },
          { unit: 'per M output tokens', price: 0.827, currency: 'USD' },
        ],
      },
    ]);
  });

  test('omits unknown properties of a model', () => {
    const model = findModel('google/nano-banana');
    expect(model && getProperties(model)).toEqual([]);
  });
});

const inputs: readonly [string, unknown, boolean][] = [
  ['@cf/meta/llama-3.1-8b-instruct', { prompt: 'Hello' }, true],
  ['@cf/meta/llama-3.1-8b-instruct', { messages: [{ role: 'user', content: 'Hello' }], colour: 1 }, true],
  ['@cf/meta/llama-3.1-8b-instruct', { messages: [{ role: 'user', content: ['Hello'] }] }, false],
  ['@cf/meta/llama-3.1-8b-instruct', { messages: [{ role: 'user', content: null }] }, false],
  ['@cf/meta/llama-3.1-8b-instruct', { prompt: 'Hello', seed: 9_999_999_999 }, true],
  ['@cf/meta/llama-3.1-8b-instruct', { prompt: 'Hello', temperature: 5.1 }, false],
  ['@cf/meta/llama-3.1-8b-instruct', {}, false],
  ['@cf/openai/gpt-oss-120b', { input: 'Hello', reasoning: { effort: 'low' } }, true],
  ['@cf/openai/gpt-oss-120b', { messages: [{ role: 'user', content: 'Hello' }] }, true],
  ['@cf/meta/llama-3.2-11b-vision-instruct', { prompt: 'What is it?', image: [1, 2, 255] }, true],
  ['@cf/meta/llama-3.2-11b-vision-instruct', { prompt: 'What is it?', image: [256] }, false],
  ['@cf/baai/bge-base-en-v1.5', { text: Array(100).fill('a'), pooling: 'cls' }, true],
  ['@cf/baai/bge-base-en-v1.5', { text: Array(101).fill('a') }, false],
  ['@cf/qwen/qwen3-embedding-0.6b', { queries: 'a' }, true],
  ['@cf/qwen/qwen3-embedding-0.6b', { instruction: 'a' }, false],
  ['@cf/baai/bge-m3', { query: 'a', contexts: [{ text: 'b' }] }, true],
  ['@cf/baai/bge-m3', { query: 'a' }, false],
  ['@cf/baai/bge-reranker-base', { query: 'a', contexts: [] }, false],
  ['@cf/meta/m2m100-1.2b', { text: 'a', target_lang: 'fr' }, true],
  ['@cf/meta/m2m100-1.2b', { text: 'a' }, false],
  ['@cf/black-forest-labs/flux-1-schnell', { prompt: 'a', steps: 4 }, true],
  ['@cf/black-forest-labs/flux-1-schnell', { prompt: 'a', width: 512 }, false],
  ['@cf/stabilityai/stable-diffusion-xl-base-1.0', { prompt: 'a', width: 256 }, true],
  ['@cf/stabilityai/stable-diffusion-xl-base-1.0', { prompt: 'a', width: 255 }, false],
  ['@cf/black-forest-labs/flux-2-dev', { prompt: 'a', width: '512' }, true],
  ['@cf/openai/whisper-large-v3-turbo', { audio: 'AAAA' }, true],
  ['@cf/openai/whisper-large-v3-turbo', { audio: 'no base64' }, false],
  ['@cf/moondream/moondream3.1-9B-A2B', { task: 'sing', image: 'AAAA' }, false],
  ['anthropic/claude-sonnet-5', { messages: [{ role: 'user', content: 'a' }] }, false],
  [
    'anthropic/claude-sonnet-5',
    { max_tokens: 1, messages: [{ role: 'user', content: 'a' }], system: [{ type: 'text', text: 'b' }] },
    false,
  ],
  ['google/nano-banana', { prompt: 'a', aspect_ratio: '16:9' }, true],
  ['google/nano-banana', { prompt: 'a', aspect_ratio: 'wide' }, false],
];

describe('the input of a model', () => {
  test.each(inputs)('%s judges %j', (id, input, fits) => {
    expect(findModel(id)?.input.safeParse(input).success).toBe(fits);
  });
});
