import { describe, expect, test } from 'vitest';
import {
  type ChatStreamFrame,
  chatStreamFrameSchema,
  chatStreamProblems,
} from './chat-completions/answer.ts';
import { type MessageEvent, messageEventSchema, messageStreamProblems } from './messages/answer.ts';
import { type ResponseEvent, responseEventSchema, responseStreamProblems } from './responses/answer.ts';

const chunk = (choices: unknown[], rest: object = {}): ChatStreamFrame =>
  chatStreamFrameSchema.parse({
    id: 'c1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'openai/gpt-5',
    choices,
    ...rest,
  });
const delta = (delta: object, finish_reason: string | null = null) =>
  chunk([{ index: 0, delta, finish_reason }]);
const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
const chat = [delta({ role: 'assistant', content: '' }), delta({ content: 'He' }), delta({}, 'stop')];
const total = chunk([], { usage });
const call = (parts: object) => delta({ role: 'assistant', tool_calls: [{ index: 0, ...parts }] });

describe('chatStreamProblems', () => {
  const one = { includeUsage: false, choices: 1 };
  test.each([
    ['nothing in a plain stream', chat, one, []],
    ['nothing with the usage at the end', [...chat, total], { ...one, includeUsage: true }, []],
    ['an unasked usage', [...chat, total], one, [/did not ask/]],
    ['a missing usage', chat, { ...one, includeUsage: true }, [/brings the usage/]],
    ['a missing role', chat.slice(1), one, [/without its role/]],
    ['a choice that goes on', chat.slice(0, 2), one, [/0 of 1/]],
    ['words behind the end', [...chat, delta({ content: 'x' })], one, [/is finished/]],
    [
      'a nameless call',
      [call({ function: { arguments: '{}' } }), delta({}, 'tool_calls')],
      one,
      [/without id and name/],
    ],
    [
      'nothing in a call',
      [
        call({ id: 'a', type: 'function', function: { name: 'f', arguments: '' } }),
        call({ function: { arguments: '{}' } }),
        delta({}, 'tool_calls'),
      ],
      one,
      [],
    ],
  ] as const)('finds %s', (_, frames, options, expected) => {
    const problems = chatStreamProblems(frames, options);
    expect(problems).toHaveLength(expected.length);
    for (const [at, pattern] of expected.entries()) expect(problems[at]).toMatch(pattern);
  });
});

const messageUsage = { input_tokens: 1, output_tokens: 1 };
const start: MessageEvent = messageEventSchema.parse({
  type: 'message_start',
  message: {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'anthropic/claude-sonnet-5',
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: messageUsage,
  },
});
const block = (index: number, content_block: object = { type: 'text', text: '' }): MessageEvent =>
  messageEventSchema.parse({ type: 'content_block_start', index, content_block });
const words = (index: number): MessageEvent => ({
  type: 'content_block_delta',
  index,
  delta: { type: 'text_delta', text: 'He' },
});
const json = (partial_json: string): MessageEvent => ({
  type: 'content_block_delta',
  index: 0,
  delta: { type: 'input_json_delta', partial_json },
});
const stopBlock: MessageEvent = { type: 'content_block_stop', index: 0 };
const why: MessageEvent = {
  type: 'message_delta',
  delta: { stop_reason: 'end_turn', stop_sequence: null },
  usage: messageUsage,
};
const stop: MessageEvent = { type: 'message_stop' };
const tool = block(0, { type: 'tool_use', id: 'toolu_1', name: 'f', input: {} });

describe('messageStreamProblems', () => {
  test.each([
    ['nothing in a text', [start, block(0), { type: 'ping' }, words(0), stopBlock, why, stop], []],
    ['nothing in a call', [start, tool, json('{"a"'), json(':1}'), stopBlock, why, stop], []],
    ['broken input', [start, tool, json('{"a"'), stopBlock, why, stop], [/no JSON object/]],
    ['no start', [block(0), words(0), stopBlock, why, stop], [/before/, /before/, /before/]],
    ['no end', [start, block(0), words(0), stopBlock, why], [/without message_stop/]],
    ['an open block', [start, block(0), words(0), why, stop], [/not stopped/]],
    ['a jump', [start, block(1), words(1)], [/index 1 and not 0/, /without message_stop/]],
    ['another block', [start, block(0), words(1), stopBlock, why, stop], [/block 1 is not started/]],
    ['a delta of another kind', [start, tool, words(0), stopBlock, why, stop], [/is not for tool_use/]],
    ['no reason', [start, block(0), words(0), stopBlock, stop], [/says why/]],
  ] as readonly [string, readonly MessageEvent[], readonly RegExp[]][])('finds %s', (_, events, expected) => {
    const problems = messageStreamProblems(events).slice(0, Math.max(expected.length, 1));
    expect(problems).toHaveLength(expected.length);
    for (const [at, pattern] of expected.entries()) expect(problems[at]).toMatch(pattern);
  });
});

