import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createMock } from '../assembly/create-mock.ts';

type Mock = ReturnType<typeof createMock>;

const { accountId, zoneId, apiToken } = createMock().defaults;
const zone = `/client/v4/zones/${zoneId}`;
const account = `/client/v4/accounts/${accountId}`;

async function send(mock: Mock, method: string, path: string, body?: unknown): Promise<unknown> {
  const answer = await mock.fetch(
    new Request(`http://localhost${path}`, {
      method,
      headers: { authorization: `Bearer ${apiToken}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }),
  );
  return answer.json();
}

const bindings = {
  r2_buckets: [{ binding: 'FILES', bucket_name: 'files' }],
  artifacts: [{ binding: 'REPOS', namespace: 'default' }],
} as const;

const key = { kty: 'oct', kid: 'a', alg: 'HS256', k: 'a'.repeat(64) };

/** The id of the first record of a list, or an unknown one. */
async function getFirst(mock: Mock, path: string): Promise<string> {
  const { result } = (await send(mock, 'GET', path)) as { result?: { id?: string; operation_id?: string }[] }; // A list.
  return result?.[0]?.id ?? result?.[0]?.operation_id ?? '0'.repeat(32);
}

/** Changes to a world, each with a small number to vary it. */
const deeds: Readonly<Record<string, (mock: Mock, number: number) => Promise<unknown>>> = {
  configure: (mock, number) =>
    send(mock, 'POST', `${zone}/token_validation/config`, {
      title: `c${number}`,
      description: '',
      token_type: 'jwt',
      token_sources: ['http.request.headers["x-token"][0]'],
      credentials: { keys: [key] },
    }),
  unconfigure: async (mock) =>
    send(
      mock,
      'DELETE',
      `${zone}/token_validation/config/${await getFirst(mock, `${zone}/token_validation/config`)}`,
    ),
  saveOperation: (mock, number) =>
    send(mock, 'POST', `${zone}/api_gateway/operations/item`, {
      method: 'GET',
      host: 'api.example.localhost',
      endpoint: `/${number}`,
    }),
  setSetting: (mock, number) =>
    send(mock, 'PATCH', `${zone}/settings/content_converter`, { value: number % 2 ? 'on' : 'off' }),
  addZone: (mock, number) =>
    send(mock, 'POST', '/client/v4/zones', { name: `z${number}.test`, account: { id: accountId } }),
  addHostname: (mock, number) =>
    send(mock, 'POST', `${zone}/custom_hostnames`, { hostname: `shop-${number}.customer.localhost` }),
  addGateway: (mock, number) =>
    send(mock, 'POST', `${account}/ai-gateway/gateways`, {
      id: `g${number}`,
      cache_invalidate_on_update: true,
      cache_ttl: 60,
      collect_logs: true,
      rate_limiting_interval: 0,
      rate_limiting_limit: 0,
    }),
  runModel: (mock, number) =>
    send(mock, 'POST', `${account}/ai/v1/chat/completions`, {
      model: 'openai/gpt-5',
      messages: [{ role: 'user', content: `Say ${number}` }],
    }),
  addTenant: async (mock) => mock.tenant(),
  removeTenant: (mock, number) =>
    send(mock, 'GET', '/_touchstone/tenants').then((list) => {
      const made = list as { account_id: string }[]; // The list of tenants.
      const one = made[number % Math.max(1, made.length)];
      return one && send(mock, 'DELETE', `/_touchstone/tenants/${one.account_id}`);
    }),
  setSignals: (mock, number) => send(mock, 'PUT', '/_touchstone/signals', { 'cf.waf.score': number }),
  setCredits: (mock, number) =>
    send(mock, 'PUT', `/_touchstone/accounts/${accountId}/credits`, { credits: number, plan: 'free' }),
  setLimits: (mock, number) =>
    send(mock, 'PUT', '/_touchstone/limits', { enforced: number % 2 ? 'frontier' : 'none' }),
  attack: (mock, number) =>
    mock.edge(new Request(`http://example.localhost/${number}`, { headers: { 'x-token': 'not.a.token' } })),
  putObject: (mock, number) => mock.bindings(bindings).FILES.put(`o${number}`, `text ${number} `.repeat(99)),
  deleteObject: (mock, number) => mock.bindings(bindings).FILES.delete(`o${number}`),
  makeRepository: (mock, number) =>
    mock
      .bindings(bindings)
      .REPOS.create(`r${number}`)
      .catch(() => {}),
  deleteRepository: (mock, number) =>
    mock
      .bindings(bindings)
      .REPOS.delete(`r${number}`)
      .catch(() => {}),
};

/** All state except what goes on: the journal, clocks, and the times of requests. */
async function getWorld(mock: Mock) {
  const { FILES } = mock.bindings(bindings);
  const { objects } = await FILES.list();
  const texts = await Promise.all(
    objects.map(async ({ key }) => {
      const object = await FILES.get(key);
      return [key, object && 'text' in object ? await object.text() : null];
    }),
  );
  const tenants = (await send(mock, 'GET', '/_touchstone/tenants')) as { api_token: string }[]; // The list of tenants.
  const tokens = await Promise.all(
    tenants.map(async ({ api_token: token }) => {
      const headers = { authorization: `Bearer ${token}` };
      return (await mock.fetch(new Request('http://localhost/client/v4/user/tokens/verify', { headers })))
        .status;
    }),
  );
  const paths = [
    `${zone}/token_validation/config`,
    `${zone}/api_gateway/operations`,
    `${zone}/settings`,
    `${zone}/custom_hostnames`,
    '/client/v4/zones',
    '/client/v4/accounts',
    `${account}/ai-gateway/gateways`,
    `${account}/ai-gateway/gateways/default/logs`,
    `${account}/artifacts/namespaces/default/repos`,
    `/_touchstone/zones/${zoneId}/events`,
    `/_touchstone/accounts/${accountId}/credits`,
    '/_touchstone/signals',
    '/_touchstone/limits',
    '/_touchstone/webhooks',
  ];
  const answers = await Promise.all(paths.map((path) => send(mock, 'GET', path)));
  return { texts, tenants, tokens, answers: answers.map((answer, index) => [paths[index], answer]) };
}

const done = fc.array(fc.tuple(fc.constantFrom(...Object.keys(deeds)), fc.integer({ min: 0, max: 3 })), {
  maxLength: 12,
});

it('is exact: whatever changes after a snapshot, the world is the same once it is restored, twice', async () => {
  await fc.assert(
    fc.asyncProperty(done, done, done, async (before, then, later) => {
      const mock = createMock();
      const doAll = async (all: typeof before) => {
        for (const [name, number] of all) await deeds[name]?.(mock, number);
      };
      await doAll(before);
      mock.snapshots.take('then');
      const expected = await getWorld(mock);
      for (const since of [then, later]) {
        await doAll(since);
        mock.snapshots.restore('then');
        expect(await getWorld(mock)).toEqual(expected);
      }
    }),
    { numRuns: 25, endOnFailure: true },
  );
}, 120_000);

it('tells different worlds apart', async () => {
  const unchanged: string[] = [];
  for (const name of Object.keys(deeds)) {
    const mock = createMock();
    for (const prepare of ['configure', 'addTenant', 'putObject', 'makeRepository'])
      await deeds[prepare]?.(mock, 1);
    const before = await getWorld(mock);
    await deeds[name]?.(mock, name === 'addGateway' || name === 'addHostname' ? 2 : 1);
    if (JSON.stringify(await getWorld(mock)) === JSON.stringify(before)) unchanged.push(name);
  }
  // Repeats the changes.
  expect(unchanged).toEqual(['setLimits', 'putObject', 'makeRepository']);
}, 120_000);
