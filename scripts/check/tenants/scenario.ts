import { createHmac } from 'node:crypto';
import { type CallInput, type Client, createClient } from '../../../spec/client.ts';
import type { OperationId } from '../../../spec/contract.ts';
import { TouchstoneError } from '../../../spec/touchstone-error.ts';

/** Access to a mock, over HTTP or in the same process. */
export interface TenantsDoor {
  /** Base URL of the API, ending in the version segment. */
  readonly baseUrl: string;
  readonly fetch: (request: Request) => Promise<Response>;
  readonly edge: (host: string, path: string, headers: Record<string, string>) => Promise<Response>;
}

/** A result of one test that differs from its result alone. */
export class InterferenceError extends TouchstoneError {}

/** The same in all tests, so that any sharing shows. */
const key = 'c2FtZS1rZXktb2YtYWxsLXRlc3RzLXdpdGgtdGVuYW50cw';
const model = '@cf/meta/llama-3.1-8b-instruct';
const prompt = 'Name one colour.';
const settings = {
  cache_ttl: 0,
  cache_invalidate_on_update: false,
  collect_logs: true,
  rate_limiting_interval: 0,
  rate_limiting_limit: 0,
} as const;

/**
 * One test with its own tenant. All tests create the same things under the same names, but each freezes its clock at
 * another time. Any influence of another tenant changes its answers.
 *
 * @param number number of the test
 * @throws InterferenceError
 */
export async function tenantScenario(door: TenantsDoor, number: number): Promise<void> {
  const { baseUrl, fetch } = door;
  const admin = createClient({ baseUrl, fetch });
  const { body: tenant } = await admin.call('touchstone.tenant.create', { body: { name: 'The same' } });
  const { account_id, zone_id, zone_name } = tenant;
  const whose = { account_id };
  const headers = { authorization: `Bearer ${tenant.api_token}` };
  let asked = 0;
  const client = createClient({
    baseUrl,
    headers,
    fetch: (request) => {
      asked++;
      return fetch(request);
    },
  });
  const start = Date.UTC(2030, 0, 1) + number * 86_400_000;
  const at = (seconds: number) => `${new Date(start + seconds * 1000).toISOString().slice(0, -1)}000Z`;
  const advance = (seconds: number) =>
    admin.call('touchstone.clock.advance', { query: whose, body: { seconds } });
  await admin.call('touchstone.clock.freeze', { query: whose, body: { at: at(0) } });

  await guardedZone();
  await cachedAndLimitedRuns();
  await failingOnce();
  await repositories();
  await lists();

  await admin.call('touchstone.tenant.remove', { params: { tenant_id: account_id } });
  const { status } = await client.call('user.token.verify', {});
  same(status, 401, 'the status for the token of a removed tenant');

  /** A zone that accepts valid tokens: time, records and events. */
  async function guardedZone(): Promise<void> {
    const params = { zone_id };
    const config = await made(client, 'token-validation.config.create', {
      params,
      body: {
        title: 'The same',
        description: '',
        token_sources: ['http.request.headers["authorization"][0]'],
        token_type: 'JWT',
        credentials: { keys: [{ kty: 'oct', kid: 'same', alg: 'HS256', k: key }] },
      },
    });
    same(config.result.created_at, at(0), 'created_at of a configuration');
    await made(client, 'api-gateway.operation.create-item', {
      params,
      body: { method: 'GET', host: zone_name, endpoint: '/same' },
    });
    await made(client, 'token-validation.rule.create', {
      params,
      body: {
        title: 'The same',
        description: '',
        action: 'block',
        enabled: true,
        expression: `is_jwt_valid("${config.result.id}")`,
        selector: { include: [{ host: [zone_name] }] },
      },
    });
    const token = signed({ exp: start / 1000 + 60 });
    const ask = async () => {
      const answer = await door.edge(zone_name, '/same', { authorization: `Bearer ${token}` });
      await answer.body?.cancel();
      return answer.status;
    };
    same(await ask(), 200, 'the status for a token with a minute to go');
    await advance(61);
    same(await ask(), 403, 'the status for an expired token');
    const events = (await admin.call('touchstone.event.list', { params, query: {} })).body;
    same(
      events.map(({ datetime, clientRequestHTTPHost: host }) => ({ datetime, host })),
      [{ datetime: at(61), host: zone_name }],
      'the security events',
    );
  }

  /** Gateways of the same names: cache, rate windows, log. */
  async function cachedAndLimitedRuns(): Promise<void> {
    const params = { account_id };
    const gateway = (id: string, more: Partial<Record<keyof typeof settings, number>>) =>
      made(client, 'ai-gateway.gateway.create', { params, body: { ...settings, id, ...more } as never });
    await gateway('same', { cache_ttl: 60 });
    await gateway('limited', { rate_limiting_limit: 1, rate_limiting_interval: 60 });
    const run = (id: string) =>
      client.send({
        method: 'POST',
        path: `/accounts/${account_id}/ai/run/${model}`,
        headers: { 'content-type': 'application/json', 'cf-aig-gateway-id': id },
        body: JSON.stringify({ prompt }),
      });
    const cached = async () => (await run('same')).headers.get('cf-aig-cache-status');
    same([await cached(), await cached()], ['MISS', 'HIT'], 'the cache status');
    await advance(60);
    same(await cached(), 'MISS', 'the cache status after a minute');
    const limited = async () => (await run('limited')).status;
    same([await limited(), await limited()], [200, 429], 'the statuses at the limit');
    await advance(60);
    same(await limited(), 200, 'the status in the next minute');
    const logs = await made(client, 'ai-gateway.log.list', {
      params: { account_id, gateway_id: 'same' },
      query: {},
    });
    same(
      logs.result.map(({ created_at }) => Date.parse(String(created_at))).toSorted(),
      [start + 61_000, start + 61_000, start + 121_000],
      'the times in the log of a gateway',
    );
  }

  /** A fault that applies once. */
  async function failingOnce(): Promise<void> {
    await made(admin, 'touchstone.fault.add', {
      query: whose,
      body: { operation: 'zones.zone.get', status: 503, times: 'once' },
    });
    const statuses = [];
    for (let n = 0; n < 2; n++)
      statuses.push((await client.call('zones.zone.get', { params: { zone_id } })).status);
    same(statuses, [503, 200], 'the statuses with a fault that applies once');
  }

  /** A repository of the same name, and a token that expires. */
  async function repositories(): Promise<void> {
    const params = { account_id, namespace: 'default' };
    const create = () => client.call('artifacts.repos.create', { params, body: { name: 'same' } });
    const first = await create();
    same(first.status < 300, true, 'whether a repository of this name can be created');
    same((await create()).status, 409, 'the status for a second repository of this name');
    const ofRepository = { ...params, repo_name: 'same' };
    await made(client, 'artifacts.tokens.create', { params, body: { repo: 'same', ttl: 60 } });
    await advance(61);
    const tokens = await made(client, 'artifacts.tokens.list', {
      params: ofRepository,
      query: { state: 'all' },
    });
    same(
      tokens.result.map(({ state }) => state).toSorted(),
      ['active', 'expired'],
      'the states of the tokens of a repository',
    );
  }

  /** The contents, and the requests. */
  async function lists(): Promise<void> {
    const zones = await made(client, 'zones.zone.list', { query: {} });
    same(
      zones.result.map(({ id }) => id),
      [zone_id],
      'the zones',
    );
    const accounts = await made(client, 'user.account.list', { query: {} });
    same(
      accounts.result.map(({ id }) => id),
      [account_id],
      'the accounts',
    );
    const kinds = [
      'token-validation.config.list',
      'token-validation.rule.list',
      'api-gateway.operation.list',
    ] as const;
    for (const id of kinds) {
      const { result } = await made(client, id, { params: { zone_id }, query: {} });
      same(result.length, 1, `the count by ${id}`);
    }
    const { body } = await admin.call('touchstone.journal.list', {
      query: { account_id, plane: 'api', limit: '1000' },
    });
    same(body.length, asked, 'the number of requests in the journal');
    same(
      body.every(({ at: noted }) => Date.parse(noted) - start < 86_400_000 && noted >= at(0)),
      true,
      "whether all requests in the journal have the tenant's time",
    );
  }
}

