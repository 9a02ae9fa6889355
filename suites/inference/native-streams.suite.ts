import type { KnownRequirementId } from '../../spec/requirements.ts';
import type { NativeStreamFrame } from '../../spec/services/inference/formats/native.ts';
import { classicTextSchema } from '../../spec/services/inference/output.ts';
import { equal, isObject, json, match, object, ok, oneOf } from '../harness/assertions.ts';
import { expectSuccess } from '../harness/caller.ts';
import type { TestContext } from '../harness/context.ts';
import { ConformanceFailure } from '../harness/errors.ts';
import { defineSuite, type Test, test } from '../harness/suite.ts';
import { askModel, getResult, inAccount, models, says, throughGateway } from './asking.ts';
import { getNativeText, streamChat, streamMessage, streamModel, streamResponse } from './reading-streams.ts';
import { replying } from './replying.ts';
import { getArguments, toolName, weatherQuestion, weatherTool } from './tools.ts';

const { classic } = models;

const question = { messages: says('What is the capital of Portugal?'), temperature: 0, seed: 7 };

/** Streams of the run endpoints, in the shapes of hosted models. */
export const nativeStreamsSuite = defineSuite('inference/native-streams', [
  {
    title: 'streams the text of a model of the old shape in frames, with the usage last',
    requirements: ['INF-SSE-1', 'INF-SSE-18', 'INF-SSE-19', 'INF-SSE-20'],
    run: async (t) => {
      const stream = await streamModel(t, classic, question);
      ok(getNativeText(stream) !== '', 'the frames have no text');
      await t.check('INF-SSE-18', () =>
        equal(
          stream.frames.filter((frame) => !('response' in frame)),
          [],
          'the frames without response',
        ),
      );
      await t.check('INF-SSE-19', () => {
        const last = stream.frames.at(-1);
        ok(last && 'usage' in last && last.usage, 'the last frame has no usage');
        ok(last.usage.completion_tokens > 0, 'the usage has no token count');
        const before = stream.frames.slice(0, -1).filter((frame) => 'usage' in frame && frame.usage);
        equal(before, [], 'the frames with a usage before the last');
      });
      await t.check('INF-SSE-20', () => ok(stream.done, 'the last event is not [DONE]'));
    },
  },
  test('INF-SSE-17', 'streams the same text as the whole answer in the old shape', async (t) => {
    const { response } = await getResult(classicTextSchema, askModel(t, classic, question));
    equal(getNativeText(await streamModel(t, classic, question)), response, 'the text of the stream');
  }),
  {
    title: 'streams each token once, in choices, in the new shape',
    requirements: ['INF-SSE-35', 'INF-SSE-19', 'INF-SSE-20'],
    run: async (t) => {
      const stream = await streamModel(t, models.chat, question);
      await t.check('INF-SSE-35', () => {
        const isSaying = (frame: NativeStreamFrame) =>
          'choices' in frame && Boolean(frame.choices[0]?.delta?.content);
        ok(stream.frames.some(isSaying), 'no choice has text');
        equal(getNativeText(stream), '', 'the text of response');
      });
      await t.check('INF-SSE-19', () => {
        const last = stream.frames.at(-1);
        ok(last && 'usage' in last && last.usage, 'the last frame has no usage');
        ok(!('choices' in last), 'the last frame has choices');
      });
      await t.check('INF-SSE-20', () => ok(stream.done, 'the last event is not [DONE]'));
    },
  },
  {
    title: 'streams a call of a model of the old shape: name, arguments, nulls, reason',
    requirements: ['INF-SSE-22'],
    run: async (t) => {
      const body = { messages: says(weatherQuestion), tools: [weatherTool] };
      const { frames, done } = await streamModel(t, classic, body);
      const pieces = frames.flatMap((frame) => ('tool_calls' in frame ? (frame.tool_calls ?? []) : []));
      const [first, ...others] = pieces;
      equal(first?.function.name, toolName, 'the name in the first piece');
      ok(first?.id, 'the first piece has no id');
      equal(others.at(-1)?.id, null, 'the id of the last piece');
      equal(others.at(-1)?.function.name, null, 'the name of the last piece');
      getArguments(pieces.map((piece) => piece.function.arguments ?? '').join(''));
      const behind = frames.findLastIndex((frame) => 'tool_calls' in frame && frame.tool_calls?.length);
      const reason = frames.findIndex((frame) => 'finish_reason' in frame);
      ok(reason > behind, `frame ${reason} has the reason, expected it after the calls`);
      equal(frames[reason], { finish_reason: 'tool_calls' }, 'the frame with the reason');
      ok(done, 'the last event is not [DONE]');
    },
  },
  test('INF-RUN-27', 'streams a run named by the body if its input says so', async (t) => {
    for (const model of [classic, models.third]) {
      const body = { model, input: { ...question, temperature: 1, stream: true } };
      const reply = await t.ask('inference.run', {
        params: inAccount(t),
        headers: throughGateway,
        body,
      });
      expectSuccess(reply, `the run of ${model}`);
      equal(reply.headers.get('content-type')?.split(';')[0], 'text/event-stream', 'the content type');
      const data = reply.text.split(/\r?\n/).flatMap((line) => /^data: ?(.*)$/.exec(line)?.[1] ?? []);
      equal(data.at(-1), '[DONE]', 'the last event');
      for (const frame of data.slice(0, -1)) json(frame, 'an event');
      ok(data.length > 2, `the stream has ${data.length} events, expected more`);
    }
  }),
]);

