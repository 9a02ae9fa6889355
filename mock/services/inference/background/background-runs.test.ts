import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RunOptions } from '../../../../spec/services/inference/run.ts';
import type { Connect, OutgoingPost } from '../../../engines/webhook/destination.ts';
import type { AccountTenant } from '../../../world/account-tenant.ts';
import { worldDefaults } from '../../../world/defaults.ts';
import { World } from '../../../world/world.ts';
import { type BackgroundRuns, createBackgroundRuns, type RunOutcome } from './background-runs.ts';
import type { WebhookOptions } from './webhook-sender.ts';

const webhookUrl = 'https://hooks.example.com/runs';
const done: RunOutcome = { result: { response: 'Hello' }, usage: { total_tokens: 3 } };

let world: World;
let account: AccountTenant;
let posts: OutgoingPost[];

/** A receiver that records its requests, and answers with a status. */
const receiver =
  (status: number): Connect =>
  async (post) => {
    posts.push(post);
    return { status, address: '1.1.1.1', body: null };
  };

function background(webhooks: WebhookOptions = {}): BackgroundRuns {
  const resolve = async () => ['1.1.1.1'];
  return createBackgroundRuns({ world, webhooks: { resolve, connect: receiver(200), ...webhooks } });
}

const run = (
  options: RunOptions,
  execute: (signal: AbortSignal) => Promise<RunOutcome> = async () => done,
) => ({
  model: 'openai/gpt-5',
  provider: 'openai',
  options: { background: true, ...options },
  execute,
});

const bodies = () => posts.map(({ body }): unknown => JSON.parse(new TextDecoder().decode(body)));
const deliveries = () => [...world.webhooks.newestFirst()];

