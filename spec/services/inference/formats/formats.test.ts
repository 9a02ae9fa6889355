import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { chatErrorType, chatStreamFrameSchema } from './chat-completions/answer.ts';
import { chatRequestSchema, schemaOfFormat } from './chat-completions/request.ts';
import { embeddingsRequestSchema } from './embeddings.ts';
import { messageEventSchema, messagesError } from './messages/answer.ts';
import { messagesRequestSchema } from './messages/request.ts';
import { nativeStreamFrameSchema } from './native.ts';
import { responseEventSchema, responsesError } from './responses/answer.ts';
import { responsesRequestSchema } from './responses/request.ts';

const chat = { model: 'openai/gpt-5', messages: [{ role: 'user', content: 'Hello' }] };
const responses = { model: 'openai/gpt-5', input: 'Hello' };
const messages = {
  model: 'anthropic/claude-sonnet-5',
  max_tokens: 64,
  messages: [{ role: 'user', content: 'Hello' }],
};
const embeddings = { model: '@cf/baai/bge-base-en-v1.5', input: 'Hello' };
const call = { id: 'call_1', type: 'function', function: { name: 'weather', arguments: '{}' } };

const accepted: readonly [string, z.ZodType, unknown][] = [
  ['a minimal chat', chatRequestSchema, chat],
  ['a member nobody knows', chatRequestSchema, { ...chat, colour: 'red' }],
  ['nulls of client libraries', chatRequestSchema, { ...chat, max_tokens: null, stream: null, stop: null }],
  [
    'an assistant that only calls',
    chatRequestSchema,
    { ...chat, messages: [{ role: 'assistant', content: null, tool_calls: [call] }] },
  ],
  [
    'an image beside text',
    chatRequestSchema,
    {
      ...chat,
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'What is it?' },
            { type: 'image_url', image_url: { url: 'data:image/png;base64,AA==' } },
          ],
        },
      ],
    },
  ],
  [
    'a bare schema',
    chatRequestSchema,
    { ...chat, response_format: { type: 'json_schema', json_schema: { type: 'object' } } },
  ],
  ['a text as input', responsesRequestSchema, responses],
  [
    'an item without a type',
    responsesRequestSchema,
    { ...responses, input: [{ role: 'user', content: 'Hello' }] },
  ],
  [
    'the items of a tool loop',
    responsesRequestSchema,
    {
      ...responses,
      input: [
        { type: 'reasoning', id: 'rs_1', summary: [] },
        { type: 'function_call', call_id: 'call_1', name: 'weather', arguments: '{}' },
        { type: 'function_call_output', call_id: 'call_1', output: 'rain' },
      ],
    },
  ],
  ['a minimal message', messagesRequestSchema, messages],
  [
    'a tool and its result',
    messagesRequestSchema,
    {
      ...messages,
      tools: [{ name: 'weather', input_schema: { type: 'object' } }],
      messages: [
        { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name: 'weather', input: {} }] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'rain' }] },
      ],
    },
  ],
  ['several texts', embeddingsRequestSchema, { ...embeddings, input: ['a', 'b'], encoding_format: 'base64' }],
];

const refused: readonly [string, z.ZodType, unknown][] = [
  ['a chat without messages', chatRequestSchema, { ...chat, messages: [] }],
  ['messages as a string', chatRequestSchema, { ...chat, messages: 'Hello' }],
  ['a role nobody has', chatRequestSchema, { ...chat, messages: [{ role: 'narrator', content: 'x' }] }],
  ['an assistant that says nothing', chatRequestSchema, { ...chat, messages: [{ role: 'assistant' }] }],
  ['the choice `any`', chatRequestSchema, { ...chat, tool_choice: 'any' }],
  ['no tokens at all', chatRequestSchema, { ...chat, max_tokens: 0 }],
  [
    'a tool without a name',
    chatRequestSchema,
    { ...chat, tools: [{ type: 'function', function: { parameters: {} } }] },
  ],
  ['an empty input', responsesRequestSchema, { ...responses, input: '' }],
  ['an item of another type', responsesRequestSchema, { ...responses, input: [{ type: 'song' }] }],
  [
    'a nested function',
    responsesRequestSchema,
    { ...responses, tools: [{ type: 'function', function: { name: 'weather' } }] },
  ],
  ['a message without max_tokens', messagesRequestSchema, { ...messages, max_tokens: undefined }],
  ['a system message', messagesRequestSchema, { ...messages, messages: [{ role: 'system', content: 'x' }] }],
  [
    'a tool without a schema',
    messagesRequestSchema,
    { ...messages, tools: [{ type: 'custom', name: 'weather' }] },
  ],
  ['no text', embeddingsRequestSchema, { ...embeddings, input: [] }],
  ['more texts than allowed', embeddingsRequestSchema, { ...embeddings, input: Array(101).fill('a') }],
];

