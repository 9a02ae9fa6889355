// Long: one story per group of the client's methods.
import Cloudflare, { APIError, toFile } from 'cloudflare';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { privateJwk } from '../../mock/engines/jwt/testing/test-keys.ts';
import { createMock } from '../../mock/index.ts';
import { contract } from '../../spec/contract.ts';
import { models } from '../../spec/services/inference/models/catalogue.ts';
import { tasks } from '../../spec/services/inference/tasks.ts';
import { rulesetSchema } from '../../spec/services/rulesets/schemas.ts';

/**
 * The platform's own client against a mock on a real port: its types decide what is sent and read, and its iterators
 * decide when a list ends. The suites test the rest of the API.
 */
const mock = createMock();
const { zoneId: zone_id, accountId: account_id } = mock.defaults;
const host = 'api.example.localhost';
const called = new Set<string>();
let api = '';
let client: Cloudflare;

beforeAll(async () => {
  ({ api } = await mock.listen({ port: 0 }));
  client = clientWith({ apiToken: mock.defaults.apiToken });
});
beforeEach(() => mock.reset());
afterAll(() => mock.close());

function clientWith(credentials: { apiToken?: string; apiEmail?: string; apiKey?: string }) {
  return new Cloudflare({
    apiToken: null,
    apiKey: null,
    apiEmail: null,
    ...credentials,
    baseURL: api,
    maxRetries: 0,
    fetch: async (url, init) => {
      const answer = await fetch(url, init);
      called.add(answer.headers.get('touchstone-operation') ?? '');
      return answer;
    },
  });
}

const all = <T>(items: AsyncIterable<T>): Promise<T[]> => Array.fromAsync(items);

/** A refusal: status, and code and message of the first error. */
async function refusal(call: PromiseLike<unknown>) {
  const error: unknown = await Promise.resolve(call).catch((thrown: unknown) => thrown);
  if (!(error instanceof APIError)) throw new Error('the call was not refused');
  const [first] = error.errors;
  return { status: error.status, code: first?.code, message: first?.message };
}

describe('zones, settings and hostnames', () => {
  it('creates, reads, lists, changes and deletes zones', async () => {
    const { zones } = client;
    const account = { id: account_id };
    const made = await zones.create({ name: 'shop.localhost', account, type: 'partial' });
    expect(await zones.get({ zone_id: made.id })).toEqual(made);
    for (let more = 0; more < 5; more++) await zones.create({ name: `zone-${more}.test`, account });
    expect(await all(zones.list({ per_page: 5 }))).toHaveLength(7);
    const filter = { account: { ...account, name: 'Touchstone' }, status: 'active', match: 'all' } as const;
    const order = { order: 'name', direction: 'desc' } as const;
    const found = zones.list({ name: 'contains:zone', ...filter, ...order, type: ['full', 'partial'] });
    expect((await all(found)).map(({ name }) => name)).toEqual(
      [4, 3, 2, 1, 0].map((number) => `zone-${number}.test`),
    );
    expect(await zones.edit({ zone_id: made.id, paused: true })).toMatchObject({ paused: true });
    expect(await zones.delete({ zone_id: made.id })).toEqual({ id: made.id });
    await expect(zones.get({ zone_id: made.id })).rejects.toBeInstanceOf(Cloudflare.PermissionDeniedError);
  });

  it('reads and changes a setting', async () => {
    const { settings } = client.zones;
    const changed = await settings.edit('content_converter', { zone_id, value: 'on' });
    expect(changed).toMatchObject({ id: 'content_converter', value: 'on' });
    expect(await settings.get('content_converter', { zone_id })).toEqual(changed);
  });

  it('creates, reads, lists, changes and deletes custom hostnames', async () => {
    const { customHostnames } = client;
    const create = (hostname: string) =>
      customHostnames.create({ zone_id, hostname, ssl: { method: 'http', type: 'dv' } });
    const made = await create('shop.customer.localhost');
    expect(await customHostnames.get(made.id, { zone_id })).toEqual(made);
    const custom_metadata = { content_converter: 'enabled' };
    expect(await customHostnames.edit(made.id, { zone_id, custom_metadata })).toEqual({
      ...made,
      custom_metadata,
    });
    for (let count = 0; count < 11; count++) await create(`c${count}.customer.localhost`);
    expect(await all(customHostnames.list({ zone_id, per_page: 5 }))).toHaveLength(12);
    for (const hostname of [{ exact: 'c7.customer.localhost' }, { contain: 'c7' }, { startsWith: 'c7' }]) {
      const page = await customHostnames.list({ zone_id, hostname, ssl: 1 });
      expect(page.result.map((one) => one.hostname)).toEqual(['c7.customer.localhost']);
    }
    expect(await customHostnames.quota.get({ zone_id })).toMatchObject({ used: 12, exceeded: false });
    expect(await customHostnames.delete(made.id, { zone_id })).toEqual({ id: made.id });
  });
});

