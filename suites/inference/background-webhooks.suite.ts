import { differ, equal, json, match, object, ok, show } from '../harness/assertions.ts';
import { defineSuite, test } from '../harness/suite.ts';
import { models } from './asking.ts';
import { ended, getMembers, quietMs, started } from './background-runs.ts';
import { replying } from './replying.ts';

/** The delay of a slow model, in milliseconds. */
const slowMs = 1_000;

const seven = ['error', 'id', 'model', 'provider', 'result', 'state', 'usage'];

/** Fails unless a webhook has a member with a value of any type. */
function given(payload: Readonly<Record<string, unknown>>, member: string): void {
  const value = payload[member];
  ok(value !== undefined && value !== null && value !== '', `${member} is ${show(value)}, expected a value`);
}

/** Webhooks of background runs: seed, Webhook payload and Events. */
export const backgroundWebhooksSuite = defineSuite('inference/background-webhooks', [
  {
    title: 'sends a POST with the payload when a run is complete',
    requirements: [
      'INF-HOOK-1',
      'INF-HOOK-4',
      'INF-HOOK-5',
      'INF-HOOK-6',
      'INF-HOOK-7',
      'INF-HOOK-8',
      'INF-HOOK-9',
      'INF-HOOK-10',
      'INF-HOOK-11',
      'INF-HOOK-15',
      'INF-HOOK-16',
      'INF-HOOK-19',
      'INF-HOOK-20',
      'INF-HOOK-21',
      'INF-HOOK-25',
    ],
    run: async (t) => {
      const box = await t.webhook();
      const accepted = await started(t, { webhookUrl: box.url, webhookFormat: 'raw' });
      const webhook = await box.first();
      await t.check('INF-HOOK-1', () => equal(webhook.method, 'POST', 'the method'));
      await t.check('INF-HOOK-21', () =>
        match(webhook.headers.get('content-type'), /^application\/json\b/, 'content-type'),
      );
      const payload = getMembers(webhook);
      await t.check('INF-HOOK-11', () => {
        for (const member of seven) ok(member in payload, `the webhook lacks ${member}`);
      });
      await t.check('INF-HOOK-4', () => given(payload, 'id'));
      await t.check('INF-HOOK-5', () => given(payload, 'state'));
      await t.check('INF-HOOK-6', () => object(payload['result'], 'result'));
      await t.check('INF-HOOK-7', () => equal(payload['error'], null, 'error'));
      await t.check('INF-HOOK-8', () => ok('provider' in payload, 'the webhook lacks provider'));
      await t.check('INF-HOOK-9', () => given(payload, 'model'));
      await t.check('INF-HOOK-10', () => object(payload['usage'], 'usage'));
      await t.check('INF-HOOK-25', () => equal(payload['model'], models.classic, 'model'));
      await t.check('INF-HOOK-16', () => equal(payload['state'], 'Completed', 'state'));
      await t.check('INF-HOOK-19', () => equal(Object.keys(payload).sort(), seven, 'the members'));
      await t.check('INF-HOOK-20', () => equal(payload['id'], accepted['id'], 'id'));
      await t.check('INF-HOOK-15', () =>
        ok(Object.keys(object(payload['result'], 'result')).length > 0, 'result is empty'),
      );
    },
  },
  {
    title: 'answers the call before the POST, and sends the POST after a slow model has answered',
    requirements: ['INF-HOOK-15'],
    features: ['admin'],
    run: async (t) => {
      const prompt = t.title();
      await replying(t, { match: { text: prompt }, reply: { delayMs: slowMs } });
      const box = await t.webhook();
      const began = performance.now();
      await started(t, { webhookUrl: box.url }, prompt);
      const answered = performance.now();
      equal(box.received.length, 0, 'the number of webhooks when the call was answered');
      const { at } = await box.first();
      ok(answered < at, 'the webhook came before the call was answered');
      ok(at - began >= slowMs, `the webhook came after ${Math.round(at - began)} ms of ${slowMs} ms`);
    },
  },
  {
    title: 'sends one POST only, whatever the receiver answers',
    requirements: ['INF-HOOK-2', 'INF-HOOK-3', 'INF-HOOK-22'],
    run: async (t) => {
      const elsewhere = await t.webhook();
      const boxes = await Promise.all([
        t.webhook(),
        ...[400, 429, 500, 503].map((status) => t.webhook({ status, headers: { 'retry-after': '1' } })),
        ...[302, 307, 308].map((status) => t.webhook({ status, headers: { location: elsewhere.url } })),
      ]);
      for (const { url } of boxes) await started(t, { webhookUrl: url });
      await Promise.all(boxes.map((box) => box.first()));
      const counts = await Promise.all(boxes.map(async (box) => (await box.quiet(quietMs)).length));
      await t.check('INF-HOOK-2', () => equal(counts.slice(0, 1), [1], 'the webhooks of a run'));
      await t.check('INF-HOOK-3', () =>
        equal(counts.slice(1, 5), [1, 1, 1, 1], 'the webhooks after an error from the receiver'),
      );
      await t.check('INF-HOOK-22', () => {
        equal(counts.slice(5), [1, 1, 1], 'the webhooks after a redirect');
        equal(elsewhere.received.length, 0, 'the requests at the target of the redirect');
      });
    },
  },
  test('INF-HOOK-12', 'writes the payload in the raw format by default', async (t) => {
    const box = await t.webhook();
    await started(t, { webhookUrl: box.url });
    const payload = getMembers(await box.first());
    for (const member of seven) ok(member in payload, `the webhook lacks ${member}`);
  }),
  {
    title: 'writes the prettified payload as one text in the chat format',
    requirements: ['INF-HOOK-13', 'INF-HOOK-14', 'INF-HOOK-23', 'INF-HOOK-26'],
    run: async (t) => {
      const box = await t.webhook();
      await started(t, { webhookUrl: box.url, webhookFormat: 'chat' });
      const body = getMembers(await box.first());
      await t.check('INF-HOOK-26', () => equal(Object.keys(body), ['text'], 'the members'));
      const { text } = body;
      match(text, /\S/, 'text');
      const payload = object(json(text, 'text'), 'text');
      await t.check('INF-HOOK-14', () => {
        for (const member of seven) ok(member in payload, `text lacks ${member}`);
        differ(text, JSON.stringify(json(text, 'text')), 'text');
        ok(text.trim().includes('\n'), 'text is a single line, expected prettified JSON');
      });
      await t.check('INF-HOOK-23', () => equal(text, JSON.stringify(json(text, 'text'), null, 2), 'text'));
    },
  },
  {
    title: 'sends one POST for a failed run, with its error',
    requirements: ['INF-HOOK-17', 'INF-HOOK-18'],
    features: ['admin'],
    run: async (t) => {
      const prompt = t.title();
      await replying(t, { match: { text: prompt }, reply: { error: { message: 'Out of order.' } } });
      const box = await t.webhook();
      const { id } = await started(t, { webhookUrl: box.url }, prompt);
      const payload = getMembers(await box.first());
      await t.check('INF-HOOK-17', () => equal(payload['state'], 'Failed', 'state'));
      await t.check('INF-HOOK-18', () => {
        const error = object(payload['error'], 'error');
        match(error['code'], /\S/, 'error.code');
        match(error['message'], /Out of order\./, 'error.message');
      });
      equal(payload['id'], id, 'id');
      equal(Object.keys(payload).sort(), seven, 'the members');
      equal((await box.quiet(quietMs)).length, 1, 'the number of webhooks');
    },
  },
  {
    title: 'sends nothing for a run without webhookUrl',
    requirements: ['INF-BG-19'],
    features: ['webhook', 'admin'],
    run: async (t) => {
      const box = await t.webhook();
      const { id: loud } = await started(t, { webhookUrl: box.url });
      const { id: silent } = await started(t);
      await ended(t, silent);
      await box.first();
      const [received] = await box.quiet(quietMs);
      equal(box.received.length, 1, 'the number of webhooks');
      ok(
        received && getMembers(received)['id'] === loud,
        'the webhook belongs to the run without webhookUrl',
      );
      const { body: kept } = await t.call('touchstone.webhook.list', { query: { run_id: String(silent) } });
      equal(kept, [], 'the webhooks of the run without webhookUrl');
    },
  },
]);
