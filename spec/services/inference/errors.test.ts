import { describe, expect, test } from 'vitest';
import { failureEnvelopeSchema } from '../../envelope.ts';
import { ApiError } from '../../errors.ts';
import { badInput, userInputError } from './bad-input.ts';
import {
  errorBody,
  formatErrors,
  gatewayErrorSchema,
  getLayer,
  type Refused,
  runtimeErrorSchema,
} from './error-body.ts';
import { chatErrorSchema } from './formats/chat-completions/answer.ts';
import { messagesErrorSchema } from './formats/messages/answer.ts';
import { responsesErrorSchema } from './formats/responses/answer.ts';
import { findModel } from './models/catalogue.ts';
import { modelFormats } from './models/entry.ts';

const cases: readonly [string, unknown, string][] = [
  [
    '@cf/meta/llama-3.1-8b-instruct',
    { messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }] },
    "oneOf at '/' not met, 0 matches: required properties at '/' are 'prompt', Type mismatch of '/messages/0/content', 'array' not in 'string'",
  ],
  [
    '@cf/meta/llama-3.1-8b-instruct',
    { messages: [{ role: 'user', content: null }] },
    "oneOf at '/' not met, 0 matches: required properties at '/' are 'prompt', Type mismatch of '/messages/0/content', 'null' not in 'string'",
  ],
  [
    '@cf/black-forest-labs/flux-1-schnell',
    { prompt: 'a cat', width: 512, height: 512 },
    "Additional or unevaluated properties '/width, /height' at '/' not allowed",
  ],
  ['@cf/meta/m2m100-1.2b', {}, "required properties at '/' are 'text,target_lang'"],
  [
    '@cf/facebook/bart-large-cnn',
    { input_text: 7 },
    "Type mismatch of '/input_text', 'integer' not in 'string'",
  ],
];

describe('badInput', () => {
  test.each(cases)('describes the fault of %s with %j', (id, input, words) => {
    const parsed = findModel(id)?.input.safeParse(input);
    expect(parsed?.error && badInput(input, parsed.error.issues)).toBe(words);
  });

  test('names only some of many mistakes', () => {
    const input = { messages: Array.from({ length: 1000 }, () => 0) };
    const parsed = findModel('@cf/meta/llama-3.1-8b-instruct')?.input.safeParse(input);
    expect(parsed?.error && badInput(input, parsed.error.issues).split('Type mismatch').length).toBeLessThan(
      30,
    );
  });

  test('uses its own words for a fault without known ones', () => {
    const input = { prompt: 'a', width: 5000 };
    const parsed = findModel('@cf/leonardo/phoenix-1.0')?.input.safeParse(input);
    expect(parsed?.error && badInput(input, parsed.error.issues)).toMatch(/^'\/width' .*2048/);
  });
});

const messages = [{ role: 'user', content: 'Hello' }];

describe('userInputError', () => {
  test.each([
    [{ messages }, 'Required value missing: max_tokens'],
    [
      { max_tokens: 1, messages: 'Hello' },
      'Invalid value at messages: Invalid input: expected array, received string',
    ],
    [
      { max_tokens: 1, messages, system: [{ type: 'text', text: 'a' }] },
      'Invalid value at system: Invalid input: expected string, received array',
    ],
    [{ max_tokens: 1, messages: [{ content: 'Hello' }] }, 'Required value missing: messages.0.role'],
    ['Hello', 'Invalid input: expected object, received string'],
  ])('describes the fault of %j', (input, words) => {
    const parsed = findModel('anthropic/claude-sonnet-5')?.input.safeParse(input);
    expect(parsed?.error && userInputError(input, parsed.error.issues)).toBe(words);
  });
});

const refused: Omit<Refused, 'layer'> = {
  status: 400,
  code: 5006,
  message: 'AiError: Bad input',
  pointer: '/messages/0/content',
};

describe('errorBody', () => {
  test.each(modelFormats)(
    'has the envelope of refusals of the edge in %s, and the error of the format',
    (format) => {
      const { body, schema } = formatErrors[format];
      const refusal = body(new ApiError('permission-missing'));
      expect(failureEnvelopeSchema.safeParse(refusal).error).toBeUndefined();
      expect(schema.safeParse(refusal).error).toBeUndefined();
      expect(refusal).toHaveProperty('result', null);
      expect('error' in refusal).toBe(format !== 'run');
    },
  );

  test.each([
    ['run', 'runtime', runtimeErrorSchema],
    ['run', 'gateway', gatewayErrorSchema],
    ['chat-completions', 'runtime', chatErrorSchema],
    ['chat-completions', 'runtime', runtimeErrorSchema],
    ['chat-completions', 'gateway', chatErrorSchema],
    ['embeddings', 'runtime', chatErrorSchema],
    ['responses', 'runtime', responsesErrorSchema],
    ['responses', 'gateway', responsesErrorSchema],
    ['messages', 'runtime', messagesErrorSchema],
    ['messages', 'gateway', messagesErrorSchema],
  ] as const)('has its own shape in %s for refusals of the %s', (format, layer, schema) => {
    expect(schema.safeParse(errorBody(format, { ...refused, layer })).error).toBeUndefined();
  });

  test('names the faulty member as clients of chat completions know it', () => {
    expect(errorBody('chat-completions', { ...refused, layer: 'runtime' })).toMatchObject({
      error: { param: 'messages[0].content', code: '5006' },
    });
  });
});

describe('getLayer', () => {
  test.each([
    ['permission-missing', 'chat-completions', 'edge'],
    ['route-unknown', 'run', 'edge'],
    ['body-invalid', 'run', 'edge'],
    ['body-invalid', 'chat-completions', 'runtime'],
    ['json-malformed', 'messages', 'runtime'],
    ['body-too-large', 'responses', 'runtime'],
    ['model-unknown', 'run', 'runtime'],
    ['webhook-without-background', 'run', 'edge'],
    ['gateway-rate-limited', 'messages', 'gateway'],
  ] as const)('says of %s in %s %s', (failure, format, layer) => {
    expect(getLayer(failure, format)).toBe(layer);
  });
});
