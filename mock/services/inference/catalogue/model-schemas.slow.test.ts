import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { catalogueModelSchema } from '../../../../spec/services/inference/catalogue.ts';
import { findModel, models } from '../../../../spec/services/inference/models/catalogue.ts';
import type { ModelEntry } from '../../../../spec/services/inference/models/entry.ts';
import { catalogueModel, openrouterModel } from './catalogue-handlers.ts';
import { modelSchemas } from './model-schemas.ts';

const ajv = () => new Ajv2020({ strict: false, validateFormats: false });

function getModel(id: string): ModelEntry {
  const model = findModel(id);
  if (!model) throw new Error(`no ${id}`);
  return model;
}

describe('modelSchemas', () => {
  it.each(models.map((model) => [model.id, model] as const))('are JSON Schema for %s', (_, model) => {
    const { input, output } = modelSchemas(model);
    for (const schema of [input, output]) {
      expect(ajv().validateSchema(JSON.parse(JSON.stringify(schema)))).toBe(true);
      expect(() => ajv().compile(JSON.parse(JSON.stringify(schema)))).not.toThrow();
    }
  });

  it.each([
    ['@cf/meta/llama-3.1-8b-instruct', { prompt: 'Hello' }, true],
    ['@cf/meta/llama-3.1-8b-instruct', { messages: 'Hello' }, false],
    ['@cf/meta/llama-3.1-8b-instruct', { prompt: 'Hello', temperature: 6 }, false],
    ['@cf/baai/bge-m3', { text: ['a'] }, true],
    ['@cf/meta/m2m100-1.2b', { text: 'a' }, false],
    ['google/nano-banana', { prompt: 'a', aspect_ratio: '16:9' }, true],
  ])('validate the input of %s as the contract does: %j', (id, input, fits) => {
    const model = getModel(id);
    expect(model.input.safeParse(input).success).toBe(fits);
    expect(ajv().validate(modelSchemas(model).input, input)).toBe(fits);
  });

  it('describe bytes by their media types', () => {
    expect(modelSchemas(getModel('@cf/stabilityai/stable-diffusion-xl-base-1.0')).output).toMatchObject({
      type: 'string',
      format: 'binary',
      anyOf: [{ contentMediaType: 'image/png' }, { contentMediaType: 'image/jpeg' }],
    });
  });
});

describe('catalogueModel', () => {
  it.each(models.map((model) => [model.id, model] as const))('lists %s as in the contract', (_, model) => {
    expect(catalogueModelSchema.safeParse(catalogueModel(model)).error).toBeUndefined();
    expect(catalogueModel(model)).toMatchObject({
      id: model.uuid,
      name: model.id,
      task: { name: model.task },
    });
  });
});

describe('openrouterModel', () => {
  it('lists window, abilities and prices of a token', () => {
    expect(openrouterModel(getModel('@cf/meta/llama-3.1-8b-instruct'))).toEqual({
      id: '@cf/meta/llama-3.1-8b-instruct',
      name: 'llama-3.1-8b-instruct',
      description: 'Small multilingual model that follows instructions.',
      input_modalities: ['text'],
      output_modalities: ['text'],
      context_length: 7968,
      max_output_length: 7968,
      pricing: { prompt: '0.000000281688', completion: '0.000000826617' },
      supported_features: ['tools', 'json_mode'],
    });
  });

  it.each([
    ['@cf/baai/bge-reranker-base', 'text', 'label'],
    ['@cf/baai/bge-m3', 'text', 'embeddings'],
    ['@cf/openai/whisper', 'audio', 'text'],
  ])('describes input and output of %s', (id, input, output) => {
    expect(openrouterModel(getModel(id))).toMatchObject({
      input_modalities: [input],
      output_modalities: [output],
    });
  });

  it('says that a model sees, and leaves out an unknown price', () => {
    expect(openrouterModel(getModel('openai/gpt-5'))).toMatchObject({
      input_modalities: ['text', 'image'],
      pricing: { prompt: '0', completion: '0' },
    });
  });
});
