import type { KnownRequirementId } from '../../spec/requirements.ts';
import { equal, ok } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite, type Test, test } from '../harness/suite.ts';
import { type MoreHeaders, models, says } from '../inference/asking.ts';
import { sendUpdate, settings } from './configuring.ts';
import { listLogs } from './logging.ts';
import { away, cacheStatus, hit, missed, ran, run, scriptReply, through } from './passing.ts';

/** A gateway with a cache, and a prompt that no other test sends to it. */
async function caching(t: TestContext, ttl = 600) {
  const { id } = await t.gateway({ cache_ttl: ttl });
  return { id, prompt: `Tell me about ${t.title()}.` };
}

const chat = (t: TestContext, gateway: string, prompt: string, more: MoreHeaders = {}) =>
  t.ask('inference.chat-completions', {
    params: { account_id: t.accountId },
    headers: through(gateway, more),
    body: { model: models.classic, messages: says(prompt), max_tokens: 32 },
  });

/** Generates an image. */
const draw = (t: TestContext, gateway: string, prompt: string) =>
  t.ask('inference.run-model', {
    params: { account_id: t.accountId, model: '@cf/black-forest-labs/flux-1-schnell' },
    headers: through(gateway),
    body: { prompt },
  });

interface Difference {
  readonly title: string;
  readonly id: KnownRequirementId;
  /** A run that must miss the cache although it resembles a cached one. */
  readonly send: (t: TestContext, gateway: string, prompt: string) => ReturnType<typeof run>;
}

const anew: readonly Difference[] = [
  {
    title: 'misses the cache for another input',
    id: 'GW-CACHE-1',
    send: (t, gateway, prompt) => ran(t, gateway, `${prompt} Be brief.`),
  },
  {
    title: 'misses the cache for the same prompt at another endpoint',
    id: 'GW-CACHE-12',
    send: (t, gateway, prompt) => chat(t, gateway, prompt),
  },
  {
    title: 'misses the cache for a run that skips it',
    id: 'GW-HDR-3',
    send: (t, gateway, prompt) => ran(t, gateway, prompt, { 'cf-aig-skip-cache': 'true' }),
  },
  {
    title: 'misses the cache for a run that skips it by the old header name',
    id: 'GW-HDR-21',
    send: (t, gateway, prompt) => ran(t, gateway, prompt, { 'cf-skip-cache': 'true' }),
  },
  {
    title: 'misses the cache for a run with a TTL of 0',
    id: 'GW-CACHE-15',
    send: (t, gateway, prompt) => ran(t, gateway, prompt, { 'cf-aig-cache-ttl': '0' }),
  },
];

