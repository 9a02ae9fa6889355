import { describe, expect, test } from 'vitest';
import { visionInputSchema } from '../../../../../spec/services/inference/input/media.ts';
import {
  chatOrPromptInputSchema,
  classicInputSchema,
} from '../../../../../spec/services/inference/input/text-generation.ts';
import { formsOfServers } from '../generation.ts';
import { toGeneration } from './to-generation.ts';

const hello = { role: 'user', parts: [{ type: 'text', text: 'Hello' }] };
const messages = [{ role: 'user', content: 'Hello' }];
const tool = { name: 'look', description: 'Looks', parameters: { type: 'object' } };
const gif = new TextEncoder().encode('GIF89a');
const seen = {
  messages: [{ role: 'user', parts: [{ type: 'media', mediaType: 'image/gif', data: gif }, ...hello.parts] }],
};

describe('the input of a text model as a generation', () => {
  test.each<[string, object, object]>([
    ['a prompt', { prompt: 'Hello', max_tokens: 5, seed: 7 }, { messages: [hello], maxTokens: 5, seed: 7 }],
    ['a role nobody has', { messages: [{ role: 'narrator', content: 'Hello' }] }, { messages: [hello] }],
    ['nested tools', { messages, tools: [{ function: tool }] }, { messages: [hello], tools: [tool] }],
    [
      'the choice `any`',
      { messages, tools: [tool], tool_choice: 'any' },
      { messages: [hello], tools: [tool], toolChoice: { type: 'required' } },
    ],
    ...[
      { response_format: { type: 'json_object', schema: { type: 'object' } } },
      { response_format: { type: 'json_schema', schema: { type: 'object' } } },
      { guided_json: { type: 'object' } },
    ].map((form): [string, object, object] => [
      `an older schema, ${JSON.stringify(form)},`,
      { messages, ...form },
      { messages: [hello], format: { type: 'json-schema', schema: { type: 'object' } } },
    ]),
    [
      'calls and answers of tools without ids',
      {
        messages: [
          {
            role: 'assistant',
            content: '',
            tool_calls: [{ name: 'look', arguments: { a: 1 }, function: undefined }],
          },
          { role: 'tool', name: 'look', content: 'cat' },
        ],
      },
      {
        messages: [
          { role: 'assistant', parts: [], toolCalls: [{ id: 'look', name: 'look', arguments: '{"a":1}' }] },
          { role: 'tool', callId: 'look', name: 'look', parts: [{ type: 'text', text: 'cat' }] },
        ],
      },
    ],
  ])('reads %s of a classic model', (_, body, expected) => {
    expect(toGeneration(classicInputSchema.parse(body))).toEqual(expected);
  });

  test.each<[string, object, object]>([
    ['bytes', { prompt: 'Hello', image: [...gif] }, seen],
    ['Base64', { messages, image: btoa('GIF89a') }, seen],
    ['a data URL', { messages, image: `data:image/gif;base64,${btoa('GIF89a')}` }, seen],
  ])("puts a picture as %s before the user's text", (_, body, expected) => {
    expect(toGeneration(visionInputSchema.parse(body))).toEqual(expected);
  });

  test.each<[string, object, object]>([
    [
      'the former functions',
      { messages, functions: [tool], function_call: { name: 'look' } },
      { messages: [hello], tools: [tool], parallelCalls: false, toolChoice: { type: 'named', name: 'look' } },
    ],
  ])('reads %s of a newer model', (_, body, expected) => {
    expect(toGeneration(chatOrPromptInputSchema.parse(body))).toEqual(expected);
  });

  test('refuses functions with their source by their name', () => {
    const body = { messages, functions: [{ name: 'look', code: 'return 1' }] };
    expect(() => toGeneration(classicInputSchema.parse(body))).toThrow('functions is not supported here: ');
  });

  test('refuses members of model servers by their names', () => {
    const read = (body: object) => () => toGeneration(classicInputSchema.parse({ messages, ...body }));
    expect(read({ guided_json: {}, response_format: { type: 'json_object' } })).toThrow('guided_json is not');
    for (const name of formsOfServers)
      expect(read({ [name]: 'x' })).toThrow(`${name} is not supported here: `);
  });
});
