import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { runtimeErrorSchema } from '../../../../../spec/services/inference/error-body.ts';
import { chatCompletionSchema } from '../../../../../spec/services/inference/formats/chat-completions/answer.ts';
import {
  type nativeChatFrameSchema,
  nativeStreamFrameSchema,
} from '../../../../../spec/services/inference/formats/native.ts';
import type { ChatUsage } from '../../../../../spec/services/inference/formats/usage.ts';
import { classicTextSchema } from '../../../../../spec/services/inference/output.ts';
import type { GenerationEvent } from '../../../../engines/models/backend.ts';
import { ModelError } from '../../../../engines/models/model-error.ts';
import { readArguments } from '../answer-parts.ts';
import { framesRead } from '../testing/answering.ts';
import { anyEvents, call, finished, getEvents, reasoning, testContext, text } from '../testing/events.ts';
import { type ClassicText, type NativeContext, nativeFormat } from './native-format.ts';

const { getAnswer, getFrames, getError } = nativeFormat;
const model = '@cf/meta/llama-3.1-8b-instruct';
const shapes = ['classic', 'chat'] as const;
const context = (shape: NativeContext['shape'], more: Partial<NativeContext> = {}): NativeContext => ({
  ...testContext(model),
  shape,
  usageLast: true,
  saysEnd: true,
  ...more,
});

const getData = async (events: readonly GenerationEvent[], asked: NativeContext, error?: Error) =>
  (await framesRead(getFrames(getEvents(events, error), asked))).map(({ data }) => data);

