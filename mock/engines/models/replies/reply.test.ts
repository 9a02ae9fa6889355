import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { ModelReplyInput } from '../../../../spec/model-reply.ts';
import { createRepliesBackend } from './create-replies-backend.ts';
import { replySchema } from './reply.ts';
import { createEchoBackend } from './testing/script.ts';

describe('replySchema', () => {
  const everything: ModelReplyInput = {
    name: 'everything',
    match: {
      task: ['generate', 'embed'],
      model: '@cf/*',
      text: { pattern: 'a+', flags: 'i' },
      system: { contains: 'x' },
      turn: 0,
      toolResult: { tool: 'forecast', text: { equals: 'y' } },
      tool: 'forecast',
      format: 'json-schema',
    },
    times: 3,
    reply: {
      text: ['a', 'b'],
      reasoning: 'hm',
      toolCalls: [{ name: 'forecast', arguments: { city: 'Oslo' } }],
      finishReason: 'stop',
      usage: { inputTokens: 1 },
      delayMs: 5,
      timeToFirstTokenMs: 5,
      tokensPerSecond: 50,
      breakOff: { after: 2 },
      vectors: [[1, 0]],
      picture: 'AAEC',
      audio: 'AAEC',
      transcript: { text: 'hello' },
      labels: [{ label: 'CAT', score: 0.5 }],
      scores: [0.1],
      detections: [{ label: 'CAT', score: 1, box: { xmin: 0, ymin: 0, xmax: 1, ymax: 1 } }],
    },
  };

  it('accepts a complete reply, as JSON, in a backend', () => {
    const reply = replySchema.parse(JSON.parse(JSON.stringify(everything)));
    const models = createRepliesBackend({ fallback: createEchoBackend(), sleep: async () => {} });
    expect(models.add(reply)).toEqual(['reply-1']);
    expect(models.list()).toEqual([{ id: 'reply-1', reply, used: 0, left: 3 }]);
  });

  it('applies to every request, always, by default', () => {
    expect(replySchema.parse({ reply: { text: 'Hi.' } })).toEqual({
      match: {},
      times: 'always',
      reply: { text: 'Hi.' },
    });
  });

  it.each([
    ['no reply', {}],
    ['a member that does not exist', { reply: { txt: 'a' } }],
    ['an invalid pattern', { match: { text: { pattern: '(' } }, reply: {} }],
    ['look-around', { match: { text: { pattern: '(?=a)' } }, reply: {} }],
    ['a pattern that is too large', { match: { text: { pattern: '(a{900}){900}' } }, reply: {} }],
    ['a flag without meaning', { match: { text: { pattern: 'a', flags: 'g' } }, reply: {} }],
    ['no times', { times: 0, reply: {} }],
    ['half a time', { times: 1.5, reply: {} }],
    ['text and JSON', { reply: { text: 'a', json: 1 } }],
    ['an error and text', { reply: { text: 'a', error: {} } }],
    ['an error of an unknown kind', { reply: { error: { reason: 'tired' } } }],
    ['an error with the status of a success', { reply: { error: { status: 200 } } }],
    ['a negative wait', { reply: { delayMs: -1 } }],
    ['a wait of days', { reply: { delayMs: 1e9 } }],
    ['no tokens per second', { reply: { tokensPerSecond: 0 } }],
    ['invalid base64', { reply: { picture: '***' } }],
    ['no vectors', { reply: { vectors: [] } }],
    ['an unknown task', { match: { task: 'dance' }, reply: {} }],
  ])('refuses %s', (_, data) => {
    expect(replySchema.safeParse(data).success).toBe(false);
  });

  it('explains the fault of a pattern, with its position', () => {
    const { error } = replySchema.safeParse({ match: { system: { pattern: '(' } }, reply: {} });
    expect(error?.issues).toMatchObject([
      { path: ['match', 'system', 'pattern'], message: expect.stringMatching(/missing|parenthes/i) },
    ]);
  });

  it('is a JSON schema too', () => {
    expect(z.toJSONSchema(replySchema, { io: 'input' })).toMatchObject({
      type: 'object',
      required: ['reply'],
    });
  });
});
