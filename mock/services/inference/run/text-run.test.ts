import { describe, expect, it } from 'vitest';
import { findModel } from '../../../../spec/services/inference/models/catalogue.ts';
import type { ModelEntry } from '../../../../spec/services/inference/models/entry.ts';
import { createMock } from '../../../assembly/create-mock.ts';
import { getClient, getRefusal } from '../../../assembly/testing/test-client.ts';
import { worldDefaults } from '../../../world/defaults.ts';
import type { Runnable } from './run-parts.ts';
import { fitWindow } from './text-run.ts';

function runnable(id: string, hosted: boolean, contextWindow: number): Runnable {
  const model = findModel(id);
  if (!model) throw new Error(`There is no ${id}.`);
  const small: ModelEntry = { ...model, contextWindow };
  return { model: small, hosted, provider: 'any' };
}

const hosted = runnable('@cf/meta/llama-3.1-8b-instruct', true, 20);
const thirdParty = runnable('openai/gpt-5', false, 20);
const say = (text: string) => ({
  messages: [{ role: 'user' as const, parts: [{ type: 'text' as const, text }] }],
});
const letters = (text: string) => text.length;

describe('fitWindow', () => {
  it("sets a hosted model's default number of tokens", () => {
    expect(fitWindow(hosted, say('Hello'), letters).maxTokens).toBe(256);
    expect(fitWindow(hosted, { ...say('Hello'), maxTokens: 8 }, letters).maxTokens).toBe(8);
    expect(fitWindow(thirdParty, say('Hello'), letters).maxTokens).toBeUndefined();
  });

  it('refuses a prompt that is longer than the window', () => {
    expect(() => fitWindow(hosted, say('x'.repeat(21)), letters)).toThrow('(21)');
    expect(() => fitWindow(thirdParty, say('x'.repeat(21)), letters)).toThrow('openai/gpt-5 takes 20');
    expect(fitWindow(hosted, say('x'.repeat(20)), letters)).toBeDefined();
  });

  it('counts the requested number only into the window of a hosted model', () => {
    const asked = { ...say('x'.repeat(15)), maxTokens: 6 };
    expect(() => fitWindow(hosted, asked, letters)).toThrow('(21)');
    expect(fitWindow(thirdParty, asked, letters).maxTokens).toBe(6);
  });

  it('counts nothing for a picture', () => {
    const media = { type: 'media' as const, mediaType: 'image/png', data: new Uint8Array(9) };
    const messages = [
      { role: 'user' as const, parts: [media, { type: 'text' as const, text: 'x'.repeat(19) }] },
    ];
    expect(fitWindow(hosted, { messages }, letters)).toBeDefined();
  });

  it('counts tokens and not characters', () => {
    expect(fitWindow(hosted, say('x'.repeat(200)), () => 20)).toBeDefined();
  });
});

describe('a schema that a hosted model does not meet', () => {
  it.each([
    ['bad-input', undefined, 5024],
    ['bad-input', 400, 'other'],
    ['unavailable', undefined, 'other'],
  ] as const)(
    'is an error of JSON mode for the reason %s with status %s: %s',
    async (reason, status, code) => {
      const error = { reason, ...(status !== undefined && { status }) };
      const mock = createMock({ gatewayHeader: 'optional', models: { replies: [{ reply: { error } }] } });
      const reply = await getClient(mock).send({
        method: 'POST',
        path: `/accounts/${worldDefaults.accountId}/ai/run/@cf/meta/llama-3.1-8b-instruct`,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          prompt: 'Hello',
          response_format: { type: 'json_schema', json_schema: { type: 'object' } },
        }),
      });
      const refusal = getRefusal(reply);
      expect(refusal?.code === 5024 ? 5024 : 'other').toBe(code);
    },
  );
});
