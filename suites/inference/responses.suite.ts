import type { Reply } from '../../spec/client.ts';
import type { BodyInput, Contract } from '../../spec/contract.ts';
import {
  type OutputItem,
  type ResponseEvent,
  type ResponseObject,
  responseSchema,
  responseStreamProblems,
} from '../../spec/services/inference/formats/responses/answer.ts';
import { array, equal, json, match, object, ok } from '../harness/assertions.ts';
import { expectSuccess } from '../harness/caller.ts';
import type { TestContext } from '../harness/context.ts';
import { ConformanceFailure } from '../harness/errors.ts';
import { defineSuite, test } from '../harness/suite.ts';
import { fits, inAccount, type MoreHeaders, models, throughGateway } from './asking.ts';
import { smallPicture } from './decoding.ts';
import { readableResponse } from './readable-answers.ts';
import { streamResponse } from './reading-streams.ts';
import {
  cityJsonSchema,
  cityQuestion,
  citySchema,
  flatWeatherTool,
  getArguments,
  toolName,
  weatherQuestion,
} from './tools.ts';

const hello: ResponsesBody = { model: models.third, input: 'Say hello.' };
const history = 'Tell me all about the history of Lisbon, in ten long paragraphs.';

/** Responses without streaming. */
export const responsesSuite = defineSuite('inference/responses', [
  test('INF-RESP-1', 'makes a response with a third-party model, without headers', async (t) => {
    await t.call('inference.responses', { params: inAccount(t), body: hello });
  }),
  test(
    ['INF-RESP-2', 'INF-RESP-21'],
    'makes a response with a hosted model that supports the format',
    async (t) => {
      await respond(t, { ...hello, model: models.responses });
    },
  ),
  {
    title: 'allows parallel tool calls by default',
    requirements: ['INF-RESP-5'],
    atMost: 'may',
    run: async (t) => {
      for (const sent of [undefined, true, false]) {
        const reply = await askResponse(t, { ...hello, parallel_tool_calls: sent });
        expectSuccess(reply, 'the response');
        const { parallel_tool_calls: returned } = object(reply.body, 'the answer');
        equal(returned, sent ?? true, `parallel_tool_calls for ${sent}`);
      }
    },
  },
  {
    title: 'answers in the responses format',
    requirements: [
      'INF-RESP-4',
      'INF-RESP-5',
      'INF-RESP-6',
      'INF-RESP-7',
      'INF-RESP-8',
      'INF-RESP-11',
      'INF-RESP-18',
      'INF-RESP-24',
    ],
    run: async (t) => {
      const reply = await askResponse(t, hello);
      expectSuccess(reply, 'the response');
      const body = object(reply.body, 'the answer');
      await t.check('INF-RESP-4', () => fits(readableResponse, body, 'the answer'));
      await t.check('INF-RESP-5', () => {
        const members = ['id', 'object', 'created_at', 'status', 'model', 'output', 'usage'];
        equal(
          members.filter((name) => !(name in body)),
          [],
          'the missing members',
        );
        ok(
          Number(body['created_at']) < 1e11,
          `created_at is ${String(body['created_at'])}, expected seconds`,
        );
      });
      await t.check('INF-RESP-6', () => equal(body['object'], 'response', 'object'));
      await t.check('INF-RESP-7', () => {
        const envelope = ['success', 'errors', 'messages', 'result'].filter((name) => name in body);
        equal(envelope, [], 'the members of an envelope');
      });
      await t.check('INF-RESP-8', () => equal(body['status'], 'completed', 'status'));
      await t.check('INF-RESP-11', () => {
        const items = array(body['output'], 'output').map((item) => object(item, 'an item'));
        const message = object(
          items.find(({ type }) => type === 'message'),
          'the message',
        );
        const [part] = array(message['content'], 'its content').map((one) => object(one, 'a part'));
        equal(part?.['type'], 'output_text', 'the type of the part');
        match(part?.['text'], /\S/, 'the text');
      });
      await t.check('INF-RESP-18', () => {
        const usage = object(body['usage'], 'usage');
        const [input, output] = [Number(usage['input_tokens']), Number(usage['output_tokens'])];
        ok(input > 0, `input_tokens is ${input}, expected more`);
        ok(output > 0, `output_tokens is ${output}, expected more`);
        equal(usage['total_tokens'], input + output, 'total_tokens');
      });
      await t.check('INF-RESP-24', () => fits(responseSchema, body, 'the answer'));
    },
  },
  test(['INF-RESP-9', 'INF-RESP-10'], 'reports that max_output_tokens was reached', async (t) => {
    const short = await respond(t, { input: history, max_output_tokens: 16 });
    await t.check('INF-RESP-9', () => {
      equal(short.status, 'incomplete', 'status');
      const tokens = short.usage?.output_tokens ?? 0;
      ok(tokens > 0 && tokens <= 16, `the answer has ${tokens} tokens, expected 1 to 16`);
    });
    await t.check('INF-RESP-10', () =>
      equal(short.incomplete_details, { reason: 'max_output_tokens' }, 'incomplete_details'),
    );
  }),
  test('INF-RESP-14', 'returns the instructions of its request', async (t) => {
    const instructions = 'Answer in one short sentence.';
    equal((await respond(t, { ...hello, instructions })).instructions, instructions, 'instructions');
    equal((await respond(t, hello)).instructions, null, 'instructions of a request without any');
  }),
  test('INF-RESP-23', 'returns the settings of its request', async (t) => {
    const settings = { temperature: 0.3, top_p: 0.9, max_output_tokens: 500 };
    const response = await respond(t, { ...hello, model: models.responses, ...settings });
    const { temperature, top_p, max_output_tokens } = response;
    equal({ temperature, top_p, max_output_tokens }, settings, 'the settings');
  }),
  ...(['minimal', 'low', 'medium', 'high'] as const).map((effort) =>
    test('INF-RESP-22', `accepts the effort ${effort}`, async (t) => {
      const response = await respond(t, { ...hello, reasoning: { effort } });
      equal(response.status, 'completed', 'status');
      ok(getItems(response, 'message').length > 0, 'the answer has no message');
    }),
  ),
]);

