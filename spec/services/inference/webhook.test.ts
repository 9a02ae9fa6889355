import { describe, expect, test } from 'vitest';
import { chatWebhookSchema, type WebhookPayload, webhookBody, webhookPayloadSchema } from './webhook.ts';

const payload: WebhookPayload = {
  id: '4a7ee8d3-dd63-4ceb-9d5f-c27831854ce7',
  state: 'Completed',
  result: { response: 'Hello' },
  error: null,
  provider: 'openai',
  model: 'openai/gpt-5',
  usage: { total_tokens: 3 },
};
const error = { code: 'provider_unavailable', message: 'Not there.' };

describe('the payload of a webhook', () => {
  test.each([
    ['a completed run', payload, true],
    ['a failed run', { ...payload, state: 'Failed', error, result: {} }, true],
    ['a completed run with an error', { ...payload, error }, false],
    ['a failed run without one', { ...payload, state: 'Failed' }, false],
    ['a run that goes on', { ...payload, state: 'Running' }, false],
    ['an eighth member', { ...payload, runId: payload.id }, false],
    ['a missing member', { ...payload, usage: undefined }, false],
    ['a result that is no object', { ...payload, result: 'Hello' }, false],
  ])('judges %s', (_, body, fits) => {
    expect(webhookPayloadSchema.safeParse(body).success).toBe(fits);
  });
});

describe('webhookBody', () => {
  test('is the payload itself in the format raw', () => {
    expect(webhookBody(payload, 'raw')).toEqual(payload);
  });

  test('is one text in the format chat, indented', () => {
    const { text } = chatWebhookSchema.parse(webhookBody(payload, 'chat'));
    expect(JSON.parse(text)).toEqual(payload);
    expect(text.split('\n')[1]).toBe(`  "id": "${payload.id}",`);
  });
});