describe('the schemas of requests', () => {
  test.each(accepted)('accept %s', (_, schema, body) => {
    expect(schema.safeParse(body).error).toBeUndefined();
  });

  test.each(refused)('refuse %s', (_, schema, body) => {
    expect(schema.safeParse(body).success).toBe(false);
  });
});

const chunk = { id: 'c1', object: 'chat.completion.chunk', created: 1, model: 'openai/gpt-5' };
const usage = { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 };
const choice = { index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null };
const text = { item_id: 'msg_1', output_index: 0, content_index: 0, sequence_number: 4 };

const frames: readonly [string, z.ZodType, unknown, boolean][] = [
  ['a chat chunk', chatStreamFrameSchema, { ...chunk, choices: [choice] }, true],
  ['a chat chunk with the usage alone', chatStreamFrameSchema, { ...chunk, choices: [], usage }, true],
  ['a chat chunk without choices', chatStreamFrameSchema, { ...chunk, usage }, false],
  ['a chat chunk with nothing', chatStreamFrameSchema, { ...chunk, choices: [] }, false],
  [
    'a usage that does not add up',
    chatStreamFrameSchema,
    { ...chunk, choices: [], usage: { ...usage, total_tokens: 4 } },
    false,
  ],
  [
    'a chat error',
    chatStreamFrameSchema,
    { error: { message: 'broke off', type: 'server_error', param: null, code: null } },
    true,
  ],
  [
    'a delta of a response',
    responseEventSchema,
    { type: 'response.output_text.delta', ...text, delta: 'He' },
    true,
  ],
  [
    'a delta without its number',
    responseEventSchema,
    { type: 'response.output_text.delta', ...text, sequence_number: undefined, delta: 'He' },
    false,
  ],
  ['an unknown event', responseEventSchema, { type: 'response.sung', ...text }, false],
  ['a ping', messageEventSchema, { type: 'ping' }, true],
  [
    'a delta of a message',
    messageEventSchema,
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'He' } },
    true,
  ],
  [
    'the end of a message',
    messageEventSchema,
    {
      type: 'message_delta',
      delta: { stop_reason: 'end_turn', stop_sequence: null },
      usage: { output_tokens: 3 },
    },
    true,
  ],
  [
    'an error of a message stream',
    messageEventSchema,
    { type: 'error', error: { type: 'overloaded_error', message: 'busy' } },
    true,
  ],
  ['a native token', nativeStreamFrameSchema, { response: 'He', p: 'abcd' }, true],
  [
    'a native token in both shapes',
    nativeStreamFrameSchema,
    { response: 'He', choices: [{ index: 0, delta: { content: 'He' } }] },
    true,
  ],
  ['a native usage', nativeStreamFrameSchema, { response: '', usage: { ...usage, neurons: 0.5 } }, true],
  [
    'the sentinel of native calls',
    nativeStreamFrameSchema,
    { tool_calls: [{ id: null, type: null, index: 0, function: { name: null, arguments: '' } }] },
    true,
  ],
  ['a native frame of nothing', nativeStreamFrameSchema, {}, false],
];

describe('the schemas of events', () => {
  test.each(frames)('judge %s', (_, schema, frame, fits) => {
    expect(schema.safeParse(frame).success).toBe(fits);
  });
});

describe('the errors of the formats', () => {
  test.each([
    [400, 'invalid_request_error', 'invalid_prompt', 'invalid_request_error'],
    [401, 'authentication_error', 'invalid_api_key', 'authentication_error'],
    [402, 'insufficient_quota', 'insufficient_quota', 'billing_error'],
    [404, 'not_found_error', 'model_not_found', 'not_found_error'],
    [413, 'invalid_request_error', 'invalid_prompt', 'request_too_large'],
    [429, 'rate_limit_error', 'rate_limit_exceeded', 'rate_limit_error'],
    [503, 'server_error', 'server_error', 'api_error'],
    [529, 'server_error', 'server_error', 'overloaded_error'],
  ])('have a type for %i in each format', (status, ofChat, ofResponses, ofMessages) => {
    expect(chatErrorType(status)).toBe(ofChat);
    expect(responsesError(status, 'x').error.code).toBe(ofResponses);
    expect(messagesError(status, 'x').error.type).toBe(ofMessages);
  });
});

describe('schemaOfFormat', () => {
  const schema = { type: 'object', properties: { city: { type: 'string' } } };

  test('finds the schema under its name', () => {
    expect(schemaOfFormat({ name: 'place', strict: true, schema })).toEqual({ name: 'place', schema });
  });

  test('accepts a schema without a name as it is', () => {
    expect(schemaOfFormat(schema)).toEqual({ name: undefined, schema });
  });

  test('treats a name without a schema as one that allows everything', () => {
    expect(schemaOfFormat({ name: 'place' })).toEqual({ name: 'place', schema: {} });
  });
});
