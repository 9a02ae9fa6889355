import { ApiError } from '../../../../spec/errors.ts';
import type { AcceptedRun, BackgroundRun } from '../../../../spec/services/inference/background-runs.ts';
import type { runEndpoints } from '../../../../spec/services/inference/endpoints/run.ts';
import type { RunOptions } from '../../../../spec/services/inference/run.ts';
import type { Handler } from '../../../api/call.ts';
import type { AccountTenant } from '../../../world/account-tenant.ts';
import type { World } from '../../../world/world.ts';
import { createWebhookSender, type WebhookOptions, type WebhookTarget } from './webhook-sender.ts';

/** The result of a run. */
export type RunOutcome =
  | { readonly result: Record<string, unknown>; readonly usage: Record<string, unknown> }
  | { readonly error: { readonly code: string; readonly message: string } };

/** A background run. Its input is already checked, so that the caller sees errors at once. */
export interface BackgroundRequest {
  readonly model: string;
  readonly provider: string;
  readonly options: RunOptions;
  /** Performs the run through its gateway. @param signal aborted when the mock is reset */
  execute(signal: AbortSignal): Promise<RunOutcome>;
}

export interface BackgroundRunsParts {
  readonly world: World;
  readonly webhooks?: WebhookOptions | undefined;
}

/** Runs that continue after they were accepted: seed, States and transitions. */
export interface BackgroundRuns {
  /**
   * Accepts a run; it starts after the answer.
   *
   * @throws ApiError `webhook-url-private`, `webhook-url-invalid`
   */
  start(account: AccountTenant, run: BackgroundRequest): Promise<AcceptedRun>;
  /** Returns the state of a run. */
  readonly get: Handler<(typeof runEndpoints)['inference.background-run.get']>;
  /** Resolves when every run has ended and its webhook is sent. */
  settled(): Promise<void>;
  /** Stops every run; sends no further webhooks. */
  reset(): void;
}

/**
 * Creates the background runs of a mock.
 *
 * @example
 * const runs = createBackgroundRuns({ world });
 * const accepted = await runs.start(account, { model, provider, options, execute });
 * accepted.state; // 'Queued'
 */
export function createBackgroundRuns({ world, webhooks = {} }: BackgroundRunsParts): BackgroundRuns {
  const sender = createWebhookSender(webhooks);
  const underWay = new Set<Promise<void>>();
  let stop = new AbortController();

  async function perform(
    account: AccountTenant,
    id: string,
    { model, provider, execute }: BackgroundRequest,
    target: WebhookTarget | undefined,
    signal: AbortSignal,
  ): Promise<void> {
    await afterAnswer();
    const runs = account.backgroundRuns;
    // A restored snapshot may lack the run, or a reset stopped it: drop its result.
    const gone = () => signal.aborted || runs.get(id) === undefined;
    if (gone()) return;
    runs.change(id, { state: 'Running' });
    const outcome = await toOutcome(execute, signal);
    if (gone()) return;
    const ended = endedBy(outcome);
    runs.change(id, { ...ended, completed_at: account.clock.timestamp() });
    if (!target) return;
    const payload = { ...ended, id, provider, model, result: ended.result ?? {} };
    const sent = await sender.send(target, payload, signal);
    if (gone()) return;
    runs.change(id, { delivery: sent.outcome });
    world.webhooks.note({
      at: account.clock.timestamp(),
      account_id: account.id,
      run_id: id,
      url: target.url,
      format: target.format,
      ...sent,
    });
  }

  return {
    async start(account, run) {
      const { signal } = stop;
      const target = await sender.accept(run.options);
      const { model, provider } = run;
      const id = world.ids.uuid();
      const accepted: AcceptedRun = {
        id,
        runId: id,
        state: world.stances.get('inference.background.first-state'),
        model,
      };
      account.backgroundRuns.add({
        ...accepted,
        provider,
        result: null,
        error: null,
        usage: {},
        created_at: account.clock.timestamp(),
        completed_at: null,
        delivery: target ? 'pending' : 'none',
      });
      const performed = perform(account, id, run, target, signal).finally(() => underWay.delete(performed));
      underWay.add(performed);
      return accepted;
    },

    get: ({ params: { account_id, run_id: id } }) => {
      const run = world.account(account_id)?.backgroundRuns.get(id.toLowerCase());
      if (!run) throw new ApiError('background-run-unknown', { id });
      return { result: run };
    },

    async settled() {
      // A run may have started another one.
      while (underWay.size > 0) await Promise.all(underWay);
    },

    reset() {
      stop.abort();
      stop = new AbortController();
      underWay.clear();
    },
  };
}

/** Waits one turn of the event loop, so that the answer goes out first. */
function afterAnswer(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}

async function toOutcome(execute: BackgroundRequest['execute'], signal: AbortSignal): Promise<RunOutcome> {
  try {
    return await execute(signal);
  } catch (error) {
    if (!signal.aborted) console.error('touchstone: a background run failed unexpectedly', error);
    return { error: { code: 'internal_error', message: 'The run failed because of a bug in the mock' } };
  }
}

function endedBy(outcome: RunOutcome): Pick<BackgroundRun, 'result' | 'error' | 'usage'> & {
  readonly state: 'Completed' | 'Failed';
} {
  if ('error' in outcome) return { state: 'Failed', result: null, error: outcome.error, usage: {} };
  return { state: 'Completed', result: outcome.result, error: null, usage: outcome.usage };
}
