import { ApiError } from '../../../../spec/errors.ts';
import type {
  Generation,
  GenerationEvent,
  Model,
  ModelBackend,
  Usage,
} from '../../../engines/models/backend.ts';
import { ModelError } from '../../../engines/models/model-error.ts';
import { allThere, orElse, type Soon, whenThere } from '../../../soon.ts';
import type { AskProvider, ProviderAnswer, ProviderOutcome } from '../../gateway-request.ts';
import { totalUsage } from '../formats/chat-completions/answer-of.ts';
import type { AnswerContext, Events, Frames } from '../formats/format.ts';
import { begun } from '../formats/shared/begun.ts';
import { textOf } from './fit-window.ts';
import type { PreparedRun } from './run-parts.ts';

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
  readonly format: {
    /** The whole answer as JSON text. */
    written(events: Events, context: Context, others: readonly Events[]): Soon<string>;
    framesOf(events: Events, context: Context, others: readonly Events[]): Frames;
  };
}

/** A run of text that is ready to be asked for. */
export function textRun<Context extends AnswerContext>(run: TextRun<Context>): PreparedRun {
  const { streams, generation } = run;
  return { streams, prompt: () => textOf(generation.messages), ask: askForText(run) };
}

/**
 * How a model is asked for text: whole, or as frames of which the first event has come.
 *
 * @throws ModelError from the attempt, and ApiError `json-mode-unmet` for a schema that nothing satisfies
 */
function askForText<Context extends AnswerContext>(run: TextRun<Context>): AskProvider {
  return (signal) =>
    orElse(
      () => (run.streams ? streamed(run, signal) : whole(run, signal)),
      (error) => {
        throw asked(error, run);
      },
    );
}

function whole<Context extends AnswerContext>(
  { backend, model, generation, others = [], context, format }: TextRun<Context>,
  signal: AbortSignal,
): Soon<ProviderAnswer> {
  const seen = new Seen();
  const begin = (one: Generation) => seen.watch(backend.generate(model, one, signal));
  const outcome = () => seen;
  return whenThere(format.written(begin(generation), context, others.map(begin)), (body) => ({
    mediaType: 'application/json',
    body,
    outcome,
  }));
}

function streamed<Context extends AnswerContext>(
  { backend, model, generation, others = [], context, format }: TextRun<Context>,
  signal: AbortSignal,
): Soon<ProviderAnswer> {
  const seen = new Seen();
  const begin = (one: Generation) => seen.watch(backend.generate(model, one, signal));
  const outcome = () => seen;
  const failed = (error: unknown) => {
    seen.failed = error;
  };
  const choices = [generation, ...others].map(begin);
  return whenThere(allThere(choices.map(begun)), ([ready = [], ...rest]) => ({
    mediaType: 'text/event-stream',
    body: format.framesOf(ready, { ...context, failed }, rest),
    outcome,
  }));
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

/** The runtime of hosted models has words of its own for a schema that can't be met: fact sheet inference, section 2.3. */
function asked(
  error: unknown,
  { generation: { format }, model: { id } }: Pick<TextRun<AnswerContext>, 'generation' | 'model'>,
): unknown {
  const isSchema = format?.type === 'json-schema' && id.startsWith('@cf/');
  const isUnmet = error instanceof ModelError && error.reason === 'bad-input' && error.status === undefined;
  return isSchema && isUnmet ? new ApiError('json-mode-unmet', {}, undefined, { cause: error }) : error;
}
