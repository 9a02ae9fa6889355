import type { AnswerTask, Generation, GenerationEvent, Model, ModelBackend } from '../backend.ts';
import { type CountTokens, estimateTokens } from '../count-tokens.ts';
import { ModelError } from '../model-error.ts';
import type { Sleep } from '../sleep.ts';
import { type IncomingRequest, incomingGeneration, incomingText } from './incoming-request.ts';
import { brokenOff, paced } from './pace.ts';
import { isTimingOnly, type Reply, type ReplyContent, toModelError } from './reply.ts';
import {
  ReplyBook,
  type ReplyRecord,
  type Unmatched,
  type UnmatchedRequest,
  UnmatchedRequests,
} from './reply-book.ts';
import {
  replyAudio,
  replyDetections,
  replyEvents,
  replyLabels,
  replyPicture,
  replyScores,
  replyText,
  replyTranscript,
  replyVectors,
  withUsage,
} from './reply-events.ts';

export interface RepliesOptions {
  /** Answers requests without a matching reply, and those whose reply only slows them down. */
  readonly fallback: ModelBackend;
  readonly sleep: Sleep;
  /** Calls that fail without a matching reply, instead of using the fallback. */
  readonly strict?: boolean;
  /** Counts the usage of replies, which the pace also depends on. */
  readonly countTokens?: CountTokens;
  /** Initial replies, in order of precedence. */
  readonly replies?: readonly Reply[];
}

/**
 * A user's script, which can be extended and read.
 *
 * @example
 * mock.models.add({ match: { text: 'weather' }, reply: { text: 'Sunny.' } });
 */
export interface Replies {
  /**
   * Adds a set of replies before those of earlier calls; within the set, order is kept.
   *
   * @returns their ids
   * @throws ModelError `bad-input` for an invalid match; then nothing is added
   */
  add(...replies: readonly Reply[]): readonly string[];
  /** Removes a reply; returns whether it existed. */
  remove(id: string): boolean;
  clear(): void;
  /** All replies with their use counts, in order of precedence. */
  list(): readonly ReplyRecord[];
  /** The requests without a matching reply. */
  unmatched(): Unmatched;
  /** Why no reply matched the newest such request that fits the filter, one line for each of the closest replies. */
  whyUnmatched(isMeant: (request: UnmatchedRequest) => boolean): readonly string[];
}

/** A backend that answers by a user's script. */
export interface RepliesBackend extends ModelBackend, Replies {
  /**
   * Replaces the initial replies; added ones stay.
   *
   * @throws ModelError `bad-input` for an invalid match; then nothing is changed
   */
  changeInitial(replies: readonly Reply[]): void;
  /** Restores the initial replies, unused. */
  reset(): void;
}

/**
 * Answers by a user's script, with the first matching reply. Sets added later come before earlier ones; within a set,
 * order is kept. Used-up replies are skipped, and so are replies without an answer for the task. A request counts as
 * soon as its first piece is requested, whatever becomes of it.
 *
 * @example
 * const models = createRepliesBackend({ fallback, sleep: sleepRealTime });
 * models.add(
 *   { match: { text: 'weather', toolResult: false }, reply: { toolCalls: [{ name: 'forecast' }] } },
 *   { match: { toolResult: { tool: 'forecast' } }, reply: { text: 'Take an umbrella.' } },
 *   { times: 'once', reply: { error: { reason: 'overloaded', status: 429 } } },
 * );
 */