const item = (text: string, status: string) => ({
  type: 'message',
  id: 'msg_1',
  role: 'assistant',
  status,
  content: text ? [{ type: 'output_text', text, annotations: [] }] : [],
});
const response = (status: string, output: object[]) => ({
  id: 'resp_1',
  object: 'response',
  created_at: 1,
  completed_at: null,
  status,
  model: 'openai/gpt-5',
  output,
  error: null,
  incomplete_details: null,
  instructions: null,
  previous_response_id: null,
  temperature: 1,
  top_p: 1,
  presence_penalty: 0,
  frequency_penalty: 0,
  top_logprobs: 0,
  tools: [],
  tool_choice: 'auto',
  parallel_tool_calls: true,
  max_output_tokens: null,
  max_tool_calls: null,
  reasoning: null,
  text: { format: { type: 'text' } },
  truncation: 'disabled',
  usage:
    status === 'completed'
      ? {
          input_tokens: 1,
          input_tokens_details: { cached_tokens: 0 },
          output_tokens: 1,
          output_tokens_details: { reasoning_tokens: 0 },
          total_tokens: 2,
        }
      : null,
  store: false,
  background: false,
  service_tier: 'default',
  metadata: {},
  safety_identifier: null,
  prompt_cache_key: null,
});
const part = { type: 'output_text', text: '', annotations: [] };
const place = { output_index: 0, content_index: 0, item_id: 'msg_1' };
const text: readonly object[] = [
  { type: 'response.created', response: response('in_progress', []) },
  { type: 'response.in_progress', response: response('in_progress', []) },
  { type: 'response.output_item.added', output_index: 0, item: item('', 'in_progress') },
  { type: 'response.content_part.added', ...place, part },
  { type: 'response.output_text.delta', ...place, delta: 'Hel' },
  { type: 'response.output_text.delta', ...place, delta: 'lo' },
  { type: 'response.output_text.done', ...place, text: 'Hello' },
  { type: 'response.content_part.done', ...place, part: { ...part, text: 'Hello' } },
  { type: 'response.output_item.done', output_index: 0, item: item('Hello', 'completed') },
  { type: 'response.completed', response: response('completed', [item('Hello', 'completed')]) },
];
const numbered = (events: readonly object[]): ResponseEvent[] =>
  events.map((event, sequence_number) => responseEventSchema.parse({ sequence_number, ...event }));

describe('responseStreamProblems', () => {
  test.each([
    ['nothing in a text', text, []],
    ['no start', text.slice(1), [/is not response.created/]],
    ['no end', text.slice(0, -1), [/without a final event/]],
    ['a number that does not grow', text.with(5, { ...text[5], sequence_number: 4 }), [/does not grow/]],
    ['an item that was not added', text.toSpliced(2, 1), [/was not added/]],
    ['a part that was not added', text.toSpliced(3, 1), [/part 0 was not added/]],
    ['a lost delta', text.toSpliced(5, 1), [/another text/]],
    ['an item that is not done', text.toSpliced(8, 1), [/item 0 is not done/]],
    ['an item of another id', text.with(4, { ...text[4], item_id: 'msg_2' }), [/was added as msg_1/]],
    [
      'an item that the response lacks',
      text.with(9, { type: 'response.completed', response: response('completed', []) }),
      [/other items/],
    ],
  ] as const)('finds %s', (_, events, expected) => {
    const problems = responseStreamProblems(numbered(events));
    expect(problems.slice(0, Math.max(expected.length, 1))).toHaveLength(expected.length);
    for (const [at, pattern] of expected.entries()) expect(problems[at]).toMatch(pattern);
  });
});
