import { describe, expect, it } from 'vitest';
import type { GenerationEvent } from '../backend.ts';
import { ModelError } from '../model-error.ts';
import { sleepRealTime } from '../sleep.ts';
import type { Reply, ReplyContent } from './reply.ts';
import {
  collect,
  createEchoBackend,
  getFailure,
  MODEL,
  script,
  textOfEvents,
  userSays,
} from './testing/script.ts';

describe('the order of replies', () => {
  it('uses a single-use reply for one of many concurrent requests', async () => {
    const { say } = script([{ times: 'once', reply: { text: 'A', delayMs: 1 } }]);
    const answers = await Promise.all(Array.from({ length: 20 }, () => say('x')));
    expect(answers.filter((answer) => answer === 'A')).toHaveLength(1);
  });

  it('removes a reply, and clears all', async () => {
    const { say, models } = script([{ reply: { text: 'A' } }, { reply: { text: 'B' } }]);
    expect([models.remove('reply-1'), models.remove('reply-1'), await say('x')]).toEqual([true, false, 'B']);
    models.clear();
    expect([await say('x'), models.list()]).toEqual(['openai/gpt-5:x', []]);
  });

  it('adds nothing of a set with an invalid match', () => {
    const { models } = script([]);
    expect(() =>
      models.add({ reply: { text: 'A' } }, { match: { text: { pattern: '(' } }, reply: {} }),
    ).toThrow(ModelError);
    expect(() => models.add({ times: -1, reply: { text: 'A' } })).toThrow(ModelError);
    expect(models.list()).toEqual([]);
  });

  it('restores its initial state when it is reset', async () => {
    const { say, models } = script([{ match: { text: 'a' }, times: 'once', reply: { text: 'A' } }]);
    models.add({ match: { text: 'b' }, reply: { text: 'B' } });
    expect([await say('a'), await say('b'), await say('c')]).toEqual(['A', 'B', 'openai/gpt-5:c']);
    models.reset();
    expect(models.list()).toMatchObject([{ id: 'reply-1', used: 0, left: 1 }]);
    expect(models.unmatched()).toEqual({ count: 0, newest: [] });
    expect([await say('a'), await say('b')]).toEqual(['A', 'openai/gpt-5:b']);
  });

  it('fails a request without a matching reply when strict, and describes the request', async () => {
    const { ask, models, fallback } = script([], { strict: true });
    expect(await getFailure(ask('hello'))).toMatchObject({
      reason: 'scripted',
      message: 'No reply of the script matches this request: generate by openai/gpt-5, "hello".',
    });
    expect([models.unmatched().count, fallback.calls()]).toEqual([1, 0]);
  });
});

describe('a generation from a reply', () => {
  const finish = (events: readonly GenerationEvent[]) => events.at(-1);

  it('streams a text word by word, without losing a character', async () => {
    const { ask } = script([{ reply: { text: ' Hello,  wide\nworld ' } }]);
    const events = await ask('four');
    expect(events.slice(0, -1)).toEqual(
      [' Hello,', '  wide', '\nworld', ' '].map((text) => ({ type: 'text', text })),
    );
    expect(finish(events)).toEqual({
      type: 'finish',
      reason: 'stop',
      usage: { inputTokens: 1, outputTokens: 7 },
    });
  });

  it('streams pieces unchanged', async () => {
    const { ask } = script([{ reply: { text: ['a b', '', 'c'] } }]);
    expect((await ask('x')).slice(0, -1)).toEqual(['a b', '', 'c'].map((text) => ({ type: 'text', text })));
  });

  it('yields reasoning, text, tool calls and finish, in this order', async () => {
    const { ask } = script([
      {
        reply: {
          text: 'Hi.',
          reasoning: ['hm', 'm'],
          toolCalls: [
            { name: 'forecast', arguments: { city: 'Reykjavík', days: 3 } },
            { name: 'time', id: 'mine', arguments: ['{', '}'] },
          ],
        },
      },
    ]);
    const events = await ask('x');
    expect(events.map((event) => event.type)).toEqual([
      'reasoning',
      'reasoning',
      'text',
      'tool-call',
      'tool-arguments',
      'tool-arguments',
      'tool-call',
      'tool-arguments',
      'tool-arguments',
      'finish',
    ]);
    expect(events[3]).toEqual({
      type: 'tool-call',
      index: 0,
      id: 'call_000000000000000000000001',
      name: 'forecast',
    });
    expect(events[6]).toEqual({ type: 'tool-call', index: 1, id: 'mine', name: 'time' });
    const json = events.map((event) =>
      event.type === 'tool-arguments' && event.index === 0 ? event.json : '',
    );
    expect(JSON.parse(json.join(''))).toEqual({ city: 'Reykjavík', days: 3 });
    expect(finish(events)).toMatchObject({ reason: 'tool-calls', usage: { reasoningTokens: 2 } });
  });

  it('numbers the tool calls of all answers', async () => {
    const { ask } = script([{ reply: { toolCalls: [{ name: 'time' }] } }]);
    const ids = [...(await ask('x')), ...(await ask('x'))].map((event) =>
      event.type === 'tool-call' ? event.id : [],
    );
    expect(new Set(ids.flat()).size).toBe(2);
  });

  it('has the given finish and usage', async () => {
    const { ask } = script([
      {
        reply: {
          text: 'Hi.',
          finishReason: 'length',
          stop: 'END',
          usage: { outputTokens: 99, cachedTokens: 5 },
        },
      },
    ]);
    expect(finish(await ask('four'))).toEqual({
      type: 'finish',
      reason: 'length',
      stop: 'END',
      usage: { inputTokens: 1, outputTokens: 99, cachedTokens: 5 },
    });
  });

  it('calls functions for match and reply, and passes the request', async () => {
    const { say } = script([
      {
        match: ({ text, turn }) => text === 'sum' && turn === 0,
        reply: async ({ model, generation }) => ({ text: `${model} ${generation?.messages.length}` }),
      },
    ]);
    expect([await say('sum'), await say('x')]).toEqual(['openai/gpt-5 1', 'openai/gpt-5:x']);
  });

  it.each<[string, Reply, string]>([
    [
      'match',
      {
        match: () => {
          throw new Error('oops');
        },
        reply: {},
      },
      'The matching function of the reply "reply-1" threw: Error: oops',
    ],
    [
      'reply',
      { name: 'bad', reply: () => Promise.reject(new Error('oops')) },
      'The function of the reply "bad" threw: Error: oops',
    ],
  ])('fails when the function for %s throws', async (_, reply, message) => {
    expect(await getFailure(script([reply]).ask('x'))).toMatchObject({ reason: 'scripted', message });
  });
});

