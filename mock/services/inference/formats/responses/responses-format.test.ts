import fc from 'fast-check';
import OpenAI from 'openai';
import { describe, expect, test } from 'vitest';
import {
  type ResponseObject,
  responseEventSchema,
  responseSchema,
} from '../../../../../spec/services/inference/formats/responses/answer.ts';
import type { ResponsesInput } from '../../../../../spec/services/inference/formats/responses/request.ts';
import type { GenerationEvent } from '../../../../engines/models/backend.ts';
import { ModelError } from '../../../../engines/models/model-error.ts';
import { answering, framesRead } from '../testing/answering.ts';
import { anyEvents, call, finished, getEvents, reasoning, testContext, text } from '../testing/events.ts';
import { responsesFormat } from './responses-format.ts';

const { getAnswer, getFrames } = responsesFormat;
const model = 'openai/gpt-5';
const asked = { model, input: 'Hello' };
const withSummary: ResponsesInput = { input: 'Hello', reasoning: { summary: 'auto' } };
const context = (request: ResponsesInput = asked) => ({ ...testContext(model), request });
const weather = {
  type: 'function' as const,
  name: 'weather',
  parameters: { type: 'object', properties: { city: { type: 'string' } } },
  strict: false,
};

const client = (fetch: ReturnType<typeof answering>['fetch']) =>
  new OpenAI({ apiKey: 'k', baseURL: 'http://localhost/v1', maxRetries: 0, fetch });

const getTypes = async (events: readonly GenerationEvent[], request?: ResponsesInput) =>
  (await framesRead(getFrames(getEvents(events), context(request)))).map(({ event }) => event);

describe('the responses format', () => {
  test('returns every member of a response', async () => {
    const events = [
      ...reasoning('Hm'),
      ...text('Hel', 'lo'),
      ...call(0, 'weather', '{"a"', ':1}'),
      finished('tool-calls'),
    ];
    const answer = await getAnswer(
      getEvents(events),
      context({ ...asked, tools: [weather], metadata: { a: 'b' } }),
    );
    expect(responseSchema.parse(answer)).toEqual(answer);
    expect(answer).toMatchObject({
      id: 'resp_id0',
      status: 'completed',
      created_at: 1_750_000_000,
      output: [
        { type: 'reasoning', id: 'rs_id1', summary: [], content: [{ type: 'reasoning_text', text: 'Hm' }] },
        { type: 'message', id: 'msg_id2', content: [{ type: 'output_text', text: 'Hello' }] },
        { type: 'function_call', id: 'fc_id3', call_id: 'call_0', name: 'weather', arguments: '{"a":1}' },
      ],
      output_text: 'Hello',
      tools: [{ type: 'function', name: 'weather', description: null, strict: false }],
      metadata: { a: 'b' },
      usage: { input_tokens: 11, output_tokens: 7, total_tokens: 18 },
    });
    const members = Object.keys(responseSchema.shape).filter((name) => !(name in answer));
    expect(members).toEqual([]);
  });

  test('streams each item from its start to its end', async () => {
    const events = [
      ...reasoning('Hm'),
      ...text('Hel', 'lo'),
      ...call(0, 'weather', '{}'),
      finished('tool-calls'),
    ];
    expect(await getTypes(events)).toEqual([
      'response.created',
      'response.in_progress',
      'response.output_item.added',
      'response.content_part.added',
      'response.reasoning_text.delta',
      'response.reasoning_text.done',
      'response.content_part.done',
      'response.output_item.done',
      'response.output_item.added',
      'response.content_part.added',
      'response.output_text.delta',
      'response.output_text.delta',
      'response.output_text.done',
      'response.content_part.done',
      'response.output_item.done',
      'response.output_item.added',
      'response.function_call_arguments.delta',
      'response.function_call_arguments.done',
      'response.output_item.done',
      'response.completed',
    ]);
  });

  test('returns reasoning as a summary on request', async () => {
    const types = await getTypes([...reasoning('Hm'), ...text('Hi'), finished()], withSummary);
    expect(types.slice(2, 8)).toEqual([
      'response.output_item.added',
      'response.reasoning_summary_part.added',
      'response.reasoning_summary_text.delta',
      'response.reasoning_summary_text.done',
      'response.reasoning_summary_part.done',
      'response.output_item.done',
    ]);
  });

  test('streams numbered events of the schema under their names, for any events', async () => {
    await fc.assert(
      fc.asyncProperty(anyEvents, fc.constantFrom(asked, withSummary), async (events, request) => {
        const frames = await framesRead(getFrames(getEvents(events), context(request)));
        for (const [index, { event, data }] of frames.entries()) {
          const frame = JSON.parse(data);
          expect(responseEventSchema.parse(frame)).toEqual(frame);
          expect(frame).toMatchObject({ type: event, sequence_number: index });
        }
      }),
      { numRuns: 60 },
    );
  });

  test('streams what the client adds up to the complete response', async () => {
    await fc.assert(
      fc.asyncProperty(anyEvents, fc.constantFrom(asked, withSummary), async (events, request) => {
        const { fetch } = answering(() => getFrames(getEvents(events), context(request)));
        const deltas = new Map<string, string>();
        const stream = client(fetch).responses.stream(asked);
        for await (const event of stream) {
          if (!('delta' in event) || typeof event.delta !== 'string' || !('item_id' in event)) continue;
          deltas.set(event.item_id, (deltas.get(event.item_id) ?? '') + event.delta);
        }
        const final = await stream.finalResponse();
        const whole = await getAnswer(getEvents(events), context(request));
        expect(final.output_text).toBe(whole.output_text);
        expect([final.status, final.usage]).toEqual([whole.status, whole.usage]);
        expect(final.output.map(comparable)).toEqual(whole.output.map(comparable));
        expect(whole.output.map(({ id }) => deltas.get(id) ?? '')).toEqual(whole.output.map(textIn));
      }),
      { numRuns: 60 },
    );
  });

  test('passes the complete response to its store', async () => {
    const kept: ResponseObject[] = [];
    const keeping = { ...context(), answered: (response: ResponseObject) => kept.push(response) };
    await framesRead(getFrames(getEvents([...text('Hi'), finished()]), keeping));
    expect(kept).toMatchObject([{ status: 'completed', output_text: 'Hi' }]);
  });

  test('ends with an error when the model breaks off', async () => {
    const events = getEvents(text('Hi'), new ModelError('overloaded', 'Busy.'));
    const last = (await framesRead(getFrames(events, context()))).at(-1);
    expect(last?.event).toBe('error');
    expect(JSON.parse(last?.data ?? '')).toEqual({
      type: 'error',
      sequence_number: 5,
      code: 'rate_limit_exceeded',
      message: 'Failed to get response from provider: Busy.',
      param: null,
    });
  });
});

/** Ids are new each time, and the client adds the text that it read. */
const comparable = (item: object) => ({
  ...item,
  id: '',
  ...('content' in item && Array.isArray(item.content) && { content: item.content.map(withoutParsed) }),
  parsed_arguments: undefined,
});

const withoutParsed = (part: object) => ({ ...part, parsed: undefined });

function textIn(item: ResponseObject['output'][number]): string {
  if (item.type === 'function_call') return item.arguments;
  const parts = item.type === 'message' ? item.content : [...(item.content ?? []), ...item.summary];
  return parts.map((part) => ('text' in part ? part.text : '')).join('');
}
