// Long: every operation of the admin interface, on the same mock.
import { describe, expect, it } from 'vitest';
import type { OperationId } from '../../../spec/contract.ts';
import { serverSentEvents } from '../../../spec/server-sent-events.ts';
import type { WebhookDelivery } from '../../../spec/services/touchstone/events.ts';
import { snapshotLimits } from '../../../spec/services/touchstone/state.ts';
import { createMock } from '../../assembly/create-mock.ts';
import { getClient, getRefusal } from '../../assembly/testing/test-client.ts';
import { configBody, createConfig } from '../../assembly/testing/token-validation.ts';

const noon = '2031-05-06T12:00:00Z';
const nowhere = 'f'.repeat(32);
const version = /^\d+\.\d+\.\d+/;

function start(options: Parameters<typeof createMock>[0] = {}) {
  const mock = createMock(options);
  const client = getClient(mock);
  const { zoneId: zone_id, accountId: account_id } = mock.defaults;
  return { mock, client, zone_id, account_id };
}

type Input = Readonly<
  Partial<Record<'params' | 'query', Readonly<Record<string, string>>> & { body: unknown }>
>;

describe('the admin interface refuses', () => {
  it.each<[OperationId, Input, number, string]>([
    ['touchstone.clock.get', { query: { account_id: nowhere } }, 403, ''],
    ['touchstone.clock.freeze', { body: { at: '1969-12-31T23:59:59Z' } }, 400, '/at'],
    ['touchstone.clock.advance', { body: { seconds: 0 } }, 400, '/seconds'],
    ['touchstone.credits.get', { params: { account_id: nowhere } }, 403, ''],
    ['touchstone.credits.set', { params: { account_id: nowhere }, body: { credits: 1 } }, 403, ''],
    ['touchstone.guardrails.set', { body: { words: [{ category: 'S99', words: ['a'] }] } }, 400, '/words/0'],
    ['touchstone.limits.set', { body: { enforced: 'some' } }, 400, '/enforced'],
    ['touchstone.fault.add', { body: { operation: 'zones.zone.gte', status: 503 } }, 400, 'zones.zone.get'],
    ['touchstone.fault.add', { body: { operation: 'zones', match: { path: 1 } } }, 400, '/match/path'],
    ['touchstone.fault.remove', { params: { fault_id: 'fault-9' } }, 404, 'fault-9'],
    ['touchstone.snapshot.take', { body: { name: 'a/b' } }, 400, '/name'],
    ['touchstone.snapshot.restore', { params: { snapshot_name: 'b' } }, 404, 'known'],
    ['touchstone.snapshot.remove', { params: { snapshot_name: 'b' } }, 404, 'known'],
    ['touchstone.tenant.create', { body: { name: 'n'.repeat(101) } }, 400, '/name'],
    ['touchstone.tenant.remove', { params: { tenant_id: nowhere } }, 404, nowhere],
    ['touchstone.journal.list', { query: { since: 'yesterday' } }, 400, 'since'],
    ['touchstone.journal.get', { params: { entry_id: '999' } }, 404, '999'],
    ['touchstone.journal.replay', { params: { entry_id: '999' }, body: {} }, 404, '999'],
    ['touchstone.event.list', { query: { action: 'nonsense' } }, 400, 'action'],
    ['touchstone.event.list', { query: { source: 'nonsense' } }, 400, 'source'],
    ['touchstone.event.list', { query: { since: 'yesterday' } }, 400, 'since'],
    ['touchstone.signals.set', { body: { 'http.host': 'a.example' } }, 400, '/http.host'],
    ['touchstone.signals.set', { body: { 'cf.waf.score': '5' } }, 400, '/cf.waf.score'],
    ['touchstone.model-reply.add', { body: { reply: { txt: 'a' } } }, 400, '/reply'],
    ['touchstone.model-reply.add', { body: { reply: { delayMs: -1 } } }, 400, '/reply/delayMs'],
    [
      'touchstone.model-reply.add',
      { body: { match: { text: { pattern: '(?=a)' } }, reply: {} } },
      400,
      '/match/text/pattern',
    ],
    ['touchstone.model-reply.remove', { params: { reply_id: 'reply-9' } }, 404, 'reply-9'],
    ['touchstone.picture.get', { params: { picture_id: crypto.randomUUID() } }, 404, 'picture'],
    [
      'touchstone.finetune-asset.get',
      { params: { finetune_id: crypto.randomUUID(), file_name: 'adapter_config.json' } },
      404,
      '',
    ],
  ])('%s with %j', async (operation, { params, query, body }, status, said) => {
    const { client, zone_id, account_id } = start();
    await client.call('touchstone.snapshot.take', { body: { name: 'known' } });
    const input = { params: { zone_id, account_id, ...params }, query, body };
    const reply = await client.call(operation, input as never); // A row is wrong on purpose.
    expect(reply.status).toBe(status);
    expect(reply.text).toContain(said);
    expect(reply.headers.get('touchstone-operation')).toBe(operation);
  });

  it.each(['/nothing', '/zones', '/info/more'])('the path %s', async (path) => {
    const { status } = await start().mock.fetch(new Request(`http://localhost/_touchstone${path}`));
    expect(status).toBe(404);
  });

  it('a time after the last one that a date can have, and keeps its own', async () => {
    const { client } = start();
    const { body } = await client.call('touchstone.clock.freeze', { body: { at: '9999-12-31T23:59:59Z' } });
    const refused = await client.call('touchstone.clock.advance', { body: { seconds: 60 } });
    expect(getRefusal(refused)).toMatchObject({ status: 400, pointer: '/seconds' });
    expect((await client.call('touchstone.clock.get', {})).body).toEqual(body);
  });

  it('more snapshots than its limit', async () => {
    const { client } = start();
    const take = async (name: string) =>
      (await client.call('touchstone.snapshot.take', { body: { name } })).status;
    for (let n = 0; n < snapshotLimits.snapshots; n++) expect(await take(`${n}`)).toBe(201);
    expect(await take('more')).toBe(409);
  });
});