const { n = '', e = '' } = privateJwk('rsa2048');
const { x = '', y = '' } = privateJwk('p256');
const { k = '' } = privateJwk('oct32');
const rsa = { kty: 'RSA', kid: 'rsa', alg: 'PS256', n, e } as const;
const es256 = { kty: 'EC', kid: 'ec', alg: 'ES256', crv: 'P-256', x, y } as const;
const hmac = { kty: 'oct', kid: 'mac', alg: 'HS256', k } as const;
const publicHmac = { kty: 'oct', kid: 'mac', alg: 'HS256' } as const;

const createConfiguration = (title: string) =>
  client.tokenValidation.configuration.create({
    zone_id,
    title,
    description: 'Tokens of the shop',
    token_type: 'JWT',
    token_sources: ['http.request.headers["authorization"][0]'],
    credentials: { keys: [rsa, es256, hmac] },
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

describe('token validation', () => {
  it('creates, reads, lists, changes and deletes configurations and their keys', async () => {
    const { configuration } = client.tokenValidation;
    const made = await createConfiguration('Shop');
    expect(made.credentials.keys).toEqual([rsa, es256, publicHmac]);
    expect(await configuration.get(made.id, { zone_id })).toEqual(made);
    for (let more = 0; more < 6; more++) await createConfiguration(`Shop ${more}`);
    expect(await all(configuration.list({ zone_id, per_page: 5 }))).toHaveLength(7);
    const edited = await configuration.edit(made.id, { zone_id, title: 'New' });
    expect(edited).toMatchObject({ id: made.id, title: 'New' });
    const { credentials } = configuration;
    const replaced = await credentials.update(made.id, { zone_id, keys: [hmac, es256] });
    expect(replaced.keys).toEqual([publicHmac, es256]);
    const changed = await credentials.edit(made.id, { zone_id, keys: [publicHmac, rsa] });
    expect(changed.keys).toEqual([publicHmac, rsa]);
    expect(await configuration.delete(made.id, { zone_id })).toEqual({ id: made.id });
    await expect(configuration.get(made.id, { zone_id })).rejects.toBeInstanceOf(Cloudflare.NotFoundError);
  });

  it('creates, reads, lists, changes and deletes rules, one by one and in bulk', async () => {
    const { rules } = client.tokenValidation;
    const titles = async (list: AsyncIterable<{ title?: string }>) =>
      (await all(list)).map(({ title }) => title);
    const made = await rules.create({ zone_id, ...rule('first') });
    const id = made.id ?? '';
    expect(await rules.get(id, { zone_id })).toEqual(made);
    const names = Array.from({ length: 6 }, (_, index) => `bulk ${index}`);
    const bulk = await all(rules.bulkCreate({ zone_id, body: names.map(rule) }));
    const second = bulk[0]?.id ?? '';
    const edited = await rules.edit(id, { zone_id, action: 'log', position: { index: 2 } });
    expect(edited).toMatchObject({ id, action: 'log', title: 'first' });
    const body = [
      { id: second, enabled: false, position: { after: id } },
      { id, title: 'moved', position: { before: second } },
    ];
    expect(await titles(rules.bulkEdit({ zone_id, body }))).toEqual(['bulk 0', 'moved']);
    expect(await titles(rules.list({ zone_id, per_page: 5 }))).toEqual(['moved', ...names]);
    const filter = { action: 'block', enabled: false, host, rule_id: second } as const;
    expect(await titles(rules.list({ zone_id, ...filter }))).toEqual(['bulk 0']);
    const { id: config } = await createConfiguration('Shop');
    await rules.edit(id, { zone_id, expression: `is_jwt_valid("${config}")` });
    const token_configuration = [config, '4a7ee8d3-dd63-4ceb-9d5f-c27831854ce7'];
    expect(await titles(rules.list({ zone_id, token_configuration }))).toEqual(['moved']);
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
    const feature = ['thresholds' as const, 'schema_info' as const];
    const read = await operations.get(made.operation_id, { zone_id, feature, with_schemas: true });
    expect(read).toEqual(made);
    const body = Array.from(
      { length: 11 },
      (_, index) => ({ method: 'POST', host, endpoint: `/${index}` }) as const,
    );
    expect(await all(operations.bulkCreate({ zone_id, body }))).toHaveLength(11);
    expect(await all(operations.list({ zone_id, per_page: 5 }))).toHaveLength(12);
    const filter = { host: [host, 'other.test'], method: ['POST'], endpoint: '/1' };
    const order = { order: 'endpoint', direction: 'desc', feature: ['thresholds'] } as const;
    const found = await all(operations.list({ zone_id, ...filter, ...order, feature: ['thresholds'] }));
    expect(found.map(({ endpoint }) => endpoint)).toEqual(['/10', '/1']);
    const bare = { success: true, errors: [], messages: [] };
    expect(await operations.delete(made.operation_id, { zone_id })).toEqual(bare);
    expect(await operations.bulkDelete({ zone_id })).toEqual(bare);
    expect(await all(operations.list({ zone_id }))).toEqual([]);
  });
});

const phase = 'http_request_firewall_custom';
const block = { action: 'block', expression: `http.host eq "${host}"`, description: 'first' } as const;
const log = { action: 'log', expression: 'ssl', description: 'second' } as const;

/** The result of a write: the client's types leave it open, because a dry run returns null. */
const written = async (call: PromiseLike<unknown>) => rulesetSchema.parse(await call);

describe.each([
  ['a zone', { zone_id }, 'zone'],
  ['an account', { account_id }, 'root'],
] as const)('rulesets of %s', (_, scope, kind) => {
  const create = () =>
    written(client.rulesets.create({ ...scope, name: 'mine', kind, phase, rules: [block] }));

  it('are created, read, changed and deleted, as are their rules and versions', async () => {
    const { rulesets } = client;
    const made = await create();
    expect(await rulesets.get(made.id, scope)).toEqual(made);
    const at = { ...scope, ruleset_id: made.id };
    const added = await written(
      rulesets.rules.create(made.id, { ...scope, ...log, position: { before: '' } }),
    );
    expect(added.rules.map(({ description }) => description)).toEqual(['second', 'first']);
    const rule_id = added.rules[0]?.id ?? '';
    const position = { after: made.rules[0]?.id ?? '' };
    await written(rulesets.rules.edit(rule_id, { ...at, ...log, description: 'last', position }));
    await written(rulesets.rules.delete(rule_id, at));
    await written(rulesets.update(made.id, { ...scope, rules: [log] }));
    expect((await all(rulesets.versions.list(made.id, scope))).map(({ version }) => version)).toEqual([
      ...['1', '2', '3', '4', '5'],
    ]);
    expect(await rulesets.versions.get('1', at)).toEqual(made);
    expect(await rulesets.versions.delete('1', at)).toBeFalsy();
    expect(await rulesets.delete(made.id, scope)).toBeFalsy();
    expect(await refusal(rulesets.get(made.id, scope))).toMatchObject({ status: 404 });
  });

  it('of a phase are written and read through its entry point, with their versions', async () => {
    const { phases } = client.rulesets;
    expect(await refusal(phases.get(phase, scope))).toMatchObject({ status: 404, code: 10003 });
    const first = await written(phases.update(phase, { ...scope, rules: [block] }));
    const second = await written(phases.update(phase, { ...scope, rules: [log] }));
    expect(await phases.get(phase, scope)).toEqual(second);
    expect(await all(phases.versions.list(phase, scope))).toHaveLength(2);
    expect(await phases.versions.get('1', { ...scope, ruleset_phase: phase })).toEqual(first);
  });

  it('are only tried with dry_run', async () => {
    const { rulesets } = client;
    const made = await create();
    const dry = { ...scope, dry_run: true } as const;
    const rule_id = made.rules[0]?.id ?? '';
    expect(await rulesets.update(made.id, { ...dry, rules: [] })).toBeNull();
    expect(await rulesets.phases.update(phase, { ...dry, rules: [] })).toBeNull();
    expect(await rulesets.rules.create(made.id, { ...dry, ...log })).toBeNull();
    expect(await rulesets.rules.edit(rule_id, { ...dry, ...log, ruleset_id: made.id })).toBeNull();
    expect(await rulesets.rules.delete(rule_id, { ...dry, ruleset_id: made.id })).toBeNull();
    expect(await rulesets.delete(made.id, dry)).toBeFalsy();
    expect(await rulesets.get(made.id, scope)).toEqual(made);
  });

  it('are listed to the end with any page size', async () => {
    const phases = ['http_config_settings', 'http_ratelimit', phase] as const;
    for (const one of phases) await client.rulesets.phases.update(one, { ...scope, rules: [] });
    for (const per_page of [1, 2, 3, 50])
      expect(await all(client.rulesets.list({ ...scope, per_page }))).toHaveLength(3);
    for await (const { id } of client.rulesets.list({ ...scope, per_page: 1 }))
      await client.rulesets.delete(id, scope);
    expect(await all(client.rulesets.list(scope))).toEqual([]);
  });
});

describe('models', () => {
  it('are listed and searched, with their schemas, tasks and authors', async () => {
    const { ai } = client;
    expect(await all(ai.models.list({ account_id, per_page: 10 }))).toHaveLength(models.length);
    const found = await all(ai.models.list({ account_id, author: 'openai', task: 'Text Generation' }));
    expect(found).toContainEqual(expect.objectContaining({ name: 'openai/gpt-5' }));
    const schema = await ai.models.schema.get({ account_id, model: '@cf/meta/m2m100-1.2b' });
    expect(schema).toMatchObject({ input: { type: 'object' }, output: { type: 'object' } });
    expect(await all(ai.tasks.list({ account_id }))).toEqual(tasks);
    expect(await all(ai.authors.list({ account_id }))).toContainEqual({ id: 'meta', name: 'meta' });
  });

  it('are fine-tuned by uploaded files', async () => {
    const { finetunes } = client.ai;
    const model = '@cf/meta/llama-3.1-8b-instruct';
    const { id } = await finetunes.create({ account_id, model, name: 'style', public: true });
    const file = await toFile(new Blob(['{}']), 'config.json');
    const file_name = 'adapter_config.json';
    expect(await finetunes.assets.create(id, { account_id, file, file_name })).toMatchObject({
      success: true,
    });
    // The specification has one object here; the platform answers a list.
    expect(await finetunes.list({ account_id })).toMatchObject([{ id, name: 'style' }]);
    expect(await all(finetunes.public.list({ account_id, limit: 5 }))).toMatchObject([{ id, public: true }]);
  });

  it('convert files, and say what they can convert', async () => {
    const files = [
      await toFile(new Blob(['<h1>Hello</h1>']), 'a.html', { type: 'text/html' }),
      await toFile(new Blob(['a,b\n1,2\n']), 'b.csv', { type: 'text/csv' }),
    ];
    const converted = await all(client.ai.toMarkdown.transform({ account_id, file: { files } }));
    expect(converted).toMatchObject([
      { data: '# Hello\n' },
      { data: '| a | b |\n| --- | --- |\n| 1 | 2 |\n' },
    ]);
    const supported = await all(client.ai.toMarkdown.supported({ account_id }));
    expect(supported).toContainEqual({ extension: '.pdf', mimeType: 'application/pdf' });
  });
});

describe('gateways', () => {
  const at = { account_id, gateway_id: 'shop' };
  const settings = {
    cache_ttl: 60,
    cache_invalidate_on_update: true,
    collect_logs: true,
    rate_limiting_interval: 60,
    rate_limiting_limit: 100,
  };
  const create = (id: string) => client.aiGateway.create({ account_id, id, ...settings });

  /** Runs a model through the gateway `shop` at a price in dollars. */
  const run = (model: string, cost: number) =>
    fetch(`${api}/accounts/${account_id}/ai/v1/chat/completions`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${mock.defaults.apiToken}`,
        'content-type': 'application/json',
        'cf-aig-gateway-id': 'shop',
        'cf-aig-skip-cache': 'true',
        'cf-aig-custom-cost': JSON.stringify({ total_cost: cost }),
      },
      body: JSON.stringify({ model, messages: [{ role: 'user', content: 'Say hello.' }] }),
    });

  it('are created, read, listed, changed and deleted', async () => {
    const { aiGateway } = client;
    const made = await create('shop');
    expect(await aiGateway.get('shop', { account_id })).toEqual(made);
    const guardrails = { prompt: { S1: 'BLOCK' as const }, response: {} };
    const updated = await aiGateway.update('shop', { account_id, ...settings, cache_ttl: null, guardrails });
    expect(updated).toMatchObject({ cache_ttl: 0, guardrails });
    for (const id of ['two', 'three', 'four']) await create(id);
    expect(await all(aiGateway.list({ account_id, per_page: 2 }))).toHaveLength(4);
    expect(await aiGateway.urls.get('openai', at)).toContain(`/${account_id}/shop/openai`);
    expect(await aiGateway.delete('shop', { account_id })).toEqual(updated);
    expect(await refusal(aiGateway.get('shop', { account_id }))).toMatchObject({ status: 404, code: 7002 });
  });

  it('have keys of providers, and providers of their own', async () => {
    await create('shop');
    const { providerConfigs, customProviders } = client.aiGateway;
    const key = { account_id, alias: 'default', default_config: true, provider_slug: 'openai' };
    const stored = await providerConfigs.create('shop', { ...key, secret: 'sk-0123456789abcdef' });
    expect((await providerConfigs.list('shop', { account_id })).result).toEqual([stored]);
    const body = { account_id, name: 'Ours', slug: 'ours', base_url: 'https://models.example' };
    const made = await customProviders.create(body);
    expect(await customProviders.get(made.id, { account_id })).toEqual(made);
    const listed = await customProviders.list({ account_id, enable: false, search: 'OURS' });
    expect(listed.result).toEqual([made]);
    expect(await customProviders.delete(made.id, { account_id })).toEqual(made);
  });

  it('have dynamic routes with versions and deployments', async () => {
    await create('shop');
    const { dynamicRouting } = client.aiGateway;
    const elements = (end: string) => [
      { id: 'start', type: 'start' as const, outputs: { next: { elementId: end } } },
      { id: end, type: 'end' as const, outputs: {} },
    ];
    const made = await dynamicRouting.create('shop', {
      account_id,
      name: 'cheap',
      elements: elements('one'),
    });
    expect(await dynamicRouting.get(made.id, at)).toEqual(made);
    const added = await dynamicRouting.createVersion(made.id, { ...at, elements: elements('two') });
    expect(added.elements).toEqual(elements('two'));
    const { versions } = (await dynamicRouting.listVersions(made.id, at)).data;
    const version_id = versions[0]?.version_id ?? '';
    const version = await dynamicRouting.getVersion(version_id, { ...at, id: made.id });
    expect(version).toMatchObject({ version_id, elements: elements('two') });
    await dynamicRouting.createDeployment(made.id, { ...at, version_id });
    expect((await dynamicRouting.listDeployments(made.id, at)).data.deployments).toHaveLength(2);
    const { route } = await dynamicRouting.update(made.id, { ...at, name: 'dear' });
    expect((await dynamicRouting.list('shop', { account_id })).data.routes).toEqual([route]);
    expect(await dynamicRouting.delete(made.id, at)).toMatchObject({ id: made.id, name: 'dear' });
  });

  it('have logs, and datasets and evaluations of these', async () => {
    await create('shop');
    for (const cost of [0.5, 0.25]) await run('@cf/meta/llama-3.1-8b-instruct', cost);
    const { logs, datasets, evaluations, evaluationTypes } = client.aiGateway;
    const filters = [{ key: 'cost' as const, operator: 'gt' as const, value: [0.3] }];
    const dear = (await logs.list('shop', { account_id, filters, per_page: 1 })).result;
    const id = dear[0]?.id ?? '';
    await logs.edit(id, { ...at, feedback: 1, score: 80 });
    expect(await logs.get(id, at)).toMatchObject({ id, cost: 0.5, feedback: 1, score: 80 });
    expect(await logs.request(id, at)).toMatchObject({ model: '@cf/meta/llama-3.1-8b-instruct' });
    expect(await logs.response(id, at)).toMatchObject({ object: 'chat.completion' });
    const body = { account_id, name: 'Dear', enable: true, filters };
    const made = await datasets.create('shop', body);
    expect(await datasets.get(made.id, at)).toEqual(made);
    const dataset = await datasets.update(made.id, { ...at, ...body, name: 'Very dear' });
    expect((await datasets.list('shop', { account_id, search: 'cost' })).result).toEqual([dataset]);
    const types = await all(evaluationTypes.list({ account_id, per_page: 2, order_by: 'name' }));
    expect(types).toHaveLength(3);
    const evaluation_type_ids = types.map((type) => type.id);
    const asked = { account_id, name: 'May', dataset_ids: [dataset.id], evaluation_type_ids };
    const evaluation = await evaluations.create('shop', asked);
    expect(evaluation).toMatchObject({ processed: true, total_logs: 1 });
    expect(await evaluations.get(evaluation.id, at)).toEqual(evaluation);
    expect((await evaluations.list('shop', { account_id, search: 'may' })).result).toEqual([evaluation]);
    expect(await evaluations.delete(evaluation.id, at)).toEqual(evaluation);
    expect(await datasets.delete(dataset.id, at)).toEqual(dataset);
    expect(await logs.delete('shop', { account_id, filters })).toMatchObject({ success: true });
    expect((await logs.list('shop', { account_id })).result.map(({ cost }) => cost)).toEqual([0.25]);
  });

  it('are paid for', async () => {
    await create('shop');
    const { billing } = client.aiGateway;
    const { balance } = await billing.creditBalance({ account_id });
    const { payment_intent_id } = await billing.topup.create({ account_id, amount: 5000 });
    expect((await billing.creditBalance({ account_id })).balance).toBe(balance + 5000);
    const status = await billing.topup.status({ account_id, payment_intent_id });
    expect(status).toEqual({ payment_intent_id, status: 'completed' });
    const { invoices } = await billing.invoiceHistory({ account_id, type: 'manual' });
    expect(invoices).toMatchObject([{ id: payment_intent_id, amount_paid: 5000, status: 'paid' }]);
    await run('openai/gpt-5', 0.5);
    const span = { start_time: Date.now() - 3_600_000, end_time: Date.now() + 1000 };
    const { history } = await billing.usageHistory({ account_id, value_grouping_window: 'hour', ...span });
    expect(history.reduce((sum, { aggregated_value }) => sum + aggregated_value, 0)).toBe(50);
    expect(await billing.invoicePreview({ account_id })).toMatchObject({ amount_due: 50, status: 'draft' });
  });

  it('are topped up and limited for users alone', async () => {
    const { topup, spendingLimit } = client.aiGateway.billing;
    const wanted = { amount: 5000, threshold: 500 };
    const config = { account_id, ...wanted };
    expect(await refusal(topup.config.create(config))).toMatchObject({ status: 403, code: 2214 });
    const { email: apiEmail, apiKey } = mock.defaults;
    const user = clientWith({ apiEmail, apiKey }).aiGateway.billing.topup;
    expect(await user.config.create(config)).toEqual(wanted);
    expect(await topup.config.get({ account_id })).toMatchObject(wanted);
    await user.config.delete({ account_id });
    const limit = { account_id, amount: 5000, duration: 'monthly' as const, strategy: 'fixed' as const };
    expect(await refusal(spendingLimit.create(limit))).toMatchObject({ status: 403, code: 2215 });
    await spendingLimit.delete({ account_id });
    expect(await spendingLimit.get({ account_id })).toMatchObject({ enabled: false });
  });
});

describe('credentials and refusals', () => {
  it('verifies its token', async () => {
    expect(await client.user.tokens.verify()).toMatchObject({ status: 'active' });
  });

  it('accepts the pair of e-mail and key', async () => {
    const { email: apiEmail, apiKey } = mock.defaults;
    expect((await clientWith({ apiEmail, apiKey }).zones.get({ zone_id })).id).toBe(zone_id);
  });

  it.each([
    ['nobody-issued-this', Cloudflare.AuthenticationError, 10000],
    ['not a token', Cloudflare.BadRequestError, 6003],
  ])('returns the errors of a refusal for the token %s', async (apiToken, kind, code) => {
    const asked = clientWith({ apiToken }).zones.get({ zone_id });
    const error: unknown = await Promise.resolve(asked).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(kind);
    expect(error).toMatchObject({ errors: [{ code }] });
  });

  it('returns the place of an error', async () => {
    const asked = client.tokenValidation.rules.create({ zone_id, ...rule('x'.repeat(51)) });
    const error: unknown = await Promise.resolve(asked).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Cloudflare.BadRequestError);
    expect(error).toMatchObject({ errors: [{ source: { pointer: '/title' } }] });
  });

  it("shows where an expression can't be parsed", async () => {
    const rules = [{ ...block, expression: 'http.hots eq "a"' }];
    const { message } = await refusal(client.rulesets.phases.update(phase, { zone_id, rules }));
    expect(message).toContain('(1:1):\nhttp.hots eq "a"\n^^^^^^^^^ unknown identifier');
  });
});

it('has called every operation of three services', () => {
  const wanted = Object.keys(contract).filter((id) => /^(?:zones|api-gateway|token-validation)\./.test(id));
  expect(wanted.filter((id) => !called.has(id))).toEqual([]);
});
