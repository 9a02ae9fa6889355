import { array, equal, isObject, match, ok } from '../harness/assertions.ts';
import { succeeded } from '../harness/caller.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite, test } from '../harness/suite.ts';
import { getRefs } from './git/wire/discovery.ts';
import { openedRepo, recordIn } from './opening.ts';
import {
  expectRefusal,
  filledWith,
  freshName,
  inSpace,
  listed,
  madeRepo,
  ofRepo,
  readRepo,
} from './repositories.ts';

const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

const create = (t: TestContext, namespace: string, body: unknown) =>
  t.ask('artifacts.repos.create', { params: inSpace(t, namespace), body });

const namesIn = async (t: TestContext, namespace: string) =>
  (await listed(t, 'artifacts.repos.list', inSpace(t, namespace), { limit: 200 })).items.map(
    ({ name }) => name,
  );

/** Repositories in the control plane. */
export const reposSuite = defineSuite('artifacts/repos', [
  {
    title: 'creates a repository from only a name, and reads it',
    requirements: ['AR-REPO-1', 'AR-REPO-2', 'AR-REPO-3'],
    run: async (t) => {
      const namespace = await t.repositories.namespace();
      const [one, other] = [freshName(t), freshName(t)];
      for (const name of [one, other]) {
        const params = ofRepo(t, namespace, name);
        t.expectFailure(await t.ask('artifacts.repos.get', { params }), { shape: 'own' });
        const made = await create(t, namespace, { name });
        t.expectSuccess(made, 'a creation');
        await t.check('AR-REPO-3', () => equal(recordIn(made)['name'], name, 'the name'));
        const read = await t.ask('artifacts.repos.get', { params });
        await t.check('AR-REPO-1', async () => {
          // The list shows it too, so that a fault of the GET is no fault of the creation.
          const params = inSpace(t, namespace);
          const listed = succeeded(read) ? read : await t.ask('artifacts.repos.list', { params });
          if (!listed.text.includes(name)) t.expectSuccess(read, 'a GET of the new repository');
        });
      }
      for (const name of [one, other]) {
        const read = await t.ask('artifacts.repos.get', { params: ofRepo(t, namespace, name) });
        await t.check('AR-REPO-2', () => equal(recordIn(read)['name'], name, 'the name'));
      }
    },
  },
  test('AR-REPO-17', 'reads a repository as created, and lists it', async (t) => {
    const { created, namespace, name, params } = await madeRepo(t);
    const { id, remote } = await readRepo(t, { params });
    equal([id, remote], [created.id, created.remote], 'id and remote');
    equal(await namesIn(t, namespace), [name], 'the names of the list');
  }),
  {
    title: 'answers a creation with 201, a token and the given members',
    requirements: ['AR-REPO-9', 'AR-REPO-14', 'AR-REPO-16', 'AR-NAME-4', 'AR-NAME-5', 'AR-NAME-6'],
    run: async (t) => {
      const namespace = freshName(t);
      const plain = await create(t, namespace, { name: freshName(t) });
      await t.check('AR-REPO-9', () => equal(plain.status, 201, 'the status'));
      const result = isObject(plain.body) && isObject(plain.body['result']) ? plain.body['result'] : {};
      await t.check('AR-REPO-14', () =>
        equal(
          Object.keys(result).sort(),
          ['default_branch', 'description', 'id', 'name', 'remote', 'token'],
          'the members',
        ),
      );
      await t.check('AR-NAME-4', () => equal(result['default_branch'], 'main', 'default_branch'));
      await t.check('AR-NAME-6', () => match(result['id'], /^[0-9a-z]{16}$/, 'the id'));
      await t.check('AR-REPO-16', () => equal(result['description'], null, 'the description'));
      const body = { description: 'What every project begins with: ä 👋', default_branch: 'trunk/next' };
      const given = await madeRepo(t, body, namespace);
      const read = await readRepo(t, given);
      await t.check('AR-REPO-16', () =>
        equal(
          [given.created.description, read.description],
          [body.description, body.description],
          'the description',
        ),
      );
      await t.check('AR-NAME-5', async () => {
        equal(
          [given.created.default_branch, read.default_branch],
          ['trunk/next', 'trunk/next'],
          'default_branch',
        );
        const made = await filledWith(t, given.repository);
        equal(await getRefs(t, given.repository), { 'refs/heads/trunk/next': made.tip }, 'the refs');
      });
    },
  },
  {
    title: 'returns all members of a repository, which a push does not change',
    requirements: ['AR-REPO-17', 'AR-REPO-18', 'AR-REPO-19'],
    run: async (t) => {
      const made = await madeRepo(t, { read_only: true });
      const before = await readRepo(t, made);
      await t.check('AR-REPO-17', () => {
        const members =
          'created_at default_branch description id last_push_at name read_only remote source updated_at';
        equal(Object.keys(before).sort(), members.split(' '), 'the members');
        equal(
          [before.source, before.read_only, before.last_push_at],
          [null, true, null],
          'source, read_only, last_push_at',
        );
      });
      await t.check('AR-REPO-19', () => {
        match(before.created_at, time, 'created_at');
        match(before.updated_at, time, 'updated_at');
      });
      await filledWith(t, made.repository);
      const after = await readRepo(t, made);
      await t.check('AR-REPO-18', () => equal(after, before, 'the repository after a push'));
    },
  },
  {
    title: 'accepts names of letters, digits, dots, underscores and dashes of any length',
    requirements: ['AR-ERR-7', 'AR-NAME-3'],
    run: async (t) => {
      const namespace = freshName(t);
      const long = await create(t, namespace, { name: freshName(t, 300) });
      await t.check('AR-NAME-3', () => t.expectSuccess(long, 'a name of 300 characters'));
      t.expectSuccess(
        await create(t, namespace, { name: `${freshName(t)}.A_b-c.9` }),
        'a name with all kinds of characters',
      );
      const words = {
        status: 400,
        code: 10101,
        message: 'Invalid repo name: must match /^[a-zA-Z0-9][a-zA-Z0-9._-]*$/',
        pointer: '/name',
      };
      const before = await namesIn(t, namespace);
      for (const name of [
        '-bad',
        '.bad',
        '_bad',
        'b d',
        'b/d',
        '../bad',
        'bäd',
        'bad\n',
        'b%64',
        undefined,
      ]) {
        const reply = await create(t, namespace, { name });
        await t.check('AR-ERR-7', () => expectRefusal(t, reply, words));
      }
      await t.check('AR-ERR-7', async () =>
        equal(await namesIn(t, namespace), before, 'the names of the list'),
      );
    },
  },
  {
    title: 'treats names as equal in any case, and keeps their spelling',
    requirements: ['AR-NAME-1', 'AR-NAME-2', 'AR-ERR-5'],
    run: async (t) => {
      const namespace = freshName(t);
      const made = await madeRepo(t, { name: `${freshName(t)}-Upper` }, namespace);
      const lower = made.name.toLowerCase();
      for (const name of [made.name, lower, made.name.toUpperCase()]) {
        const reply = await create(t, namespace, { name });
        await t.check(name === made.name ? 'AR-ERR-5' : 'AR-NAME-1', () =>
          expectRefusal(t, reply, { status: 409, code: 10201, message: /^repo already exists: / }),
        );
        const read = await t.call('artifacts.repos.get', { params: ofRepo(t, namespace, name) });
        await t.check('AR-NAME-2', () => equal(read.body.result.name, made.name, `the name of ${name}`));
      }
      await t.check('AR-ERR-5', async () => equal(await namesIn(t, namespace), [made.name], 'the names'));
    },
  },
  test('AR-REPO-8', 'finds a repository only in its own namespace', async (t) => {
    const [one, other] = [await openedRepo(t), await openedRepo(t)];
    if (one.namespace === other.namespace) t.skip('the target has no way to use a second namespace');
    t.expectSuccess(await t.ask('artifacts.repos.get', { params: one.params }), 'a GET in its namespace');
    const params = ofRepo(t, other.namespace, one.name);
    t.expectFailure(await t.ask('artifacts.repos.get', { params }), { shape: 'own' });
  }),
  test('AR-ERR-8', 'does not delete a repository through another namespace', async (t) => {
    const [one, other] = [await madeRepo(t), await madeRepo(t)];
    ok(!(await namesIn(t, other.namespace)).includes(one.name), 'the other namespace lists it');
    const params = ofRepo(t, other.namespace, one.name);
    expectRefusal(t, await t.ask('artifacts.repos.delete', { params }), { status: 404, code: 10200 });
    t.expectSuccess(await t.ask('artifacts.repos.get', { params: one.params }), 'a GET after the deletion');
  }),
  test(
    ['AR-REPO-10', 'AR-ERR-9', 'AR-ERR-10'],
    'deletes a repository once, and answers the same twice',
    async (t) => {
      const made = await madeRepo(t);
      await filledWith(t, made.repository);
      const { params } = made;
      const first = await t.call('artifacts.repos.delete', { params });
      await t.check('AR-REPO-10', async () => {
        equal([first.status, first.body.result], [202, { id: made.created.id }], 'the answer');
        equal(await namesIn(t, made.namespace), [], 'the names');
      });
      const gone = await t.ask('artifacts.repos.get', { params });
      await t.check('AR-ERR-10', () =>
        expectRefusal(t, gone, { status: 404, code: 10200, message: 'Repository not found' }),
      );
      const second = await t.call('artifacts.repos.delete', { params });
      await t.check('AR-ERR-9', () =>
        equal([second.status, second.body.result], [202, { id: made.created.id }], 'the second answer'),
      );
      const again = await madeRepo(t, { name: made.name }, made.namespace);
      await t.check('AR-REPO-10', async () => {
        ok(again.created.id !== made.created.id, 'a new repository has the id of the old one');
        equal(await getRefs(t, again.repository), {}, 'the refs of a new repository with the same name');
      });
    },
  ),
  test(['AR-ERR-8', 'AR-ERR-1'], 'refuses any request that names a missing repository', async (t) => {
    const { namespace } = await madeRepo(t);
    const name = freshName(t);
    const params = ofRepo(t, namespace, name);
    const replies = [
      await t.ask('artifacts.repos.get', { params }),
      await t.ask('artifacts.repos.delete', { params }),
      await t.ask('artifacts.repos.fork', { params, body: { name: freshName(t) } }),
      await t.ask('artifacts.tokens.create', { params: inSpace(t, namespace), body: { repo: name } }),
    ];
    for (const reply of replies) {
      await t.check('AR-ERR-8', () =>
        expectRefusal(t, reply, { status: 404, code: 10200, message: 'Repository not found' }),
      );
      await t.check('AR-ERR-1', () => {
        const errors = array(isObject(reply.body) ? reply.body['errors'] : undefined, 'errors');
        for (const error of errors) {
          const url = isObject(error) ? error['documentation_url'] : undefined;
          match(url, /^https:\/\/.+#10200$/, 'documentation_url');
        }
      });
    }
  }),
  test('AR-ERR-2', 'names the invalid member of a body', async (t) => {
    const namespace = freshName(t);
    const name = freshName(t);
    const bad = {
      '/description': { name, description: 7 },
      '/default_branch': { name, default_branch: 'a..b' },
      '/read_only': { name, read_only: 'yes' },
    };
    t.expectSuccess(
      await create(t, namespace, { name: freshName(t), description: 'x', read_only: true }),
      'a good body',
    );
    for (const [pointer, body] of Object.entries(bad)) {
      expectRefusal(t, await create(t, namespace, body), { status: 400, code: 10100, pointer });
    }
    ok(!(await namesIn(t, namespace)).includes(name), 'a refused repository exists');
  }),
  test('AR-PATH-1', 'answers unknown paths in plain text', async (t) => {
    const { namespace, name } = await madeRepo(t);
    const base = `/accounts/${t.accountId}/artifacts`;
    const paths = [
      '/widgets',
      `/namespaces/${namespace}/widgets`,
      `/namespaces/${namespace}/repos/${name}/diff`,
      '',
    ];
    for (const path of paths) {
      const reply = await t.send({ method: 'GET', path: `${base}${path}` });
      equal([reply.status, reply.text], [404, '404 Not Found'], `the answer to ${path}`);
      match(reply.headers.get('content-type'), /^text\/plain/, 'the type');
    }
    const patched = await t.send({
      method: 'PATCH',
      path: `${base}/namespaces/${namespace}/repos/${name}`,
    });
    ok(patched.status >= 400 && patched.status < 500, `a PATCH got status ${patched.status}`);
  }),
]);
