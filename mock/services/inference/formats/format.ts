import type { Refused } from '../../../../spec/services/inference/error-body.ts';
import type { Generation, GenerationEvent } from '../../../engines/models/backend.ts';

/** The context of an answer in any format. */
export interface AnswerContext {
  /** The model's name in the answer. */
  readonly model: string;
  /** Milliseconds since the epoch; called once at the start of an answer, and in some formats at the end. */
  now(): number;
  /** A unique text of letters and digits. Formats add their prefixes. */
  newId(): string;
  /** Called with an error that breaks off a stream, when it is too late for a status. */
  failed?(error: unknown): void;
}

/** Events of an engine. */
export type Events = AsyncIterable<GenerationEvent>;

/** The frames of a stream. */
export type Frames = AsyncIterable<string>;

/** The refusal of a request: a status, and the body in the format's own shape. */
export interface ErrorAnswer {
  readonly status: number;
  readonly body: object;
}

/**
 * A format of text generation: pure functions that convert between the format and the engine.
 *
 * @typeParam Body the request, after its schema
 * @typeParam Context the context of an answer, see {@link AnswerContext}
 * @typeParam Answer the complete answer, without an envelope
 */
export interface Format<Body, Context extends AnswerContext, Answer> {
  /** @throws ModelError `bad-input` for input that the mock can't read, such as a file by its id */
  toGeneration(body: Body): Generation;
  /**
   * @param others further choices, in the format that has several
   * @throws ModelError any error of the engine, and `unavailable` for events without a finish
   */
  getAnswer(events: Events, context: Context, others?: readonly Events[]): Promise<Answer>;
  /**
   * The frames of `text/event-stream`, each with its blank line. An error of the engine becomes the format's error
   * frame; events without a finish truncate the stream.
   */
  getFrames(events: Events, context: Context, others?: readonly Events[]): Frames;
  /** The answer to a failure before any frame was sent. */
  getError(error: unknown, model: string): ErrorAnswer;
}

export type { Refused };
