import type { WebhookDelivery } from '../../spec/services/touchstone/events.ts';
import { equal, match, ok } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { ConformanceFailure } from '../harness/errors.ts';
import { defineSuite } from '../harness/suite.ts';
import { ended, membersOf, pause, started } from '../inference/background-runs.ts';

/** Waits until the inbox holds the webhook of a run. */
async function inboxOf(t: TestContext, id: unknown): Promise<WebhookDelivery> {
  for (const began = performance.now(); performance.now() - began < t.limits.background; ) {
    const { body } = await t.call('touchstone.webhook.list', { query: { run_id: String(id) } });
    equal(body.length <= 1, true, 'whether there is at most one webhook of a run');
    if (body[0]) return body[0];
    await pause(50);
  }
  throw new ConformanceFailure(`The webhook was not in the inbox after ${t.limits.background / 1000} s`);
}

/** The inbox of webhooks of our own server. */
export const webhooksSuite = defineSuite({
  name: 'touchstone/webhooks',
  tests: [
    {
      title: 'keeps what was sent and what the receiver answered, newest first',
      requirements: ['TS-HOOK-1', 'TS-HOOK-2', 'TS-HOOK-3'],
      features: ['webhook'],
      run: async (t) => {
        const box = await t.webhook({ status: 503 });
        const { id } = await started(t, { webhookUrl: box.url });
        const kept = await inboxOf(t, id);
        await t.check('TS-HOOK-2', async () => {
          equal(kept.body, membersOf(await box.first()), 'body');
          equal(kept.url, box.url, 'url');
          equal(kept.format, 'raw', 'format');
          equal(kept.outcome, 'delivered', 'outcome');
          equal(kept.status, 503, 'status');
        });
        const { id: later } = await started(t, { webhookUrl: box.url, webhookFormat: 'chat' });
        const second = await inboxOf(t, later);
        await t.check('TS-HOOK-3', () => {
          equal(kept.run_id, id, 'run_id');
          equal(second.run_id, later, 'run_id');
          equal(second.format, 'chat', 'format');
        });
        await t.check('TS-HOOK-1', async () => {
          const { body } = await t.call('touchstone.webhook.list', {});
          const place = (wanted: unknown) => body.findIndex(({ run_id }) => run_id === wanted);
          ok(
            place(later) >= 0 && place(later) < place(id),
            'the later webhook is not listed before the other',
          );
        });
      },
    },
    {
      title: 'keeps a webhook that nobody took, with what stood in its way',
      requirements: ['TS-HOOK-4'],
      run: async (t) => {
        const { id } = await started(t, { webhookUrl: 'https://hooks.invalid/runs' });
        const kept = await inboxOf(t, id);
        equal(kept.outcome, 'failed', 'outcome');
        equal(kept.status, null, 'status');
        match(kept.problem, /\S/, 'problem');
        equal((await ended(t, id)).delivery, 'failed', 'result.delivery');
      },
    },
    {
      title: 'is empty after it was emptied',
      requirements: ['TS-HOOK-5'],
      exclusive: true,
      run: async (t) => {
        const { id } = await started(t, { webhookUrl: 'https://hooks.invalid/runs' });
        await inboxOf(t, id);
        const { body } = await t.call('touchstone.webhook.clear', {});
        ok(body.removed >= 1, 'nothing was removed');
        equal((await t.call('touchstone.webhook.list', {})).body, [], 'the webhooks');
      },
    },
  ],
});
