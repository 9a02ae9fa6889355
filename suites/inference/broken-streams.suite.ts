import type { KnownRequirementId } from '../../spec/requirements.ts';
import { isObject, match, object, ok, oneOf } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { ConformanceFailure } from '../harness/errors.ts';
import { defineSuite, type Test } from '../harness/suite.ts';
import { replying } from '../touchstone/replying.ts';
import { inAccount, models, says } from './asking.ts';
import { streamChat, streamMessage, streamResponse } from './reading-streams.ts';

const begun = 'The answer begins';

/** A prompt to which the model begins an answer and fails. */
async function failingPrompt(t: TestContext): Promise<string> {
  const prompt = `Tell me about ${t.title()}.`;
  await replying(t, {
    match: { text: prompt },
    reply: {
      text: `${begun} and never comes to its end.`,
      breakOff: { after: 3, how: 'error', error: { reason: 'unavailable', message: 'The model is gone.' } },
    },
  });
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

/** A prompt whose answer takes 30 seconds to write. */
async function slowPrompt(t: TestContext): Promise<string> {
  const prompt = `Tell me slowly about ${t.title()}.`;
  const text = Array.from({ length: 300 }, (_, at) => `word${at} `);
  await replying(t, { match: { text: prompt }, reply: { text, tokensPerSecond: 10 } });
  return prompt;
}

/** What the log of a gateway says of a run, as soon as it says anything. */
async function logOf(t: TestContext, gateway_id: string, log_id: string): Promise<Record<string, unknown>> {
  const params = { ...inAccount(t), gateway_id, log_id };
  for (let waits = 0; waits < 50; waits++) {
    const { status, body } = await t.ask('ai-gateway.log.get', { params });
    if (status === 200 && isObject(body) && isObject(body['result'])) return body['result'];
    await new Promise((wake) => setTimeout(wake, 100));
  }
  throw new ConformanceFailure('The run goes on 5 seconds after its client left: the log says nothing of it');
}

/** Streams that do not come to their end; models fail on demand where there is an admin interface. */
export const brokenStreamsSuite = defineSuite({
  name: 'inference/broken-streams',
  tests: [
    ...ends.map(
      ({ title, id, run }): Test<KnownRequirementId> => ({
        title: `ends ${title} when the model fails`,
        requirements: [id],
        features: ['admin'],
        run: async (t) => run(t, await failingPrompt(t)),
      }),
    ),
    {
      title: 'stops a run whose client goes away',
      requirements: ['INF-SSE-32'],
      features: ['admin'],
      run: async (t) => {
        const gateway = await t.gateway();
        const stream = await t.stream('inference.chat-completions', {
          params: inAccount(t),
          headers: { 'cf-aig-gateway-id': gateway.id },
          body: { model: models.third, messages: says(await slowPrompt(t)), stream: true },
        });
        match(stream.headers.get('content-type'), /^text\/event-stream/, 'the content type');
        for (let read = 0; read < 3; read++) await stream.next();
        stream.close();
        const log = await logOf(t, gateway.id, stream.headers.get('cf-aig-log-id') ?? '');
        const duration = Number(log['duration']);
        ok(duration < 15_000, `the run took ${duration} ms, expected it to stop before its 30 seconds`);
        ok(Number(log['tokens_out'] ?? 0) < 200, `the run wrote ${log['tokens_out']} tokens`);
      },
    },
  ],
});
