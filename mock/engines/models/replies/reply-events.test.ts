import { describe, expect, it } from 'vitest';
import type { Task } from '../backend.ts';
import type { RepliesBackend } from './create-replies-backend.ts';
import type { ReplyContent } from './reply.ts';
import { getFailure, MODEL, script, signal } from './testing/script.ts';

describe('tasks other than conversations', () => {
  const bytes = new Uint8Array([1, 2, 3]);
  const box = { xmin: 0, ymin: 0, xmax: 1, ymax: 1 };
  const labels = [
    { label: 'DOG', score: 0.2 },
    { label: 'CAT', score: 0.8 },
  ];
  type Call = (models: RepliesBackend) => Promise<unknown>;
  const calls: [Exclude<Task, 'generate'>, ReplyContent, Call, unknown][] = [
    [
      'embed',
      { vectors: [[1, 2], [3]] },
      (models) => models.embed(MODEL, { texts: ['four', 'b', 'c'] }, signal),
      {
        vectors: [new Float32Array([1, 2]), new Float32Array([3]), new Float32Array([1, 2])],
        usage: { inputTokens: 3, outputTokens: 0 },
      },
    ],
    [
      'draw',
      { picture: bytes },
      (models) => models.draw(MODEL, { prompt: 'p', width: 1, height: 1, mediaType: 'image/png' }, signal),
      bytes,
    ],
    [
      'speak',
      { audio: 'AQID' },
      (models) => models.speak(MODEL, { text: 'p', mediaType: 'audio/wav' }, signal),
      bytes,
    ],
    [
      'transcribe',
      { transcript: 'Hello.' },
      (models) => models.transcribe(MODEL, { audio: bytes, language: 'no' }, signal),
      { text: 'Hello.', language: 'no', duration: 0, words: [] },
    ],
    [
      'translate',
      { text: ['Hal', 'lo.'] },
      (models) => models.translate(MODEL, { text: 'p', from: 'en', to: 'de' }, signal),
      'Hallo.',
    ],
    [
      'summarise',
      { text: 'S' },
      (models) => models.summarise(MODEL, { text: 'p', maxTokens: 9 }, signal),
      'S',
    ],
    ['classify', { labels }, (models) => models.classify(MODEL, { text: 'p' }, signal), labels.toReversed()],
    [
      'rank',
      { scores: [0.5] },
      (models) => models.rank(MODEL, { query: 'p', documents: ['a', 'b'] }, signal),
      [0.5, 0],
    ],
    ['describe', { json: { a: 1 } }, (models) => models.describe(MODEL, { image: bytes }, signal), '{"a":1}'],
    ['label', { labels }, (models) => models.label(MODEL, { image: bytes }, signal), labels.toReversed()],
    [
      'detect',
      { detections: [{ label: 'CAT', score: 1, box }] },
      (models) => models.detect(MODEL, { image: bytes }, signal),
      [{ label: 'CAT', score: 1, box }],
    ],
  ];

  it.each(calls)('answers %s', async (_, reply, call, expected) => {
    const { models, fallback } = script([{ reply }]);
    expect(await call(models)).toEqual(expected);
    expect(fallback.calls()).toBe(0);
  });

  it.each(calls)('skips a reply without an answer for %s', async (_task, _reply, call) => {
    const { models, fallback } = script([{ reply: { reasoning: 'a' } }]);
    await call(models);
    expect([fallback.calls(), models.list()[0]?.used]).toEqual([1, 0]);
  });

  it.each(calls)('delays and fails %s', async (task, _reply, call) => {
    const { models, waits } = script([
      { match: { task }, reply: { delayMs: 9, error: { reason: 'timeout' } } },
    ]);
    expect(await getFailure(call(models))).toMatchObject({ reason: 'timeout' });
    expect(waits).toEqual([9]);
  });

  it.each(calls)('fails when a function has no answer for %s', async (_task, _reply, call) => {
    const { models } = script([{ reply: () => ({ reasoning: 'a' }) }]);
    expect(await getFailure(call(models))).toMatchObject({ reason: 'scripted' });
  });

  it('fails for bytes from a function that are not base64', async () => {
    const { models } = script([{ reply: () => ({ audio: '***' }) }]);
    const speaking = models.speak(MODEL, { text: 'p', mediaType: 'audio/wav' }, signal);
    expect(await getFailure(speaking)).toMatchObject({ reason: 'scripted' });
  });

  it('matches prompts, queries and texts', async () => {
    const { models } = script([{ match: { text: 'cat' }, reply: { picture: bytes, vectors: [[1]] } }]);
    await models.draw(MODEL, { prompt: 'a cat', width: 1, height: 1, mediaType: 'image/png' }, signal);
    await models.embed(MODEL, { texts: ['dog', 'cat'] }, signal);
    expect(models.list()).toMatchObject([{ used: 2 }]);
  });
});
