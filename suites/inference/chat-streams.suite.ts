import { chatStreamProblems } from '../../spec/services/inference/formats/chat-completions/answer.ts';
import { equal, json, match, ok } from '../harness/assertions.ts';
import { expectSuccess } from '../harness/caller.ts';
import { defineSuite, test } from '../harness/suite.ts';
import { askChat, chat, fits, getText, models, says, toChoice } from './asking.ts';
import { getChatText, getChunks, streamChat, type WholeStream } from './reading-streams.ts';
import {
  cityJsonSchema,
  cityQuestion,
  citySchema,
  getArguments,
  toolName,
  weatherQuestion,
  weatherTool,
} from './tools.ts';

const hello = { model: models.classic, messages: says('Say hello.') };
const withUsage = { stream_options: { include_usage: true } };

type ChatStream = Awaited<ReturnType<typeof streamChat>>;

const problems = (stream: ChatStream, includeUsage: boolean, choices = 1) =>
  equal(chatStreamProblems(stream.frames, { includeUsage, choices }), [], 'the problems with the order');

/** Tool calls assembled from their pieces, by index. */
function getCalls(stream: WholeStream<ChatStream['frames'][number]>) {
  const calls: { id: string; name: string; json: string }[] = [];
  for (const { choices } of getChunks(stream)) {
    for (const { index, id, function: about } of choices.flatMap(({ delta }) => delta.tool_calls ?? [])) {
      calls[index] ??= { id: id ?? '', name: about?.name ?? '', json: '' };
      calls[index].json += about?.arguments ?? '';
    }
  }
  return calls;
}

const reasons = (stream: ChatStream) =>
  getChunks(stream).flatMap(({ choices }) => choices.flatMap((choice) => choice.finish_reason ?? []));

