import { describe, expect, test } from 'vitest';
import { chatRequestSchema } from '../../../../../spec/services/inference/formats/chat-completions/request.ts';
import { ModelError } from '../../../../engines/models/model-error.ts';
import { formsOfServers } from '../generation.ts';
import { toGeneration } from './to-generation.ts';

const user = { role: 'user', content: 'Hello' };
const hello = { role: 'user', parts: [{ type: 'text', text: 'Hello' }] };
const tool = {
  type: 'function',
  function: { name: 'look', description: 'Looks', parameters: { type: 'object' } },
};
const look = { name: 'look', description: 'Looks', parameters: { type: 'object' } };
const custom = { type: 'custom', custom: { name: 'grep' } };
const image = (url: string) => ({ role: 'user', content: [{ type: 'image_url', image_url: { url } }] });
const png = 'iVBORw0KGgo=';

const read = (body: object) =>
  toGeneration(chatRequestSchema.parse({ model: 'openai/gpt-5', messages: [user], ...body }));

describe('a chat as a generation', () => {
  test.each<[string, object, object]>([
    ['nulls', { max_tokens: null, stop: null, seed: null }, { messages: [hello] }],
    [
      'the newer limit rather than the older',
      { max_tokens: 9, max_completion_tokens: 5 },
      { messages: [hello], maxTokens: 5 },
    ],
    ['one call at a time', { parallel_tool_calls: false }, { messages: [hello], parallelCalls: false }],
    ['the hardest effort', { reasoning_effort: 'xhigh' }, { messages: [hello], effort: 'high' }],
    [
      'a template without reasoning',
      { chat_template_kwargs: { enable_thinking: false } },
      { messages: [hello], effort: 'none' },
    ],
    [
      'a bare schema',
      { response_format: { type: 'json_schema', json_schema: { type: 'object' } } },
      { messages: [hello], format: { type: 'json-schema', schema: { type: 'object' } } },
    ],
    [
      'a schema beside free JSON, as older clients send it',
      { response_format: { type: 'json_object', schema: { type: 'object' } } },
      { messages: [hello], format: { type: 'json-schema', schema: { type: 'object' } } },
    ],
    [
      'a schema as model servers take it',
      { guided_json: { type: 'object' } },
      { messages: [hello], format: { type: 'json-schema', schema: { type: 'object' } } },
    ],
    [
      'what is accepted without effect: no model searches or predicts',
      { web_search_options: {}, prediction: { type: 'content', content: 'x' }, unknown: 1 },
      { messages: [hello] },
    ],
    [
      'the former functions',
      { functions: [look] },
      { messages: [hello], tools: [look], parallelCalls: false },
    ],
    [
      'the former choice of a function',
      { functions: [look], function_call: { name: 'look' } },
      { messages: [hello], tools: [look], parallelCalls: false, toolChoice: { type: 'named', name: 'look' } },
    ],
    [
      'the former choice of none',
      { functions: [look], function_call: 'none' },
      { messages: [hello], tools: [look], parallelCalls: false, toolChoice: { type: 'none' } },
    ],
    ['a choice without tools', { tools: [], tool_choice: 'none' }, { messages: [hello] }],
    [
      'allowed tools',
      {
        tools: [tool, custom],
        tool_choice: { type: 'allowed_tools', allowed_tools: { mode: 'required', tools: [tool] } },
      },
      { messages: [hello], tools: [look], toolChoice: { type: 'required' } },
    ],
  ])('reads %s', (_, body, expected) => {
    expect(read(body)).toEqual(expected);
  });

  test.each<[string, object, object]>([
    [
      'the former call of a function',
      { role: 'assistant', function_call: { name: 'look', arguments: '{}' } },
      { role: 'assistant', parts: [], toolCalls: [{ id: 'look', name: 'look', arguments: '{}' }] },
    ],
    [
      'the former answer of a function',
      { role: 'function', name: 'look', content: 'a cat' },
      { role: 'tool', callId: 'look', name: 'look', parts: [{ type: 'text', text: 'a cat' }] },
    ],
    [
      'a custom call',
      { role: 'assistant', tool_calls: [{ id: 'c', type: 'custom', custom: { name: 'grep', input: 'x' } }] },
      { role: 'assistant', parts: [], toolCalls: [{ id: 'c', name: 'grep', arguments: '{"input":"x"}' }] },
    ],
    [
      'a picture with its bytes',
      image(`data:image/png;base64,${png}`),
      {
        role: 'user',
        parts: [
          { type: 'media', mediaType: 'image/png', data: Uint8Array.from(atob(png), (c) => c.charCodeAt(0)) },
        ],
      },
    ],
    [
      'a picture by its URL',
      image('https://example.com/a.JPG?x'),
      {
        role: 'user',
        parts: [{ type: 'media', mediaType: 'image/jpeg', data: new URL('https://example.com/a.JPG?x') }],
      },
    ],
  ])('reads %s', (_, message, expected) => {
    expect(read({ messages: [message] }).messages).toEqual([expected]);
  });

  test.each([
    ['an unsupported URL', image('cat.png')],
    ['a file of this machine', image('file:///etc/passwd')],
    ['invalid Base64', image('data:image/png;base64,§')],
    ['a file by its id', { role: 'user', content: [{ type: 'file', file: { file_id: 'f1' } }] }],
  ])('refuses %s', (_, message) => {
    expect(() => read({ messages: [message] })).toThrow(ModelError);
  });

  test.each([
    ['tools', { functions: [look], tools: [tool] }],
    ['tool_choice', { functions: [look], tool_choice: 'auto' }],
    ['function_call', { function_call: 'auto' }],
    ['guided_json', { guided_json: '{}' }],
    ['guided_json', { guided_json: {}, response_format: { type: 'text' } }],
    ['text', { text: { format: { type: 'json_object' } } }],
    ...['best_of', ...formsOfServers].map((name): [string, object] => [name, { [name]: 'x' }]),
    ['modalities', { modalities: ['text', 'audio'], audio: { format: 'wav', voice: 'a' } }],
  ])('refuses by its name what it would ignore: %s', (name, body) => {
    expect(() => read(body)).toThrow(`${name} is not supported here: `);
  });
});
