import type { KnownRequirementId } from '../../spec/requirements.ts';
import { match, object, ok, oneOf } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite, type Test } from '../harness/suite.ts';
import { models, says } from './asking.ts';
import { streamChat, streamMessage, streamResponse } from './reading-streams.ts';

const begun = 'The answer begins';

/** A prompt to which the model begins an answer and fails. */
async function failingPrompt(t: TestContext): Promise<string> {
  const prompt = `Tell me about ${t.title()}.`;
  const { body } = await t.call('touchstone.model-reply.add', {
    body: {
      match: { text: prompt },
      reply: {
        text: `${begun} and never comes to its end.`,
        breakOff: { after: 3, how: 'error', error: { reason: 'unavailable', message: 'The model is gone.' } },
      },
    },
  });
  t.after(() => t.call('touchstone.model-reply.remove', { params: { reply_id: body.id } }));
  return prompt;
}

const ends: readonly {
  readonly title: string;
  readonly id: KnownRequirementId;
  readonly run: (t: TestContext, prompt: string) => Promise<void>;
}[] = [
  {
    title: 'a stream of a chat with an error',
    id: 'INF-SSE-29',
    run: async (t, prompt) => {
      const { frames, done } = await streamChat(t, { model: models.third, messages: says(prompt) });
      ok(frames.length > 1, 'nothing stands before the error');
      const { error } = object(frames.at(-1), 'the last frame');
      match(object(error, 'its error')['message'], /gone/, 'the message of the error');
      ok(!done, '[DONE] stands behind the error');
    },
  },
  {
    title: 'a stream of a response with response.failed or error',
    id: 'INF-SSE-30',
    run: async (t, prompt) => {
      const { frames } = await streamResponse(t, { model: models.third, input: prompt });
      ok(frames.length > 2, 'nothing stands before the error');
      oneOf(frames.at(-1)?.type, ['response.failed', 'error'], 'the type of the last event');
      match(JSON.stringify(frames.at(-1)), /gone/, 'the last event');
    },
  },
  {
    title: 'a stream of a message with the event error',
    id: 'INF-SSE-31',
    run: async (t, prompt) => {
      const body = { model: models.message, max_tokens: 64, messages: says(prompt) };
      const { events, frames } = await streamMessage(t, body);
      ok(frames.length > 1, 'nothing stands before the error');
      oneOf(events.at(-1)?.event, ['error'], 'the name of the last event');
      match(JSON.stringify(frames.at(-1)), /gone/, 'the last event');
    },
  },
];

/** Streams that do not come to their end; models fail on demand where there is an admin interface. */
export const brokenStreamsSuite = defineSuite({
  name: 'inference/broken-streams',
  tests: ends.map(
    ({ title, id, run }): Test<KnownRequirementId> => ({
      title: `ends ${title} when the model fails`,
      requirements: [id],
      features: ['admin'],
      run: async (t) => run(t, await failingPrompt(t)),
    }),
  ),
});
