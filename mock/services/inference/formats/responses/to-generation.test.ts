import { describe, expect, test } from 'vitest';
import { responsesRequestSchema } from '../../../../../spec/services/inference/formats/responses/request.ts';
import { ModelError } from '../../../../engines/models/model-error.ts';
import { formsOfServers } from '../generation.ts';
import { getItems, type Kept, toGeneration } from './to-generation.ts';

const hello = { role: 'user', parts: [{ type: 'text', text: 'Hello' }] };
const called = { type: 'function_call', call_id: 'c', name: 'look', arguments: '{}' } as const;
const assistant = { role: 'assistant', parts: [], toolCalls: [{ id: 'c', name: 'look', arguments: '{}' }] };
const tool = { type: 'function', name: 'look', description: null, parameters: { type: 'object' } };
const look = { name: 'look', parameters: { type: 'object' } };

const read = (body: object, kept?: Kept) =>
  toGeneration(responsesRequestSchema.parse({ model: 'openai/gpt-5', input: 'Hello', ...body }), kept);

describe('a request for a response as a generation', () => {
  test.each<[string, object, object]>([
    ['nulls', { tools: null, temperature: null, reasoning: null, text: null }, { messages: [hello] }],
    ['one call at a time', { parallel_tool_calls: false }, { messages: [hello], parallelCalls: false }],
    [
      'allowed tools',
      { tools: [tool], tool_choice: { type: 'allowed_tools', mode: 'required', tools: [tool] } },
      { messages: [hello], tools: [look], toolChoice: { type: 'required' } },
    ],
    [
      'no tools when none is allowed',
      { tools: [tool], tool_choice: { type: 'allowed_tools', mode: 'auto', tools: [] } },
      { messages: [hello] },
    ],
    [
      'a file with its bytes',
      {
        input: [
          { role: 'user', content: [{ type: 'input_file', filename: 'a.pdf', file_data: 'JVBERg==' }] },
        ],
      },
      {
        messages: [
          {
            role: 'user',
            parts: [{ type: 'media', mediaType: 'application/pdf', data: new TextEncoder().encode('%PDF') }],
          },
        ],
      },
    ],
  ])('reads %s', (_, body, expected) => {
    expect(read(body)).toEqual(expected);
  });

  test('continues stored items', () => {
    const output = { type: 'function_call_output', call_id: 'c', output: 'cat' };
    const before = [...getItems({ input: 'Hello' }), called];
    expect(read({ input: [output] }, { before }).messages).toEqual([
      hello,
      assistant,
      { role: 'tool', callId: 'c', name: 'look', parts: [{ type: 'text', text: 'cat' }] },
    ]);
  });

  test('reads an item by its reference', () => {
    const input = [{ type: 'item_reference', id: 'fc_1' }];
    expect(read({ input }, { toItem: () => called }).messages).toEqual([assistant]);
  });

  test.each([
    ['an item that is not stored', { input: [{ type: 'item_reference', id: 'fc_1' }] }],
    ['a file by its id', { input: [{ role: 'user', content: [{ type: 'input_file', file_id: 'f' }] }] }],
  ])('refuses %s', (_, body) => {
    expect(() => read(body)).toThrow(ModelError);
  });

  test.each([
    ['response_format', { type: 'json_object' }],
    ['functions', [{ name: 'look' }]],
    ['function_call', 'auto'],
    ['n', 2],
    ...['guided_json', 'best_of', ...formsOfServers].map((name): [string, unknown] => [name, {}]),
  ])('refuses a member of chats by its name: %s', (name, value) => {
    expect(() => read({ input: 'Hello', [name]: value })).toThrow(`${name} is not supported here: `);
  });

  test.each(['web_search', 'web_search_preview', 'custom', 'mcp'])('refuses a tool of type %s', (type) => {
    const body = { input: 'Hello', tools: [{ type }] };
    expect(() => read(body)).toThrow(`A tool of type ${type} is not supported here: `);
  });
});
