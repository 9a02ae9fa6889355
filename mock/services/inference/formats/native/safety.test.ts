import { describe, expect, test } from 'vitest';
import { safetyInputSchema } from '../../../../../spec/services/inference/input/text-generation.ts';
import { safetySchema } from '../../../../../spec/services/inference/output.ts';
import { finished, getEvents, text } from '../testing/events.ts';
import { safetyAnswer, safetyGeneration } from './safety.ts';

describe('a safety model', () => {
  test.each([
    ['safe', false, 'safe'],
    ['\n\nunsafe\nS1,S9', false, '\n\nunsafe\nS1,S9'],
    ['safe', true, { safe: true }],
    ['\n\nunsafe\nS1, S9', true, { safe: false, categories: ['S1', 'S9'] }],
    ['unsafe', true, { safe: false, categories: [] }],
  ])('with the text %j and JSON %s returns %j', async (words, json, response) => {
    const answer = await safetyAnswer(getEvents([...text(words), finished()]), json);
    expect(safetySchema.parse(answer)).toEqual(answer);
    expect(answer.response).toEqual(response);
  });

  test('costs what its tokens cost', async () => {
    const neurons = ({ outputTokens }: { outputTokens: number }) => outputTokens / 2;
    const { usage } = await safetyAnswer(getEvents([...text('safe'), finished()]), false, neurons);
    expect(usage).toMatchObject({ completion_tokens: 7, neurons: 3.5 });
  });

  test("requests the model's own text, even for JSON", () => {
    const body = {
      messages: [{ role: 'user', content: 'Hello' }],
      response_format: { type: 'json_object' },
    };
    expect(safetyGeneration(safetyInputSchema.parse(body))).toEqual({
      messages: [{ role: 'user', parts: [{ type: 'text', text: 'Hello' }] }],
    });
  });
});
