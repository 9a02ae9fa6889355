import { describe, expect, test } from 'vitest';
import { getPrompt } from './get-prompt.ts';
import { inputBytes } from './input-bytes.ts';
import { getModel } from './testing/perform.ts';

const bytes = Uint8Array.of(1, 2, 255);

describe('inputBytes', () => {
  test.each([
    ['bytes', bytes],
    ['numbers', [1, 2, 255]],
    ['Base64', 'AQL/'],
    ['a data URL', 'data:audio/wav;base64,AQL/'],
    ['a body with its type', { body: 'AQL/', contentType: 'audio/wav' }],
    ['a body of numbers', { body: [1, 2, 255], contentType: 'audio/wav' }],
  ])('reads %s', (_, value) => {
    expect(inputBytes(value)).toEqual(bytes);
  });

  test.each([
    ['no base64', 'string'],
    ['', 'string'],
    ['data:text/plain,hello', 'string'],
    [7, 'number'],
    [null, 'null'],
    [{}, 'object'],
    [undefined, 'undefined'],
  ])('refuses %j and names its type', (value, type) => {
    expect(() => inputBytes(value)).toThrow(
      expect.objectContaining({ failure: 'base64-invalid', detail: { type } }),
    );
  });
});

describe('getPrompt', () => {
  test.each([
    ['@cf/baai/bge-base-en-v1.5', { text: ['one', 'two'] }, 'one\ntwo'],
    ['@cf/baai/bge-reranker-base', { query: 'Where?', contexts: [{ text: 'Here.' }] }, 'Where?\nHere.'],
    ['@cf/qwen/qwen3-embedding-0.6b', { queries: 'q', documents: ['d'], instruction: 'i' }, 'i\nq\nd'],
    ['@cf/facebook/bart-large-cnn', { input_text: 'long' }, 'long'],
    ['google/nano-banana', { prompt: 'a cat', aspect_ratio: '1:1' }, 'a cat'],
    ['@cf/moondream/moondream3.1-9B-A2B', { task: 'query', question: 'What?', image: 'AAAA' }, 'What?'],
    ['@cf/openai/whisper', { audio: [1] }, ''],
  ])('of %s is the text of %j', (id, input, prompt) => {
    expect(getPrompt(getModel(id), input)).toBe(prompt);
  });
});
