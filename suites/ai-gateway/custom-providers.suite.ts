import type { Reply } from '../../spec/client.ts';
import type { BodyInput, Contract, ResultOf } from '../../spec/contract.ts';
import { equal, match, oneOf } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { listAll } from '../harness/snapshot.ts';
import { defineSuite, test } from '../harness/suite.ts';
import { inAccount } from './configuring.ts';

type Body = BodyInput<Contract['ai-gateway.custom-provider.create']>;
type Provider = ResultOf<Contract['ai-gateway.custom-provider.create']>;

/** A provider without a server. Its name and slug have the mark of this run. */
export const providerBody = (t: TestContext, others: Partial<Body> = {}): Body => ({
  name: t.title(),
  slug: t.gatewayId(),
  base_url: 'https://models.example/api',
  ...others,
});

const sendCreate = (t: TestContext, body: unknown): Promise<Reply> =>
  t.ask('ai-gateway.custom-provider.create', { params: inAccount(t), body });

/** Creates a provider. The test's end removes it. */
export async function madeProvider(t: TestContext, others: Partial<Body> = {}): Promise<Provider> {
  const body = providerBody(t, others);
  return (await t.call('ai-gateway.custom-provider.create', { params: inAccount(t), body })).body.result;
}

/** Path variables of an operation on a provider. */
export const ofProvider = (t: TestContext, { id }: Pick<Provider, 'id'>) => ({
  ...inAccount(t),
  custom_provider_id: id,
});

export const readProvider = async (t: TestContext, provider: Pick<Provider, 'id'>): Promise<Provider> =>
  (await t.call('ai-gateway.custom-provider.get', { params: ofProvider(t, provider) })).body.result;

/** The providers of this run that match a query, in order. */
async function listed(t: TestContext, query: Readonly<Record<string, unknown>> = {}): Promise<Provider[]> {
  const found = await listAll(t, 'ai-gateway.custom-provider.list', inAccount(t), query);
  // Each was validated against the contract, and any differences are among the findings.
  return (found as Provider[]).filter(({ name }) => name.includes(t.run));
}

const unknown = '4a7ee8d3-dd63-4ceb-9d5f-c27831854ce7';

