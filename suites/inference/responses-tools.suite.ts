import {
  type OutputItem,
  type ResponseEvent,
  responseStreamProblems,
} from '../../spec/services/inference/formats/responses/answer.ts';
import { equal, json, match, ok } from '../harness/assertions.ts';
import { ConformanceFailure } from '../harness/errors.ts';
import { defineSuite, test } from '../harness/suite.ts';
import { fits, models } from './asking.ts';
import { streamResponse } from './reading-streams.ts';
import { getItems, respond, responseText, saysItem, weatherFunction } from './responses.suite.ts';
import {
  cityJsonSchema,
  cityQuestion,
  citySchema,
  getArguments,
  toolName,
  weatherQuestion,
} from './tools.ts';

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
