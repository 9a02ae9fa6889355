import { ApiError } from '../../../../spec/errors.ts';
import type {
  Generating,
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
import type { PreparedRun, Write } from './run-parts.ts';

/** A run that makes text, in one format. */
export interface TextRun<Context extends AnswerContext> {
  readonly backend: ModelBackend;
  readonly model: Model;
  readonly generation: Generation;
  /** Further choices that were asked for. */
  readonly others?: readonly Generation[];
  readonly streams: boolean;
  /** What an answer needs to know; made anew for each attempt. */
  context(failed: NonNullable<AnswerContext['failed']>): Context;
  readonly format: {
    answerOf(events: Events, context: Context, others: readonly Events[]): Soon<unknown>;
    framesOf(events: Events, context: Context, others: readonly Events[]): Frames;
  };
  /** Writes the whole answer as JSON text. */
  readonly write: Write;
}

/** A run of text that is ready to be asked for. */
export function textRun<Context extends AnswerContext>(run: TextRun<Context>): PreparedRun {
  const { streams, generation } = run;
  return { streams, prompt: () => textOf(generation.messages), ask: askForText(run) };
}

/** What is seen of an answer on its way. */
interface Seen {
  text: string;
  readonly usages: Usage[];
  failed: unknown;
}

/**
 * How a model is asked for text: whole, or as frames of which the first event has come.
 *
 * @throws ModelError from the attempt, and ApiError `json-mode-unmet` for a schema that nothing satisfies
 */
function askForText<Context extends AnswerContext>(run: TextRun<Context>): AskProvider {
  const { backend, model, generation, others = [], streams, format, write } = run;
  return (signal) => {
    const seen: Seen = { text: '', usages: [], failed: undefined };
    const context = run.context((error) => {
      seen.failed = error;
    });
    const reading = streams ? 'pieces' : 'whole';
    const begin = (one: Generation) => watched(backend.generate(model, one, signal, reading), seen);
    const outcome = () => outcomeOf(seen);
    const answer = (): Soon<ProviderAnswer> => {
      const events = begin(generation);
      const more = others.map(begin);
      if (!streams) {
        return whenThere(format.answerOf(events, context, more), (whole) => ({
          mediaType: 'application/json',
          body: write(whole),
          outcome,
        }));
      }
      return whenThere(allThere([events, ...more].map(begun)), ([ready = events, ...rest]) => ({
        mediaType: 'text/event-stream',
        body: format.framesOf(ready, context, rest),
        outcome,
      }));
    };
    return orElse(answer, (error) => {
      throw asked(error, generation, model);
    });
  };
}

function outcomeOf({ text, usages, failed }: Seen): ProviderOutcome {
  const usage = usages.length === 0 ? undefined : totalUsage(usages);
  return failed === undefined ? { usage, text } : { usage, text, failed };
}

function watched(events: Generating, seen: Seen): Events {
  const there = events.atOnce?.();
  if (there === undefined) return watchedOnTheWay(events, seen);
  for (const event of there) note(event, seen);
  return there;
}

async function* watchedOnTheWay(
  events: AsyncIterable<GenerationEvent>,
  seen: Seen,
): AsyncGenerator<GenerationEvent, void, undefined> {
  for await (const event of events) {
    note(event, seen);
    yield event;
  }
}

function note(event: GenerationEvent, seen: Seen): void {
  if (event.type === 'text') seen.text += event.text;
  else if (event.type === 'finish') seen.usages.push(event.usage);
}

/** The runtime of hosted models has words of its own for a schema that can't be met: fact sheet inference, section 2.3. */
function asked(error: unknown, { format }: Generation, { id }: Model): unknown {
  const isSchema = format?.type === 'json-schema' && id.startsWith('@cf/');
  const isUnmet = error instanceof ModelError && error.reason === 'bad-input' && error.status === undefined;
  return isSchema && isUnmet ? new ApiError('json-mode-unmet', {}, undefined, { cause: error }) : error;
}