/** A question, and the earlier message that holds its answer. */
const introduction = 'My name is Ada.';
const question = 'What is my name?';

/** Forms of input for a response. */
export const responsesInputSuite = defineSuite('inference/responses-input', [
  test('INF-RESP-12', 'accepts a list of messages, and answers all of it', async (t) => {
    const response = await respond(t, {
      input: [
        saysItem(introduction),
        {
          type: 'message',
          role: 'assistant',
          id: 'msg_1',
          status: 'completed',
          content: [{ type: 'output_text', text: 'Hello Ada!', annotations: [] }],
        },
        saysItem(question),
      ],
    });
    match(responseText(response), /\bAda\b/, 'the answer');
  }),
  test('INF-RESP-13', 'accepts text and an image in one message', async (t) => {
    const response = await respond(t, {
      input: [
        {
          type: 'message',
          role: 'user',
          content: [
            { type: 'input_text', text: 'What is in this picture?' },
            { type: 'input_image', image_url: smallPicture, detail: 'auto' },
          ],
        },
      ],
    });
    responseText(response);
  }),
  test('INF-RESP-19', 'accepts its own earlier answer, with the reasoning', async (t) => {
    const first = saysItem(`${introduction} Think hard: what is 17 times 23?`);
    const thought = await respond(t, { input: [first], reasoning: { effort: 'high', summary: 'auto' } });
    if (getItems(thought, 'reasoning').length === 0) t.skip('the model returns no reasoning');
    const input = [first, ...thought.output, saysItem(question)];
    match(responseText(await respond(t, { input })), /\bAda\b/, 'the answer');
  }),
  test('INF-RESP-25', 'continues the conversation of an earlier response', async (t) => {
    const first = await respond(t, { input: introduction, store: true });
    const second = await respond(t, { input: 'Tell me about tea.', previous_response_id: first.id });
    equal(second.previous_response_id, first.id, 'previous_response_id');
    const third = await respond(t, { input: question, previous_response_id: second.id });
    match(responseText(third), /\bAda\b/, 'the answer');
    const alone = await respond(t, { input: question });
    ok(!/\bAda\b/.test(responseText(alone)), 'an answer knows the name without the conversation');
  }),
]);

export type ResponsesBody = BodyInput<Contract['inference.responses']>;

/** Requests a response, even if the contract forbids the body. */
export const askResponse = (t: TestContext, body: unknown, more: MoreHeaders = {}): Promise<Reply> =>
  t.ask('inference.responses', { params: inAccount(t), headers: { ...throughGateway, ...more }, body });

/** Requests a response, which must succeed, from a third-party model unless the body names another. */
export async function respond(
  t: TestContext,
  body: Pick<ResponsesBody, 'input'> & Partial<ResponsesBody>,
): Promise<ResponseObject> {
  const input = { params: inAccount(t), headers: throughGateway, body: { model: models.third, ...body } };
  return (await t.call('inference.responses', input)).body;
}