describe('the native format', () => {
  test('returns calls of classic models with objects as arguments', async () => {
    const events = [...reasoning('Hm'), ...call(0, 'look', '{"a"', ':1}'), finished('tool-calls')];
    const answer = await getAnswer(getEvents(events), context('classic', { neurons: () => 0.5 }));
    expect(classicTextSchema.parse(answer)).toEqual(answer);
    expect(answer).toEqual({
      response: null,
      tool_calls: [{ name: 'look', arguments: { a: 1 } }],
      usage: { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18, neurons: 0.5 },
    });
  });

  test.each([
    ['text beside a call', [...text('Hi'), ...call(0, 'look', '{}')], 'Hi'],
    ['a call alone', call(0, 'look', '{}'), null],
    ['nothing at all', [], ''],
  ])('returns as the response of %s', async (_, events, response) => {
    const answer = await getAnswer(getEvents([...events, finished()]), context('classic'));
    expect(answer).toMatchObject({ response });
  });

  test.each<[string, ClassicText['response']]>([
    ['{"a":1}', { a: 1 }],
    ['[1]', [1]],
    ['7', 7],
    ['null', null],
    ['true', 'true'],
    ['"a"', '"a"'],
    ['{"a":', '{"a":'],
  ])('returns the JSON %s as %j', async (json, expected) => {
    const answer = await getAnswer(
      getEvents([...text(json), finished()]),
      context('classic', { json: true }),
    );
    expect(answer).toMatchObject({ response: expected });
  });

  test('returns a chat completion of newer models', async () => {
    const events = [...reasoning('Hm'), ...text('Hi'), finished('stop', 'END')];
    const answer = await getAnswer(getEvents(events), context('chat', { neurons: () => 0.5 }));
    expect(chatCompletionSchema.parse(answer)).toEqual(answer);
    expect(answer).toMatchObject({
      choices: [{ message: { content: 'Hi', reasoning_content: 'Hm' }, stop_reason: 'END' }],
      usage: { neurons: 0.5 },
    });
  });

  test('streams text of classic models with padding, then the usage', async () => {
    expect(await getData([...text('Hel', 'lo'), finished()], context('classic'))).toEqual([
      '{"response":"Hel","p":"abdefghijklmnopqrstuvwxyz0123"}',
      '{"response":"lo","p":"abdefghijklmnopqrstuvwxyz01234"}',
      '{"response":"","usage":{"prompt_tokens":11,"completion_tokens":7,"total_tokens":18}}',
      '[DONE]',
    ]);
  });

  test('streams calls of classic models in fragments with a sentinel', async () => {
    const data = await getData(
      [...call(0, 'look', '{"a"', ':1}'), finished('tool-calls')],
      context('classic'),
    );
    expect(data.slice(0, -2).map((frame) => JSON.parse(frame))).toEqual([
      { tool_calls: [{ id: 'call_0', type: 'function', index: 0, function: { name: 'look' } }] },
      { tool_calls: [{ id: null, type: null, index: 0, function: { arguments: '{"a"' } }] },
      { tool_calls: [{ id: null, type: null, index: 0, function: { arguments: ':1}' } }] },
      { tool_calls: [{ id: null, type: null, index: 0, function: { name: null, arguments: '' } }] },
      { finish_reason: 'tool_calls' },
    ]);
  });

  test.each(shapes)('streams what adds up to the answer, for any events: %s', async (shape) => {
    await fc.assert(
      fc.asyncProperty(anyEvents, async (events) => {
        const data = await getData(events, context(shape));
        expect(data.at(-1)).toBe('[DONE]');
        const frames: Frame[] = data.slice(0, -1).map((frame) => JSON.parse(frame));
        for (const frame of frames) expect(nativeStreamFrameSchema.parse(frame)).toEqual(frame);
        const whole = await getAnswer(getEvents(events), context(shape));
        const added = addUp(frames);
        expect(added.usage).toEqual({ ...whole.usage });
        if ('choices' in whole) {
          const [choice] = whole.choices;
          expect(added.text).toBe(choice?.message.content ?? '');
          expect(added.calls).toEqual(choice?.message.tool_calls?.map(({ function: about }) => about) ?? []);
          expect(added.reason).toBe(choice?.finish_reason);
        } else {
          expect(added.text).toBe(whole.response ?? '');
          const calls = added.calls.map(({ name, arguments: json }) => ({
            name,
            arguments: readArguments(json),
          }));
          expect(calls).toEqual(whole.tool_calls ?? []);
        }
      }),
      { numRuns: 60 },
    );
  });

  test.each(shapes)('ends with the error of the runtime when the model breaks off: %s', async (shape) => {
    const data = await getData(text('Hi'), context(shape), new ModelError('overloaded', 'Busy.'));
    expect(JSON.parse(data.at(-1) ?? '')).toEqual({
      errors: [{ message: 'AiError: Capacity temporarily exceeded, please try again.', code: 3040 }],
      success: false,
      result: {},
      messages: [],
    });
  });

  test.each(shapes)('is cut off where the events are: %s', async (shape) => {
    expect(await getData(text('Hi'), context(shape))).toHaveLength(1);
  });

  test.each([
    [new ModelError('bad-input', 'No.'), 400, 3010],
    [new ModelError('bad-input', 'No.', { status: 422 }), 400, 400],
    [new ModelError('timeout', 'Slow.'), 408, 3046],
    [new ModelError('overloaded', 'Busy.', { status: 503 }), 429, 3040],
    [new ModelError('unavailable', 'Gone.', { status: 401 }), 502, 5210],
    [new ModelError('malformed', 'What?'), 502, 5210],
    [new ModelError('scripted', 'Tea.', { status: 418 }), 418, 3043],
    [new ModelError('scripted', 'Not you.', { status: 403 }), 403, 5018],
    [new DOMException('late', 'TimeoutError'), 408, 3046],
    [new Error('a bug with a secret'), 500, 3043],
  ])('says of %s: %i, code %i', (error, status, code) => {
    const answer = getError(error, model);
    expect(runtimeErrorSchema.parse(answer.body)).toEqual(answer.body);
    expect(answer).toMatchObject({ status, body: { errors: [{ code }] } });
    expect(JSON.stringify(answer)).not.toContain('secret');
  });
});

/** Any frame, for a reader of both shapes. */
type Frame = Partial<z.infer<typeof nativeChatFrameSchema>> & {
  readonly tool_calls?: readonly Fragment[];
  readonly finish_reason?: string;
};

interface Fragment {
  readonly index: number;
  readonly function?:
    | { readonly name?: string | null | undefined; readonly arguments?: string | undefined }
    | undefined;
}

function addUp(frames: readonly Frame[]) {
  const calls: { name: string; arguments: string }[] = [];
  let reason: string | undefined;
  let usage: ChatUsage | null | undefined;
  let text = '';
  for (const frame of frames) {
    const [choice] = frame.choices ?? [];
    text += frame.response ?? choice?.delta?.content ?? '';
    usage = frame.usage ?? usage;
    reason = frame.finish_reason ?? choice?.finish_reason ?? reason;
    for (const { index, function: about } of frame.tool_calls ?? choice?.delta?.tool_calls ?? []) {
      calls[index] ??= { name: '', arguments: '' };
      calls[index].name += about?.name ?? '';
      calls[index].arguments += about?.arguments ?? '';
    }
  }
  return { text, calls, reason, usage };
}
