import { describe, expect, it } from 'vitest';
import { createUpstreamBackend } from './create-upstream-backend.ts';
import { ask, askToFail, type Call, MODEL, PNG, never as signal } from './testing/ask.ts';
import { answerWithEvents, DONE, delta, finish } from './testing/stub-upstream.ts';

describe('tasks sent as prompts', () => {
  const answerText = (text: string) => answerWithEvents(delta({ content: text }), finish('stop'), DONE);
  const image = PNG;
  const translate: Call<unknown> = (models) =>
    models.translate(MODEL, { text: 'Hello', from: 'en', to: 'de' }, signal);
  const classify: Call<unknown> = (models) => models.classify(MODEL, { text: 'Great' }, signal);
  const rank: Call<unknown> = (models) => models.rank(MODEL, { query: 'q', documents: ['a', 'b'] }, signal);
  const label: Call<unknown> = (models) => models.label(MODEL, { image }, signal);

  it.each<[string, Call<unknown>, string, unknown, readonly string[]]>([
    ['translations', translate, ' Hallo\n', 'Hallo', ['Hello', '\\"en\\"', '\\"de\\"']],
    [
      'summaries',
      (models) => models.summarise(MODEL, { text: 'Long', maxTokens: 7 }, signal),
      'Short',
      'Short',
      ['Long', '"max_tokens":7'],
    ],
    [
      'descriptions',
      (models) => models.describe(MODEL, { image, prompt: 'What?', maxTokens: 9 }, signal),
      'A cat',
      'A cat',
      ['What?', 'data:image/png;base64,', '"max_tokens":9'],
    ],
    [
      'sentiments',
      classify,
      '{"positive":0.25}',
      [
        { label: 'NEGATIVE', score: 0.75 },
        { label: 'POSITIVE', score: 0.25 },
      ],
      ['Great', 'json_schema'],
    ],
    [
      'scores beyond 1',
      classify,
      '{"positive":7}',
      expect.arrayContaining([{ label: 'POSITIVE', score: 1 }]),
      [],
    ],
    ['rankings', rank, '```json\n{"scores":[0.1,0.9]}\n```', [0.1, 0.9], ['"minItems":2', 'json_schema']],
    [
      'labels',
      label,
      '{"labels":[{"label":"dog","score":0.1},{"label":"cat","score":0.8}]}',
      [
        { label: 'cat', score: 0.8 },
        { label: 'dog', score: 0.1 },
      ],
      ['data:image/png;base64,'],
    ],
  ])('give %s', async (_, call, text, expected, parts) => {
    const { answer, request } = await ask(answerText(text), call);
    expect(answer).toEqual(expected);
    expect(request.path).toBe('/v1/chat/completions');
    for (const part of parts) expect(request.body).toContain(part);
  });

  it.each<[string, Call<unknown>, string]>([
    ['no text', translate, ' '],
    ['no JSON', classify, 'It is positive.'],
    ['other JSON', classify, '{"negative":1}'],
    ['too few scores', rank, '{"scores":[1]}'],
    ['labels without scores', label, '{"labels":[{"label":"cat"}]}'],
  ])('fail with %s', async (_, call, text) => {
    expect(await askToFail(answerText(text), call)).toMatchObject({ reason: 'malformed' });
  });

  it('need no upstream to rank nothing', async () => {
    const models = createUpstreamBackend({ baseUrl: 'http://127.0.0.1:9/v1' });
    expect(await models.rank(MODEL, { query: 'q', documents: [] }, signal)).toEqual([]);
  });

  it('are refused if no prompt would do', async () => {
    const models = createUpstreamBackend({ baseUrl: 'http://127.0.0.1:9/v1' });
    await expect(models.detect(MODEL, { image }, signal)).rejects.toMatchObject({ reason: 'bad-input' });
  });
});
