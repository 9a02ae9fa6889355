import type { Refused } from '../../../../spec/services/inference/error-body.ts';
import type { Generation, GenerationEvent } from '../../../engines/models/backend.ts';

/** What the formats need to know of an answer beside its events. */
export interface AnswerContext {
  /** The model as the answer names it. */
  readonly model: string;
  /** Milliseconds since the epoch; asked once as an answer begins, and by some formats as it ends. */
  now(): number;
  /** A text that no other call gives, of letters and digits. Formats put their prefixes before it. */
  newId(): string;
  /** Told of what broke a stream after it had begun, when no status can say so any more. */
  failed?(error: unknown): void;
}

/** Events as an engine gives them. */
export type Events = AsyncIterable<GenerationEvent>;

/** The frames of a stream. */
export type Frames = AsyncIterable<string>;

/** What a request is refused with: a status, and the body in the format's own shape. */
export interface ErrorAnswer {
  readonly status: number;
  readonly body: object;
}

/**
 * A format of text generation: pure functions between what clients write and read, and the engine.
 *
 * @typeParam Body the request, as its schema leaves it
 * @typeParam Context what an answer needs to know, see {@link AnswerContext}
 * @typeParam Answer the whole answer, without an envelope
 */
export interface Format<Body, Context extends AnswerContext, Answer> {
  /** @throws ModelError `bad-input` for what the mock can not read, such as a file by its id */
  toGeneration(body: Body): Generation;
  /**
   * @param others further choices, in the format that has several
   * @throws ModelError what the engine throws, and `unavailable` for events without a finish
   */
  getAnswer(events: Events, context: Context, others?: readonly Events[]): Promise<Answer>;
  /**
   * The frames of `text/event-stream`, each with its blank line. What the engine throws becomes the format's
   * error frame; events without a finish make a stream that is cut off, as the engine says it was.
   */
  getFrames(events: Events, context: Context, others?: readonly Events[]): Frames;
  /** The answer to a failure before any frame was sent. */
  getError(error: unknown, model: string): ErrorAnswer;
}

export type { Refused };
