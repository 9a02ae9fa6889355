import { equal, match, ok } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite, test } from '../harness/suite.ts';
import { expectRefusal, freshName, inAccount, inSpace, listed, madeRepo } from './repositories.ts';

const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

const create = (t: TestContext, body: unknown) =>
  t.ask('artifacts.namespaces.create', { params: inAccount(t), body });

const read = async (t: TestContext, namespace: string) =>
  (await t.call('artifacts.namespaces.get', { params: inSpace(t, namespace) })).body.result;

const remove = (t: TestContext, namespace: string) =>
  t.ask('artifacts.namespaces.delete', { params: inSpace(t, namespace) });

const names = async (t: TestContext) =>
  (await listed(t, 'artifacts.namespaces.list', inAccount(t), { limit: 200 })).items.map(
    ({ namespace }) => namespace,
  );

/** Namespaces, which are created by a request or with their first repository. */
export const namespacesSuite = defineSuite('artifacts/namespaces', [
  {
    title: 'creates a namespace, reads it and lists it',
    requirements: ['AR-NS-3', 'AR-NS-5', 'AR-NS-6', 'AR-NS-8', 'AR-NS-9'],
    run: async (t) => {
      const namespace = freshName(t);
      const reply = await t.call('artifacts.namespaces.create', {
        params: inAccount(t),
        body: { namespace },
      });
      const { result } = reply.body;
      await t.check('AR-NS-3', () => equal([reply.status, result.namespace], [201, namespace], 'the answer'));
      await t.check('AR-NS-9', () => equal(result.jurisdiction, 'unrestricted', 'the jurisdiction'));
      await t.check('AR-NS-8', () => {
        equal(
          Object.keys(result).sort(),
          ['created_at', 'jurisdiction', 'namespace', 'repo_count', 'updated_at'],
          'the members',
        );
        equal(result.repo_count, 0, 'repo_count');
        match(result.created_at, time, 'created_at');
        match(result.updated_at, time, 'updated_at');
      });
      await t.check('AR-NS-6', async () => equal(await read(t, namespace), result, 'what is read'));
      await t.check('AR-NS-5', async () => ok((await names(t)).includes(namespace), 'the list lacks it'));
    },
  },
  test('AR-NS-4', 'stores a jurisdiction', async (t) => {
    for (const jurisdiction of ['eu', 'us'] as const) {
      const body = { namespace: freshName(t), jurisdiction };
      const { result } = (await t.call('artifacts.namespaces.create', { params: inAccount(t), body })).body;
      equal(result.jurisdiction, jurisdiction, 'the jurisdiction');
      equal((await read(t, body.namespace)).jurisdiction, jurisdiction, 'the stored jurisdiction');
    }
  }),
  test('AR-NS-1', 'creates a namespace with its first repository, and counts repositories', async (t) => {
    const namespace = freshName(t);
    expectRefusal(t, await t.ask('artifacts.namespaces.get', { params: inSpace(t, namespace) }), {
      status: 404,
    });
    await madeRepo(t, {}, namespace);
    equal((await read(t, namespace)).repo_count, 1, 'repo_count');
    await madeRepo(t, {}, namespace);
    equal((await read(t, namespace)).repo_count, 2, 'repo_count');
    ok((await names(t)).includes(namespace), 'the list lacks it');
  }),
  test(['AR-NS-7', 'AR-NS-10', 'AR-ERR-4'], 'deletes a namespace only while it is empty', async (t) => {
    const namespace = freshName(t);
    const { params } = await madeRepo(t, {}, namespace);
    const full = await remove(t, namespace);
    await t.check('AR-NS-10', async () => {
      t.expectFailure(full, { shape: 'own' });
      equal((await read(t, namespace)).repo_count, 1, 'repo_count');
    });
    await t.call('artifacts.repos.delete', { params });
    const reply = await remove(t, namespace);
    await t.check('AR-NS-7', async () => {
      equal([reply.status, reply.bytes.length], [204, 0], 'the status and the length');
      ok(!(await names(t)).includes(namespace), 'the list still has it');
    });
    const gone = await t.ask('artifacts.namespaces.get', { params: inSpace(t, namespace) });
    await t.check('AR-ERR-4', () =>
      expectRefusal(t, gone, { status: 404, code: 10200, message: 'Namespace not found' }),
    );
    await t.check('AR-ERR-4', async () =>
      expectRefusal(t, await remove(t, freshName(t)), { status: 404, code: 10200 }),
    );
  }),
  test('AR-ERR-3', 'refuses to create a namespace twice', async (t) => {
    const namespace = freshName(t);
    t.expectSuccess(await create(t, { namespace }), 'the first creation');
    const second = await create(t, { namespace, jurisdiction: 'eu' });
    expectRefusal(t, second, { status: 409, code: 10201, message: 'Namespace already exists' });
    equal((await read(t, namespace)).jurisdiction, 'unrestricted', 'the jurisdiction');
  }),
  {
    title: 'requires names of 2 to 63 characters that start with a letter or a digit',
    requirements: ['AR-NS-2', 'AR-ERR-13'],
    run: async (t) => {
      for (const length of [freshName(t).length, 63]) {
        t.expectSuccess(
          await create(t, { namespace: freshName(t, length) }),
          `a name of ${length} characters`,
        );
      }
      for (const namespace of ['a', freshName(t, 64), freshName(t, 300)]) {
        const made = await create(t, { namespace });
        const params = inSpace(t, namespace);
        const implied = await t.ask('artifacts.repos.create', { params, body: { name: freshName(t) } });
        await t.check('AR-NS-2', () => {
          t.expectFailure(made, { shape: 'own' });
          t.expectFailure(implied, { shape: 'own' });
        });
      }
      const words = { status: 400, code: 10100, message: 'Invalid namespace name', pointer: '/namespace' };
      for (const namespace of ['-bad', '.bad', '_bad', 'b d', 'b/d', 'bäd', '']) {
        const reply = await create(t, { namespace });
        await t.check('AR-ERR-13', () => expectRefusal(t, reply, words));
      }
      const lacking = await create(t, {});
      await t.check('AR-ERR-13', () => expectRefusal(t, lacking, words));
      const implied = await t.ask('artifacts.repos.create', {
        params: inSpace(t, '-bad'),
        body: { name: 'x' },
      });
      await t.check('AR-ERR-13', () => expectRefusal(t, implied, words));
    },
  },
]);
