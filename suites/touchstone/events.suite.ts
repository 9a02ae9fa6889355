import type { WebhookDelivery } from '../../spec/services/touchstone/events.ts';
import type { SecurityEvent } from '../../spec/services/touchstone/schemas.ts';
import { equal, match, ok } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { ConformanceFailure } from '../harness/errors.ts';
import { defineSuite, test } from '../harness/suite.ts';
import { allowMore } from '../harness/time-limits.ts';
import { ended, getMembers, pause, started } from '../inference/background-runs.ts';

/** Events of a zone from the list. */
async function getEvents(t: TestContext, zone_id: string) {
  const { body } = await t.call('touchstone.event.list', { params: { zone_id }, query: { limit: '1000' } });
  return body;
}

/** Sends a request that causes an event: an invalid token at a source of a configuration. */
const violate = (t: TestContext) =>
  t.edge({ path: t.path('/event'), headers: { authorization: 'Bearer garbage' } });

/** The list of security events. */
export const securityEventsSuite = defineSuite({ name: 'touchstone/events', features: ['edge'] }, [
  {
    title: 'lists events newest first, with the time at which they happened',
    requirements: ['TS-EVENT-1', 'TS-EVENT-2'],

    run: async (t) => {
      await t.config();
      const before = await t.now();
      const agents = [(await violate(t)).agent, (await violate(t)).agent, (await violate(t)).agent];
      const after = await t.now();
      const own = (await getEvents(t, t.zoneId)).filter(({ userAgent }) => agents.includes(userAgent));
      await t.check('TS-EVENT-1', () =>
        equal(
          own.map(({ userAgent }) => userAgent),
          agents.toReversed(),
          'the order of the events',
        ),
      );
      await t.check('TS-EVENT-2', () => {
        for (const { datetime } of own) {
          const at = Date.parse(datetime);
          ok(
            at >= before && at <= after,
            `an event of ${new Date(before).toISOString()} is dated ${datetime}`,
          );
        }
      });
    },
  },
  test('TS-EVENT-3', 'keeps the events of zones apart', async (t) => {
    const other = await t.zone();
    await t.config();
    const params = { zone_id: other.id };
    await t.call('token-validation.config.create', { params, body: t.configBody() });
    const here = await violate(t);
    const there = await t.edge({ path: '/', host: other.name, headers: { authorization: 'Bearer garbage' } });
    const agents = async (zoneId: string) => (await getEvents(t, zoneId)).map(({ userAgent }) => userAgent);
    equal(await agents(other.id), [there.agent], 'the requests with events in the other zone');
    const own = await agents(t.zoneId);
    ok(own.includes(here.agent), 'the event of this zone is not listed');
    ok(!own.includes(there.agent), 'the event of the other zone is listed here');
  }),
]);

/** Makes the zone record invalid tokens, and sends such requests. */
async function opened(t: TestContext) {
  await t.config();
  const params = { zone_id: t.zoneId };
  return {
    violate: (path: string) => t.edge({ path: t.path(path), headers: { authorization: 'Bearer garbage' } }),
    listen: (query = {}, headers = {}) => t.stream('touchstone.event.stream', { params, query }, headers),
    list: async (query: Readonly<Record<string, string>>) => {
      const reply = await t.ask('touchstone.event.list', { params, query: { limit: '1000', ...query } });
      return reply as typeof reply & { body: SecurityEvent[] }; // compared with the contract on its way here
    },
  };
}

const nothing = '4a7ee8d3-dd63-4ceb-9d5f-c27831854ce7';

