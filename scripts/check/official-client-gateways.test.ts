import Cloudflare from 'cloudflare';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMock, type Listening } from '../../mock/index.ts';
import { refusal } from './client-refusal.ts';

const mock = createMock();
const { accountId: account_id } = mock.defaults;
let planes: Listening;
let client: Cloudflare;

beforeAll(async () => {
  planes = await mock.listen({ port: 0 });
  client = new Cloudflare({ apiToken: mock.defaults.apiToken, baseURL: planes.api, maxRetries: 0 });
});
beforeEach(() => mock.reset());
afterAll(() => planes.close());

const settings = {
  cache_ttl: 60,
  cache_invalidate_on_update: true,
  collect_logs: true,
  rate_limiting_interval: 60,
  rate_limiting_limit: 100,
};
const create = (id: string) => client.aiGateway.create({ account_id, id, ...settings });

/** Runs a model through the gateway `shop` at a price in dollars. */
const run = ({ model, cost }: { readonly model: string; readonly cost: number }) =>
  fetch(`${planes.api}/accounts/${account_id}/ai/v1/chat/completions`, {
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

describe('the npm client, unchanged', () => {
  it('creates, reads, updates and deletes a gateway', async () => {
    const made = await create('shop');
    expect(made).toMatchObject({ id: 'shop', ...settings, is_default: false });
    expect(await client.aiGateway.get('shop', { account_id })).toEqual(made);
    const updated = await client.aiGateway.update('shop', {
      account_id,
      ...settings,
      cache_ttl: null,
      rate_limiting_technique: null,
      guardrails: { prompt: { S1: 'BLOCK' }, response: {} },
      log_classification: true,
      spend_limits: { rules: [{ limit: 5, limitType: 'cost', window: 60 }] },
    });
    expect(updated).toMatchObject({
      cache_ttl: 0,
      rate_limiting_technique: 'fixed',
      guardrails: { prompt: { S1: 'BLOCK' }, response: {} },
      log_classification: true,
      spend_limits: {
        rules: [{ id: expect.any(String), limit: 5, limitType: 'cost', window: 60, technique: 'fixed' }],
      },
    });
    expect(await client.aiGateway.delete('shop', { account_id })).toEqual(updated);
    expect(await refusal(client.aiGateway.get('shop', { account_id }))).toEqual({
      status: 404,
      code: 7002,
      message: 'Not Found',
    });
  });

  it('walks the pages of the list by itself', async () => {
    const made = ['one', 'two', 'three', 'four', 'five'];
    for (const id of made) await create(id);
    const listed: string[] = [];
    for await (const { id } of client.aiGateway.list({ account_id, per_page: 2 })) listed.push(id);
    expect(listed).toEqual(made);
    const found = await client.aiGateway.list({ account_id, search: 'FO' });
    expect(found.result.map(({ id }) => id)).toEqual(['four']);
  });

  it('throws what the configuration refuses, with what is wrong', async () => {
    await create('shop');
    expect(await refusal(create('shop'))).toMatchObject({ status: 400, code: 2210 });
    expect(
      await refusal(client.aiGateway.create({ account_id, id: 'a', ...settings, cache_ttl: -1 })),
    ).toEqual({
      status: 400,
      code: 7001,
      message: expect.stringMatching(/^Input Validation Error: cache_ttl /),
    });
  });

  it('asks where a provider is reached', async () => {
    await create('shop');
    expect(await client.aiGateway.urls.get('openai', { account_id, gateway_id: 'shop' })).toBe(
      `https://gateway.ai.cloudflare.com/v1/${account_id}/shop/openai`,
    );
  });

  it('stores keys of providers and never gets them back', async () => {
    await create('shop');
    const { providerConfigs } = client.aiGateway;
    const body = { account_id, alias: 'default', default_config: true, provider_slug: 'openai' };
    const first = await providerConfigs.create('shop', { ...body, secret: 'sk-0123456789abcdef' });
    expect(first).toMatchObject({ gateway_id: 'shop', secret_preview: 'sk-0...cdef', rate_limit_period: 60 });
    const second = await providerConfigs.create('shop', { ...body, alias: 'spare', secret_id: 'stored' });
    const listed = await providerConfigs.list('shop', { account_id });
    expect(listed.result).toEqual([{ ...first, default_config: false }, second]);
    expect(await refusal(providerConfigs.create('shop', { ...body, secret: 'sk' }))).toMatchObject({
      status: 400,
      code: 7001,
    });
    expect(await refusal(providerConfigs.create('shop', { ...body, alias: 'bare' }))).toMatchObject({
      status: 400,
      code: 7001,
    });
  });

  it('makes a dynamic route, adds a version and deploys it', async () => {
    await create('shop');
    const { dynamicRouting } = client.aiGateway;
    const gateway_id = 'shop';
    const elements = (end: string) => [
      { id: 'start', type: 'start' as const, outputs: { next: { elementId: end } } },
      { id: end, type: 'end' as const, outputs: {} },
    ];
    const made = await dynamicRouting.create('shop', {
      account_id,
      name: 'cheap',
      elements: elements('one'),
    });
    expect(made).toMatchObject({
      name: 'cheap',
      version: { active: 'true' },
      deployment: { version_id: made.version.version_id },
    });
    expect(JSON.parse(made.version.data)).toEqual(elements('one'));
    const at = { account_id, gateway_id };
    expect(await dynamicRouting.get(made.id, at)).toEqual(made);
    const added = await dynamicRouting.createVersion(made.id, { ...at, elements: elements('two') });
    expect(added.elements).toEqual(elements('two'));
    expect((await dynamicRouting.get(made.id, at)).elements).toEqual(elements('one'));
    const { data } = await dynamicRouting.listVersions(made.id, at);
    expect(data).toMatchObject({ page: 1, order_by: 'created_at', order_by_direction: 'desc' });
    expect(data.versions.map(({ active }) => active)).toEqual(['false', 'true']);
    const version_id = data.versions[0]?.version_id ?? '';
    const version = await dynamicRouting.getVersion(version_id, { ...at, id: made.id });
    expect(version).toMatchObject({ id: made.id, name: 'cheap', version_id, elements: elements('two') });
    await dynamicRouting.createDeployment(made.id, { ...at, version_id });
    const deployments = (await dynamicRouting.listDeployments(made.id, at)).data.deployments;
    expect(deployments.map((one) => one.version_id)).toEqual([version_id, made.version.version_id]);
    const { route, success } = await dynamicRouting.update(made.id, { ...at, name: 'dear' });
    expect([success, route.name, route.elements]).toEqual([true, 'dear', elements('two')]);
    const listed = await dynamicRouting.list('shop', { account_id });
    expect(listed.data.routes).toEqual([route]);
    expect(await dynamicRouting.delete(made.id, at)).toMatchObject({ id: made.id, name: 'dear' });
    expect((await dynamicRouting.list('shop', { account_id })).data.routes).toEqual([]);
  });

  it('lists, reads, judges and deletes log entries', async () => {
    await create('shop');
    for (const cost of [0.5, 0.25]) await run({ model: 'openai/gpt-5', cost });
    const { logs } = client.aiGateway;
    const at = { account_id, gateway_id: 'shop' };
    const filter = { key: 'cost' as const, operator: 'gt' as const, value: [0.3] };
    const dear = (await logs.list('shop', { account_id, filters: [filter], per_page: 1 })).result;
    expect(dear).toMatchObject([{ provider: 'openai', model: 'gpt-5', cost: 0.5, success: true }]);
    const id = dear[0]?.id ?? '';
    await logs.edit(id, { ...at, feedback: 1, score: 80, metadata: { team: 'search' } });
    expect(await logs.get(id, at)).toMatchObject({
      id,
      feedback: 1,
      score: 80,
      metadata: { team: 'search' },
    });
    expect(await logs.request(id, at)).toMatchObject({ model: 'openai/gpt-5' });
    expect(await logs.response(id, at)).toMatchObject({ object: 'chat.completion' });
    expect(await logs.delete('shop', { account_id, filters: [filter] })).toMatchObject({ success: true });
    expect((await logs.list('shop', { account_id })).result.map(({ cost }) => cost)).toEqual([0.25]);
  });

  it('makes a provider of its own known, lists, reads and deletes it', async () => {
    const { customProviders } = client.aiGateway;
    const body = { account_id, name: 'Our models', slug: 'our-models', base_url: 'https://models.example' };
    const made = await customProviders.create({ ...body, headers: '{"x-team":"search"}' });
    const { account_id: _, ...sent } = body;
    expect(made).toMatchObject({ ...sent, headers: '{"x-team":"search"}', enable: false, beta: false });
    expect(await customProviders.get(made.id, { account_id })).toEqual(made);
    const listed = await customProviders.list({ account_id, enable: false, search: 'MODELS' });
    expect(listed.result).toEqual([made]);
    expect(await refusal(customProviders.create(body))).toEqual({
      status: 409,
      code: 1003,
      message: 'A custom provider with this slug already exists',
    });
    const plain = { ...body, slug: 'plain', base_url: 'http://models.example' };
    expect(await refusal(customProviders.create(plain))).toMatchObject({ status: 400, code: 1002 });
    expect(await customProviders.delete(made.id, { account_id })).toEqual(made);
    expect(await refusal(customProviders.get(made.id, { account_id }))).toMatchObject({
      status: 404,
      code: 1004,
    });
  });

  it('keeps datasets, and evaluates the log entries that they select', async () => {
    await create('shop');
    const { datasets, evaluations, evaluationTypes } = client.aiGateway;
    const at = { account_id, gateway_id: 'shop' };
    const filters = [{ key: 'cost' as const, operator: 'gt' as const, value: [0.25] }];
    const body = { account_id, name: 'Dear', enable: true, filters };
    const made = await datasets.create('shop', body);
    expect(made).toMatchObject({ gateway_id: 'shop', name: 'Dear', enable: true, filters });
    expect(await datasets.get(made.id, at)).toEqual(made);
    const dataset = await datasets.update(made.id, { ...at, ...body, name: 'Very dear' });
    expect(dataset).toMatchObject({ id: made.id, name: 'Very dear' });
    const listed = await datasets.list('shop', {
      account_id,
      enable: true,
      name: 'Very dear',
      search: 'cost',
    });
    expect(listed.result).toEqual([dataset]);

    for (const cost of [0.5, 0.75, 0.125]) {
      expect((await run({ model: '@cf/meta/llama-3.1-8b-instruct', cost })).status).toBe(200);
    }
    const types: string[] = [];
    for await (const { id } of evaluationTypes.list({ account_id, per_page: 2, order_by: 'name' }))
      types.push(id);
    expect(types).toHaveLength(3);
    const evaluation = await evaluations.create('shop', {
      account_id,
      name: 'September',
      dataset_ids: [dataset.id],
      evaluation_type_ids: types,
    });
    expect(evaluation).toMatchObject({
      processed: true,
      total_logs: 2,
      datasets: [{ ...dataset, account_id }],
    });
    expect(evaluation.results.map(({ result, total_logs }) => [result, total_logs])).toEqual([
      ['0.625', 2],
      [expect.stringMatching(/^\d+(\.\d+)?$/), 2],
      ['', 0],
    ]);
    expect(await evaluations.get(evaluation.id, at)).toEqual(evaluation);
    const found = await evaluations.list('shop', { account_id, processed: true, search: 'sept' });
    expect(found.result).toEqual([evaluation]);
    expect(await datasets.delete(dataset.id, at)).toEqual(dataset);
    expect(await evaluations.delete(evaluation.id, at)).toEqual(evaluation);
    expect(await refusal(evaluations.get(evaluation.id, at))).toMatchObject({ status: 404, code: 7002 });
  });

  it('buys credits, and reads what they went to', async () => {
    await create('shop');
    const { billing } = client.aiGateway;
    const { balance, ...rest } = await billing.creditBalance({ account_id });
    expect(rest).toMatchObject({ has_default_payment_method: true, topup_config: { amount: null } });
    const { payment_intent_id } = await billing.topup.create({ account_id, amount: 5000 });
    expect((await billing.creditBalance({ account_id })).balance).toBe(balance + 5000);
    expect(await billing.topup.status({ account_id, payment_intent_id })).toEqual({
      payment_intent_id,
      status: 'completed',
    });
    const { invoices, pagination } = await billing.invoiceHistory({ account_id, type: 'manual' });
    expect(invoices).toMatchObject([{ id: payment_intent_id, amount_paid: 5000, status: 'paid' }]);
    expect(pagination).toEqual({ page: 1, per_page: 20, total_count: 1, has_more: false });
    expect((await billing.invoiceHistory({ account_id, type: 'auto' })).invoices).toEqual([]);
    await run({ model: 'openai/gpt-5', cost: 0.5 });
    await run({ model: '@cf/meta/llama-3.1-8b-instruct', cost: 0.25 });
    const span = { start_time: Date.now() - 3_600_000, end_time: Date.now() + 1000 };
    const usage = await billing.usageHistory({ account_id, value_grouping_window: 'hour', ...span });
    expect(usage.history.reduce((sum, { aggregated_value }) => sum + aggregated_value, 0)).toBe(75);
    const today = await billing.usageHistory({ account_id, value_grouping_window: 'day', start_time: null });
    expect(today.history.length).toBeGreaterThan(0);
    expect(await billing.invoicePreview({ account_id })).toMatchObject({
      amount_due: 50,
      status: 'draft',
      invoice_lines: [{ description: 'openai/gpt-5', amount: 50, quantity: 1 }],
    });
  });

  it('may not have an account top up by itself or spend no more, unless for a user', async () => {
    const { topup, spendingLimit } = client.aiGateway.billing;
    const wanted = { amount: 5000, threshold: 500 };
    const config = { account_id, ...wanted };
    expect(await refusal(topup.config.create(config))).toMatchObject({ status: 403, code: 2214 });
    expect(await refusal(topup.config.delete({ account_id }))).toMatchObject({ status: 403, code: 2214 });
    expect(await topup.config.get({ account_id })).toMatchObject({ amount: null, threshold: null });
    const { email, apiKey } = mock.defaults;
    const options = { baseURL: planes.api, maxRetries: 0, apiToken: null };
    const user = new Cloudflare({ ...options, apiEmail: email, apiKey }).aiGateway.billing.topup;
    expect(await user.config.create(config)).toEqual(wanted);
    expect(await topup.config.get({ account_id })).toMatchObject(wanted);
    await user.config.delete({ account_id });
    expect(await topup.config.get({ account_id })).toMatchObject({ amount: null, threshold: null });
    const limit = { account_id, amount: 5000, duration: 'monthly' as const, strategy: 'fixed' as const };
    expect(await refusal(spendingLimit.create(limit))).toMatchObject({ status: 403, code: 2215 });
    await spendingLimit.delete({ account_id });
    expect(await spendingLimit.get({ account_id })).toMatchObject({ enabled: false });
  });
});
