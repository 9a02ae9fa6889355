import { describe, expect, it } from 'vitest';
import type { Generation, Message, Part } from '../backend.ts';
import { ModelError } from '../model-error.ts';
import { chatRequest } from './chat-request.ts';

const text = (value: string): Part => ({ type: 'text', text: value });
const media = (mediaType: string, data: Uint8Array | URL): Part => ({ type: 'media', mediaType, data });
const bytes = new Uint8Array([0, 1, 255]);
const always = { model: 'm', messages: [], stream: true, stream_options: { include_usage: true } };

describe('chatRequest', () => {
  it.each<[string, Message, object]>([
    [
      'a system message',
      { role: 'system', parts: [text('a'), text('b')] },
      { role: 'system', content: 'ab' },
    ],
    ['a user', { role: 'user', parts: [text('a'), text('b')] }, { role: 'user', content: 'ab' }],
    [
      'a picture',
      { role: 'user', parts: [text('a'), media('image/png', bytes)] },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'a' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,AAH/' } },
        ],
      },
    ],
    [
      'a picture by its address',
      { role: 'user', parts: [media('image/jpeg', new URL('https://a.test/b.jpg'))] },
      { role: 'user', content: [{ type: 'image_url', image_url: { url: 'https://a.test/b.jpg' } }] },
    ],
    [
      'sound',
      { role: 'user', parts: [media('audio/x-wav', bytes), media('audio/mpeg', bytes)] },
      {
        role: 'user',
        content: [
          { type: 'input_audio', input_audio: { data: 'AAH/', format: 'wav' } },
          { type: 'input_audio', input_audio: { data: 'AAH/', format: 'mp3' } },
        ],
      },
    ],
    [
      'another file',
      { role: 'user', parts: [media('application/pdf', bytes)] },
      {
        role: 'user',
        content: [
          { type: 'file', file: { filename: 'file.pdf', file_data: 'data:application/pdf;base64,AAH/' } },
        ],
      },
    ],
    ['an assistant', { role: 'assistant', parts: [text('a')] }, { role: 'assistant', content: 'a' }],
    [
      'an assistant without words',
      { role: 'assistant', parts: [], toolCalls: [] },
      { role: 'assistant', content: '' },
    ],
    [
      'calls of tools',
      { role: 'assistant', parts: [], toolCalls: [{ id: 'i', name: 'n', arguments: '{"a":1}' }] },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'i', type: 'function', function: { name: 'n', arguments: '{"a":1}' } }],
      },
    ],
    [
      'results of tools',
      { role: 'tool', callId: 'i', name: 'n', parts: [text('7')] },
      { role: 'tool', tool_call_id: 'i', content: '7' },
    ],
  ])('writes %s', (_, message, expected) => {
    expect(chatRequest('m', { messages: [message] })).toEqual({ ...always, messages: [expected] });
  });

  it.each<[string, Partial<Generation>, object]>([
    ['nothing', {}, {}],
    ['empty lists', { tools: [], stop: [] }, {}],
    ['limits', { maxTokens: 5, stop: ['a'] }, { max_tokens: 5, stop: ['a'] }],
    [
      'chances',
      { temperature: 0, topP: 0.5, seed: 9_999_999_999 },
      { temperature: 0, top_p: 0.5, seed: 9_999_999_999 },
    ],
    ['effort', { effort: 'low' }, { reasoning_effort: 'low' }],
    ['JSON', { format: { type: 'json' } }, { response_format: { type: 'json_object' } }],
    [
      'a schema',
      { format: { type: 'json-schema', schema: { type: 'object' } } },
      {
        response_format: {
          type: 'json_schema',
          json_schema: { name: 'answer', schema: { type: 'object' } },
        },
      },
    ],
    [
      'a schema that allows everything',
      { format: { type: 'json-schema', schema: true } },
      { response_format: { type: 'json_schema', json_schema: { name: 'answer', schema: {} } } },
    ],
    ['any choice of tools', { toolChoice: { type: 'required' } }, { tool_choice: 'required' }],
    [
      'a tool',
      {
        tools: [
          { name: 'a', description: 'b', parameters: { type: 'object' } },
          { name: 'c', parameters: true },
        ],
        toolChoice: { type: 'named', name: 'a' },
      },
      {
        tools: [
          { type: 'function', function: { name: 'a', description: 'b', parameters: { type: 'object' } } },
          { type: 'function', function: { name: 'c', parameters: { type: 'object', properties: {} } } },
        ],
        tool_choice: { type: 'function', function: { name: 'a' } },
      },
    ],
  ])('requests %s', (_, more, expected) => {
    expect(chatRequest('m', { messages: [], ...more })).toEqual({ ...always, ...expected });
  });

  it('uses the configured name of the limit', () => {
    const body = chatRequest('m', { messages: [], maxTokens: 5 }, 'max_completion_tokens');
    expect(body).toEqual({ ...always, max_completion_tokens: 5 });
  });

  it.each<[string, Generation]>([
    ['a schema that allows nothing', { messages: [], format: { type: 'json-schema', schema: false } }],
    [
      'sound by its address',
      { messages: [{ role: 'user', parts: [media('audio/wav', new URL('https://a.test/'))] }] },
    ],
  ])('refuses %s', (_, request) => {
    expect(() => chatRequest('m', request)).toThrow(ModelError);
  });
});