it('names the addresses, the tokens and the version of a mock', async () => {
  const { mock, client, zone_id, account_id } = start();
  mock.announce({ api: 'http://localhost:1/client/v4', edge: 'http://localhost:2' });
  const { body, headers } = await client.call('touchstone.info.get', {});
  expect(body).toMatchObject({
    api: 'http://localhost:1/client/v4',
    edge: 'http://localhost:2',
    zone_id,
    account_id,
    zone_name: 'example.localhost',
    version: expect.stringMatching(version),
  });
  expect(headers.get('touchstone-basis')).toBe('inferred');
  for (const token of [body.api_token, body.read_token, body.gateway_token])
    expect((await getClient(mock, { token }).call('user.token.verify', {})).status).toBe(200);
});

it('resets resources, journal, events, replies and clock, and keeps account, zone and tokens', async () => {
  const { mock, client, zone_id } = start();
  const before = (await client.call('touchstone.info.get', {})).body;
  const params = { zone_id };
  await createConfig(client, zone_id);
  const operation = { method: 'GET', host: 'example.localhost', endpoint: '/orders' } as const;
  await client.call('api-gateway.operation.create-item', { params, body: operation });
  await client.call('touchstone.model-reply.add', { body: { reply: {} } });
  mock.clock.freeze();
  expect((await client.call('touchstone.world.reset', {})).body).toEqual({ reset: true });
  expect([mock.journal.count(), mock.clock.frozen, mock.models.list()]).toEqual([0, false, []]);
  expect((await client.call('touchstone.info.get', {})).body).toEqual(before);
  for (const list of ['token-validation.config.list', 'api-gateway.operation.list'] as const)
    expect((await client.call(list, { params })).body.result).toEqual([]);
});