/** What gateways store in the cache and serve from it. */
export const gatewayCacheSuite = defineSuite('ai-gateway/cache', [
  {
    title: 'answers a repeated run from the cache, byte for byte',
    requirements: ['GW-RUN-2', 'GW-CACHE-7', 'GW-HDR-29'],
    run: async (t) => {
      const { id, prompt } = await caching(t);
      const first = await ran(t, id, prompt);
      await t.check('GW-HDR-29', () => equal(cacheStatus(first), 'MISS', 'cf-aig-cache-status'));
      const again = await hit(t, () => run(t, id, prompt), 'a repeated run');
      await t.check('GW-CACHE-7', async () => {
        const third = await hit(t, () => run(t, id, prompt), 'a third run');
        equal(third.text, again.text, 'the answer');
      });
    },
  },
  ...anew.map(({ title, id: requirement, send }) =>
    test(requirement, title, async (t) => {
      const { id, prompt } = await caching(t);
      await hit(t, () => run(t, id, prompt), 'a repeated run');
      const reply = await send(t, id, prompt);
      t.expectSuccess(reply, 'the other run');
      missed(reply, 'the other run');
    }),
  ),
  ...(['cf-aig-cache-ttl', 'cf-cache-ttl'] as const).map(
    (name): Test<KnownRequirementId> => ({
      title: `stores an answer for the seconds in ${name}, and no longer`,
      requirements: name === 'cf-cache-ttl' ? ['GW-HDR-22'] : ['GW-HDR-4', 'GW-HDR-5'],
      exclusive: 'account',
      run: async (t) => {
        const { id, prompt } = await caching(t, 0);
        const seconds = t.has('clock') ? 90 : 3;
        const send = () => run(t, id, prompt, { [name]: String(seconds) });
        if (t.has('clock')) await t.clock.freeze();
        const pass = (passed: number) =>
          t.has('clock')
            ? t.clock.advance(passed)
            : new Promise<void>((resolve) => setTimeout(resolve, passed * 1000));
        if (name === 'cf-cache-ttl') {
          await hit(t, send, 'a repeated run');
          return;
        }
        await t.check('GW-HDR-4', () => hit(t, send, 'a repeated run'));
        await pass(seconds);
        const late = await send();
        t.expectSuccess(late, 'a run after the TTL');
        missed(late, 'a run after the TTL');
      },
    }),
  ),
  test('GW-HDR-6', 'shares an answer between different runs with the same key', async (t) => {
    const { id, prompt } = await caching(t);
    const key = { 'cf-aig-cache-key': t.title() };
    await hit(t, () => run(t, id, prompt, key), 'a repeated run with a key');
    const other = await run(t, id, `${prompt} Be brief.`, key);
    t.expectSuccess(other, 'another run with the key');
    equal(cacheStatus(other), 'HIT', 'cf-aig-cache-status of another run with the key');
  }),
  {
    title: 'caches an answer with a key for 5 minutes even if the gateway has no cache',
    requirements: ['GW-CACHE-2'],
    features: ['clock'],
    run: async (t) => {
      const { id, prompt } = await caching(t, 0);
      const send = () => ran(t, id, prompt, { 'cf-aig-cache-key': t.title('five minutes') });
      await t.clock.freeze();
      await hit(t, send, 'a repeated run with a key');
      await t.clock.advance(295);
      await hit(t, send, 'a run after almost 5 minutes');
      await t.clock.advance(10);
      missed(await send(), 'a run after 5 minutes');
    },
  },
  test('GW-CACHE-3', 'does not cache streams', async (t) => {
    const { id, prompt } = await caching(t);
    for (const what of ['a stream', 'a repeated stream']) {
      const stream = await t.stream(
        'inference.run-model',
        { params: { account_id: t.accountId, model: models.classic }, body: { prompt, stream: true } },
        through(id),
      );
      equal(stream.status, 200, 'the status');
      ok(stream.headers.get('cf-aig-cache-status') !== 'HIT', `${what} is answered from the cache`);
      await stream.rest();
    }
  }),
  test('GW-CACHE-4', 'caches images', async (t) => {
    const { id, prompt } = await caching(t);
    const first = await hit(t, () => draw(t, id, prompt), 'a repeated image');
    equal((await hit(t, () => draw(t, id, prompt), 'a third image')).text, first.text, 'the image');
  }),
  test('GW-CACHE-6', 'answers a run with different metadata from the cache', async (t) => {
    const { id, prompt } = await caching(t);
    await hit(t, () => run(t, id, prompt), 'a repeated run');
    await hit(t, () => run(t, id, prompt, { 'cf-aig-metadata': '{"user":7}' }), 'a run with metadata');
  }),
  test('GW-CACHE-8', 'logs a cached answer as cached and free', async (t) => {
    const { id, prompt } = await caching(t);
    await hit(t, () => run(t, id, prompt), 'a repeated run');
    const params = { account_id: t.accountId, gateway_id: id };
    const { logs } = await listLogs(t, { id, params }, { cached: true });
    const [log] = logs;
    ok(log !== undefined, 'no log entry is cached');
    equal({ cached: log.cached, cost: log.cost ?? 0 }, { cached: true, cost: 0 }, 'the log entry');
  }),
  {
    title: 'keeps the cache on an update of a gateway with cache_invalidate_on_update',
    requirements: ['GW-CACHE-9'],
    run: async (t) => {
      const { id, prompt } = await caching(t);
      await hit(t, () => run(t, id, prompt), 'a repeated run');
      const body = settings({ cache_ttl: 600, cache_invalidate_on_update: true });
      t.expectSuccess(await sendUpdate(t, id, body), 'the update');
      equal(cacheStatus(await ran(t, id, prompt)), 'HIT', 'cf-aig-cache-status');
    },
  },
  {
    title: 'does not cache refusals',
    requirements: ['GW-CACHE-10'],
    features: ['admin'],
    run: async (t) => {
      const { id } = await caching(t);
      const { prompt } = await scriptReply(t, away, 1);
      const failed = await run(t, id, prompt);
      ok(failed.status >= 400, `a run with a failing provider has status ${failed.status}`);
      missed(await ran(t, id, prompt), 'a run after a refusal');
    },
  },
  {
    title: 'keeps the caches of gateways apart',
    requirements: ['GW-CACHE-11'],
    exclusive: 'room for gateways',
    run: async (t) => {
      const { id, prompt } = await caching(t);
      const other = await t.gateway({ cache_ttl: 600 });
      await hit(t, () => run(t, id, prompt), 'a repeated run');
      missed(await ran(t, other.id, prompt), 'a run through another gateway');
    },
  },
  test('GW-CACHE-14', 'does not cache the answer to a run that skips the cache', async (t) => {
    const { id, prompt } = await caching(t);
    await ran(t, id, prompt, { 'cf-aig-skip-cache': 'true' });
    missed(await ran(t, id, prompt), 'a run after one that skipped the cache');
  }),
  {
    title: "uses the TTL of the request in place of the gateway's",
    requirements: ['GW-HDR-25'],
    features: ['clock'],
    run: async (t) => {
      const { id, prompt } = await caching(t, 600);
      const send = () => ran(t, id, prompt, { 'cf-aig-cache-ttl': '60' });
      await t.clock.freeze();
      await hit(t, send, 'a repeated run');
      await t.clock.advance(61);
      missed(await send(), 'a run after the TTL of its header');
    },
  },
]);
