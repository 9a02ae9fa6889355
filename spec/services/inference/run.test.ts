import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Endpoint } from '../../endpoint.ts';
import { endpoints as aiGatewayEndpoints } from '../ai-gateway/endpoints.ts';
import {
  chatWebhookSchema,
  type WebhookPayload,
  webhookBody,
  webhookPayloadSchema,
} from './background-runs.ts';
import { base64Schema, byteArraySchema } from './bytes.ts';
import { endpoints as inferenceEndpoints } from './endpoints.ts';
import { parseModelId } from './model-id.ts';
import { type RunOptions, runRequestSchema, webhookProblem } from './run.ts';

const run = { model: 'openai/gpt-5', input: { messages: [] } };
const webhookUrl = 'https://hooks.example.com/runs';

describe('the body of a run', () => {
  test.each([
    [run, true],
    [{ ...run, options: {} }, true],
    [{ ...run, options: { background: true, webhookUrl, webhookFormat: 'chat' } }, true],
    [{ ...run, options: { gateway: { id: 'default', cacheTtl: 60 }, extraHeaders: { a: 'b' } } }, true],
    [{ input: {} }, false],
    [{ ...run, model: 7 }, false],
    [{ model: 'openai/gpt-5' }, false],
    [{ ...run, input: 'Hello' }, false],
    [{ ...run, input: ['Hello'] }, false],
    [{ ...run, options: 'background' }, false],
    [{ ...run, options: { background: 'true' } }, false],
    [{ ...run, options: { background: true, webhookUrl: 'hooks' } }, false],
    [{ ...run, options: { background: true, webhookUrl: 'http://hooks.example.com' } }, false],
    [{ ...run, options: { background: true, webhookUrl: 'https://a:b@hooks.example.com' } }, false],
    [{ ...run, options: { background: true, webhookUrl, webhookFormat: 'xml' } }, false],
  ])('%j fits: %j', (body, fits) => {
    expect(runRequestSchema.safeParse(body).success).toBe(fits);
  });
});

describe('webhookProblem', () => {
  const cases: readonly [RunOptions, ReturnType<typeof webhookProblem>][] = [
    [{}, undefined],
    [{ background: true }, undefined],
    [{ background: true, webhookUrl }, undefined],
    [{ background: true, webhookUrl, webhookFormat: 'raw' }, undefined],
    [{ webhookUrl }, 'webhook-without-background'],
    [{ background: false, webhookUrl }, 'webhook-without-background'],
    [{ webhookFormat: 'raw' }, 'webhook-format-without-url'],
    [{ background: true, webhookFormat: 'chat' }, 'webhook-format-without-url'],
  ];
  test.each(cases)('finds in %j %s', (options, problem) => {
    expect(webhookProblem(options)).toBe(problem);
  });
});

const all = Object.entries({ ...inferenceEndpoints, ...aiGatewayEndpoints }) as [string, Endpoint][];

describe('the operations of inference and its gateway', () => {
  test.each(all)('%s has an example that its schema accepts', (_, { body, example }) => {
    if (!body) expect(example).toBeUndefined();
    else expect(body.safeParse(example).error).toBeUndefined();
  });

  test.each(all)('%s names its parameters in its path', (_, { path, params }) => {
    const names = [...path.matchAll(/\{\+?(\w+)\}/g)].map(([, name]) => name);
    const { properties = {} } = z.toJSONSchema(params, { io: 'input' });
    expect(Object.keys(properties)).toEqual(names);
  });

  test.each(all)('%s has JSON schemas', (_, { body, query, result, events, headers }) => {
    for (const schema of [body, query, result, events, headers]) {
      if (!schema) continue;
      expect(() => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })).not.toThrow();
    }
  });

  test('have a path of their own each', () => {
    const places = all.map(([, { method, path }]) => `${method} ${path.replace(/\{[^}]+\}/g, '{}')}`);
    expect(places.filter((place, at) => places.indexOf(place) !== at)).toEqual([]);
  });

  test('list each failure once', () => {
    for (const [, { errors }] of all) expect(new Set(errors).size).toBe(errors.length);
  });
});

describe('parseModelId', () => {
  test.each([
    ['@cf/meta/llama-3.1-8b-instruct', 'meta', 'llama-3.1-8b-instruct', true],
    ['@cf/moondream/moondream3.1-9B-A2B', 'moondream', 'moondream3.1-9B-A2B', true],
    ['openai/gpt-5', 'openai', 'gpt-5', false],
    ['anthropic/claude-haiku-4.5', 'anthropic', 'claude-haiku-4.5', false],
  ])('takes %s apart', (id, author, name, hosted) => {
    expect(parseModelId(id)).toEqual({ id, author, name, hosted });
  });

  test.each(['', 'gpt-5', '@cf/meta', '@cf//x', 'a/b/c', '@cf/a/b/c', 'open ai/gpt-5', '../etc', '@hf/a/b'])(
    'finds that %j is not a model id',
    (id) => {
      expect(parseModelId(id)).toBeUndefined();
    },
  );
});

describe('byteArraySchema', () => {
  test.each<[unknown, boolean]>([
    [[0, 255], true],
    [new Uint8Array(2), true],
    [[], false],
    [new Uint8Array(0), false],
    [[256], false],
    [[-1], false],
    [[1.5], false],
    [['1'], false],
    ['AAAA', false],
    [undefined, false],
  ])('judges %j', (value, fits) => {
    expect(z.object({ value: byteArraySchema }).safeParse({ value }).success).toBe(fits);
  });

  test('is an array of whole numbers as a JSON schema', () => {
    expect(z.toJSONSchema(z.object({ image: byteArraySchema }), { io: 'input' })).toMatchObject({
      required: ['image'],
      properties: { image: { type: 'array', items: { type: 'integer', minimum: 0, maximum: 255 } } },
    });
  });
});

describe('base64Schema', () => {
  test.each<[string, boolean]>([
    ['AA==', true],
    ['AAA=', true],
    ['AAAA', true],
    ['', false],
    ['A', false],
    ['AA=', false],
    ['A===', false],
    ['AA =', false],
    ['no base64', false],
    ['A=AA', false],
  ])('judges %j', (text, fits) => {
    expect(base64Schema.safeParse(text).success).toBe(fits);
  });

  test('accepts a text of twenty megabytes', () => {
    expect(base64Schema.safeParse('AAAA'.repeat(5_000_000)).success).toBe(true);
  });
});

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
    ['a result that is not an object', { ...payload, result: 'Hello' }, false],
  ])('judges %s', (_, body, fits) => {
    expect(webhookPayloadSchema.safeParse(body).success).toBe(fits);
  });
});

describe('webhookBody', () => {
  test('is the unchanged payload in the format raw', () => {
    expect(webhookBody(payload, 'raw')).toEqual(payload);
  });

  test('is one indented text in the format chat', () => {
    const { text } = chatWebhookSchema.parse(webhookBody(payload, 'chat'));
    expect(JSON.parse(text)).toEqual(payload);
    expect(text.split('\n')[1]).toBe(`  "id": "${payload.id}",`);
  });
});