it('moves the clock of the world, which those of accounts follow until they are moved', async () => {
  const { mock, client } = start();
  const [own, other] = [mock.tenant().accountId, mock.tenant().accountId];
  const all = async () => {
    const replies = [{ account_id: own }, { account_id: other }, {}].map(async (query) => {
      const { now, frozen } = (await client.call('touchstone.clock.get', { query })).body;
      return `${now.slice(11, 19)}${frozen ? '' : ' runs'}`;
    });
    return (await Promise.all(replies)).join(', ');
  };
  const query = { account_id: own };
  const frozen = await client.call('touchstone.clock.freeze', { body: { at: noon } });
  expect(frozen.body).toEqual({ now: '2031-05-06T12:00:00.000000Z', frozen: true });
  expect(await all()).toBe('12:00:00, 12:00:00, 12:00:00');
  await client.call('touchstone.clock.freeze', { query, body: { at: '2035-01-01T00:00:00Z' } });
  expect((await client.call('touchstone.clock.advance', { query, body: { seconds: 60 } })).body.now).toBe(
    '2035-01-01T00:01:00.000000Z',
  );
  await client.call('touchstone.clock.advance', { body: { seconds: 1.5 } });
  expect(await all()).toBe('00:01:00, 12:00:01, 12:00:01');
  await client.call('touchstone.clock.release', { query });
  expect(await all()).toBe('12:00:01, 12:00:01, 12:00:01');
  await client.call('touchstone.clock.release', {});
  expect(await all()).toMatch(/^\S+ runs, \S+ runs, \S+ runs$/);
  await client.call('touchstone.clock.freeze', {});
  expect((await client.call('touchstone.clock.get', {})).body.frozen).toBe(true);
});

it('adds faults to one account, lists their uses, and removes one or all', async () => {
  const { mock, client } = start();
  const [own, other] = [mock.tenant(), mock.tenant()];
  const query = { account_id: own.accountId };
  const ask = async ({ client: of, zoneId: zone_id }: typeof own) => {
    const { status, headers } = await of.call('zones.zone.get', { params: { zone_id } });
    return [status, headers.get('touchstone-fault')];
  };
  const add = async (body: { operation: string; status: number; times?: 2 }) =>
    (await client.call('touchstone.fault.add', { query, body: { ...body, match: { method: 'GET' } } })).body;
  await add({ operation: 'zones', status: 500 });
  const { fault } = await add({ operation: 'zones.zone.get', status: 503, times: 2 });
  expect(fault.match).toEqual({ method: 'GET', account: own.accountId });
  await client.call('touchstone.fault.add', { body: { operation: 'user', status: 500 } });
  expect([await ask(own), await ask(other)]).toEqual([
    [503, 'fault-2'],
    [200, null],
  ]);
  const list = async () =>
    (await client.call('touchstone.fault.list', { query })).body.map(({ id, used, left }) => [
      id,
      used,
      left,
    ]);
  expect(await list()).toEqual([
    ['fault-2', 1, 1],
    ['fault-1', 0, null],
  ]);
  const params = { fault_id: 'fault-2' };
  expect((await client.call('touchstone.fault.remove', { params })).body).toEqual({ id: 'fault-2' });
  expect(await ask(own)).toEqual([500, 'fault-1']);
  expect((await client.call('touchstone.fault.clear', { query })).body).toEqual({ removed: 1 });
  expect(await ask(own)).toEqual([200, null]);
  expect((await client.call('touchstone.fault.list', {})).body).toHaveLength(1);
});

it('restores snapshots any number of times, and lists them until they are removed', async () => {
  const { client, zone_id } = start();
  const params = { zone_id };
  const title = async () =>
    (await client.call('token-validation.config.list', { params })).body.result.map((one) => one.title);
  await createConfig(client, zone_id);
  const taken = await client.call('touchstone.snapshot.take', { body: { name: 'one' } });
  for (const again of ['A', 'B']) {
    await createConfig(client, zone_id, { title: again });
    expect(await title()).toHaveLength(2);
    const snapshot = { params: { snapshot_name: 'one' } };
    expect((await client.call('touchstone.snapshot.restore', snapshot)).body).toEqual(taken.body);
    expect(await title()).toEqual([configBody().title]);
  }
  const list = async () => (await client.call('touchstone.snapshot.list', {})).body;
  expect(await list()).toEqual([{ name: 'one', taken_at: expect.stringMatching(/^2\d{3}-/) }]);
  const removed = await client.call('touchstone.snapshot.remove', { params: { snapshot_name: 'one' } });
  expect([removed.body, await list()]).toEqual([{ name: 'one' }, []]);
});

