import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../../spec/errors.ts';
import type { ModelFormat } from '../../../../spec/services/inference/models/entry.ts';
import type { OwnModel } from '../../../../spec/services/inference/models/own-model.ts';
import { Catalogue } from '../catalogue/catalogue.ts';
import { findRunnable, readGatewayHeaders } from './identify-run.ts';

describe('readGatewayHeaders', () => {
  it('takes what headers leave open from the options of a run', () => {
    const headers = new Headers({ 'cf-aig-cache-ttl': '90' });
    const options = { gateway: { id: 'shop', cacheTtl: 60, skipCache: true } };
    expect(readGatewayHeaders(headers, options)).toEqual({
      'cf-aig-gateway-id': 'shop',
      'cf-aig-cache-ttl': 90,
      'cf-aig-skip-cache': true,
    });
  });

  it.each([
    ['cf-aig-max-attempts', '6'],
    ['cf-aig-retry-delay', '60001'],
    ['cf-aig-backoff', 'random'],
    ['cf-aig-metadata', '{'],
  ])("names %s when it can't be %s", (name, value) => {
    const read = () => readGatewayHeaders(new Headers({ [name]: value }));
    expect(read).toThrow(ApiError);
    expect(read).toThrow(name);
  });
});

const own: readonly OwnModel[] = [
  { id: 'acme/parrot' },
  { id: '@cf/acme/vectors', like: '@cf/baai/bge-m3', dimensions: 12 },
];
const catalogue = new Catalogue({ models: own }, (id) => id === '@cf/acme/named');

/** Finds a model, with the certainty of the result. */
function found(id: string, format: ModelFormat) {
  const rests: string[] = [];
  const requestId = () => 'request-1';
  const runnable = findRunnable(id, format, { catalogue, requestId, restsOn: (on) => void rests.push(on) });
  return { ...runnable, rests };
}

const find = (id: string, format: ModelFormat) => {
  const { rests: _, ...runnable } = found(id, format);
  return runnable;
};

function getRefusal(act: () => unknown): string | undefined {
  try {
    act();
    return undefined;
  } catch (error) {
    return error instanceof ApiError ? error.failure : String(error);
  }
}

describe('findRunnable', () => {
  it.each<[string, ModelFormat, boolean, string]>([
    ['openai/gpt-5', 'chat-completions', false, 'openai'],
    ['openai/gpt-5', 'messages', false, 'openai'],
    ['@cf/meta/llama-3.1-8b-instruct', 'run', true, 'workers-ai'],
    ['@cf/openai/gpt-oss-120b', 'responses', true, 'workers-ai'],
    ['@cf/baai/bge-m3', 'embeddings', true, 'workers-ai'],
  ])('finds %s for %s', (id, format, hosted, provider) => {
    const { model, ...rest } = find(id, format);
    expect(model.id).toBe(id);
    expect(rest).toEqual({ hosted, provider });
  });

  it.each<[string, ModelFormat, string]>([
    ['gpt-5', 'run', 'model-name-invalid'],
    ['', 'run', 'model-name-invalid'],
    ['dynamic/support', 'chat-completions', 'dynamic-route-unsupported'],
    ['@cf/meta/llama-0', 'run', 'model-unknown'],
    ['nobody/gpt-0', 'run', 'third-party-model-unknown'],
    ['anthropic/claude-haiku-4-5', 'run', 'third-party-model-unknown'],
    ['@cf/meta/llama-3.1-8b-instruct', 'messages', 'model-messages-unsupported'],
    ['@cf/meta/llama-0', 'messages', 'model-messages-unsupported'],
    ['@cf/meta/llama-3.1-8b-instruct', 'responses', 'model-responses-unsupported'],
    ['@cf/baai/bge-m3', 'chat-completions', 'model-chat-unsupported'],
    ['openai/gpt-5', 'embeddings', 'model-embeddings-unsupported'],
    ['@cf/deepgram/flux', 'run', 'model-run-unsupported'],
  ])('refuses %j for %s as %s', (id, format, failure) => {
    expect(getRefusal(() => find(id, format))).toBe(failure);
  });

  it.each<[string, ModelFormat, object, string[]]>([
    ['openai/gpt-4o-mini', 'run', { task: 'Text Generation', answer: 'chat-completion' }, ['inferred']],
    ['anthropic/claude-next', 'run', { task: 'Text Generation', answer: 'message' }, ['inferred']],
    ['openai/text-embedding-3-small', 'embeddings', { dimensions: 1536 }, ['inferred']],
    ['@cf/acme/named', 'chat-completions', { task: 'Text Generation' }, ['inferred']],
    ['acme/parrot', 'messages', { task: 'Text Generation' }, []],
    ['@cf/acme/vectors', 'embeddings', { dimensions: 12, maxInputTokens: 8192 }, []],
    ['openai/gpt-5', 'run', { contextWindow: 400_000 }, []],
  ])('treats %s as if it were on %s', (id, format, like, rests) => {
    const { model, rests: noted } = found(id, format);
    expect(model).toMatchObject({ id, ...like });
    expect(noted).toEqual(rests);
  });

  it('suggests existing models, and how to add one', () => {
    expect(() => find('opneai/gpt-5', 'run')).toThrow(/openai\/gpt-5.*`models` of a seed file/);
    expect(() => find('@cf/acme/vector', 'run')).toThrow(/@cf\/acme\/vectors/);
  });
});
