import fc from 'fast-check';
import OpenAI from 'openai';
import { describe, expect, test } from 'vitest';
import {
  type ResponseObject,
  responseEventSchema,
} from '../../../../../spec/services/inference/formats/responses/answer.ts';
import type { ResponsesInput } from '../../../../../spec/services/inference/formats/responses/request.ts';
import { answering, framesRead } from '../testing/answering.ts';
import { anyEvents, getEvents, testContext } from '../testing/events.ts';
import { responsesFormat } from './responses-format.ts';

const { getAnswer, getFrames } = responsesFormat;
const model = 'openai/gpt-5';
const asked = { model, input: 'Hello' };
const withSummary: ResponsesInput = { input: 'Hello', reasoning: { summary: 'auto' } };
const context = (request: ResponsesInput = asked) => ({ ...testContext(model), request });

const client = (fetch: ReturnType<typeof answering>['fetch']) =>
  new OpenAI({ apiKey: 'k', baseURL: 'http://localhost/v1', maxRetries: 0, fetch });

describe('the responses format', () => {
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