it('creates tenants with a token for their account and zone alone, and removes them', async () => {
  const { mock, client, zone_id: ofDefault } = start();
  const create = async (name: string) =>
    (await client.call('touchstone.tenant.create', { body: { name } })).body;
  const [longest, shop] = [await create('n'.repeat(100)), await create('Shop')];
  const list = async () => (await client.call('touchstone.tenant.list', {})).body;
  expect(await list()).toEqual([longest, shop]);
  const own = getClient(mock, { token: shop.api_token });
  const read = async (zone_id: string) => own.call('zones.zone.get', { params: { zone_id } });
  expect((await read(shop.zone_id)).body.result).toMatchObject({
    name: shop.zone_name,
    account: { id: shop.account_id, name: 'Shop' },
  });
  for (const zone of [longest.zone_id, ofDefault]) expect((await read(zone)).status).toBe(403);
  const gateways = async ({ account_id }: { readonly account_id: string }) =>
    (await own.call('ai-gateway.gateway.list', { params: { account_id } })).status;
  expect([await gateways(shop), await gateways(longest)]).toEqual([200, 403]);
  const { account_id } = shop;
  const removed = await client.call('touchstone.tenant.remove', { params: { tenant_id: account_id } });
  expect([removed.body, await list()]).toEqual([{ account_id }, [longest]]);
  expect((await own.call('user.token.verify', {})).status).toBe(401);
  expect((await client.call('zones.zone.get', { params: { zone_id: shop.zone_id } })).status).not.toBe(200);
});