/** Security events as a stream and as a list. */
export const eventStreamSuite = defineSuite('touchstone/event-stream', [
  {
    title: 'lists the events of an action, a source, a rule and a user agent',
    requirements: ['TS-EVENT-4'],
    features: ['edge'],
    run: async (t) => {
      const { violate, list } = await opened(t);
      const { agent } = await violate('/a');
      const has = async (query: Readonly<Record<string, string>>) =>
        (await list(query)).body.some(({ userAgent }) => userAgent === agent);
      ok(await has({ action: 'log' }), 'the event is not listed by its action');
      ok(!(await has({ action: 'block' })), 'the event is listed by another action');
      ok(await has({ source: 'apiShieldTokenValidation' }), 'the event is not listed by its source');
      ok(!(await has({ source: 'firewallCustom' })), 'the event is listed by another source');
      ok(!(await has({ rule: nothing })), 'the event is listed by a rule that did not act');
      ok(await has({ agent }), 'the event is not listed by its user agent');
      const others = (await list({ agent: `${agent}-not` })).body;
      equal(others.length, 0, 'the number of events of an unused user agent');
    },
  },
  {
    title: 'lists the events since a time',
    requirements: ['TS-EVENT-5'],
    features: ['edge'],
    run: async (t) => {
      const { violate, list } = await opened(t);
      await violate('/a');
      const [newest] = (await list({})).body;
      const since = String(newest?.datetime);
      ok(
        (await list({ since })).body.some(({ id }) => id === newest?.id),
        'the event is not listed since its own time',
      );
      const later = new Date(Date.parse(since) + 1000).toISOString();
      ok(
        (await list({ since: later })).body.every(({ id }) => id !== newest?.id),
        'the event is listed since a later time',
      );
    },
  },
  test('TS-EVENT-6', 'refuses filters with unknown values', async (t) => {
    const { list } = await opened(t);
    equal((await list({ action: 'log' })).status, 200, 'the status');
    for (const query of [{ action: 'nonsense' }, { source: 'nonsense' }, { since: 'yesterday' }]) {
      equal((await list(query)).status, 400, `the status for ${JSON.stringify(query)}`);
    }
  }),
  {
    title: 'sends events as they happen',
    requirements: ['TS-EVENT-7', 'TS-EVENT-8'],
    features: ['edge'],
    run: async (t) => {
      const { violate, listen } = await opened(t);
      const stream = await listen();
      equal(stream.headers.get('content-type'), 'text/event-stream', 'the content type');
      const agents = [(await violate('/a')).agent, (await violate('/b')).agent];
      for (const agent of agents) {
        const message = await stream.next();
        const event: SecurityEvent = JSON.parse(message.data);
        await t.check('TS-EVENT-8', () =>
          equal({ id: message.id, event: message.event }, { id: event.id, event: 'security' }, 'the message'),
        );
        equal(event.userAgent, agent, 'the request of the event');
      }
    },
  },
  {
    title: 'resumes after the last event that the client saw',
    requirements: ['TS-EVENT-9'],
    features: ['edge'],
    run: async (t) => {
      const { violate, listen } = await opened(t);
      const first = await listen();
      await violate('/a');
      const { id } = await first.next();
      first.close();
      const { agent } = await violate('/b');
      const again = await listen({}, { 'last-event-id': id });
      equal(JSON.parse((await again.next()).data).userAgent, agent, 'the request of the next event');
    },
  },
  {
    title: 'sends only the events of an action on request',
    requirements: ['TS-EVENT-10'],
    features: ['edge'],
    run: async (t) => {
      const { violate, listen } = await opened(t);
      const path = t.path('/blocked');
      const blocked = await listen({ action: 'block' });
      await violate('/a');
      await t.operation({ endpoint: path });
      const { id } = await t.config();
      await t.rule({ action: 'block', enabled: true, expression: `is_jwt_valid("${id}")` });
      const { agent } = await t.edge({ path, headers: { authorization: 'Bearer garbage' } });
      equal(JSON.parse((await blocked.next()).data).userAgent, agent, 'the request of the first event');
    },
  },
  {
    title: 'ends the stream when everything is reset',
    requirements: ['TS-RESET-6'],
    features: ['disposable'],
    exclusive: true,
    run: async (t) => {
      const { listen } = await opened(t);
      const stream = await listen();
      await t.call('touchstone.world.reset', {});
      ok(await stream.ended(), 'an event came, expected the end');
    },
  },
]);

/** Waits for the webhook of a run in the inbox. */
async function getInbox(t: TestContext, id: unknown): Promise<WebhookDelivery> {
  for (const began = performance.now(); performance.now() - began < t.limits.background; ) {
    const { body } = await t.call('touchstone.webhook.list', { query: { run_id: String(id) } });
    equal(body.length <= 1, true, 'whether there is at most one webhook of a run');
    if (body[0]) return body[0];
    await pause(50);
  }
  throw new ConformanceFailure(
    `The webhook was not in the inbox after ${t.limits.background / 1000} s: ${allowMore('background')}`,
  );
}

/** The inbox for webhooks of our own server. */
export const webhooksSuite = defineSuite('touchstone/webhooks', [
  {
    title: "keeps each webhook and the receiver's answer, newest first",
    requirements: ['TS-HOOK-1', 'TS-HOOK-2', 'TS-HOOK-3'],
    features: ['webhook'],
    run: async (t) => {
      const box = await t.webhook({ status: 503 });
      const { id } = await started(t, { webhookUrl: box.url });
      const kept = await getInbox(t, id);
      await t.check('TS-HOOK-2', async () => {
        equal(kept.body, getMembers(await box.first()), 'body');
        equal(kept.url, box.url, 'url');
        equal(kept.format, 'raw', 'format');
        equal(kept.outcome, 'delivered', 'outcome');
        equal(kept.status, 503, 'status');
      });
      const { id: later } = await started(t, { webhookUrl: box.url, webhookFormat: 'chat' });
      const second = await getInbox(t, later);
      await t.check('TS-HOOK-3', () => {
        equal(kept.run_id, id, 'run_id');
        equal(second.run_id, later, 'run_id');
        equal(second.format, 'chat', 'format');
      });
      await t.check('TS-HOOK-1', async () => {
        const { body } = await t.call('touchstone.webhook.list', {});
        const place = (wanted: unknown) => body.findIndex(({ run_id }) => run_id === wanted);
        ok(place(later) >= 0 && place(later) < place(id), 'the later webhook is not listed before the other');
      });
    },
  },
  test('TS-HOOK-4', 'keeps an undelivered webhook, with the reason', async (t) => {
    const { id } = await started(t, { webhookUrl: 'https://hooks.invalid/runs' });
    const kept = await getInbox(t, id);
    equal(kept.outcome, 'failed', 'outcome');
    equal(kept.status, null, 'status');
    match(kept.problem, /\S/, 'problem');
    equal((await ended(t, id)).delivery, 'failed', 'result.delivery');
  }),
  {
    title: 'is empty after it was emptied',
    requirements: ['TS-HOOK-5'],
    exclusive: true,
    run: async (t) => {
      const { id } = await started(t, { webhookUrl: 'https://hooks.invalid/runs' });
      await getInbox(t, id);
      const { body } = await t.call('touchstone.webhook.clear', {});
      ok(body.removed >= 1, 'nothing was removed');
      equal((await t.call('touchstone.webhook.list', {})).body, [], 'the webhooks');
    },
  },
]);
