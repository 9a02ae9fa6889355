import { expect, it } from 'vitest';
import { findModel } from '../../../../spec/services/inference/models/catalogue.ts';
import type { ModelEntry } from '../../../../spec/services/inference/models/entry.ts';
import { Generations } from './generations.ts';

const entry = (id: string) => findModel(id) as ModelEntry; // Both are in the catalogue.
const [model, other] = [entry('openai/gpt-5'), entry('anthropic/claude-sonnet-5')];
const make = () => ({ messages: [] });

it('makes what an unchanging input asks for once for each model in a row', () => {
  const generations = new Generations();
  const input = Object.freeze({});
  const first = generations.of(model, input, make);
  expect(generations.of(model, input, make)).toBe(first);
  expect(generations.of(other, input, make)).not.toBe(first);
});

it('makes what others ask for each time', () => {
  const generations = new Generations();
  const input = {};
  const first = generations.of(model, input, make);
  expect(generations.of(model, input, make)).not.toBe(first);
});

it('remembers nothing of what can not be made', () => {
  const generations = new Generations();
  const input = Object.freeze({});
  const fail = () => {
    throw new Error('too long');
  };
  for (let time = 0; time < 2; time++) expect(() => generations.of(model, input, fail)).toThrow('too long');
});