describe('the journal in the admin interface', () => {
  /** A mock and requests of two tenants: three and one. */
  async function opened() {
    const { mock, client } = start();
    const [own, other] = [mock.tenant(), mock.tenant()];
    const look = async ({ client: of, zoneId: zone_id } = own) =>
      Number((await of.call('zones.zone.get', { params: { zone_id } })).headers.get('touchstone-journal'));
    const ids = [await look(), await look(), await look(), await look(other)];
    const query = { account_id: own.accountId };
    const list = async (more: Readonly<Record<string, string>> = {}) =>
      (await client.call('touchstone.journal.list', { query: { ...query, ...more } as object })).body;
    return { mock, client, own, other, look, ids, query, list };
  }

  it('lists an account, newest first, in pages, and with bodies or without', async () => {
    const { ids, list, own } = await opened();
    const [first, second, third] = ids;
    const getIds = async (more = {}) => (await list(more)).map(({ id }) => id);
    expect(await getIds()).toEqual([third, second, first]);
    expect(await getIds({ limit: '1' })).toEqual([third]);
    expect(await getIds({ before: String(third) })).toEqual([second, first]);
    for (const [query, number] of [
      [{ zone_id: own.zoneId }, 3],
      [{ zone_id: nowhere }, 0],
      [{ status: '200', method: 'GET', plane: 'api', path: '/zones/{zone_id}' }, 3],
      [{ status: '404' }, 0],
      [{ operation: 'zones.zone.list' }, 0],
      [{ basis: 'inferred' }, 0],
      [{ ray: 'a' }, 0],
      [{ since: '2999-01-01T00:00:00Z' }, 0],
    ] as const)
      expect(await getIds(query), JSON.stringify(query)).toHaveLength(number);
    await own.client.call('zones.zone.get', { params: { zone_id: nowhere } });
    const [whole] = await list({ limit: '1' });
    const bare = { explanation: [], request_headers: {}, request_body: null, response_body: null };
    expect(whole?.response_body).toContain('"success":false');
    expect(whole?.explanation).not.toEqual([]);
    expect(await list({ limit: '1', bodies: 'false' })).toEqual([{ ...whole, ...bare }]);
  });

  it('has an entry by its id, until those of its account are removed', async () => {
    const { client, ids, list, query } = await opened();
    const [first, second] = ids;
    const read = (id = 0) => client.call('touchstone.journal.get', { params: { entry_id: String(id) } });
    expect((await read(second)).body).toEqual({ ...(await list())[1], steps: [] });
    expect((await client.call('touchstone.journal.clear', { query })).body).toEqual({ removed: 3 });
    expect([(await read(first)).status, (await read(ids[3])).status]).toEqual([404, 200]);
    expect((await client.call('touchstone.journal.clear', {})).body).toEqual({ removed: 1 });
  });

  it('streams what matches, from an entry on', async () => {
    const { mock, ids, look, own, query } = await opened();
    const read = async (more: string, headers: Record<string, string> = {}) => {
      const url = `http://localhost/_touchstone/journal/stream?account_id=${query.account_id}${more}`;
      const { body } = await mock.fetch(new Request(url, { headers }));
      const messages = serverSentEvents(body ?? new Blob().stream());
      return async () => {
        const { value } = await messages.next();
        return value ? { ...value, data: JSON.parse(value.data) } : undefined;
      };
    };
    const again = await read('', { 'last-event-id': String(ids[0]) });
    expect(await again()).toMatchObject({ event: 'request', id: String(ids[1]), data: { id: ids[1] } });
    expect((await again())?.id).toBe(String(ids[2]));
    const refused = await read('&status=404&bodies=false');
    const message = refused();
    await look();
    const params = { zone_id: own.zoneId, config_id: crypto.randomUUID() };
    await own.client.call('token-validation.config.get', { params });
    const data = { operation: 'token-validation.config.get', response_body: null };
    expect(await message).toMatchObject({ data });
    const next = await read('');
    const whole = next();
    await look();
    expect((await whole)?.data.response_body).toContain('"success":true');
  });

  it('sends a request again, changed on request', async () => {
    const { client, own } = await opened();
    const params = { zone_id: own.zoneId, setting_id: 'content_converter' } as const;
    const change = (value: 'on' | 'off') =>
      own.client.call('settings.setting.edit', { params, body: { value } });
    const entry_id = (await change('on')).headers.get('touchstone-journal') ?? '';
    await change('off');
    const replay = async (body: object) =>
      (await client.call('touchstone.journal.replay', { params: { entry_id }, body })).body;
    const value = async () => (await own.client.call('settings.setting.get', { params })).body.result.value;
    const again = await replay({});
    expect(again).toMatchObject({ operation: 'settings.setting.edit', status: 200, steps: [] });
    expect([again.id > Number(entry_id), await value()]).toEqual([true, 'on']);
    expect((await replay({ body: '{"value":"off"}' })).status).toBe(200);
    expect(await value()).toBe('off');
    expect((await replay({ headers: { authorization: null } })).status).toBe(400);
    const url = `/client/v4/zones/${own.zoneId}/settings`;
    expect((await replay({ method: 'GET', url, body: null })).operation).toBe('settings.setting.list');
  });
});

it('lists the events of one zone, newest first and filtered, and finds their requests by ray', async () => {
  const { mock, client, zone_id } = start();
  const other = mock.tenant();
  const violate = async (agent: string, host = 'example.localhost') =>
    mock.edge(new Request(`http://${host}/`, { headers: { authorization: 'a.b.c', 'user-agent': agent } }));
  for (const zone of [zone_id, other.zoneId]) await createConfig(client, zone);
  await violate('one');
  const answer = await violate('two');
  await violate('three', other.zoneName);
  const list = async (query = {}, zone = zone_id) =>
    (await client.call('touchstone.event.list', { params: { zone_id: zone }, query })).body;
  const agents = async (query = {}, zone = zone_id) => (await list(query, zone)).map((one) => one.userAgent);
  expect([await agents(), await agents({}, other.zoneId)]).toEqual([['two', 'one'], ['three']]);
  expect([await agents({ agent: 'one' }), await agents({ limit: '1' })]).toEqual([['one'], ['two']]);
  expect([await agents({ action: 'log' }), await agents({ action: 'block' })]).toEqual([['two', 'one'], []]);
  const [newest] = await list();
  expect(answer.headers.get('cf-ray')?.split('-')[0]).toBe(newest?.rayName);
  const found = await client.call('touchstone.journal.list', { query: { ray: newest?.rayName } });
  expect(found.body.map(({ request_headers: { 'user-agent': agent } }) => agent)).toEqual(['two']);
});

