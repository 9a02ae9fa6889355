import { ApiError } from '../../../../spec/errors.ts';
import { badInput } from '../../../../spec/services/inference/bad-input.ts';
import {
  type BatchResult,
  batchPollSchema,
  batchSubmitSchema,
  type FinishedBatch,
} from '../../../../spec/services/inference/batch.ts';
import { inferenceLimits as limits } from '../../../../spec/services/inference/limits.ts';
import type { ModelEntry } from '../../../../spec/services/inference/models/entry.ts';
import type { Usage } from '../../../engines/models/backend.ts';
import type { AccountTenant } from '../../../world/account-tenant.ts';
import type { StoredBatch } from '../../../world/background-runs.ts';

/** The result of one run of a batch, which may be a failure. */
export interface BatchRun {
  readonly success: boolean;
  /** The output of the model, or the error. */
  readonly result: unknown;
  readonly usage?: Usage | undefined;
}

/** Runs one request of a batch. An error fails only that request. */
export type RunOne = (input: Record<string, unknown>, signal: AbortSignal) => Promise<BatchRun>;

interface BatchParts {
  /** Creates the id of a batch: a UUID. */
  readonly newId: () => string;
  /** Number of requests of all batches that run at once. Default 8. */
  readonly concurrency?: number;
}

/** Batches of runs, requested by `queueRequest=true`: Cloudflare docs, Workers AI batch API. */
export interface Batches {
  /**
   * Queues a batch, or returns the progress of one, depending on the body.
   *
   * @param sentBytes bytes of the body as received; measured by default
   * @throws ApiError `batch-unsupported`, `batch-too-large`, `batch-unknown`, `model-input-invalid`
   */
  answer(
    account: AccountTenant,
    model: ModelEntry,
    body: unknown,
    runOne: RunOne,
    sentBytes?: number,
  ): BatchResult;
  /** Stops every run and clears the queue. */
  reset(): void;
}

export function createBatches({ newId, concurrency = 8 }: BatchParts): Batches {
  const queue = createWorkQueue(concurrency);
  let stop = new AbortController();

  function submit(account: AccountTenant, model: ModelEntry, body: unknown, runOne: RunOne): BatchResult {
    const { requests } = checked(batchSubmitSchema, body);
    const id = newId();
    const { signal } = stop;
    const responses: FinishedBatch['responses'] = [];
    const usage = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };
    let begun = 0;
    const statusNow = () =>
      begun === 0 ? 'queued' : responses.length < requests.length ? 'running' : 'finished';
    const batch: StoredBatch = {
      id,
      model: model.id,
      references: requests.map(({ external_reference = null }) => external_reference),
      progress: () => ({ status: statusNow(), responses: [...responses], usage: { ...usage } }),
    };
    account.batches.put(batch);
    for (const [place, { external_reference, ...input }] of requests.entries()) {
      queue.add(async () => {
        begun++;
        const run = await attempt(runOne, input, signal);
        usage.prompt_tokens += run.usage?.inputTokens ?? 0;
        usage.completion_tokens += run.usage?.outputTokens ?? 0;
        usage.total_tokens = usage.prompt_tokens + usage.completion_tokens;
        responses.push({
          id: place,
          result: run.result,
          success: run.success,
          external_reference: external_reference ?? null,
        });
        // A restored snapshot may lack it.
        if (statusNow() === 'finished' && account.batches.get(id)) account.batches.put(batch);
      });
    }
    return { status: 'queued', request_id: id, model: model.id };
  }

  return {
    answer(account, model, body, runOne, sentBytes) {
      if (!model.batch) throw new ApiError('batch-unsupported', { model: model.id });
      if (asksFor(body)) return poll(account, model, checked(batchPollSchema, body).request_id);
      const bytes = sentBytes ?? new TextEncoder().encode(JSON.stringify(body)).length;
      if (bytes >= limits.batchBytes) throw new ApiError('batch-too-large', { limit: limits.batchBytes });
      return submit(account, model, body, runOne);
    },
    reset() {
      queue.clear();
      stop.abort();
      stop = new AbortController();
    },
  };
}

const asksFor = (body: unknown) => typeof body === 'object' && body !== null && 'request_id' in body;

function poll(account: AccountTenant, model: ModelEntry, id: string): BatchResult {
  const batch: StoredBatch | undefined = account.batches.get(id.toLowerCase());
  if (batch?.model !== model.id) throw new ApiError('batch-unknown', { id, model: model.id });
  const { status, responses, usage } = batch.progress();
  if (status !== 'finished') return { status, request_id: batch.id, model: model.id };
  return { responses: [...responses], usage };
}

/** @throws ApiError `model-input-invalid`: a batch is an input of the model, with the same messages */
function checked<Schema extends typeof batchSubmitSchema | typeof batchPollSchema>(
  schema: Schema,
  body: unknown,
): ReturnType<Schema['parse']> {
  const parsed = schema.safeParse(body);
  if (!parsed.success) {
    throw new ApiError('model-input-invalid', { problem: badInput(body, parsed.error.issues) });
  }
  return parsed.data as ReturnType<Schema['parse']>; // the two schemas share a return type here
}

async function attempt(
  runOne: RunOne,
  input: Record<string, unknown>,
  signal: AbortSignal,
): Promise<BatchRun> {
  try {
    signal.throwIfAborted();
    return await runOne(input, signal);
  } catch (error) {
    const message = error instanceof ApiError ? error.message : 'The run failed';
    return { success: false, result: { error: message } };
  }
}

/** Starts work in order, a few pieces at a time. */
interface WorkQueue {
  /** Adds work at the end. It must not reject. */
  add(work: () => Promise<void>): void;
  /** Drops work that has not started. */
  clear(): void;
}

/**
 * A queue that runs at most `limit` pieces of work at once. Nothing starts before the runtime's current task ends.
 */
function createWorkQueue(limit: number): WorkQueue {
  let waiting: (() => Promise<void>)[] = [];
  let going = 0;

  function begin(): void {
    while (going < limit) {
      const work = waiting.shift();
      if (!work) return;
      going++;
      void work().finally(() => {
        going--;
        begin();
      });
    }
  }

  return {
    add(work) {
      waiting.push(work);
      setTimeout(begin, 0);
    },
    clear() {
      waiting = [];
    },
  };
}
