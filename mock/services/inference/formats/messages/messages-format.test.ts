import Anthropic from '@anthropic-ai/sdk';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { messageEventSchema } from '../../../../../spec/services/inference/formats/messages/answer.ts';
import type { GenerationEvent } from '../../../../engines/models/backend.ts';
import { answering, framesRead } from '../testing/answering.ts';
import { anyEvents, finished, getEvents, testContext, text } from '../testing/events.ts';
import { messagesFormat } from './messages-format.ts';

const { getAnswer, getFrames } = messagesFormat;
const model = 'anthropic/claude-sonnet-5';
const asked = { model, max_tokens: 64, messages: [{ role: 'user' as const, content: 'Hello' }] };
const context = () => testContext(model);

const client = (fetch: ReturnType<typeof answering>['fetch']) =>
  new Anthropic({ apiKey: 'k', baseURL: 'http://localhost', maxRetries: 0, fetch });

const getTypes = async (events: readonly GenerationEvent[]) =>
  (await framesRead(getFrames(getEvents(events), context()))).map(({ event, data }) => {
    const { delta } = JSON.parse(data);
    return delta?.type === undefined ? event : `${event} ${delta.type}`;
  });

describe('the messages format', () => {
  test.each<[GenerationEvent, string, string | null]>([
    [finished('stop'), 'end_turn', null],
    [finished('stop', 'END'), 'stop_sequence', 'END'],
    [finished('length'), 'max_tokens', null],
    [finished('content-filter'), 'refusal', null],
    [finished('tool-calls'), 'end_turn', null],
  ])('reports a text that ends with %j: %s', async (finish, stop_reason, stop_sequence) => {
    expect(await getAnswer(getEvents([...text('Hi'), finish]), context())).toMatchObject({
      stop_reason,
      stop_sequence,
    });
  });

  test('counts cached tokens separately', async () => {
    const finish = {
      ...finished(),
      usage: { inputTokens: 10, outputTokens: 1, cachedTokens: 4 },
    } as GenerationEvent; // Of a finish stays one.
    const { usage } = await getAnswer(getEvents([finish]), context());
    expect(usage).toMatchObject({ input_tokens: 6, cache_read_input_tokens: 4 });
  });

  test('streams events of the schema under their names, for any events', async () => {
    await fc.assert(
      fc.asyncProperty(anyEvents, async (events) => {
        for (const { event, data } of await framesRead(getFrames(getEvents(events), context()))) {
          const frame = JSON.parse(data);
          expect(messageEventSchema.parse(frame)).toEqual(frame);
          expect(event).toBe(frame.type);
        }
      }),
      { numRuns: 60 },
    );
  });

  test('streams what the client adds up to the complete message', async () => {
    await fc.assert(
      fc.asyncProperty(anyEvents, async (events) => {
        const { fetch } = answering(() => getFrames(getEvents(events), context()));
        const { content, stop_reason, usage } = await client(fetch).messages.stream(asked).finalMessage();
        const whole = await getAnswer(getEvents(events), context());
        expect(content.map(comparable)).toEqual(whole.content.map(comparable));
        expect({ stop_reason, usage }).toEqual({ stop_reason: whole.stop_reason, usage: whole.usage });
      }),
      { numRuns: 60 },
    );
  });

  test('is cut off where the events are', async () => {
    expect(await getTypes(text('Hi'))).not.toContain('message_stop');
  });
});

/** Signatures are new each time. */
const comparable = (block: object) => ({ ...block, signature: '' });
