import { describe, expect, test } from 'vitest';
import { AccountTenant } from '../../../world/account-tenant.ts';
import { type Asked, answering, counting, failing, passing } from './testing/passing.ts';

const other: Asked = { text: 'Something else.' };

describe('the cache of a gateway', () => {
  test('gives an answer again, byte by byte, and logs it as free', async () => {
    const { run, logs } = passing({ cache_ttl: 60 });
    const provider = counting();
    const first = await run({}, provider.ask);
    const second = await run({ headers: { 'cf-aig-metadata': { user: 2 } } }, provider.ask);
    expect([first.cache, second.cache, second.text, provider.asked]).toEqual(['MISS', 'HIT', first.text, 1]);
    expect(logs()[1]?.entry).toMatchObject({ cached: true, cost: 0, tokens_in: 0, success: true });
  });

  test('gives bytes again', async () => {
    const { pass } = passing({ cache_ttl: 60 });
    const body = new Uint8Array([0xff, 0, 0xef, 0xbb, 0xbf, 1]);
    const ask = async () => ({ mediaType: 'image/png', body, outcome: () => ({}) });
    await pass({}, ask);
    const again = await pass({}, ask);
    expect(again).toMatchObject({ mediaType: 'image/png', headers: { 'cf-aig-cache-status': 'HIT' } });
    expect(again.written).toEqual(body);
  });

  test.each<[string, Asked, Asked, string | undefined]>([
    ['another input', {}, other, 'MISS'],
    ['another endpoint', {}, { endpoint: 'ai/v1/chat/completions' }, 'MISS'],
    [
      'another model',
      {},
      { model: '@cf/zai-org/glm-5.2', endpoint: 'ai/run/@cf/meta/llama-3.1-8b-instruct' },
      'MISS',
    ],
    ['a skip', {}, { headers: { 'cf-aig-skip-cache': true } }, 'MISS'],
    ['a time of 0', {}, { headers: { 'cf-aig-cache-ttl': 0 } }, 'MISS'],
    ['a first that was not kept', { headers: { 'cf-aig-skip-cache': true } }, {}, 'MISS'],
    [
      'one key for two inputs',
      { headers: { 'cf-aig-cache-key': 'k' } },
      { ...other, headers: { 'cf-aig-cache-key': 'k' } },
      'HIT',
    ],
    [
      'one key for two formats',
      { headers: { 'cf-aig-cache-key': 'k' } },
      { endpoint: 'ai/v1/messages', surface: 'compatible', headers: { 'cf-aig-cache-key': 'k' } },
      'MISS',
    ],
    [
      'two keys for one input',
      { headers: { 'cf-aig-cache-key': 'k' } },
      { headers: { 'cf-aig-cache-key': 'l' } },
      'MISS',
    ],
  ])('sees %s', async (_, first, second, cache) => {
    const { run } = passing({ cache_ttl: 60 });
    await run(first);
    expect((await run(second)).cache).toBe(cache);
  });

  test('is silent where nobody asks for it', async () => {
    const { run } = passing();
    await run();
    expect((await run()).cache).toBeUndefined();
  });

  test.each([
    ['the time of the request', { 'cf-aig-cache-ttl': 10 }, 10],
    ['5 minutes where there is a key alone', { 'cf-aig-cache-key': 'k' }, 300],
  ] as const)('keeps an answer for %s', async (_, headers, seconds) => {
    const { run, world } = passing();
    world.clock.freeze();
    await run({ headers });
    world.clock.advance(seconds - 1);
    expect((await run({ headers })).cache).toBe('HIT');
    world.clock.advance(1);
    expect((await run({ headers })).cache).toBe('MISS');
  });

  test('keeps no refusal', async () => {
    const { run } = passing({ cache_ttl: 60 });
    const provider = failing(1);
    expect((await run({}, provider.ask)).status).toBe(502);
    expect(await run({}, provider.ask)).toMatchObject({ status: 200, cache: 'MISS' });
  });

  test('is one for each account', async () => {
    const { run, world } = passing({ cache_ttl: 60 });
    const id = '4'.repeat(32);
    const other = new AccountTenant({ id, name: 'Another account' });
    world.accounts.put(other);
    expect(
      (await run({ account: other, headers: { 'cf-aig-gateway-id': 'default', 'cf-aig-cache-ttl': 60 } }))
        .cache,
    ).toBe('MISS');
    const again = await run({ headers: { 'cf-aig-gateway-id': 'default', 'cf-aig-cache-ttl': 60 } });
    expect(again.cache).toBe('MISS');
  });

  test('forgets all on a reset', async () => {
    const { run, gateway } = passing({ cache_ttl: 60 });
    await run();
    gateway.reset();
    expect((await run({}, answering('New.'))).cache).toBe('MISS');
  });
});
