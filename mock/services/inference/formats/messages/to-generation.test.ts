import { describe, expect, test } from 'vitest';
import { messagesRequestSchema } from '../../../../../spec/services/inference/formats/messages/request.ts';
import { ModelError } from '../../../../engines/models/model-error.ts';
import { formsOfServers } from '../generation.ts';
import { toGeneration } from './to-generation.ts';

const hello = { role: 'user', parts: [{ type: 'text', text: 'Hello' }] };
const tool = { name: 'look', description: 'Looks', input_schema: { type: 'object' } };
const look = { name: 'look', description: 'Looks', parameters: { type: 'object' } };
const least = { messages: [hello], maxTokens: 64, effort: 'none' };

const read = (body: object) =>
  toGeneration(
    messagesRequestSchema.parse({
      model: 'anthropic/claude-sonnet-5',
      max_tokens: 64,
      messages: [{ role: 'user', content: 'Hello' }],
      ...body,
    }),
  );

describe('a request for a message as a generation', () => {
  test.each<[string, object, object]>([
    [
      'one call at a time',
      { tools: [tool], tool_choice: { type: 'auto', disable_parallel_tool_use: true } },
      {
        ...least,
        tools: [look],
        toolChoice: { type: 'auto' },
        parallelCalls: false,
      },
    ],
    ['a small budget', { thinking: { type: 'enabled', budget_tokens: 1024 } }, { ...least, effort: 'low' }],
    [
      'a large budget',
      { thinking: { type: 'enabled', budget_tokens: 32_000 } },
      { ...least, effort: 'high' },
    ],
    [
      'an effort',
      { thinking: { type: 'adaptive' }, output_config: { effort: 'max' } },
      { ...least, effort: 'high' },
    ],
    [
      "results of tools before the user's text",
      {
        messages: [
          {
            role: 'assistant',
            content: [
              { type: 'thinking', thinking: 'x', signature: 's' },
              { type: 'tool_use', id: 't', name: 'look', input: { a: 1 } },
            ],
          },
          {
            role: 'user',
            content: [
              { type: 'text', text: 'Hello' },
              { type: 'tool_result', tool_use_id: 't', content: [{ type: 'text', text: 'cat' }] },
            ],
          },
        ],
      },
      {
        ...least,
        messages: [
          { role: 'assistant', parts: [], toolCalls: [{ id: 't', name: 'look', arguments: '{"a":1}' }] },
          { role: 'tool', callId: 't', name: 'look', parts: [{ type: 'text', text: 'cat' }] },
          hello,
        ],
      },
    ],
    [
      'a document',
      {
        messages: [
          {
            role: 'user',
            content: [
              {
                type: 'document',
                source: { type: 'base64', media_type: 'application/pdf', data: 'JVBERg==' },
              },
            ],
          },
        ],
      },
      {
        ...least,
        messages: [
          {
            role: 'user',
            parts: [{ type: 'media', mediaType: 'application/pdf', data: new TextEncoder().encode('%PDF') }],
          },
        ],
      },
    ],
    [
      'documents of blocks and search results',
      {
        messages: [
          {
            role: 'user',
            content: [
              { type: 'document', source: { type: 'content', content: [{ type: 'text', text: 'first' }] } },
              { type: 'document', source: { type: 'content', content: 'second' } },
              {
                type: 'search_result',
                source: 'https://example.com/',
                title: 'Third',
                content: [{ type: 'text', text: 'third' }],
              },
            ],
          },
        ],
      },
      {
        ...least,
        messages: [
          { role: 'user', parts: ['first', 'second', 'third'].map((text) => ({ type: 'text', text })) },
        ],
      },
    ],
  ])('reads %s', (_, body, expected) => {
    expect(read(body)).toEqual(expected);
  });

  test('refuses a file by its id', () => {
    const content = [{ type: 'image', source: { type: 'file', file_id: 'f1' } }];
    expect(() => read({ messages: [{ role: 'user', content }] })).toThrow(ModelError);
  });

  test.each([
    ['response_format', { type: 'json_object' }],
    ['output_format', { type: 'json_schema', schema: {} }],
    ['functions', [{ name: 'look' }]],
    ['function_call', 'auto'],
    ['n', 2],
    ...['guided_json', 'best_of', ...formsOfServers].map((name): [string, unknown] => [name, {}]),
  ])('refuses a member of other forms by its name: %s', (name, value) => {
    expect(() => read({ [name]: value })).toThrow(`${name} is not supported here: `);
  });

  test('refuses a tool of the provider by its type', () => {
    const tools = [{ type: 'web_search_20250305', name: 'web_search' }];
    expect(() => read({ tools })).toThrow('A tool of type web_search_20250305 is not supported here: ');
  });
});
