import { ApiError } from '../../../../spec/errors.ts';
import type {
  Generation,
  GenerationEvent,
  Model,
  ModelBackend,
  Usage,
} from '../../../engines/models/backend.ts';
import { ModelError } from '../../../engines/models/model-error.ts';
import type { ProviderAnswer, ProviderOutcome } from '../../gateway-request.ts';
import { begun } from '../formats/answer-parts.ts';
import { totalUsage } from '../formats/chat-completions/answer.ts';
import type { AnswerContext, Events, Format } from '../formats/format.ts';
import { getText } from './fit-window.ts';
import type { PreparedRun, Write } from './run-parts.ts';

/** A run that makes text, in one format. */
export interface TextRun<Context extends AnswerContext> {
  readonly backend: ModelBackend;
  readonly model: Model;
  readonly generation: Generation;
  /** Further choices that were asked for. */
  readonly others?: readonly Generation[];
  readonly streams: boolean;
  /** What an answer needs to know; streams are given a `failed` of their own. */
  readonly context: Context;
  readonly format: Pick<Format<never, Context, unknown>, 'getAnswer' | 'getFrames'>;
  /** Writes the whole answer. */
  readonly write: Write;
}

/** A run of text that is ready to be asked for. */
export function textRun<Context extends AnswerContext>(run: TextRun<Context>): PreparedRun {
  const { streams, generation } = run;
  return { streams, prompt: () => getText(generation.messages), ask: (signal) => askForText(run, signal) };
}

/**
 * Asks a model for text: whole, or as frames of which the first event has come.
 *
 * @throws ModelError from the attempt, and ApiError `json-mode-unmet` for a schema that nothing satisfies
 */
async function askForText<Context extends AnswerContext>(
  run: TextRun<Context>,
  signal: AbortSignal,
): Promise<ProviderAnswer> {
  const { backend, model, generation, others = [], context, format, write, streams } = run;
  const seen = new Seen();
  const outcome = () => seen;
  const begin = (one: Generation): Events => seen.watch(backend.generate(model, one, signal));
  const events = begin(generation);
  const further = others.map(begin);
  try {
    if (!streams) {
      const body = write(await format.getAnswer(events, context, further));
      return { mediaType: 'application/json', body, outcome };
    }
    const failed = (error: unknown) => {
      seen.failed = error;
    };
    const [ready, ...readyOthers] = await Promise.all([begun(events), ...further.map(begun)]);
    const body = format.getFrames(ready, { ...context, failed }, readyOthers);
    return { mediaType: 'text/event-stream', body, outcome };
  } catch (error) {
    throw asked(error, run);
  }
}

/** What is seen of an answer on its way. */
class Seen implements ProviderOutcome {
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
 * The runtime of hosted models has words of its own for a schema that can't be met: Cloudflare OpenAPI
 * document.
 */
function asked(
  error: unknown,
  { generation: { format }, model: { id } }: Pick<TextRun<AnswerContext>, 'generation' | 'model'>,
): unknown {
  const isSchema = format?.type === 'json-schema' && id.startsWith('@cf/');
  const isUnmet = error instanceof ModelError && error.reason === 'bad-input' && error.status === undefined;
  return isSchema && isUnmet ? new ApiError('json-mode-unmet', {}, undefined, { cause: error }) : error;
}