/** Calls an operation that must succeed. */
async function made<Id extends OperationId>(client: Client, id: Id, input: CallInput<Id>) {
  const { status, body, text } = await client.call(id, input);
  if (status >= 300)
    throw new InterferenceError('refused', `${id} was answered with status ${status}: ${text}`);
  return body;
}

/** @throws InterferenceError if a result differs from that of a test alone */
function same(actual: unknown, expected: unknown, what: string): void {
  const [found, wanted] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (found !== wanted) throw new InterferenceError('interference', `${what}: ${found}, expected ${wanted}`);
}

function signed(claims: object): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const text = `${part({ alg: 'HS256', typ: 'JWT', kid: 'same' })}.${part(claims)}`;
  const mac = createHmac('sha256', Buffer.from(key, 'base64url')).update(text).digest('base64url');
  return `${text}.${mac}`;
}

/** The results of parallel tests. */
export interface Outcome {
  readonly tests: number;
  /** The differences, one line per failed test. */
  readonly failures: readonly string[];
}

/** Runs tests with their own tenants in parallel. */
export async function runTenantTests(door: TenantsDoor, tests: number): Promise<Outcome> {
  const outcomes = await Promise.allSettled(
    Array.from({ length: tests }, (_, number) => tenantScenario(door, number)),
  );
  const failures = outcomes.flatMap((outcome, number) =>
    outcome.status === 'rejected' ? [`test ${number}: ${String(outcome.reason)}`] : [],
  );
  return { tests, failures };
}