/** The items of one type in an answer. */
export const getItems = <Type extends OutputItem['type']>(
  { output }: Pick<ResponseObject, 'output'>,
  type: Type,
): Extract<OutputItem, { readonly type: Type }>[] =>
  // The filter keeps only items of this type.
  output.filter((item) => item.type === type) as Extract<OutputItem, { readonly type: Type }>[];

/** The text of an answer; fails if there is none. */
export function responseText(response: Pick<ResponseObject, 'output'>): string {
  const parts = getItems(response, 'message').flatMap(({ content }) => content);
  const text = parts.map((part) => (part.type === 'output_text' ? part.text : '')).join('');
  ok(text.trim() !== '', 'the answer has no text');
  return text;
}

/** The suites' tool in this format. */
export const weatherFunction = { type: 'function' as const, ...flatWeatherTool, strict: false };

/** An item with one user message. */
export const saysItem = (content: string) => ({ type: 'message' as const, role: 'user' as const, content });

const withTool = { input: [saysItem(weatherQuestion)], tools: [weatherFunction] };

/** Items that continue a conversation after a call. */
const getResult = (call: Extract<OutputItem, { readonly type: 'function_call' }>, celsius: number) => [
  { type: call.type, call_id: call.call_id, name: call.name, arguments: call.arguments },
  { type: 'function_call_output' as const, call_id: call.call_id, output: `{"temperature":${celsius}}` },
];

/** The response in the last event of a stream. */
function getResponse(frames: readonly ResponseEvent[]) {
  const last = frames.at(-1);
  if (last?.type !== 'response.completed') {
    throw new ConformanceFailure(`the stream ends with ${last?.type}, expected response.completed`);
  }
  return last.response;
}

/** Tools and schemas of responses. */
export const responsesToolsSuite = defineSuite('inference/responses-tools', [
  test(['INF-RESP-15', 'INF-RESP-16'], 'calls a tool in the flat format', async (t) => {
    const response = await respond(t, withTool);
    const calls = getItems(response, 'function_call');
    ok(calls.length > 0, 'the answer calls no tool');
    await t.check('INF-RESP-15', () => {
      for (const { name } of calls) equal(name, toolName, 'the name of a call');
    });
    await t.check('INF-RESP-16', () => {
      for (const call of calls) {
        match(call.call_id, /\S/, 'the call_id');
        match(getArguments(call.arguments).city, /Lisbo/i, 'the city');
      }
    });
  }),
  test('INF-RESP-16', 'calls a tool with a hosted model too', async (t) => {
    const [call] = getItems(await respond(t, { ...withTool, model: models.responses }), 'function_call');
    equal(call?.name, toolName, 'the name of the call');
    getArguments(call?.arguments);
  }),
  test('INF-RESP-17', 'uses the output of a call', async (t) => {
    const [call] = getItems(await respond(t, withTool), 'function_call');
    ok(call, 'the answer calls no tool');
    for (const celsius of [23, 37]) {
      const input = [...withTool.input, ...getResult(call, celsius)];
      const answer = await respond(t, { ...withTool, input });
      equal(getItems(answer, 'function_call'), [], 'further calls');
      match(responseText(answer), new RegExp(`\\b${celsius}\\b`), 'the answer');
    }
  }),
  {
    title: 'calls a tool and uses its output with streaming',
    requirements: ['INF-RESP-16', 'INF-RESP-17'],
    run: async (t) => {
      const callStream = await streamResponse(t, { model: models.third, ...withTool });
      equal(responseStreamProblems(callStream.frames), [], 'the problems with the stream of the call');
      const [call] = getItems(getResponse(callStream.frames), 'function_call');
      ok(call, 'the stream calls no tool');
      const input = [...withTool.input, ...getResult(call, 23)];
      const answerStream = await streamResponse(t, { model: models.third, ...withTool, input });
      equal(responseStreamProblems(answerStream.frames), [], 'the problems with the stream of the answer');
      match(responseText(getResponse(answerStream.frames)), /\b23\b/, 'the answer');
    },
  },
  test('INF-RESP-25', 'continues after a call by the id of its response', async (t) => {
    const first = await respond(t, { ...withTool, store: true });
    const [call] = getItems(first, 'function_call');
    ok(call, 'the answer calls no tool');
    const output = getResult(call, 31).slice(1);
    const answer = await respond(t, { ...withTool, input: output, previous_response_id: first.id });
    match(responseText(answer), /\b31\b/, 'the answer');
  }),
  test('INF-RESP-20', 'answers with JSON that conforms to the schema of text', async (t) => {
    const format = { type: 'json_schema' as const, name: 'city', strict: true, schema: cityJsonSchema };
    const response = await respond(t, { input: cityQuestion, text: { format } });
    fits(citySchema, json(responseText(response), 'the answer'), 'the answer');
  }),
]);
