// Long: one round of calls per resource, over one mock.
import Cloudflare, { NotFoundError, toFile } from 'cloudflare';
import { describe, expect, it } from 'vitest';
import { createMock } from '../../mock/index.ts';
import { coverRegister } from '../openapi/print-coverage.ts';
import { walkLifeCycles } from './life-cycles.ts';

describe('the register', () => {
  it('has a route for every operation, and says how it is served', async () => {
    const { total, real, state, empty, refused, none } = await coverRegister();
    expect({ none, sum: real + state + empty + refused }).toEqual({ none: 0, sum: total });
    expect(real + state).toBeGreaterThanOrEqual(2200);
  });

  it('makes, finds, changes and removes what the official client sends, and ends every list', async () => {
    const { cycles, failures } = await walkLifeCycles();
    expect(cycles).toBeGreaterThan(250);
    expect(failures.map(({ name }) => name)).toEqual([
      // Refused by rules of the contract: limits of accounts are gone, tokens may set no top-ups, and an evaluation
      // needs a dataset.
      'ai-gateway.billing.spending-limit accounts',
      'ai-gateway.billing.topup.config accounts',
      'ai-gateway.evaluations accounts',
      // What is called "create" lists.
      'cloudforce-one.requests.assets accounts',
      // The answer completes the name.
      'dns.records zones',
      // Changes that no source describes are refused.
      'email-routing.dns zones',
      // The type of the list names one variant of an example.
      'images.v1.variants accounts',
      'intel.indicator-feeds.permissions accounts',
      // Nothing starts the browser session that has them.
      'browser-rendering.devtools.browser.targets.list GET /accounts/{account_id}/browser-rendering/devtools/browser/{session_id}/json/list',
    ]);
  }, 120_000);
});

const mock = createMock();
const { zoneId: zone_id, accountId: account_id } = mock.defaults;
const client = new Cloudflare({
  apiToken: mock.defaults.apiToken,
  baseURL: 'http://localhost:4800/client/v4',
  maxRetries: 0,
  fetch: (url, init) => mock.fetch(new Request(url, init)),
});

/** Entries of a list, of all its pages. */
const all = (items: AsyncIterable<unknown>): Promise<unknown[]> => Array.fromAsync(items);

describe('the official client without a document', () => {
  it('sets the fallback origin of custom hostnames', async () => {
    const { fallbackOrigin } = client.customHostnames;
    await fallbackOrigin.update({ zone_id, origin: 'fallback.example.com' });
    expect(await fallbackOrigin.get({ zone_id })).toMatchObject({ origin: 'fallback.example.com' });
    await fallbackOrigin.delete({ zone_id });
    await expect(fallbackOrigin.get({ zone_id })).rejects.toThrow(NotFoundError);
  });

  it('keeps namespaces, values, metadata and keys of KV', async () => {
    const { namespaces } = client.kv;
    const { id: namespace_id } = await namespaces.create({ account_id, title: 'My Own Namespace' });
    const place = { account_id, namespace_id };
    expect(await namespaces.get(namespace_id, { account_id })).toMatchObject({ title: 'My Own Namespace' });
    await namespaces.update(namespace_id, { account_id, title: 'Ours' });
    expect(await all(namespaces.list({ account_id }))).toEqual([expect.objectContaining({ title: 'Ours' })]);
    await namespaces.values.update('My-Key', { ...place, value: 'Some Value', metadata: '{"a":1}' });
    expect(await (await namespaces.values.get('My-Key', place)).text()).toBe('Some Value');
    expect(await namespaces.metadata.get('My-Key', place)).toEqual({ a: 1 });
    await namespaces.bulkUpdate(namespace_id, {
      account_id,
      body: [
        { key: 'one', value: 'first' },
        { key: 'two', value: 'second' },
      ],
    });
    expect(await (await namespaces.values.get('two', place)).text()).toBe('second');
    const names = async () =>
      (await all(namespaces.keys.list(namespace_id, { account_id }))).map(
        (key) => (key as { name: string }).name,
      );
    expect(await names()).toEqual(['My-Key', 'one', 'two']);
    await namespaces.values.delete('one', place);
    await expect(namespaces.values.get('one', place)).rejects.toThrow(NotFoundError);
    expect(await names()).toEqual(['My-Key', 'two']);
    await namespaces.delete(namespace_id, { account_id });
    await expect(namespaces.values.get('two', place)).rejects.toThrow(NotFoundError);
  });

  it('uploads Workers', async () => {
    const { scripts } = client.workers;
    const code = 'export default { fetch: () => new Response("Hello") }';
    await scripts.update('hello', {
      account_id,
      metadata: { main_module: 'worker.js' },
      files: [
        await toFile(new TextEncoder().encode(code), 'worker.js', {
          type: 'application/javascript+module',
        }),
      ],
    });
    expect(await scripts.get('hello', { account_id })).toContain('Hello');
    expect(await all(scripts.list({ account_id }))).toEqual([expect.objectContaining({ id: 'hello' })]);
    await scripts.delete('hello', { account_id });
    await expect(scripts.get('hello', { account_id })).rejects.toThrow(NotFoundError);
  });

  it('makes tokens of the user and of the account', async () => {
    const policies = [
      {
        effect: 'allow' as const,
        permission_groups: [{ id: 'c8fed203ed3043cba015a93ad1616f1f' }],
        resources: { 'com.cloudflare.api.account.zone.*': '*' },
      },
    ];
    const { tokens } = client.user;
    const made = await tokens.create({ name: 'readonly token', policies });
    expect(made.value).toEqual(expect.any(String));
    const id = made.id ?? '';
    expect(await tokens.get(id)).toMatchObject({ name: 'readonly token', policies: [{ effect: 'allow' }] });
    await tokens.update(id, { name: 'renamed', status: 'disabled', policies });
    expect(await tokens.get(id)).toMatchObject({ name: 'renamed', status: 'disabled' });
    await tokens.delete(id);
    await expect(tokens.get(id)).rejects.toThrow(NotFoundError);
  });

  it('adds items to Zero Trust lists and takes them', async () => {
    const { lists } = client.zeroTrust.gateway;
    const made = await lists.create({ account_id, name: 'Serials', type: 'SERIAL', items: [{ value: 'A' }] });
    const id = made.id ?? '';
    await lists.edit(id, { account_id, append: [{ value: 'B' }], remove: ['A'] });
    expect(await all(lists.items.list(id, { account_id }))).toEqual([
      expect.objectContaining({ value: 'B' }),
    ]);
  });
});