const begun = 'The answer begins';

/** A prompt that makes the model fail in the middle of its answer. */
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
    title: 'a chat stream with an error',
    id: 'INF-SSE-29',
    run: async (t, prompt) => {
      const { frames, done } = await streamChat(t, { model: models.third, messages: says(prompt) });
      ok(frames.length > 1, 'nothing precedes the error');
      const { error } = object(frames.at(-1), 'the last frame');
      match(object(error, 'its error')['message'], /gone/, 'the message of the error');
      ok(!done, '[DONE] follows the error');
    },
  },
  {
    title: 'a response stream with response.failed or error',
    id: 'INF-SSE-30',
    run: async (t, prompt) => {
      const { frames } = await streamResponse(t, { model: models.third, input: prompt });
      ok(frames.length > 2, 'nothing precedes the error');
      oneOf(frames.at(-1)?.type, ['response.failed', 'error'], 'the type of the last event');
      match(JSON.stringify(frames.at(-1)), /gone/, 'the last event');
    },
  },
  {
    title: 'a message stream with the event error',
    id: 'INF-SSE-31',
    run: async (t, prompt) => {
      const body = { model: models.message, max_tokens: 64, messages: says(prompt) };
      const { events, frames } = await streamMessage(t, body);
      ok(frames.length > 1, 'nothing precedes the error');
      oneOf(events.at(-1)?.event, ['error'], 'the name of the last event');
      match(JSON.stringify(frames.at(-1)), /gone/, 'the last event');
    },
  },
];

/** Pieces of a long answer, each of one token. */
const manyTokens = 100;

/** A prompt with a long answer, which takes that many milliseconds. */
async function slowPrompt(t: TestContext, milliseconds: number): Promise<string> {
  const prompt = `Tell me slowly about ${t.title()}.`;
  const text = Array.from({ length: manyTokens }, () => ' so');
  const tokensPerSecond = (manyTokens * 1_000) / milliseconds;
  await replying(t, { match: { text: prompt }, reply: { text, tokensPerSecond } });
  return prompt;
}

/** The gateway's log of a run, as soon as it exists. */
async function getLog(t: TestContext, gateway_id: string, log_id: string): Promise<Record<string, unknown>> {
  const params = { ...inAccount(t), gateway_id, log_id };
  const log = await t.waitFor({ what: 'the log of a run that was left', within: 5_000 }, async () => {
    const { status, body } = await t.ask('ai-gateway.log.get', { params });
    return status === 200 && isObject(body) && isObject(body['result']) ? body['result'] : undefined;
  });
  if (log) return log;
  throw new ConformanceFailure('The run had no log 5 seconds after its client left, so it goes on');
}

/** Streams that end early. With an admin interface, models fail on demand. */
export const brokenStreamsSuite = defineSuite('inference/broken-streams', [
  ...ends.map(
    ({ title, id, run }): Test<KnownRequirementId> => ({
      title: `ends ${title} when the model fails`,
      requirements: [id],
      features: ['admin'],
      run: async (t) => run(t, await failingPrompt(t)),
    }),
  ),
  {
    title: 'stops a run when its client disconnects',
    requirements: ['INF-SSE-32'],
    features: ['admin'],
    run: async (t) => {
      const gateway = await t.gateway();
      // A target that sends it at once when it has ended answers in time too.
      const long = t.limits.request * 0.6;
      const stream = await t.stream('inference.chat-completions', {
        params: inAccount(t),
        headers: { 'cf-aig-gateway-id': gateway.id },
        body: { model: models.third, messages: says(await slowPrompt(t, long)), stream: true },
      });
      match(stream.headers.get('content-type'), /^text\/event-stream/, 'the content type');
      for (let read = 0; read < 3; read++) await stream.next();
      stream.close();
      const log = await getLog(t, gateway.id, stream.headers.get('cf-aig-log-id') ?? '');
      const duration = Number(log['duration']);
      ok(duration < long / 2, `the run took ${duration} ms, expected it to stop before its ${long} ms`);
      ok(Number(log['tokens_out'] ?? 0) < manyTokens / 2, `the run wrote ${log['tokens_out']} tokens`);
    },
  },
]);
