import { describe, expect, it } from 'vitest';
import { incomingGeneration, incomingText } from './incoming-request.ts';
import type { Reply } from './reply.ts';
import { explainMatch, UnmatchedRequests } from './reply-book.ts';
import { userSays } from './testing/script.ts';

const hello = incomingGeneration('@cf/meta/llama', {
  messages: [userSays('Hello')],
  tools: [{ name: 'time' }],
});
const explain = (reply: Reply, more: { used?: number; left?: number } = {}, incoming = hello) =>
  explainMatch([{ id: 'reply-1', reply, used: 0, left: 1, ...more }], incoming);

describe('why no reply matched', () => {
  it.each<[Reply, string]>([
    [{ match: { text: 'weather' }, reply: { text: '' } }, 'text is "Hello", not "weather"'],
    [{ match: { text: /^hi$/i }, reply: { text: '' } }, 'text is "Hello", not /^hi$/i'],
    [
      { match: { model: '@cf/qwen/*', text: 'Hello' }, reply: { text: '' } },
      'model is "@cf/meta/llama", not "@cf/qwen/*"',
    ],
    [
      { match: { turn: 1, task: 'draw' }, reply: { text: '' } },
      'turn is 0, not 1, task is "generate", not "draw"',
    ],
    [{ match: { tool: 'forecast' }, reply: { text: '' } }, 'tool is ["time"], not "forecast"'],
    [{ match: { toolResult: true }, reply: { text: '' } }, 'toolResult is [], not true'],
    [{ match: { format: 'json' }, reply: { text: '' } }, 'format is "text", not "json"'],
    [{ match: () => false, reply: { text: '' } }, 'its function says no'],
    [{ reply: { vectors: [[1]] } }, 'it has no answer for the task generate'],
  ])('is reported for %o', (reply, why) => {
    expect(explain(reply)).toEqual([`reply "reply-1" did not match: ${why}`]);
  });

  it('is reported for a used-up reply, by its name', () => {
    expect(explain({ name: 'once', reply: { text: '' } }, { used: 2, left: 0 })).toEqual([
      'reply "once" did not match: it is used up, after 2 of 2',
    ]);
  });

  it('is reported for the three closest', () => {
    const reply = (name: string, match: Reply['match']) => ({
      id: name,
      reply: { name, match, reply: { text: '' } },
      used: 0,
      left: 1,
    });
    const lines = explainMatch(
      [
        reply('three', { text: 'a', system: 'b', turn: 3 }),
        reply('two', { text: 'a', turn: 3 }),
        reply('one', { text: 'a' }),
        reply('also one', { turn: 3 }),
      ],
      hello,
    );
    expect(lines.map((line) => line.split(' did not')[0])).toEqual([
      'reply "one"',
      'reply "also one"',
      'reply "two"',
    ]);
  });

  it('shortens long values', () => {
    const [line] = explain(
      { match: { text: 'a' }, reply: { text: '' } },
      {},
      incomingText('draw', 'm', 'é'.repeat(999)),
    );
    expect(line?.length).toBeLessThan(250);
  });
});

it('keeps requests in the terms of a match', () => {
  const requests = new UnmatchedRequests();
  requests.note(() =>
    incomingGeneration('openai/gpt-5', { messages: [userSays('Hi.')], tools: [{ name: 'time' }] }),
  );
  expect(requests.list()).toEqual({
    count: 1,
    newest: [
      {
        task: 'generate',
        model: 'openai/gpt-5',
        text: 'Hi.',
        system: '',
        turn: 0,
        toolResults: [],
        tools: ['time'],
        format: 'text',
      },
    ],
  });
});

it('keeps the last twenty, newest first, and counts all', () => {
  const requests = new UnmatchedRequests();
  for (let index = 1; index <= 25; index++) requests.note(() => incomingText('draw', 'm', `${index}`));
  const { count, newest } = requests.list();
  expect([count, newest.length, newest[0]?.text, newest[19]?.text]).toEqual([25, 20, '25', '6']);
});

it('shortens long texts', () => {
  const requests = new UnmatchedRequests();
  requests.note(() => incomingText('draw', 'm', 'é'.repeat(501)));
  expect(requests.list().newest[0]?.text).toBe(`${'é'.repeat(500)}…`);
});

it('forgets all when it is cleared', () => {
  const requests = new UnmatchedRequests();
  requests.note(() => incomingText('draw', 'm', 'a cat'));
  requests.clear();
  expect(requests.list()).toEqual({ count: 0, newest: [] });
});
