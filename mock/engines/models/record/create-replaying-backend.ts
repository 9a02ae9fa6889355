import { z } from 'zod';
import type { AnswerTask, Model, ModelBackend, Task } from '../backend.ts';
import { ModelError } from '../model-error.ts';
import { type Sleep, sleepRealTime } from '../sleep.ts';
import { decode, recordKey } from './codec.ts';
import { answerSchemas, type Outcome, recordEntrySchema } from './entry.ts';
import type { RecordStore } from './store.ts';

export interface ReplayingOptions {
  /** Answers requests without a recording; default: they fail. */
  readonly fallback?: ModelBackend;
  /** Calls that fail without a recording, even with a fallback. */
  readonly strict?: boolean;
  /** Playback speed: 1 as recorded, 2 in half the time, 0 without waits. */
  readonly speed?: number;
  readonly sleep?: Sleep;
  /** The time in milliseconds, from any origin, that `sleep` waits for. */
  readonly now?: () => number;
}

/**
 * Answers from recordings, piece by piece, with the recorded timing.
 *
 * @throws ModelError `bad-input` for a speed below 0. Its calls throw `unavailable` for a request without a recording
 * and `malformed` for a damaged recording.
 * @example
 * const models = createReplayingBackend(store, { speed: 0 });
 */
export function createReplayingBackend(store: RecordStore, options: ReplayingOptions = {}): ModelBackend {
  const { strict = false, speed = 1, sleep = sleepRealTime, now = () => performance.now() } = options;
  checkReplaySpeed(speed);
  const fallback = strict ? undefined : options.fallback;

  /** The recording, or the fallback backend. */
  async function find(task: Task, model: Model, request: unknown, signal: AbortSignal): Promise<Found> {
    signal.throwIfAborted();
    const key = await recordKey(task, model.id, request);
    const kept = await store.get(key);
    signal.throwIfAborted();
    if (kept === undefined) {
      if (fallback !== undefined) return { type: 'missing', fallback };
      throw new ModelError(
        'unavailable',
        `There is no recording for this request to ${model.id} (${task}, ${key}).`,
      );
    }
    const parsed = recordEntrySchema.safeParse(kept);
    if (!parsed.success) throw damaged(key, z.prettifyError(parsed.error));
    const { data } = parsed;
    if (data.task !== task) throw damaged(key, `it belongs to the task ${data.task}`);
    return { type: 'recorded', key, outcome: data.outcome };
  }

  /** Waits until the recorded time since the start. */
  async function waitUntil(atMs: number, startedAt: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (speed === 0) return;
    const wait = startedAt + atMs / speed - now();
    // Timers can't wait for less; the next wait makes up for the rest.
    if (wait >= 1) await sleep(wait, signal);
  }

  /** Replays an answer, which must belong to the task. */
  async function replayed<A>(
    task: AnswerTask,
    expected: z.ZodType<A>,
    [model, request, signal]: readonly [Model, unknown, AbortSignal],
    ask: (backend: ModelBackend) => Promise<A>,
  ): Promise<A> {
    const startedAt = now();
    const found = await find(task, model, request, signal);
    if (found.type === 'missing') return ask(found.fallback);
    const { key, outcome } = found;
    if (outcome.type === 'events') throw damaged(key, 'it belongs to a generation');
    await waitUntil(outcome.atMs, startedAt, signal);
    if (outcome.type === 'refusal') throw getRefusal(outcome);
    const parsed = expected.safeParse(decodeAnswer(outcome.answer, key));
    if (!parsed.success) throw damaged(key, z.prettifyError(parsed.error));
    return parsed.data;
  }

  return {
    async *generate(model, request, signal) {
      const startedAt = now();
      const found = await find('generate', model, request, signal);
      if (found.type === 'missing') {
        yield* found.fallback.generate(model, request, signal);
        return;
      }
      const { key, outcome } = found;
      if (outcome.type === 'answer') throw damaged(key, 'it does not belong to a generation');
      if (outcome.type === 'refusal') {
        await waitUntil(outcome.atMs, startedAt, signal);
        throw getRefusal(outcome);
      }
      for (const { atMs, event } of outcome.events) {
        await waitUntil(atMs, startedAt, signal);
        yield event;
      }
    },
    embed: (...call) => replayed('embed', answerSchemas.embed, call, (next) => next.embed(...call)),
    draw: (...call) => replayed('draw', answerSchemas.draw, call, (next) => next.draw(...call)),
    speak: (...call) => replayed('speak', answerSchemas.speak, call, (next) => next.speak(...call)),
    transcribe: (...call) =>
      replayed('transcribe', answerSchemas.transcribe, call, (next) => next.transcribe(...call)),
    translate: (...call) =>
      replayed('translate', answerSchemas.translate, call, (next) => next.translate(...call)),
    summarise: (...call) =>
      replayed('summarise', answerSchemas.summarise, call, (next) => next.summarise(...call)),
    classify: (...call) =>
      replayed('classify', answerSchemas.classify, call, (next) => next.classify(...call)),
    rank: (...call) => replayed('rank', answerSchemas.rank, call, (next) => next.rank(...call)),
    describe: (...call) =>
      replayed('describe', answerSchemas.describe, call, (next) => next.describe(...call)),
    label: (...call) => replayed('label', answerSchemas.label, call, (next) => next.label(...call)),
    detect: (...call) => replayed('detect', answerSchemas.detect, call, (next) => next.detect(...call)),
  };
}

type Found =
  | { readonly type: 'recorded'; readonly key: string; readonly outcome: Outcome }
  | { readonly type: 'missing'; readonly fallback: ModelBackend };

function damaged(what: string, why: string): ModelError {
  return new ModelError('malformed', `The recording for ${what} is damaged: ${why}`);
}

function getRefusal({ reason, message, status }: Extract<Outcome, { type: 'refusal' }>): ModelError {
  return new ModelError(reason, message, { status });
}

function decodeAnswer(answer: Parameters<typeof decode>[0], what: string): unknown {
  try {
    return decode(answer);
  } catch (cause) {
    throw damaged(what, String(cause));
  }
}

/** @throws ModelError `bad-input` for a negative speed */
export function checkReplaySpeed(speed: number): void {
  if (!(speed >= 0))
    throw new ModelError('bad-input', `The speed of a replay must be 0 or more, not ${speed}.`);
}