describe('the timing of replies', () => {
  it('waits for the delay, the first piece, and each piece after it', async () => {
    const { ask, waits } = script(
      [
        {
          reply: {
            text: ['a', 'bb', 'c', ''],
            delayMs: 500,
            timeToFirstTokenMs: 200,
            tokensPerSecond: 50,
          },
        },
      ],
      { countTokens: (text) => text.length },
    );
    await ask('x');
    expect(waits).toEqual([500, 200, 40, 20]);
  });

  it('accumulates waits that are too short for a timer', async () => {
    const { ask, waits } = script(
      [{ reply: { text: Array.from({ length: 101 }, () => 'a'), tokensPerSecond: 10_000 } }],
      { countTokens: (text) => text.length },
    );
    await ask('x');
    expect(waits.reduce((sum, wait) => sum + wait, 0)).toBeCloseTo(10, 0);
    expect(waits.length).toBeLessThanOrEqual(11);
  });

  it('slows down the fallback if it sets nothing else, and corrects its usage', async () => {
    const { ask, waits, models } = script([
      { reply: { delayMs: 30, tokensPerSecond: 1000, usage: { inputTokens: 1 } } },
    ]);
    const events = await ask('12345678');
    expect(textOfEvents(events)).toBe('openai/gpt-5:12345678');
    expect(events.at(-1)).toMatchObject({ usage: { inputTokens: 1, outputTokens: 2 } });
    expect(waits).toEqual([30, 2]);
    expect(models.unmatched().count).toBe(0);
  });

  it.each<[string, ReplyContent]>([
    ['before it answers', { text: 'Hi.', delayMs: 60_000 }],
    ['before the first piece', { text: 'Hi.', timeToFirstTokenMs: 60_000 }],
    ['between pieces', { text: 'Hi, you.', tokensPerSecond: 0.01 }],
    ['where it hangs', { text: 'Hi.', breakOff: { after: 1, how: 'hang' } }],
    ['before it fails', { error: {}, delayMs: 60_000 }],
  ])('stops waiting when it is aborted %s', async (_, reply) => {
    const { models } = script([{ reply }], { sleep: sleepRealTime });
    const controller = new AbortController();
    const asking = collect(models.generate(MODEL, { messages: [userSays('x')] }, controller.signal));
    setTimeout(() => controller.abort('gone'), 20);
    await expect(asking).rejects.toBe('gone');
  });

  it('stops between pieces without a wait', async () => {
    const { models } = script([{ reply: { text: 'one two' } }]);
    const controller = new AbortController();
    const seen: GenerationEvent[] = [];
    const asking = (async () => {
      for await (const event of models.generate(MODEL, { messages: [] }, controller.signal)) {
        seen.push(event);
        controller.abort('gone');
      }
    })();
    await expect(asking).rejects.toBe('gone');
    expect(seen).toHaveLength(1);
  });

  it('uses up no reply when it is aborted before', async () => {
    const { models } = script([{ times: 'once', reply: { text: 'Hi.' } }]);
    const asking = collect(models.generate(MODEL, { messages: [] }, AbortSignal.abort('gone')));
    await expect(asking).rejects.toBe('gone');
    expect(models.list()).toMatchObject([{ used: 0 }]);
  });
});

describe('replies that fail', () => {
  it('breaks off the fallback and lets it clean up', async () => {
    let cleaned = false;
    const fallback = {
      ...createEchoBackend(),
      async *generate(): AsyncGenerator<GenerationEvent> {
        try {
          for (;;) yield { type: 'text', text: 'x' };
        } finally {
          cleaned = true;
        }
      },
    };
    const { ask } = script([{ reply: { breakOff: { after: 3 } } }], { fallback });
    expect(await getFailure(ask('x'))).toMatchObject({ reason: 'unavailable' });
    expect(cleaned).toBe(true);
  });
});
