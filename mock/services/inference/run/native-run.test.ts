import { expect, it } from 'vitest';
import { findModel } from '../../../../spec/services/inference/models/catalogue.ts';
import { getNeurons } from './native-run.ts';

it('adds up both kinds of tokens', () => {
  const model = findModel('@cf/meta/llama-3.1-8b-instruct');
  expect(model && getNeurons(model)?.({ inputTokens: 1_000_000, outputTokens: 1_000_000 })).toBe(100_755);
});

it('is undefined for a model without prices', () => {
  const model = findModel('openai/gpt-5');
  expect(model && getNeurons(model)).toBeUndefined();
});
