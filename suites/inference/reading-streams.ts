import type { z } from 'zod';
import type { ServerSentEvent } from '../../spec/server-sent-events.ts';
import {
  type ChatChunk,
  type ChatStreamFrame,
  chatStreamEnd,
  chatStreamFrameSchema,
} from '../../spec/services/inference/formats/chat-completions/answer.ts';
import {
  type MessageEvent,
  messageEventSchema,
} from '../../spec/services/inference/formats/messages/answer.ts';
import {
  type NativeStreamFrame,
  nativeStreamEnd,
  nativeStreamFrameSchema,
} from '../../spec/services/inference/formats/native.ts';
import {
  type ResponseEvent,
  responseEventSchema,
} from '../../spec/services/inference/formats/responses/answer.ts';
import { equal, json, match } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import type { OpenStream } from '../harness/open-stream.ts';
import { fits, inAccount, type MoreHeaders, throughGateway } from './asking.ts';

/** A stream after its end. */
export interface WholeStream<Frame> {
  readonly headers: Headers;
  /** All events, including `[DONE]`. */
  readonly events: readonly ServerSentEvent[];
  /** The parsed data of each event except `[DONE]`. */
  readonly frames: readonly Frame[];
  /** Whether the last event marks the end. */
  readonly done: boolean;
}

/**
 * Reads a stream to its end, and validates each event.
 *
 * @param end data of the last event, if that is not JSON
 * @throws ConformanceFailure if it is not an event stream, or if an event is invalid
 */
async function wholeStream<Schema extends z.ZodType>(
  stream: OpenStream,
  schema: Schema,
  end?: string,
): Promise<WholeStream<z.output<Schema>>> {
  equal(stream.status, 200, 'the status');
  match(stream.headers.get('content-type'), /^text\/event-stream\b/, 'the content type');
  const events = await stream.rest();
  const done = end !== undefined && events.at(-1)?.data === end;
  const frames = (done ? events.slice(0, -1) : events).map(({ data }, at) =>
    fits(schema, json(data, `event ${at}`), `event ${at}`),
  );
  return { headers: stream.headers, events, frames, done };
}

type Body = Readonly<Record<string, unknown>>;

const input = (t: TestContext, body: Body, more: MoreHeaders) => ({
  params: inAccount(t),
  headers: { ...throughGateway, ...more },
  body: { ...body, stream: true },
});

/** Streams a chat completion. */
export const streamChat = async (
  t: TestContext,
  body: Body,
  more: MoreHeaders = {},
): Promise<WholeStream<ChatStreamFrame>> =>
  wholeStream(
    await t.stream('inference.chat-completions', input(t, body, more)),
    chatStreamFrameSchema,
    chatStreamEnd,
  );

/** Streams a response. */
export const streamResponse = async (t: TestContext, body: Body): Promise<WholeStream<ResponseEvent>> =>
  wholeStream(await t.stream('inference.responses', input(t, body, {})), responseEventSchema, '[DONE]');

/** Streams a message. */
export const streamMessage = async (t: TestContext, body: Body): Promise<WholeStream<MessageEvent>> =>
  wholeStream(await t.stream('inference.messages', input(t, body, {})), messageEventSchema);

/** Streams a run of a model named by the path. */
export const streamModel = async (
  t: TestContext,
  model: string,
  body: Body,
): Promise<WholeStream<NativeStreamFrame>> => {
  const { params, ...rest } = input(t, body, {});
  const stream = await t.stream('inference.run-model', { ...rest, params: { ...params, model } });
  return wholeStream(stream, nativeStreamFrameSchema, nativeStreamEnd);
};

/** The chunks of a chat, without errors. */
export const getChunks = ({ frames }: WholeStream<ChatStreamFrame>): readonly ChatChunk[] =>
  frames.filter((frame): frame is ChatChunk => 'choices' in frame);

/** The text of the first choice's deltas. */
export const getChatText = (stream: WholeStream<ChatStreamFrame>): string =>
  getChunks(stream)
    .flatMap(({ choices }) => choices)
    .map(({ index, delta }) => (index === 0 ? (delta.content ?? '') : ''))
    .join('');

/** The text of a native stream's frames. */
export const getNativeText = ({ frames }: WholeStream<NativeStreamFrame>): string =>
  frames.map((frame) => ('response' in frame ? String(frame.response ?? '') : '')).join('');