/** Streamed chat completions. */
export const chatStreamsSuite = defineSuite('inference/chat-streams', [
  {
    title: 'streams a chat as chunks, followed by [DONE]',
    requirements: [
      'INF-SSE-1',
      'INF-SSE-2',
      'INF-SSE-3',
      'INF-SSE-4',
      'INF-SSE-23',
      'INF-SSE-25',
      'INF-SSE-26',
    ],
    run: async (t) => {
      const stream = await streamChat(t, hello);
      const chunks = getChunks(stream);
      ok(getChatText(stream) !== '', 'the deltas have no text');
      await t.check('INF-SSE-2', () => {
        const others = stream.frames.filter(
          (frame) => !('object' in frame) || frame.object !== 'chat.completion.chunk',
        );
        equal(others, [], 'the frames that are not chunks');
      });
      await t.check('INF-SSE-3', () =>
        equal(chunks[0]?.choices[0]?.delta.role, 'assistant', 'the role of the first delta'),
      );
      await t.check('INF-SSE-4', () => ok(stream.done, 'the last event is not [DONE]'));
      await t.check('INF-SSE-25', () =>
        equal(chunks.filter(({ choices }) => choices.length === 0).length, 0, 'chunks without choices'),
      );
      await t.check('INF-SSE-26', () =>
        equal(new Set(chunks.map(({ id }) => id)).size, 1, 'the number of ids'),
      );
      problems(stream, false);
    },
  },
  {
    title: 'streams a third-party chat the same way',
    requirements: ['INF-SSE-1', 'INF-SSE-4'],
    run: async (t) => {
      const stream = await streamChat(t, { ...hello, model: models.third });
      ok(stream.done, 'the last event is not [DONE]');
      ok(getChatText(stream) !== '', 'the deltas have no text');
      equal(reasons(stream), ['stop'], 'the finish reasons');
      problems(stream, false);
    },
  },
  test('INF-SSE-24', 'ends each frame with a blank line', async (t) => {
    const reply = await askChat(t, { ...hello, stream: true });
    expectSuccess(reply, 'the stream');
    match(reply.text, /\n\n$/, 'the stream');
    const frames = reply.text.split('\n\n').slice(0, -1);
    ok(frames.length > 2, `the stream has ${frames.length} frames, expected more`);
    for (const frame of frames) match(frame, /^(?::.*|data: ?.*)(?:\n(?::.*|data: ?.*))*$/, 'a frame');
  }),
  test('INF-SSE-5', 'sends the usage in a last chunk without choices, on request', async (t) => {
    const stream = await streamChat(t, { ...hello, ...withUsage });
    const last = getChunks(stream).at(-1);
    equal(last?.choices, [], 'the choices of the last chunk');
    ok((last?.usage?.completion_tokens ?? 0) > 0, 'the usage of the last chunk has no token count');
    problems(stream, true);
  }),
  test('INF-SSE-17', 'streams the same text as the whole answer', async (t) => {
    const body = {
      ...hello,
      messages: says('What is the capital of Portugal?'),
      temperature: 0,
      seed: 7,
    };
    const whole = await chat(t, body);
    equal(getChatText(await streamChat(t, body)), getText(whole), 'the text of the stream');
  }),
  test(['INF-CHAT-17', 'INF-CHAT-47'], 'reports in the stream that max_tokens was reached', async (t) => {
    const messages = says('Tell me all about the history of Lisbon, in ten long paragraphs.');
    const stream = await streamChat(t, { ...hello, messages, max_tokens: 5, ...withUsage });
    const tokens = getChunks(stream).at(-1)?.usage?.completion_tokens ?? 0;
    ok(tokens > 0 && tokens <= 5, `the stream counts ${tokens} tokens, expected 1 to 5`);
    await t.check('INF-CHAT-17', () => equal(reasons(stream), ['length'], 'the finish reasons'));
  }),
  {
    title: 'streams a call by index, with its id and name in the first piece',
    requirements: ['INF-CHAT-18', 'INF-CHAT-20'],
    run: async (t) => {
      const body = { model: models.third, messages: says(weatherQuestion), tools: [weatherTool] };
      const stream = await streamChat(t, body);
      problems(stream, false);
      const calls = getCalls(stream);
      ok(calls.length > 0, 'the stream has no calls');
      for (const call of calls) {
        match(call.id, /./, 'the id of a call');
        equal(call.name, toolName, 'the name of a call');
      }
      await t.check('INF-CHAT-20', () => {
        for (const call of calls) match(getArguments(call.json).city, /Lisbo/i, 'the city');
      });
      await t.check('INF-CHAT-18', () => equal(reasons(stream), ['tool_calls'], 'the finish reasons'));
    },
  },
  test('INF-CHAT-33', 'streams JSON that conforms to the schema', async (t) => {
    const json_schema = { name: 'city', strict: true, schema: cityJsonSchema };
    const response_format = { type: 'json_schema', json_schema };
    const body = { model: models.third, messages: says(cityQuestion), response_format };
    fits(citySchema, json(getChatText(await streamChat(t, body)), 'the answer'), 'the answer');
  }),
  test('INF-CHAT-24', 'interleaves several choices, and ends each', async (t) => {
    const body = { model: models.third, messages: says('Name a colour.'), n: 2 };
    const stream = await streamChat(t, body);
    problems(stream, false, 2);
    equal(reasons(stream), ['stop', 'stop'], 'the finish reasons');
  }),
  test('INF-SSE-5', 'counts at least as many prompt tokens as without streaming', async (t) => {
    const body = {
      ...hello,
      messages: says('What is the capital of Portugal?'),
      temperature: 0,
      seed: 7,
    };
    const whole = await chat(t, body);
    const last = getChunks(await streamChat(t, { ...body, ...withUsage })).at(-1);
    equal(last?.usage?.prompt_tokens, whole.usage.prompt_tokens, 'prompt_tokens of the stream');
    equal(toChoice(whole).finish_reason, 'stop', 'finish_reason');
  }),
]);
