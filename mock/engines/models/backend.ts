import { modelTasks } from '../../../spec/model-reply.ts';

/**
 * A common interface for models, independent of formats. The services handle the formats of requests and responses
 * (chat completions, responses, messages, native).
 */

/** A model as an engine knows it. */
export interface Model {
  /** `openai/gpt-5`, `@cf/meta/llama-3.1-8b-instruct` */
  readonly id: string;
  /** Vector dimensions, for embedding models. */
  readonly dimensions?: number;
}

export type Part =
  | { readonly type: 'text'; readonly text: string }
  /** A picture or another file, as bytes or an address. */
  | { readonly type: 'media'; readonly mediaType: string; readonly data: Uint8Array | URL };

export type Message =
  | { readonly role: 'system' | 'user'; readonly parts: readonly Part[] }
  | {
      readonly role: 'assistant';
      readonly parts: readonly Part[];
      readonly toolCalls?: readonly ToolCall[];
    }
  /** A tool's result for a call of the turn before. */
  | {
      readonly role: 'tool';
      readonly callId: string;
      readonly name?: string;
      readonly parts: readonly Part[];
    };

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** JSON text of the arguments. */
  readonly arguments: string;
}

export interface Tool {
  readonly name: string;
  readonly description?: string;
  /** JSON schema of the arguments; absent if there are none. */
  readonly parameters?: JsonSchema;
}

export type JsonSchema = Readonly<Record<string, unknown>> | boolean;

/** Which tools may, must or must not be called. */
export type ToolChoice =
  | { readonly type: 'auto' | 'none' | 'required' }
  | { readonly type: 'named'; readonly name: string };

export interface Generation {
  readonly messages: readonly Message[];
  readonly tools?: readonly Tool[];
  readonly toolChoice?: ToolChoice;
  /** Whether one answer may have several calls; default: true. */
  readonly parallelCalls?: boolean;
  /** Maximum number of tokens in the answer. */
  readonly maxTokens?: number;
  readonly stop?: readonly string[];
  /** The required form of the text: any JSON, or JSON that fits a schema. */
  readonly format?: { readonly type: 'json' } | { readonly type: 'json-schema'; readonly schema: JsonSchema };
  readonly temperature?: number;
  readonly topP?: number;
  readonly seed?: number;
  /** Reasoning effort; absent for the model's default. */
  readonly effort?: 'none' | 'minimal' | 'low' | 'medium' | 'high';
}

export type FinishReason = 'stop' | 'length' | 'tool-calls' | 'content-filter';

export interface Usage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Cached input tokens. */
  readonly cachedTokens?: number;
  readonly reasoningTokens?: number;
}

/** A streamed generation: pieces in order, `finish` exactly once and last. */
export type GenerationEvent =
  | { readonly type: 'reasoning'; readonly text: string }
  | { readonly type: 'text'; readonly text: string }
  /** `index` counts the calls of this answer from 0; the first piece of each has `id` and `name`. */
  | { readonly type: 'tool-call'; readonly index: number; readonly id: string; readonly name: string }
  | { readonly type: 'tool-arguments'; readonly index: number; readonly json: string }
  | {
      readonly type: 'finish';
      readonly reason: FinishReason;
      /** The stop text that ended it. */
      readonly stop?: string;
      readonly usage: Usage;
    };

export interface Embedding {
  readonly texts: readonly string[];
  /** Fewer dimensions than the model's own, if it supports that. */
  readonly dimensions?: number;
}

export interface Vectors {
  /** One unit vector for each text. */
  readonly vectors: readonly Float32Array[];
  readonly usage: Usage;
}

export interface Picture {
  readonly prompt: string;
  readonly negativePrompt?: string;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  readonly mediaType: 'image/png' | 'image/jpeg';
  readonly seed?: number;
}

export interface Speech {
  readonly text: string;
  readonly voice?: string;
  readonly mediaType: 'audio/wav' | 'audio/mpeg';
  /** Samples per second. */
  readonly sampleRate?: number;
}

export interface Transcription {
  readonly audio: Uint8Array;
  readonly language?: string;
}

export interface Transcript {
  readonly text: string;
  readonly language: string;
  /** Seconds. */
  readonly duration: number;
  readonly words: readonly { readonly word: string; readonly start: number; readonly end: number }[];
}

/** How relevant each text is to a query, for reranking: scores from 0 to 1, one for each document. */
export interface Ranking {
  readonly query: string;
  readonly documents: readonly string[];
}

/** A label of a closed set with the model's confidence, from 0 to 1. */
export interface Label {
  readonly label: string;
  readonly score: number;
}

export interface Detection extends Label {
  readonly box: {
    readonly xmin: number;
    readonly ymin: number;
    readonly xmax: number;
    readonly ymax: number;
  };
}

/**
 * Answers for models: the scripted backend, a user's replies, or an upstream. Each call may be aborted, and then
 * rejects with the signal's reason; a failure rejects with a {@link ModelError}.
 */
export interface ModelBackend {
  /** The request counts once its first event is requested; the events can be read once. */
  generate(model: Model, request: Generation, signal: AbortSignal): AsyncIterable<GenerationEvent>;
  embed(model: Model, request: Embedding, signal: AbortSignal): Promise<Vectors>;
  /** Bytes of the picture, in the requested media type. */
  draw(model: Model, request: Picture, signal: AbortSignal): Promise<Uint8Array>;
  speak(model: Model, request: Speech, signal: AbortSignal): Promise<Uint8Array>;
  transcribe(model: Model, request: Transcription, signal: AbortSignal): Promise<Transcript>;
  /** @param languages codes such as `en` and `de` */
  translate(
    model: Model,
    request: { readonly text: string; readonly from: string; readonly to: string },
    signal: AbortSignal,
  ): Promise<string>;
  summarise(
    model: Model,
    request: { readonly text: string; readonly maxTokens: number },
    signal: AbortSignal,
  ): Promise<string>;
  /** Sentiment of a text: all labels of the model, best first. */
  classify(model: Model, request: { readonly text: string }, signal: AbortSignal): Promise<readonly Label[]>;
  rank(model: Model, request: Ranking, signal: AbortSignal): Promise<readonly number[]>;
  describe(
    model: Model,
    request: { readonly image: Uint8Array; readonly prompt?: string; readonly maxTokens?: number },
    signal: AbortSignal,
  ): Promise<string>;
  /** The content of a picture, best first. */
  label(
    model: Model,
    request: { readonly image: Uint8Array },
    signal: AbortSignal,
  ): Promise<readonly Label[]>;
  detect(
    model: Model,
    request: { readonly image: Uint8Array },
    signal: AbortSignal,
  ): Promise<readonly Detection[]>;
}

/** The tasks of a backend, by the name of the call. */
export const tasks = modelTasks satisfies readonly (keyof ModelBackend)[];

export type Task = keyof ModelBackend;

/** The calls with a single answer instead of events. */
export type AnswerTask = Exclude<Task, 'generate'>;

/** The final result of a task's call, such as `Vectors` for `embed`. */
export type AnswerOf<T extends AnswerTask> = Awaited<ReturnType<ModelBackend[T]>>;