it('lists webhooks newest first, all or those of a run, until it is emptied', async () => {
  const { mock, client, account_id } = start();
  const runs = [crypto.randomUUID(), crypto.randomUUID()];
  for (const run_id of runs) {
    const sent = { format: 'raw', body: { a: 1 }, outcome: 'delivered', status: 503 } as const;
    const rest = { at: noon, url: 'https://hooks.example/', address: null, problem: null };
    mock.world.webhooks.note({ account_id, run_id, ...sent, ...rest } satisfies WebhookDelivery);
  }
  const list = async (query = {}) =>
    (await client.call('touchstone.webhook.list', { query })).body.map(({ run_id }) => run_id);
  expect(await list()).toEqual(runs.toReversed());
  expect([await list({ run_id: runs[0] }), await list({ limit: '1' })]).toEqual([[runs[0]], [runs[1]]]);
  expect((await client.call('touchstone.webhook.clear', {})).body).toEqual({ removed: 2 });
  expect(await list()).toEqual([]);
});

it('sets signals for later requests, which a request overrides', async () => {
  const { mock, client, zone_id } = start();
  await client.call('rulesets.zone.entrypoint.update', {
    params: { zone_id, ruleset_phase: 'http_request_firewall_custom' },
    body: { rules: [{ action: 'block', expression: 'cf.waf.score le 20' }] },
  });
  const ask = async (signals?: string) => {
    const headers = signals === undefined ? {} : { 'touchstone-signals': signals };
    return (await mock.edge(new Request('http://example.localhost/', { headers }))).status;
  };
  const set = async (body: Readonly<Record<string, number>>) =>
    (await client.call('touchstone.signals.set', { body })).body;
  expect([await ask(), await ask('{"cf.waf.score":5}'), await ask('cf.waf.score=5')]).toEqual([
    200, 403, 400,
  ]);
  expect(await set({ 'cf.waf.score': 5 })).toEqual({ 'cf.waf.score': 5 });
  expect([await ask(), await ask('{"cf.waf.score":90}')]).toEqual([403, 200]);
  expect((await client.call('touchstone.signals.get', {})).body).toEqual({ 'cf.waf.score': 5 });
  expect([await set({}), await ask()]).toEqual([{}, 200]);
});

it('exports the world as a seed, and names what a seed cannot have', async () => {
  const { mock, client } = start();
  const [own] = [mock.tenant({ name: 'Shop' }), mock.tenant({ name: 'Shop' })];
  const { seed, left_out } = (await client.call('touchstone.seed.get', {})).body;
  expect(seed).toMatchObject({
    accounts: [{ id: own.accountId, zones: [{ id: own.zoneId, name: own.zoneName }] }, {}],
    tokens: expect.arrayContaining([expect.objectContaining({ value: own.apiToken })]),
  });
  expect(left_out).toContainEqual(expect.stringContaining('Shop'));
});

it('sets credits, the scanner of guardrails and limits, and keeps omitted members', async () => {
  const { client, account_id } = start();
  const params = { account_id };
  const funds = { credits: 12.5, plan: 'free', neurons_today: 7 } as const;
  const set = async (body: object) => (await client.call('touchstone.credits.set', { params, body })).body;
  expect(await set(funds)).toEqual(funds);
  expect(await set({ plan: 'paid' })).toEqual({ ...funds, plan: 'paid' });
  expect(await set({ credits: 0, neurons_today: 0 })).toEqual({ credits: 0, plan: 'paid', neurons_today: 0 });
  expect((await client.call('touchstone.credits.get', { params })).body.plan).toBe('paid');
  const scanner = async (body: object) => (await client.call('touchstone.guardrails.set', { body })).body;
  const words = [{ category: 'S1', words: ['teapot'], phases: ['prompt'] }];
  expect(await scanner({ words })).toEqual({ words, failing: null });
  expect(await scanner({ failing: 'credits' })).toEqual({ words, failing: 'credits' });
  expect((await client.call('touchstone.guardrails.get', {})).body).toEqual({ words, failing: 'credits' });
  const limits = { enforced: 'none' } as const;
  expect((await client.call('touchstone.limits.set', { body: limits })).body).toEqual(limits);
  expect((await client.call('touchstone.limits.get', {})).body).toEqual(limits);
});

