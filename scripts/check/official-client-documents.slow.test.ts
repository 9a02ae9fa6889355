// Long: one round of calls per resource, over one mock.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Cloudflare, { NotFoundError, toFile } from 'cloudflare';
import { beforeAll, describe, expect, it } from 'vitest';
import { createMock, type Mock } from '../../mock/index.ts';

/**
 * The platform's own client against services that only the platform's published document describes. That document is
 * not part of this project: these tests say so where it is missing.
 */
const reference =
  process.env['TOUCHSTONE_V4_OPENAPI'] ??
  join(import.meta.dirname, '../../../shared/reference/v4-openapi-2024-08.json');
const isThere = existsSync(reference);
const withDocument = isThere ? '' : ` (skipped: ${reference} is missing; name it in TOUCHSTONE_V4_OPENAPI)`;

/** One resource through its life. */
interface Round<Made> {
  readonly create: () => PromiseLike<Made | null>;
  readonly id: (made: Made) => string | number | null | undefined;
  readonly get: (id: string) => PromiseLike<unknown>;
  /** Members that a reader finds. */
  readonly has: object;
  readonly list?: () => AsyncIterable<unknown> | PromiseLike<unknown>;
  readonly change?: (id: string) => PromiseLike<unknown>;
  readonly changed?: object;
  readonly remove: (id: string) => PromiseLike<unknown>;
}

async function play<Made>({ create, id, get, has, list, change, changed, remove }: Round<Made>) {
  const made = await create();
  if (made === null) throw new Error('nothing was made');
  const own = String(id(made));
  expect(made).toMatchObject(has);
  expect(await get(own)).toMatchObject(has);
  if (list) expect(await all(list())).toContainEqual(expect.objectContaining(has));
  if (change) {
    await change(own);
    expect(await get(own)).toMatchObject({ ...has, ...changed });
  }
  await remove(own);
  await expect(get(own)).rejects.toThrow(NotFoundError);
  if (list) expect(await all(list())).not.toContainEqual(expect.objectContaining(has));
}

async function all(items: AsyncIterable<unknown> | PromiseLike<unknown>): Promise<unknown[]> {
  if (Symbol.asyncIterator in items) return Array.fromAsync(items);
  const answer = await items;
  const found = Array.isArray(answer) ? answer : Object.values(answer ?? {}).find(Array.isArray);
  return (found ?? []) as unknown[];
}