export function createRepliesBackend(options: RepliesOptions): RepliesBackend {
  const { fallback, sleep, strict = false, countTokens = estimateTokens } = options;
  const book = new ReplyBook();
  const unmatched = new UnmatchedRequests();
  let lastCall = 0;
  let initial = options.replies ?? [];
  let initialIds: readonly string[] = [];
  const reset = () => {
    book.reset();
    unmatched.clear();
    lastCall = 0;
    initialIds = book.add(initial);
  };
  reset();
  const newCallId = () => `call_${String(++lastCall).padStart(24, '0')}`;

  /** The matching reply; undefined if the fallback answers at once. @throws ModelError `scripted` */
  function find(ask: () => IncomingRequest): Found | undefined {
    if (!book.isEmpty) {
      const incoming = ask();
      const reply = book.take(incoming);
      if (reply !== undefined) return { reply, incoming };
    }
    unmatched.note(ask, book.isEmpty ? undefined : book.list());
    if (!strict) return undefined;
    const { task, model, text } = ask();
    throw new ModelError(
      'scripted',
      `No reply of the script matches this request: ${task} by ${model}, ${quote(text)}.`,
    );
  }

  /** The content of a reply, after its delay. */
  async function take({ reply, incoming }: Found, signal: AbortSignal): Promise<ReplyContent> {
    const content = await getContent(reply, incoming);
    signal.throwIfAborted();
    if (content.delayMs !== undefined && content.delayMs > 0) await sleep(content.delayMs, signal);
    if (content.error !== undefined) throw toModelError(content.error);
    return content;
  }

  /** Answers with a reply, if one has more than a delay. */
  async function answer<A>(
    ask: () => IncomingRequest,
    signal: AbortSignal,
    ofReply: (content: ReplyContent) => A,
    ofFallback: () => Promise<A>,
  ): Promise<A> {
    signal.throwIfAborted();
    const found = find(ask);
    const content = found && (await take(found, signal));
    return content === undefined || isTimingOnly(content) ? ofFallback() : ofReply(content);
  }

  async function* replied(
    found: Found,
    { model, request, signal }: FallbackRequest,
  ): AsyncGenerator<GenerationEvent, void, undefined> {
    const content = await take(found, signal);
    const events = isTimingOnly(content)
      ? addUsage(content, fallback.generate(model, request, signal))
      : replyEvents(content, request, { countTokens, newCallId });
    const pieces = paced(events, content, { sleep, countTokens }, signal);
    yield* content.breakOff === undefined ? pieces : brokenOff(pieces, content.breakOff, signal);
  }

  const textRequest =
    (task: AnswerTask, model: Model, text = '') =>
    () =>
      incomingText(task, model.id, text);

  return {
    add: (...replies) => book.add(replies),
    changeInitial(replies) {
      const ids = book.addLast(replies);
      for (const id of initialIds) book.remove(id);
      [initial, initialIds] = [replies, ids];
    },
    remove: (id) => book.remove(id),
    clear: () => book.clear(),
    list: () => book.list(),
    unmatched: () => unmatched.list(),
    whyUnmatched: (isMeant) => unmatched.explain(isMeant),
    reset,

    async *generate(model, request, signal) {
      signal.throwIfAborted();
      const found = find(() => incomingGeneration(model.id, request));
      yield* found ? replied(found, { model, request, signal }) : fallback.generate(model, request, signal);
    },
    embed: (model, request, signal) =>
      answer(
        textRequest('embed', model, request.texts.join('\n')),
        signal,
        (content) => replyVectors(content, request, countTokens),
        () => fallback.embed(model, request, signal),
      ),
    draw: (model, request, signal) =>
      answer(textRequest('draw', model, request.prompt), signal, replyPicture, () =>
        fallback.draw(model, request, signal),
      ),
    speak: (model, request, signal) =>
      answer(textRequest('speak', model, request.text), signal, replyAudio, () =>
        fallback.speak(model, request, signal),
      ),
    transcribe: (model, request, signal) =>
      answer(
        textRequest('transcribe', model),
        signal,
        (content) => replyTranscript(content, request.language),
        () => fallback.transcribe(model, request, signal),
      ),
    translate: (model, request, signal) =>
      answer(textRequest('translate', model, request.text), signal, replyText, () =>
        fallback.translate(model, request, signal),
      ),
    summarise: (model, request, signal) =>
      answer(textRequest('summarise', model, request.text), signal, replyText, () =>
        fallback.summarise(model, request, signal),
      ),
    classify: (model, request, signal) =>
      answer(textRequest('classify', model, request.text), signal, replyLabels, () =>
        fallback.classify(model, request, signal),
      ),
    rank: (model, request, signal) =>
      answer(
        textRequest('rank', model, request.query),
        signal,
        (content) => replyScores(content, request),
        () => fallback.rank(model, request, signal),
      ),
    describe: (model, request, signal) =>
      answer(textRequest('describe', model, request.prompt), signal, replyText, () =>
        fallback.describe(model, request, signal),
      ),
    label: (model, request, signal) =>
      answer(textRequest('label', model), signal, replyLabels, () => fallback.label(model, request, signal)),
    detect: (model, request, signal) =>
      answer(textRequest('detect', model), signal, replyDetections, () =>
        fallback.detect(model, request, signal),
      ),
  };
}

/** The reply to a request. */
interface Found {
  readonly reply: Reply;
  readonly incoming: IncomingRequest;
}

/** A generation, as requested from the fallback. */
interface FallbackRequest {
  readonly model: Model;
  readonly request: Generation;
  readonly signal: AbortSignal;
}

async function getContent({ name, reply }: Reply, incoming: IncomingRequest): Promise<ReplyContent> {
  if (typeof reply !== 'function') return reply;
  try {
    return await reply(incoming);
  } catch (cause) {
    if (cause instanceof ModelError) throw cause;
    throw new ModelError(
      'scripted',
      `The function of the reply "${name ?? 'without a name'}" threw: ${cause}`,
      {
        cause,
      },
    );
  }
}

async function* addUsage(
  { usage }: ReplyContent,
  events: AsyncIterable<GenerationEvent>,
): AsyncGenerator<GenerationEvent, void> {
  for await (const event of events) {
    yield event.type === 'finish' ? { ...event, usage: withUsage(event.usage, usage) } : event;
  }
}

function quote(text: string): string {
  return JSON.stringify(text.length > 100 ? `${text.slice(0, 100)}…` : text);
}