describe('the replies of models in the admin interface', () => {
  function scripted() {
    const { mock, client, account_id } = start({
      models: { replies: [{ name: 'first', match: { text: 'rain' }, reply: { text: 'First.' } }] },
    });
    const list = async () => (await client.call('touchstone.model-reply.list', {})).body;
    const names = async () => (await list()).map(({ reply }) => reply?.name);
    const ask = async (content: string) => {
      const { body } = await client.call('inference.chat-completions', {
        params: { account_id },
        body: { model: 'openai/gpt-5', messages: [{ role: 'user', content }] },
      });
      return body.choices[0]?.message.content;
    };
    return { mock, client, list, names, ask };
  }

  it('precede earlier ones, as often as they say, and count their uses', async () => {
    const { client, list, ask } = scripted();
    const body = { name: 'new', match: { text: 'rain' }, times: 2, reply: { text: 'New.' } };
    const added = await client.call('touchstone.model-reply.add', { body });
    expect(added.body).toMatchObject({ id: 'reply-2', used: 0, left: 2, reply: { name: 'new', times: 2 } });
    const answers = [await ask('rain'), await ask('rain'), await ask('rain')];
    expect(answers).toEqual(['New.', 'New.', 'First.']);
    expect((await list()).map(({ id, used, left }) => [id, used, left])).toEqual([
      ['reply-2', 2, 0],
      ['reply-1', 1, null],
    ]);
  });

  it('can be removed, one or all, and those of the options come back with a reset', async () => {
    const { client, names } = scripted();
    await client.call('touchstone.model-reply.add', { body: { name: 'second', reply: {} } });
    const removed = await client.call('touchstone.model-reply.remove', { params: { reply_id: 'reply-2' } });
    expect([removed.body, await names()]).toEqual([{ id: 'reply-2' }, ['first']]);
    expect((await client.call('touchstone.model-reply.clear', {})).body).toEqual({ removed: 1 });
    expect(await names()).toEqual([]);
    await client.call('touchstone.world.reset', {});
    expect(await names()).toEqual(['first']);
  });

  it('are replaced by a set, in its order', async () => {
    const { client, names, ask } = scripted();
    const set = ['a', 'b'].map((name) => ({ name, times: 'once' as const, reply: { text: name } }));
    const { body } = await client.call('touchstone.model-reply.replace', { body: set });
    expect(body.map(({ reply }) => reply?.name)).toEqual(['a', 'b']);
    expect([await names(), await ask('rain'), await ask('rain')]).toEqual([['a', 'b'], 'a', 'b']);
    expect(await ask('rain')).not.toBe('First.');
  });

  it('stay when one of their replacements is refused', async () => {
    const { client, names } = scripted();
    const body = [{ reply: {} }, { match: { toolResult: { text: { pattern: '(?=a)' } } }, reply: {} }];
    const refused = await client.call('touchstone.model-reply.replace', { body });
    expect(getRefusal(refused).pointer).toBe('/1/match/toolResult/text/pattern');
    expect(await names()).toEqual(['first']);
  });

  it("are listed without members that JSON can't express", async () => {
    const { mock, list } = scripted();
    mock.models.add({ match: () => false, reply: { text: 'a' } }, { match: { text: /a/ }, reply: {} });
    expect((await list()).map(({ reply }) => reply)).toEqual([
      null,
      null,
      expect.objectContaining({ name: 'first' }),
    ]);
  });

  it('leave requests unmatched, which are counted and shown', async () => {
    const { client, ask } = scripted();
    await ask('snow');
    const { count, newest } = (await client.call('touchstone.model-reply.unmatched', {})).body;
    expect(count).toBe(1);
    const shown = { task: 'generate', text: 'snow', turn: 0, format: 'text', tools: [], toolResults: [] };
    expect(newest).toMatchObject([shown]);
  });
});