describe.skipIf(!isThere)(`the official client and the platform's document${withDocument}`, () => {
  let mock: Mock;
  let client: Cloudflare;
  let zone_id = '';
  let account_id = '';
  beforeAll(() => {
    mock = createMock({ openapi: JSON.parse(readFileSync(reference, 'utf8')) as Record<string, unknown> });
    ({ zoneId: zone_id, accountId: account_id } = mock.defaults);
    client = new Cloudflare({
      apiToken: mock.defaults.apiToken,
      baseURL: 'http://localhost:4800/client/v4',
      maxRetries: 0,
      fetch: (url, init) => mock.fetch(new Request(url, init)),
    });
  });

  describe('zones', () => {
    it('makes DNS records, finds them by filters and changes them', async () => {
      const { records } = client.dns;
      const given = {
        zone_id,
        type: 'A' as const,
        name: 'www.example.com',
        content: '198.51.100.4',
        ttl: 3600 as const,
        proxied: true,
        comment: 'Domain verification record',
        tags: ['owner:dns-team'],
      };
      const { zone_id: _zone, ...has } = given;
      await play({
        create: () => records.create(given),
        id: (made) => made.id,
        has,
        get: (id) => records.get(id, { zone_id }),
        list: () => records.list({ zone_id, type: 'A', name: { exact: 'www.example.com' }, order: 'type' }),
        change: (id) => records.edit(id, { ...given, content: '198.51.100.5' }),
        changed: { content: '198.51.100.5' },
        remove: (id) => records.delete(id, { zone_id }),
      });
      const mx = { ...given, type: 'MX' as const, content: 'mail.example.com', priority: 10 };
      await records.create(mx);
      expect(await all(records.list({ zone_id, type: 'A' }))).toEqual([]);
      expect(await all(records.list({ zone_id, content: { startswith: 'mail' } }))).toHaveLength(1);
      expect(await all(records.list({ zone_id, comment: { contains: 'nothing' } }))).toEqual([]);
    });

    it('makes page rules', () =>
      play({
        create: () =>
          client.pageRules.create({
            zone_id,
            actions: [{ id: 'browser_check', value: 'on' }],
            targets: [{ target: 'url', constraint: { operator: 'matches', value: '*example.com/images/*' } }],
            priority: 1,
            status: 'active',
          }),
        id: (made) => made.id,
        has: { priority: 1, status: 'active' },
        get: (id) => client.pageRules.get(id, { zone_id }),
        list: () => client.pageRules.list({ zone_id }),
        change: (id) => client.pageRules.edit(id, { zone_id, status: 'disabled' }),
        changed: { status: 'disabled' },
        remove: (id) => client.pageRules.delete(id, { zone_id }),
      }));

    it('makes load balancers with pools and monitors', async () => {
      const { monitors, pools } = client.loadBalancers;
      const monitor = {
        account_id,
        type: 'https' as const,
        expected_codes: '2xx',
        path: '/health',
        header: { Host: ['example.com'] },
        interval: 60,
      };
      await play({
        create: () => monitors.create(monitor),
        id: (made) => made.id,
        has: { expected_codes: '2xx', path: '/health', interval: 60 },
        get: (id) => monitors.get(id, { account_id }),
        list: () => monitors.list({ account_id }),
        change: (id) => monitors.edit(id, { ...monitor, path: '/ready' }),
        changed: { path: '/ready' },
        remove: (id) => monitors.delete(id, { account_id }),
      });
      const origins = [{ name: 'app-server-1', address: '0.0.0.0', enabled: true, weight: 0.6 }];
      const pool = await pools.create({ account_id, name: 'primary-dc-1', origins });
      expect(await pools.get(pool.id ?? '', { account_id })).toMatchObject({ name: 'primary-dc-1', origins });
      await play({
        create: () =>
          client.loadBalancers.create({
            zone_id,
            name: 'www.example.com',
            default_pools: [pool.id ?? ''],
            fallback_pool: pool.id ?? '',
            proxied: true,
            steering_policy: 'dynamic_latency',
          }),
        id: (made) => made.id,
        has: { name: 'www.example.com', default_pools: [pool.id], steering_policy: 'dynamic_latency' },
        get: (id) => client.loadBalancers.get(id, { zone_id }),
        list: () => client.loadBalancers.list({ zone_id }),
        change: (id) => client.loadBalancers.edit(id, { zone_id, description: 'All of it' }),
        changed: { description: 'All of it' },
        remove: (id) => client.loadBalancers.delete(id, { zone_id }),
      });
    });

    it('sets the fallback origin of custom hostnames', async () => {
      const { fallbackOrigin } = client.customHostnames;
      await fallbackOrigin.update({ zone_id, origin: 'fallback.example.com' });
      expect(await fallbackOrigin.get({ zone_id })).toMatchObject({ origin: 'fallback.example.com' });
      await fallbackOrigin.delete({ zone_id });
      await expect(fallbackOrigin.get({ zone_id })).rejects.toThrow(NotFoundError);
    });

    it('makes health checks', () =>
      play({
        create: () =>
          client.healthchecks.create({ zone_id, name: 'server-1', address: 'www.example.com', interval: 60 }),
        id: (made) => made.id,
        has: { name: 'server-1', address: 'www.example.com', interval: 60 },
        get: (id) => client.healthchecks.get(id, { zone_id }),
        list: () => client.healthchecks.list({ zone_id }),
        change: (id) =>
          client.healthchecks.edit(id, { zone_id, name: 'server-2', address: 'www.example.com' }),
        changed: { name: 'server-2' },
        remove: (id) => client.healthchecks.delete(id, { zone_id }),
      }));

    it('makes waiting rooms with events', async () => {
      const { waitingRooms } = client;
      const room = {
        name: 'shop',
        host: 'shop.example.com',
        new_users_per_minute: 200,
        total_active_users: 300,
      };
      await play({
        create: () => waitingRooms.create({ zone_id, ...room }),
        id: (made) => made.id,
        has: room,
        get: (id) => waitingRooms.get(id, { zone_id }),
        list: () => waitingRooms.list({ zone_id }),
        change: (id) => waitingRooms.edit(id, { zone_id, ...room, queue_all: true }),
        changed: { queue_all: true },
        remove: (id) => waitingRooms.delete(id, { zone_id }),
      });
      const id = (await waitingRooms.create({ zone_id, ...room }))?.id ?? '';
      const event = {
        name: 'sale',
        event_start_time: '2030-01-01T00:00:00.000Z',
        event_end_time: '2030-01-02T00:00:00.000Z',
      };
      await play({
        create: () => waitingRooms.events.create(id, { zone_id, ...event }),
        id: (made) => made.id,
        has: event,
        get: (own) => waitingRooms.events.get(own, { zone_id, waiting_room_id: id }),
        list: () => waitingRooms.events.list(id, { zone_id }),
        remove: (own) => waitingRooms.events.delete(own, { zone_id, waiting_room_id: id }),
      });
    });

    it('makes Worker routes and lockdown rules', async () => {
      await play({
        create: () => client.workers.routes.create({ zone_id, pattern: 'example.com/*', script: 'shop' }),
        id: (made) => made.id,
        has: { pattern: 'example.com/*' },
        get: (id) => client.workers.routes.get(id, { zone_id }),
        list: () => client.workers.routes.list({ zone_id }),
        remove: (id) => client.workers.routes.delete(id, { zone_id }),
      });
      const urls = ['shop.example.com/*'];
      await play({
        create: () =>
          client.firewall.lockdowns.create({
            zone_id,
            urls,
            configurations: [{ target: 'ip', value: '198.51.100.4' }],
          }),
        id: (made) => made.id,
        has: { urls },
        get: (id) => client.firewall.lockdowns.get(id, { zone_id }),
        list: () => client.firewall.lockdowns.list({ zone_id }),
        remove: (id) => client.firewall.lockdowns.delete(id, { zone_id }),
      });
    });

    it('makes Spectrum applications', () =>
      play({
        create: () =>
          client.spectrum.apps.create({
            zone_id,
            dns: { name: 'ssh.example.com', type: 'CNAME' },
            protocol: 'tcp/22',
            origin_direct: ['tcp://127.0.0.1:8080'],
            origin_dns: { name: 'origin.example.com' },
            origin_port: 22,
            ip_firewall: true,
            proxy_protocol: 'off',
            tls: 'full',
            traffic_type: 'direct',
          }),
        id: (made) => made.id,
        has: { protocol: 'tcp/22', ip_firewall: true },
        get: (id) => client.spectrum.apps.get(id, { zone_id }),
        remove: (id) => client.spectrum.apps.delete(id, { zone_id }),
      }));
  });

  describe('storage', () => {
    it('keeps namespaces, values, metadata and keys of KV', async () => {
      const { namespaces } = client.kv;
      const { id: namespace_id } = await namespaces.create({ account_id, title: 'My Own Namespace' });
      const place = { account_id, namespace_id };
      expect(await namespaces.get(namespace_id, { account_id })).toMatchObject({ title: 'My Own Namespace' });
      await namespaces.update(namespace_id, { account_id, title: 'Ours' });
      expect(await all(namespaces.list({ account_id }))).toEqual([
        expect.objectContaining({ title: 'Ours' }),
      ]);
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

    it('makes buckets', () =>
      play({
        create: () => client.r2.buckets.create({ account_id, name: 'example-bucket' }),
        id: (made) => made.name,
        has: { name: 'example-bucket' },
        get: (name) => client.r2.buckets.get(name, { account_id }),
        list: () => client.r2.buckets.list({ account_id }),
        remove: (name) => client.r2.buckets.delete(name, { account_id }),
      }));

    it('makes databases', () =>
      play({
        create: () => client.d1.database.create({ account_id, name: 'my-database' }),
        id: (made) => made.uuid,
        has: { name: 'my-database' },
        get: (id) => client.d1.database.get(id, { account_id }),
        list: () => client.d1.database.list({ account_id }),
        remove: (id) => client.d1.database.delete(id, { account_id }),
      }));

    it('makes queues', () =>
      play({
        create: () => client.queues.create({ account_id, queue_name: 'example-queue' }),
        id: (made) => made.queue_id,
        has: { queue_name: 'example-queue' },
        get: (id) => client.queues.get(id, { account_id }),
        list: () => client.queues.list({ account_id }),
        remove: (id) => client.queues.delete(id, { account_id }),
      }));

    it('makes Hyperdrive configurations', async () => {
      const origin = {
        database: 'postgres',
        host: 'database.example.com',
        port: 5432,
        scheme: 'postgres' as const,
      };
      const { configs } = client.hyperdrive;
      await play({
        create: () =>
          configs.create({
            account_id,
            name: 'shop',
            origin: { ...origin, user: 'postgres', password: 'password1234' },
          }),
        id: (made) => made.id,
        has: { name: 'shop', origin: expect.objectContaining(origin) },
        get: (id) => configs.get(id, { account_id }),
        list: () => configs.list({ account_id }),
        remove: (id) => configs.delete(id, { account_id }),
      });
    });
  });

  describe('accounts', () => {
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

    it('shows memberships until they are left', async () => {
      const id = '4536bcfad5faccb111b47003c79917fa';
      await client.memberships.update(id, { status: 'accepted' });
      expect(await client.memberships.get(id)).toMatchObject({ id, status: 'accepted' });
      await client.memberships.delete(id);
      await expect(client.memberships.get(id)).rejects.toThrow(NotFoundError);
    });

    it('makes Zero Trust lists, whose items come and go', async () => {
      const { lists } = client.zeroTrust.gateway;
      await play({
        create: () =>
          lists.create({
            account_id,
            name: 'Serial numbers',
            type: 'SERIAL',
            items: [{ value: '8GE8721REF' }],
          }),
        id: (made) => made.id,
        has: { name: 'Serial numbers', type: 'SERIAL' },
        get: (id) => lists.get(id, { account_id }),
        list: () => lists.list({ account_id }),
        change: (id) => lists.edit(id, { account_id, append: [{ value: '8GE8721XYZ' }] }),
        remove: (id) => lists.delete(id, { account_id }),
      });
    });

    it('makes Access groups and service tokens', async () => {
      const { groups } = client.zeroTrust.access;
      const include = [{ email: { email: 'ada@example.com' } }];
      await play({
        create: () => groups.create({ account_id, name: 'Admins', include }),
        id: (made) => made.id,
        has: { name: 'Admins', include },
        get: (id) => groups.get(id, { account_id }),
        list: () => groups.list({ account_id }),
        change: (id) => groups.update(id, { account_id, name: 'Owners', include }),
        changed: { name: 'Owners' },
        remove: (id) => groups.delete(id, { account_id }),
      });
    });

    it('makes lists of rules, tunnels, widgets and addresses', async () => {
      await play({
        create: () =>
          client.rules.lists.create({ account_id, kind: 'ip', name: 'allowed', description: 'Us' }),
        id: (made) => made.id,
        has: { kind: 'ip', name: 'allowed', description: 'Us' },
        get: (id) => client.rules.lists.get(id, { account_id }),
        list: () => client.rules.lists.list({ account_id }),
        change: (id) => client.rules.lists.update(id, { account_id, description: 'All of us' }),
        changed: { description: 'All of us' },
        remove: (id) => client.rules.lists.delete(id, { account_id }),
      });
      const { widgets } = client.turnstile;
      await play({
        create: () =>
          widgets.create({ account_id, name: 'blog', domains: ['example.com'], mode: 'invisible' }),
        id: (made) => made.sitekey,
        has: { name: 'blog', domains: ['example.com'], mode: 'invisible' },
        get: (id) => widgets.get(id, { account_id }),
        list: () => widgets.list({ account_id }),
        remove: (id) => widgets.delete(id, { account_id }),
      });
      const { addresses } = client.emailRouting;
      await play({
        create: () => addresses.create({ account_id, email: 'ada@example.com' }),
        id: (made) => made.id,
        has: { email: 'ada@example.com' },
        get: (id) => addresses.get(id, { account_id }),
        list: () => addresses.list({ account_id }),
        remove: (id) => addresses.delete(id, { account_id }),
      });
      await play({
        create: () => client.zeroTrust.tunnels.cloudflared.create({ account_id, name: 'blog' }),
        id: (made) => ('id' in made ? made.id : ''),
        has: { name: 'blog' },
        get: (id) => client.zeroTrust.tunnels.cloudflared.get(id, { account_id }),
        list: () => client.zeroTrust.tunnels.cloudflared.list({ account_id }),
        remove: (id) => client.zeroTrust.tunnels.cloudflared.delete(id, { account_id }),
      });
    });

    it('makes notification webhooks and policies, live inputs and projects', async () => {
      const { webhooks } = client.alerting.destinations;
      const hook = { name: 'Slack', url: 'https://hooks.example.com/1' };
      const made = await webhooks.create({ account_id, ...hook });
      expect(await webhooks.get(made.id ?? '', { account_id })).toMatchObject(hook);
      const { liveInputs } = client.stream;
      await play({
        create: () => liveInputs.create({ account_id, meta: { name: 'test stream 1' } }),
        id: (input) => input.uid,
        has: { meta: { name: 'test stream 1' } },
        get: (id) => liveInputs.get(id, { account_id }),
        remove: (id) => liveInputs.delete(id, { account_id }),
      });
      await play({
        create: () => client.pages.projects.create({ account_id, name: 'blog', production_branch: 'main' }),
        id: (project) => project.name,
        has: { name: 'blog', production_branch: 'main' },
        get: (name) => client.pages.projects.get(name, { account_id }),
        list: () => client.pages.projects.list({ account_id }),
        remove: (name) => client.pages.projects.delete(name, { account_id }),
      });
    });
  });
});
