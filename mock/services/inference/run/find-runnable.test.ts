import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../../spec/errors.ts';
import type { ModelFormat } from '../../../../spec/services/inference/models/entry.ts';
import { findRunnable } from './find-runnable.ts';

const find = (id: string, format: ModelFormat) => findRunnable(id, format, () => 'request-1');

function refusalOf(act: () => unknown): string | undefined {
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
    ['openai/gpt-0', 'run', 'third-party-model-unknown'],
    ['@cf/meta/llama-3.1-8b-instruct', 'messages', 'model-messages-unsupported'],
    ['@cf/meta/llama-0', 'messages', 'model-messages-unsupported'],
    ['@cf/meta/llama-3.1-8b-instruct', 'responses', 'model-responses-unsupported'],
    ['@cf/baai/bge-m3', 'chat-completions', 'model-chat-unsupported'],
    ['openai/gpt-5', 'embeddings', 'model-embeddings-unsupported'],
    ['@cf/deepgram/flux', 'run', 'model-run-unsupported'],
  ])('refuses %j for %s as %s', (id, format, failure) => {
    expect(refusalOf(() => find(id, format))).toBe(failure);
  });
});
