import type { ModelReplyInput } from '../../spec/model-reply.ts';
import { equal, object, ok } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { ConformanceFailure } from '../harness/errors.ts';
import { defineSuite, test } from '../harness/suite.ts';
import { chat, getText, inAccount, models, says, throughGateway } from '../inference/asking.ts';
import { getChatText, streamChat } from '../inference/reading-streams.ts';
import { replying } from './replying.ts';

const text = 'one two three four five six';

/** Makes a reply for a unique prompt, which it returns. */
async function prompted(t: TestContext, reply: ModelReplyInput['reply']): Promise<string> {
  const prompt = t.title();
  await replying(t, { match: { text: prompt }, reply });
  return prompt;
}

/** Duration of an action in milliseconds. */
async function lasts(act: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await act();
  return performance.now() - started;
}

/** When the pieces of a stream with text came, in milliseconds since the request. */
async function getTimes(t: TestContext, prompt: string): Promise<readonly number[]> {
  const started = performance.now();
  const stream = await t.stream('inference.chat-completions', {
    params: inAccount(t),
    headers: throughGateway,
    body: { model: models.third, messages: says(prompt), stream: true },
  });
  const times: number[] = [];
  for (;;) {
    const { data } = await stream.next();
    if (data === '[DONE]') return times;
    if (/"content":"[^"]/.test(data)) times.push(performance.now() - started);
  }
}

function first(times: readonly number[]): number {
  const [time] = times;
  if (time === undefined) throw new ConformanceFailure('no piece of the stream has text');
  return time;
}

/** Milliseconds by which timers may be early. */
const early = 10;

/** Durations and interruptions of model replies. */
export const modelReplyTimingSuite = defineSuite('touchstone/model-reply-timing', [
  test('TS-REPLY-13', 'answers after its delay', async (t) => {
    const prompt = await prompted(t, { text, delayMs: 600 });
    const took = await lasts(() => chat(t, { model: models.third, messages: says(prompt) }));
    ok(took >= 600 - early, `the answer came after ${Math.round(took)} ms`);
  }),
  test('TS-REPLY-14', 'delays the first piece of a stream', async (t) => {
    const times = await getTimes(t, await prompted(t, { text, timeToFirstTokenMs: 500 }));
    ok(first(times) >= 500 - early, `the first piece came after ${Math.round(first(times))} ms`);
  }),
  test('TS-REPLY-15', 'streams at its pace', async (t) => {
    const times = await getTimes(t, await prompted(t, { text, tokensPerSecond: 20 }));
    const last = times.at(-1) ?? 0;
    // Five words after the first, of at least a token each. A busy client may see the first piece late.
    ok(last >= 5 * 50 - early, `the last piece came ${Math.round(last)} ms after the request`);
    ok(times.length > 2, 'the text came at once');
  }),
  test('TS-REPLY-16', 'interrupts a stream, with an error or silently', async (t) => {
    for (const how of ['error', 'end'] as const) {
      const error = { message: 'The wire was cut.' };
      const prompt = await prompted(t, {
        text,
        breakOff: { after: 2, how, ...(how === 'error' && { error }) },
      });
      const stream = await streamChat(t, { model: models.third, messages: says(prompt) });
      equal(getChatText(stream), 'one two', `the text of an interrupted stream (${how})`);
      ok(!stream.done, `[DONE] ends an interrupted stream (${how})`);
      const { error: sent } = object(stream.frames.at(-1), 'the last frame');
      if (how === 'error')
        ok(JSON.stringify(sent).includes(error.message), 'the error is not the one of the reply');
    }
  }),
  test('TS-REPLY-17', 'slows down the answer that would come without it', async (t) => {
    const prompt = t.title();
    const ask = () => chat(t, { model: models.third, messages: says(prompt) });
    const usual = getText(await ask());
    await replying(t, { match: { text: prompt }, reply: { delayMs: 600 } });
    let slow = '';
    const took = await lasts(async () => {
      slow = getText(await ask());
    });
    equal(slow, usual, 'the text');
    ok(took >= 600 - early, `the answer came after ${Math.round(took)} ms`);
  }),
]);