beforeEach(() => {
  world = new World({ tenants: 'strict', seed: 1 });
  const seeded = world.account(worldDefaults.accountId);
  if (!seeded) throw new Error('the world lacks its account');
  account = seeded;
  posts = [];
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('a background run', () => {
  it('is accepted before it starts, runs, and completes', async () => {
    const runs = background();
    const gate = Promise.withResolvers<RunOutcome>();
    const begun = Promise.withResolvers<void>();
    const accepted = await runs.start(
      account,
      run({}, () => {
        begun.resolve();
        return gate.promise;
      }),
    );
    expect(accepted).toEqual({
      id: accepted.id,
      runId: accepted.id,
      state: 'Queued',
      model: 'openai/gpt-5',
    });
    const stored = () => account.backgroundRuns.get(accepted.id);
    expect(stored()).toMatchObject({ state: 'Queued', result: null, completed_at: null, delivery: 'none' });
    await begun.promise;
    expect(stored()).toMatchObject({ state: 'Running', result: null });
    gate.resolve(done);
    await runs.settled();
    expect(stored()).toMatchObject({ state: 'Completed', ...done, error: null, delivery: 'none' });
    expect(stored()?.completed_at).not.toBeNull();
  });

  it('fails, and stays readable, when its execution throws', async () => {
    const consoleError = vi.spyOn(console, 'error').mockImplementation(() => {});
    const runs = background();
    const { id } = await runs.start(
      account,
      run({ webhookUrl }, async () => {
        throw new Error('secret');
      }),
    );
    await runs.settled();
    expect(account.backgroundRuns.get(id)).toMatchObject({
      state: 'Failed',
      error: { code: 'internal_error' },
    });
    expect(JSON.stringify(bodies())).not.toContain('secret');
    expect(consoleError).toHaveBeenCalledOnce();
  });

  it('is recorded as failed when its receiver cannot be reached', async () => {
    const connect = vi.fn<Connect>().mockRejectedValue(new Error('no route'));
    const runs = background({ connect });
    const { id } = await runs.start(account, run({ webhookUrl }));
    await runs.settled();
    expect(connect).toHaveBeenCalledOnce();
    expect(account.backgroundRuns.get(id)).toMatchObject({ state: 'Completed', delivery: 'failed' });
    expect(deliveries()).toMatchObject([{ outcome: 'failed', status: null, problem: 'no route' }]);
  });

  it('is recorded as failed when its receiver exceeds the time limit', async () => {
    const runs = background({ connect: () => new Promise(() => {}), timeoutMs: 20 });
    await runs.start(account, run({ webhookUrl }));
    await runs.settled();
    expect(deliveries()).toMatchObject([{ outcome: 'failed', problem: expect.stringContaining('20 ms') }]);
  });
});

describe('the destination of a webhook', () => {
  it.each([
    ['https://10.0.0.1/', []],
    ['https://[::ffff:10.0.0.1]/', []],
    ['https://localhost/', []],
    [webhookUrl, ['1.1.1.1', '10.0.0.1']],
    [webhookUrl, ['fd00::1']],
  ])('is refused when %s leads to a private address (%j)', async (url, addresses) => {
    const runs = background({ resolve: async () => addresses });
    await expect(runs.start(account, run({ webhookUrl: url }))).rejects.toMatchObject({
      failure: 'webhook-url-private',
      pointer: '/options/webhookUrl',
      detail: { host: new URL(url).hostname },
    });
    await runs.settled();
    expect(posts).toEqual([]);
  });

  it('is refused when it is no host name', async () => {
    await expect(background().start(account, run({ webhookUrl: 'https://a..b/' }))).rejects.toMatchObject({
      failure: 'webhook-url-invalid',
    });
  });

  it('is allowed when its name has no address, and then fails', async () => {
    const runs = background({ resolve: () => Promise.reject(new Error('ENOTFOUND')) });
    const { id } = await runs.start(account, run({ webhookUrl }));
    await runs.settled();
    expect(posts).toEqual([]);
    expect(account.backgroundRuns.get(id)?.delivery).toBe('failed');
  });

  it('is checked again when the webhook is sent', async () => {
    const answers = [['1.1.1.1'], ['127.0.0.1']];
    const runs = background({ resolve: async () => answers.shift() ?? [] });
    const { id } = await runs.start(account, run({ webhookUrl }));
    await runs.settled();
    expect(answers).toEqual([]);
    expect(posts).toEqual([]);
    expect(account.backgroundRuns.get(id)?.delivery).toBe('refused');
    expect(deliveries()).toMatchObject([
      { outcome: 'refused', problem: expect.stringContaining('127.0.0.1') },
    ]);
  });

  it('is the address that was checked last', async () => {
    const answers = [['1.1.1.1'], ['9.9.9.9'], ['127.0.0.1']];
    const runs = background({ resolve: async () => answers.shift() ?? [] });
    await runs.start(account, run({ webhookUrl }));
    await runs.settled();
    expect(posts.map(({ addresses }) => addresses)).toEqual([[{ address: '9.9.9.9', family: 4 }]]);
  });

  it('may be private if it is allowed', async () => {
    const runs = background({ allowHosts: ['localhost'], resolve: async () => ['127.0.0.1'] });
    await runs.start(account, run({ webhookUrl: 'https://localhost:8443/' }));
    await runs.settled();
    expect(posts[0]?.addresses).toEqual([{ address: '127.0.0.1', family: 4 }]);
  });

  it('is fetched with the current global fetch by default', async () => {
    const runs = createBackgroundRuns({ world });
    const fetched: Request[] = [];
    vi.stubGlobal('fetch', async (request: Request) => {
      fetched.push(request);
      return new Response(null, { status: 204 });
    });
    await runs.start(account, run({ webhookUrl }));
    await runs.settled();
    expect(fetched).toMatchObject([{ url: webhookUrl, method: 'POST', redirect: 'manual' }]);
    expect(deliveries()).toMatchObject([{ outcome: 'delivered', status: 204 }]);
    await expect(runs.start(account, run({ webhookUrl: 'https://box.local/' }))).rejects.toMatchObject({
      failure: 'webhook-url-private',
    });
  });
});

describe('a mock that is reset or restored', () => {
  it('stops its runs and sends nothing afterwards', async () => {
    const runs = background();
    const gate = Promise.withResolvers<RunOutcome>();
    const begun = Promise.withResolvers<AbortSignal>();
    await runs.start(
      account,
      run({ webhookUrl }, (signal) => {
        begun.resolve(signal);
        return gate.promise;
      }),
    );
    const signal = await begun.promise;
    runs.reset();
    world.reset();
    expect(signal.aborted).toBe(true);
    gate.resolve(done);
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(posts).toEqual([]);
    expect(deliveries()).toEqual([]);
    await runs.settled();
  });

  it('aborts a webhook in progress, and accepts new runs', async () => {
    const connecting = Promise.withResolvers<AbortSignal>();
    const runs = background({
      connect: ({ signal }) => {
        connecting.resolve(signal);
        return new Promise(() => {});
      },
    });
    await runs.start(account, run({ webhookUrl }));
    const signal = await connecting.promise;
    runs.reset();
    expect(signal.aborted).toBe(true);
    const { id } = await runs.start(account, run({}));
    await runs.settled();
    expect(account.backgroundRuns.get(id)?.state).toBe('Completed');
    expect(deliveries()).toEqual([]);
  });

  it('sends nothing for a run that started after the snapshot', async () => {
    const runs = background();
    const restore = world.snapshot();
    const gate = Promise.withResolvers<RunOutcome>();
    const { id } = await runs.start(
      account,
      run({ webhookUrl }, () => gate.promise),
    );
    restore();
    gate.resolve(done);
    await runs.settled();
    expect(account.backgroundRuns.get(id)).toBeUndefined();
    expect(posts).toEqual([]);
  });
});
