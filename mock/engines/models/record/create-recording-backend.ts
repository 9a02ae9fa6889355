import type { AnswerTask, GenerationEvent, Model, ModelBackend, Task } from '../backend.ts';
import { ModelError } from '../model-error.ts';
import { encode, recordKey } from './codec.ts';
import type { Outcome } from './entry.ts';
import type { RecordStore } from './store.ts';

export interface RecordingOptions {
  /** The time in milliseconds, from any origin. */
  readonly now?: () => number;
}

/**
 * Answers through another backend, and records answers with their times. It stores an answer before passing on its end,
 * so a client that has seen the end finds it in the store. Aborted, incomplete and temporarily failed answers are not
 * stored; refusals of a request (`bad-input` with a status) are.
 *
 * Concurrent equal requests are both sent; the answer that completes last is stored.
 *
 * @throws ModelError `unavailable` from each call when the store fails, so that the loss is noticed
 * @example
 * const models = createRecordingBackend(createUpstreamBackend({ baseUrl }), new MemoryStore());
 */
export function createRecordingBackend(
  inner: ModelBackend,
  store: RecordStore,
  { now = () => performance.now() }: RecordingOptions = {},
): ModelBackend {
  async function keep(task: Task, model: Model, request: unknown, outcome: Outcome): Promise<void> {
    try {
      const entry = { version: 1, task, model: model.id, request: encode(request), outcome } as const;
      await store.put(await recordKey(task, model.id, request), entry);
    } catch (cause) {
      throw new ModelError('unavailable', `The answer could not be recorded: ${cause}`, { cause });
    }
  }

  async function keepRefusal(
    task: Task,
    model: Model,
    request: unknown,
    { error, startedAt, signal }: { error: unknown; startedAt: number; signal: AbortSignal },
  ): Promise<void> {
    if (signal.aborted || !(error instanceof ModelError) || error.status === undefined) return;
    const { reason, message, status } = error;
    if (reason !== 'bad-input') return;
    await keep(task, model, request, { type: 'refusal', atMs: now() - startedAt, reason, message, status });
  }

  /** Requests an answer and stores it. */
  async function recorded<R, A>(
    task: AnswerTask,
    getAnswer: (model: Model, request: R, signal: AbortSignal) => Promise<A>,
    model: Model,
    request: R,
    signal: AbortSignal,
  ): Promise<A> {
    const startedAt = now();
    let answer: A;
    try {
      answer = await getAnswer(model, request, signal);
    } catch (error) {
      await keepRefusal(task, model, request, { error, startedAt, signal });
      throw error;
    }
    signal.throwIfAborted();
    await keep(task, model, request, {
      type: 'answer',
      atMs: now() - startedAt,
      answer: encode(answer),
    });
    return answer;
  }

  return {
    async *generate(model, request, signal) {
      const startedAt = now();
      const events: { atMs: number; event: GenerationEvent }[] = [];
      try {
        for await (const event of inner.generate(model, request, signal)) {
          events.push({ atMs: now() - startedAt, event });
          if (event.type === 'finish' && !signal.aborted) {
            await keep('generate', model, request, { type: 'events', events });
          }
          yield event;
        }
      } catch (error) {
        // An answer that has begun is not a refusal.
        if (events.length === 0) {
          await keepRefusal('generate', model, request, { error, startedAt, signal });
        }
        throw error;
      }
    },
    embed: (...call) => recorded('embed', (...args) => inner.embed(...args), ...call),
    draw: (...call) => recorded('draw', (...args) => inner.draw(...args), ...call),
    speak: (...call) => recorded('speak', (...args) => inner.speak(...args), ...call),
    transcribe: (...call) => recorded('transcribe', (...args) => inner.transcribe(...args), ...call),
    translate: (...call) => recorded('translate', (...args) => inner.translate(...args), ...call),
    summarise: (...call) => recorded('summarise', (...args) => inner.summarise(...args), ...call),
    classify: (...call) => recorded('classify', (...args) => inner.classify(...args), ...call),
    rank: (...call) => recorded('rank', (...args) => inner.rank(...args), ...call),
    describe: (...call) => recorded('describe', (...args) => inner.describe(...args), ...call),
    label: (...call) => recorded('label', (...args) => inner.label(...args), ...call),
    detect: (...call) => recorded('detect', (...args) => inner.detect(...args), ...call),
  };
}
