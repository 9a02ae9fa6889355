import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { runtimeErrorSchema } from '../../../../../spec/services/inference/error-body.ts';
import {
  type nativeChatFrameSchema,
  nativeStreamFrameSchema,
} from '../../../../../spec/services/inference/formats/native.ts';
import type { ChatUsage } from '../../../../../spec/services/inference/formats/usage.ts';
import type { GenerationEvent } from '../../../../engines/models/backend.ts';
import { ModelError } from '../../../../engines/models/model-error.ts';
import { readArguments } from '../answer-parts.ts';
import { framesRead } from '../testing/answering.ts';
import { anyEvents, call, finished, getEvents, testContext, text } from '../testing/events.ts';
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
