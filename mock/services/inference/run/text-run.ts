import { ApiError } from '../../../../spec/errors.ts';
import type {
  Generation,
  GenerationEvent,
  Message,
  Model,
  ModelBackend,
  Usage,
} from '../../../engines/models/backend.ts';
import type { CountTokens } from '../../../engines/models/count-tokens.ts';
import { ModelError } from '../../../engines/models/model-error.ts';
import type { ProviderAnswer, ProviderOutcome } from '../../gateway-request.ts';
import { begun } from '../formats/answer-parts.ts';
import { totalUsage } from '../formats/chat-completions/answer.ts';
import type { AnswerContext, Events, Format } from '../formats/format.ts';
import type { PreparedRun, Runnable, Write } from './run-parts.ts';

/** A run that generates text, in one format. */
export interface TextRun<Context extends AnswerContext> {
  readonly backend: ModelBackend;
  readonly model: Model;
  readonly generation: Generation;
  /** Further requested choices. */
  readonly others?: readonly Generation[];
  readonly streams: boolean;
  /** The context of an answer; streams get their own `failed`. */
  readonly context: Context;
  readonly format: Pick<Format<never, Context, unknown>, 'getAnswer' | 'getFrames'>;
  /** Writes the complete answer. */
  readonly write: Write;
}

/** A text run that is ready to start. */
export function textRun<Context extends AnswerContext>(run: TextRun<Context>): PreparedRun {
  const { streams, generation } = run;
  return { streams, prompt: () => getText(generation.messages), ask: (signal) => askForText(run, signal) };
}

/**
 * Requests text from a model: complete, or as frames after the first event.
 *
 * @throws ModelError from the attempt, and ApiError `json-mode-unmet` for a schema that can't be satisfied
 */
async function askForText<Context extends AnswerContext>(
  run: TextRun<Context>,
  signal: AbortSignal,
): Promise<ProviderAnswer> {
  const { backend, model, generation, others = [], context, format, write, streams } = run;
  const observer = new Observer();
  const outcome = () => observer;
  const begin = (one: Generation): Events => observer.watch(backend.generate(model, one, signal));
  const events = begin(generation);
  const further = others.map(begin);
  try {
    if (!streams) {
      const body = write(await format.getAnswer(events, context, further));
      return { mediaType: 'application/json', body, outcome };
    }
    const failed = (error: unknown) => {
      observer.failed = error;
    };
    const [ready, ...readyOthers] = await Promise.all([begun(events), ...further.map(begun)]);
    const body = format.getFrames(ready, { ...context, failed }, readyOthers);
    return { mediaType: 'text/event-stream', body, outcome };
  } catch (error) {
    throw toAnswerError(error, run);
  }
}

/** Observes an answer on its way. */
class Observer implements ProviderOutcome {
  failed: unknown;
  readonly #events: GenerationEvent[] = [];

  get usage(): Usage | undefined {
    const usages: Usage[] = [];
    for (const event of this.#events) if (event.type === 'finish') usages.push(event.usage);
    return usages.length === 0 ? undefined : totalUsage(usages);
  }

  get text(): string {
    let text = '';
    for (const event of this.#events) if (event.type === 'text') text += event.text;
    return text;
  }

  async *watch(events: AsyncIterable<GenerationEvent>): AsyncGenerator<GenerationEvent, void, undefined> {
    for await (const event of events) {
      this.#events.push(event);
      yield event;
    }
  }
}

/**
 * The runtime of hosted models has its own error for a schema that can't be satisfied: Cloudflare OpenAPI document.
 */
function toAnswerError(
  error: unknown,
  { generation: { format }, model: { id } }: Pick<TextRun<AnswerContext>, 'generation' | 'model'>,
): unknown {
  const isSchema = format?.type === 'json-schema' && id.startsWith('@cf/');
  const isUnmet = error instanceof ModelError && error.reason === 'bad-input' && error.status === undefined;
  return isSchema && isUnmet ? new ApiError('json-mode-unmet', {}, undefined, { cause: error }) : error;
}

/** All text of a conversation, turn by turn. */
export function getText(messages: readonly Message[]): string {
  return messages
    .flatMap(({ parts }) => parts)
    .map((part) => (part.type === 'text' ? part.text : ''))
    .join('\n');
}

/**
 * Sets the default number of tokens of its model on a generation.
 *
 * @throws ApiError when prompt and answer exceed the window of the model
 */
export function fitWindow({ model, hosted }: Runnable, asked: Generation, count: CountTokens): Generation {
  const { contextWindow: limit, maxTokensDefault } = model;
  const maxTokens = asked.maxTokens ?? maxTokensDefault;
  const generation = maxTokens === undefined ? asked : { ...asked, maxTokens };
  if (limit === undefined) return generation;
  // A third-party model generates what fits; a hosted one must have room for the requested number.
  const room = hosted ? (asked.maxTokens ?? 0) : 0;
  const text = getText(asked.messages);
  // Every token has at least one character, so a short text needs no counting.
  if (text.length + room <= limit) return generation;
  const tokens = count(text) + room;
  if (tokens <= limit) return generation;
  if (hosted) throw new ApiError('context-window-exceeded', { tokens, limit });
  const problem = `The prompt has ${tokens} tokens, and ${model.id} takes ${limit}`;
  throw new ApiError('third-party-input-invalid', { problem });
}
