import type { KnownRequirementId } from '../../spec/requirements.ts';
import { messageStreamProblems } from '../../spec/services/inference/formats/messages/answer.ts';
import { responseStreamProblems } from '../../spec/services/inference/formats/responses/answer.ts';
import { equal, match, object, ok } from '../harness/assertions.ts';
import { skipWhereLacking } from '../harness/caller.ts';
import { defineSuite, type Test, test } from '../harness/suite.ts';
import { inAccount, models, says, throughGateway } from './asking.ts';
import { streamMessage, streamResponse } from './reading-streams.ts';
import { flatWeatherTool, getArguments, parameters, toolName, weatherQuestion } from './tools.ts';

const history = 'Tell me all about the history of Lisbon, in ten long paragraphs.';

const message = (content: string, more: object = {}) => ({
  model: models.message,
  max_tokens: 200,
  messages: says(content),
  ...more,
});

const response = (input: string, more: object = {}) => ({ model: models.third, input, ...more });

const types = (frames: readonly { readonly type: string }[]) =>
  frames.map(({ type }) => type).filter((type, at, all) => type !== 'ping' && type !== all[at - 1]);

/** Faulty streaming requests in each format. */
const refusals = [
  ['inference.run', { model: '@cf/meta/no-such-model', input: { prompt: 'Hello', stream: true } }],
  ['inference.chat-completions', { model: models.unknown, messages: says('Hello'), stream: true }],
  ['inference.responses', { model: models.unknown, input: 'Hello', stream: true }],
  ['inference.messages', { ...message('Hello'), model: models.unknown, stream: true }],
] as const;

/** Streams of responses and messages, and what all streams have in common. */
export const streamsSuite = defineSuite('inference/streams', [
  {
    title: 'streams a response event by event, each named by its type',
    requirements: ['INF-SSE-6', 'INF-SSE-7', 'INF-SSE-8', 'INF-SSE-10', 'INF-SSE-34'],
    run: async (t) => {
      const { events, frames } = await streamResponse(t, response('Say hello.'));
      await t.check('INF-SSE-6', () => {
        for (const [at, { type }] of frames.entries())
          equal(events[at]?.event, type, `the name of event ${at}`);
      });
      await t.check('INF-SSE-7', () => {
        const numbers = frames.map(({ sequence_number }) => sequence_number);
        const sorted = [...new Set(numbers)].sort((a, b) => a - b);
        equal(numbers, sorted, 'the sequence numbers');
      });
      await t.check('INF-SSE-8', () => {
        const last = object(frames.at(-1), 'the last event');
        equal(last['type'], 'response.completed', 'the type of the last event');
        const usage = object(object(last['response'], 'its response')['usage'], 'its usage');
        ok(Number(usage['output_tokens']) > 0, 'the usage has no token count');
      });
      await t.check('INF-SSE-10', () => {
        const wanted = [
          'response.output_item.added',
          'response.content_part.added',
          'response.output_text.delta',
          'response.output_text.done',
          'response.content_part.done',
          'response.output_item.done',
        ];
        const item = frames.find(
          (event) => event.type === 'response.output_item.added' && event.item.type === 'message',
        );
        const place = item && 'output_index' in item ? item.output_index : -1;
        const ofItem = frames.filter((event) => 'output_index' in event && event.output_index === place);
        equal(types(ofItem), wanted, 'the events of the text');
      });
      await t.check('INF-SSE-34', () => equal(responseStreamProblems(frames), [], 'what is wrong'));
    },
  },
  test('INF-SSE-9', 'ends the stream of a truncated response as incomplete', async (t) => {
    const { frames } = await streamResponse(t, response(history, { max_output_tokens: 16 }));
    equal(frames.at(-1)?.type, 'response.incomplete', 'the type of the last event');
    equal(responseStreamProblems(frames), [], 'the problems with the order');
  }),
  test('INF-SSE-11', 'streams a call of a response as an item with arguments', async (t) => {
    const tools = [{ type: 'function', strict: false, ...flatWeatherTool }];
    const { frames } = await streamResponse(t, response(weatherQuestion, { tools }));
    equal(responseStreamProblems(frames), [], 'the problems with the order');
    const item = frames.find(
      (event) => event.type === 'response.output_item.added' && event.item.type === 'function_call',
    );
    ok(item && 'output_index' in item, 'no call was added');
    const ofItem = frames.filter(
      (event) => 'output_index' in event && event.output_index === item.output_index,
    );
    const wanted = [
      'response.output_item.added',
      'response.function_call_arguments.delta',
      'response.function_call_arguments.done',
      'response.output_item.done',
    ];
    equal(types(ofItem), wanted, 'the events of the call');
    const done = ofItem.find((event) => event.type === 'response.function_call_arguments.done');
    getArguments(done && 'arguments' in done ? done.arguments : undefined);
  }),
  {
    title: 'streams a message event by event, each named by its type',
    requirements: ['INF-SSE-12', 'INF-SSE-13', 'INF-SSE-14', 'INF-SSE-15', 'INF-SSE-27'],
    run: async (t) => {
      const { events, frames } = await streamMessage(t, message('Say hello.'));
      await t.check('INF-SSE-12', () => {
        for (const [at, { type }] of frames.entries())
          equal(events[at]?.event, type, `the name of event ${at}`);
      });
      await t.check('INF-SSE-13', () => {
        equal(frames[0]?.type, 'message_start', 'the type of the first event');
        equal(frames.at(-1)?.type, 'message_stop', 'the type of the last event');
      });
      await t.check('INF-SSE-14', () => equal(messageStreamProblems(frames), [], 'what is wrong'));
      await t.check('INF-SSE-15', () => {
        const delta = object(
          frames.find(({ type }) => type === 'message_delta'),
          'the message_delta',
        );
        equal(object(delta['delta'], 'its delta')['stop_reason'], 'end_turn', 'the stop_reason');
        const tokens = Number(object(delta['usage'], 'its usage')['output_tokens']);
        ok(tokens > 0, 'the usage has no token count');
      });
      await t.check('INF-SSE-27', () =>
        equal(
          events.filter(({ data }) => data === '[DONE]'),
          [],
          'the events that are [DONE]',
        ),
      );
    },
  },
  test('INF-SSE-16', 'streams the input of a tool in pieces of one object', async (t) => {
    const tools = [{ name: toolName, description: 'Tells the weather', input_schema: parameters }];
    const { frames } = await streamMessage(t, message(weatherQuestion, { tools }));
    equal(messageStreamProblems(frames), [], 'the problems with the order');
    const start = frames.find(
      (event) => event.type === 'content_block_start' && event.content_block.type === 'tool_use',
    );
    ok(start && 'index' in start, 'no tool is used');
    const pieces = frames.flatMap((event) =>
      event.type === 'content_block_delta' &&
      event.index === start.index &&
      event.delta.type === 'input_json_delta'
        ? [event.delta.partial_json]
        : [],
    );
    match(getArguments(pieces.join('')).city, /Lisbo/i, 'the city');
  }),
  ...refusals.map(
    ([operation, body]): Test<KnownRequirementId> => ({
      title: `answers a refusal of ${operation} as JSON, even to a streaming request`,
      requirements: ['INF-SSE-28'],
      run: async (t) => {
        const reply = await t.ask(operation, { params: inAccount(t), headers: throughGateway, body });
        skipWhereLacking(reply);
        ok(reply.status >= 400 && reply.status < 500, `the status is ${reply.status}, expected 4xx`);
        match(reply.headers.get('content-type'), /^application\/json\b/, 'the content type');
        object(reply.body, 'the refusal');
      },
    }),
  ),
]);
