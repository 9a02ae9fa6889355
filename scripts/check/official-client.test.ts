import Cloudflare from 'cloudflare';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { privateJwk } from '../../mock/engines/jwt/testing/test-keys.ts';
import { createMock } from '../../mock/index.ts';
import { contract } from '../../spec/contract.ts';

/**
 * The platform's own client against a mock on a real port: its types decide what is sent and read here, its
 * iterators decide when a list ends.
 */
const mock = createMock();
const zone_id = mock.defaults.zoneId;
const host = 'api.example.localhost';
const called = new Set<string>();
let client: Cloudflare;

beforeAll(async () => {
  const { api } = await mock.listen({ port: 0 });
  client = clientWith({ apiToken: mock.defaults.apiToken }, api);
});

afterAll(() => mock.close());

function clientWith(
  credentials: { apiToken?: string; apiEmail?: string; apiKey?: string },
  baseURL?: string,
) {
  return new Cloudflare({
    apiToken: null,
    apiKey: null,
    apiEmail: null,
    ...credentials,
    baseURL: baseURL ?? mock.info().api,
    maxRetries: 0,
    fetch: async (url, init) => {
      const answer = await fetch(url, init);
      called.add(answer.headers.get('touchstone-operation') ?? '');
      return answer;
    },
  });
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** A configuration that no zone has. */
const nowhere = '4a7ee8d3-dd63-4ceb-9d5f-c27831854ce7';

const { n = '', e = '' } = privateJwk('rsa2048');
const { x = '', y = '' } = privateJwk('p256');
const { x: x384 = '', y: y384 = '' } = privateJwk('p384');
const { k = '' } = privateJwk('oct32');
const rsa = { kty: 'RSA', kid: 'rsa', alg: 'PS256', n, e } as const;
const es256 = { kty: 'EC', kid: 'ec', alg: 'ES256', crv: 'P-256', x, y } as const;
const es384 = { kty: 'EC', kid: 'ec', alg: 'ES384', crv: 'P-384', x: x384, y: y384 } as const;
const hmac = { kty: 'oct', kid: 'mac', alg: 'HS256', k } as const;
const publicHmac = { kty: 'oct', kid: 'mac', alg: 'HS256' } as const;

const createConfiguration = (title = 'Shop') =>
  client.tokenValidation.configuration.create({
    zone_id,
    title,
    description: 'Tokens of the shop',
    token_type: 'JWT',
    token_sources: ['http.request.headers["authorization"][0]'],
    credentials: { keys: [rsa, es256, es384, hmac] },
  });

type Rule = Omit<Parameters<typeof client.tokenValidation.rules.create>[0], 'zone_id'>;

const rule = (title: string): Rule => ({
  title,
  description: 'Refuses what is not valid',
  action: 'block',
  enabled: true,
  expression: 'http.request.method eq "GET"',
  selector: { include: [{ host: [host] }], exclude: null },
});

describe('the official client', () => {
  it('creates, reads, lists, changes and deletes token configurations', async () => {
    const { configuration } = client.tokenValidation;
    const made = await createConfiguration();
    expect(made).toMatchObject({
      title: 'Shop',
      description: 'Tokens of the shop',
      token_type: 'JWT',
      credentials: { keys: [rsa, es256, es384, publicHmac] },
    });
    expect(await configuration.get(made.id, { zone_id })).toEqual(made);
    for (let more = 0; more < 6; more++) await createConfiguration(`Shop ${more}`);
    const listed = await collect(configuration.list({ zone_id, per_page: 5 }));
    expect(listed).toHaveLength(7);
    expect(listed[0]).toEqual(made);
    const edited = await configuration.edit(made.id, { zone_id, title: 'New' });
    expect(edited).toMatchObject({ id: made.id, title: 'New', description: 'Tokens of the shop' });
    expect(await configuration.delete(made.id, { zone_id })).toEqual({ id: made.id });
    await expect(configuration.get(made.id, { zone_id })).rejects.toBeInstanceOf(Cloudflare.NotFoundError);
  });

  it('replaces and edits credentials, and reads them where it looks for them', async () => {
    const { configuration } = client.tokenValidation;
    const { id } = await createConfiguration();
    const replaced = await configuration.credentials.update(id, { zone_id, keys: [hmac, es256] });
    expect(replaced.keys).toEqual([publicHmac, es256]);
    const edited = await configuration.credentials.edit(id, { zone_id, keys: [publicHmac, rsa] });
    expect(edited.keys).toEqual([publicHmac, rsa]);
    expect((await configuration.get(id, { zone_id })).credentials.keys).toEqual([publicHmac, rsa]);
  });

  it('creates, reads, lists, changes and deletes rules, one by one and in bulk', async () => {
    const { rules } = client.tokenValidation;
    const made = await rules.create({ zone_id, ...rule('first') });
    const id = made.id ?? '';
    expect(made).toMatchObject(rule('first'));
    expect(await rules.get(id, { zone_id })).toEqual(made);
    const names = Array.from({ length: 6 }, (_, index) => `bulk ${index}`);
    const bulk = await collect(rules.bulkCreate({ zone_id, body: names.map(rule) }));
    expect(bulk.map(({ title }) => title)).toEqual(names);
    const edited = await rules.edit(id, { zone_id, action: 'log', position: { index: 2 } });
    expect(edited).toMatchObject({ id, action: 'log', title: 'first' });
    const [second] = bulk;
    const changed = await collect(
      rules.bulkEdit({
        zone_id,
        body: [
          { id: second?.id ?? '', enabled: false, position: { after: id } },
          { id, title: 'moved', position: { before: second?.id ?? '' } },
        ],
      }),
    );
    expect(changed.map(({ title }) => title)).toEqual(['bulk 0', 'moved']);
    const listed = await collect(rules.list({ zone_id, per_page: 5 }));
    expect(listed.map(({ title }) => title)).toEqual(['moved', ...names]);
    const filtered = await collect(
      rules.list({ zone_id, action: 'block', enabled: false, host, rule_id: second?.id ?? '' }),
    );
    expect(filtered.map(({ title }) => title)).toEqual(['bulk 0']);
    const { id: config } = await createConfiguration();
    await rules.edit(id, { zone_id, expression: `is_jwt_valid("${config}")` });
    const naming = await collect(rules.list({ zone_id, token_configuration: [config, nowhere] }));
    expect(naming.map(({ title }) => title)).toEqual(['moved']);
    await rules.delete(id, { zone_id });
    await expect(rules.get(id, { zone_id })).rejects.toBeInstanceOf(Cloudflare.NotFoundError);
  });

  it('previews a selector, though it has no method for it', async () => {
    const preview = await client.post<{ result: { total: number; available_hosts: string[] } }>(
      `/zones/${zone_id}/token_validation/rules/preview`,
      { body: { include: [{ host: [host] }] }, query: { state: ['included', 'ignored'], per_page: 5 } },
    );
    expect(preview.result.total).toBe(preview.result.available_hosts.length);
  });

  it('saves, reads, lists and deletes operations, one by one and in bulk', async () => {
    const { operations } = client.apiGateway;
    const made = await operations.create({ zone_id, method: 'GET', host, endpoint: '/users/{id}' });
    expect(made).toMatchObject({ method: 'GET', host, endpoint: '/users/{var1}' });
    const read = await operations.get(made.operation_id, {
      zone_id,
      feature: ['thresholds', 'schema_info'],
      with_schemas: true,
    });
    expect(read).toEqual(made);
    const body = Array.from(
      { length: 11 },
      (_, index) => ({ method: 'POST', host, endpoint: `/${index}` }) as const,
    );
    const bulk = await collect(operations.bulkCreate({ zone_id, body }));
    expect(bulk.map(({ endpoint }) => endpoint)).toEqual(body.map(({ endpoint }) => endpoint));
    const listed = await collect(operations.list({ zone_id, per_page: 5 }));
    expect(listed).toHaveLength(12);
    const filtered = await collect(
      operations.list({
        zone_id,
        host: [host, 'other.test'],
        method: ['POST'],
        endpoint: '/1',
        order: 'endpoint',
        direction: 'desc',
        feature: ['thresholds'],
      }),
    );
    expect(filtered.map(({ endpoint }) => endpoint)).toEqual(['/10', '/1']);
    const bare = { success: true, errors: [], messages: [] };
    expect(await operations.delete(made.operation_id, { zone_id })).toEqual(bare);
    expect(await operations.bulkDelete({ zone_id })).toEqual(bare);
    expect(await collect(operations.list({ zone_id }))).toEqual([]);
  });

  it('creates, reads, lists, changes and deletes zones', async () => {
    const { zones } = client;
    const account = { id: mock.defaults.accountId };
    const made = await zones.create({ name: 'shop.localhost', account, type: 'partial' });
    expect(made).toMatchObject({ name: 'shop.localhost', type: 'partial', status: 'active', account });
    expect(await zones.get({ zone_id: made.id })).toEqual(made);
    for (let more = 0; more < 5; more++) await zones.create({ name: `zone-${more}.test`, account });
    expect(await collect(zones.list({ per_page: 5 }))).toHaveLength(7);
    const filtered = await collect(
      zones.list({
        name: 'contains:zone',
        account: { ...account, name: 'Touchstone' },
        status: 'active',
        type: ['full', 'partial'],
        match: 'all',
        order: 'name',
        direction: 'desc',
      }),
    );
    expect(filtered.map(({ name }) => name)).toEqual([4, 3, 2, 1, 0].map((number) => `zone-${number}.test`));
    expect(await zones.edit({ zone_id: made.id, paused: true })).toMatchObject({ paused: true });
    expect(await zones.delete({ zone_id: made.id })).toEqual({ id: made.id });
    await expect(zones.get({ zone_id: made.id })).rejects.toBeInstanceOf(Cloudflare.PermissionDeniedError);
  });

  it('verifies its token', async () => {
    expect(await client.user.tokens.verify()).toMatchObject({ status: 'active' });
  });

  it('may use the pair of e-mail and key', async () => {
    const { email, apiKey } = mock.defaults;
    const legacy = clientWith({ apiEmail: email, apiKey });
    expect((await legacy.zones.get({ zone_id })).id).toBe(zone_id);
  });

  it.each([
    ['nobody-issued-this', Cloudflare.AuthenticationError, 10000],
    ['not a token', Cloudflare.BadRequestError, 6003],
  ])('gives the errors of a refusal for the token %s', async (apiToken, kind, code) => {
    const error: unknown = await clientWith({ apiToken })
      .zones.get({ zone_id })
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(kind);
    expect(error).toMatchObject({ errors: [{ code }] });
  });

  it('gives the place of a mistake', async () => {
    const error: unknown = await client.tokenValidation.rules
      .create({ zone_id, ...rule('x'.repeat(51)) })
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Cloudflare.BadRequestError);
    expect(error).toMatchObject({ errors: [{ source: { pointer: '/title' } }] });
  });

  it('has called every operation of the three services', () => {
    const wanted = Object.keys(contract).filter((id) => /^(?:zones|api-gateway|token-validation)\./.test(id));
    expect(wanted.filter((id) => !called.has(id))).toEqual([]);
  });
});