/** Custom providers of an account. */
export const customProvidersSuite = defineSuite('ai-gateway/custom-providers', [
  {
    title: 'creates a provider with its name, slug and URL, and reads it',
    requirements: ['GW-CUSTOM-1', 'GW-CUSTOM-2', 'GW-CUSTOM-10', 'GW-CUSTOM-14'],
    run: async (t) => {
      const body = providerBody(t);
      const { result } = (await t.call('ai-gateway.custom-provider.create', { params: inAccount(t), body }))
        .body;
      await t.check('GW-CUSTOM-1', () => {
        const { name, slug, base_url } = result;
        equal({ name, slug, base_url }, body, 'the provider');
      });
      await t.check('GW-CUSTOM-10', () => {
        oneOf(result.enable, [false, undefined], 'result.enable');
        oneOf(result.beta, [false, undefined], 'result.beta');
      });
      await t.check('GW-CUSTOM-14', () =>
        match(result.logo ?? '', /^(?:data:[\w/+;-]+,)?[A-Za-z0-9+/]{16,}={0,2}$/, 'result.logo'),
      );
      const other = await madeProvider(t);
      await t.check('GW-CUSTOM-2', async () => {
        for (const made of [result, other]) equal(await readProvider(t, made), made, 'what is read');
      });
    },
  },
  test('GW-CUSTOM-3', 'lists providers by position and then by name', async (t) => {
    const last = await madeProvider(t, { name: t.title('a'), position: 9002 });
    const second = await madeProvider(t, { name: t.title('c'), position: 9001 });
    const first = await madeProvider(t, { name: t.title('b'), position: 9001 });
    const own = [first, second, last].map(({ id }) => id);
    const ids = (await listed(t)).map(({ id }) => id).filter((id) => own.includes(id));
    equal(ids, own, 'the ids of the list');
  }),
  test('GW-CUSTOM-4', 'finds providers by part of their id, name or slug', async (t) => {
    const one = await madeProvider(t, { name: t.title('Needle in hay') });
    const other = await madeProvider(t);
    for (const [what, search] of Object.entries({
      name: one.name.slice(0, -3),
      slug: one.slug,
      id: one.id.slice(4),
    })) {
      const ids = (await listed(t, { search })).map(({ id }) => id);
      equal([ids.includes(one.id), ids.includes(other.id)], [true, false], `the providers found by ${what}`);
    }
  }),
  test('GW-CUSTOM-5', 'filters providers by enable', async (t) => {
    const on = await madeProvider(t, { enable: true });
    const off = await madeProvider(t, { enable: false });
    for (const enable of [true, false]) {
      const ids = (await listed(t, { enable })).map(({ id }) => id);
      equal(
        [ids.includes(on.id), ids.includes(off.id)],
        [enable, !enable],
        `the providers with enable ${enable}`,
      );
    }
  }),
  test(['GW-CUSTOM-6', 'GW-CUSTOM-12'], 'deletes a provider and returns its id', async (t) => {
    const other = await madeProvider(t);
    const provider = await madeProvider(t);
    const params = ofProvider(t, provider);
    const { result } = (await t.call('ai-gateway.custom-provider.delete', { params })).body;
    equal(result.id, provider.id, 'result.id');
    const gone = await t.ask('ai-gateway.custom-provider.get', { params });
    await t.check('GW-CUSTOM-6', async () => {
      t.expectFailure(gone);
      equal((await readProvider(t, other)).id, other.id, 'the id of the remaining provider');
    });
    const never = await t.ask('ai-gateway.custom-provider.get', {
      params: ofProvider(t, { id: unknown }),
    });
    await t.check('GW-CUSTOM-12', () => t.expectFailure(never, { status: 404, code: 1004 }));
  }),
  test(['GW-CUSTOM-7', 'GW-CUSTOM-11'], 'refuses a second provider with the same slug', async (t) => {
    const body = providerBody(t);
    t.expectSuccess(await sendCreate(t, body), 'the first creation');
    const second = await sendCreate(t, { ...body, name: t.title() });
    await t.check('GW-CUSTOM-7', () => t.expectFailure(second));
    await t.check('GW-CUSTOM-11', () => t.expectFailure(second, { status: 409, code: 1003 }));
    const slugs = (await listed(t)).map(({ slug }) => slug);
    equal(slugs.filter((slug) => slug === body.slug).length, 1, 'the number of providers with the slug');
  }),
  test(['GW-CUSTOM-8', 'GW-CUSTOM-13'], 'refuses a URL other than HTTPS', async (t) => {
    const [good, bad] = [providerBody(t), providerBody(t)];
    const faults = ['http://models.example', 'models.example', 'https://'].map((base_url) => ({
      what: `with the URL ${base_url}`,
      send: () => sendCreate(t, { ...bad, base_url }),
    }));
    const snapshot = () => listed(t, { search: bad.slug });
    await t.check('GW-CUSTOM-8', () => t.refused({ good: () => sendCreate(t, good), bad: faults, snapshot }));
    const reply = await sendCreate(t, { ...bad, base_url: 'http://models.example' });
    await t.check('GW-CUSTOM-13', () => t.expectFailure(reply, { status: 400, code: 1002 }));
  }),
  test('GW-CUSTOM-9', 'changes only the members in a PATCH', async (t) => {
    const provider = await madeProvider(t, { description: 'Ours', link: 'https://models.example/docs' });
    const body = { enable: true, description: 'Theirs' };
    await t.call('ai-gateway.custom-provider.edit', { params: ofProvider(t, provider), body });
    const { modified_at: _after, ...after } = await readProvider(t, provider);
    const { modified_at: _before, ...before } = provider;
    equal(after, { ...before, ...body }, 'the provider after the PATCH');
  }),
]);
