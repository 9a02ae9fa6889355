import type { Reply } from '../../spec/client.ts';
import { equal, ok } from '../harness/assertions.ts';
import type { Caller } from '../harness/caller.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite, test } from '../harness/suite.ts';
import { getRefs } from './git/wire/discovery.ts';
import { openedRepo } from './opening.ts';
import {
  filledWith,
  freshName,
  inAccount,
  inSpace,
  listed,
  madeRepo,
  minted,
  ofRepo,
  readRepo,
} from './repositories.ts';

/** API tokens and their access to the control plane. */
export const artifactPermissionsSuite = defineSuite('artifacts/permissions', [
  {
    title: 'serves a repository to a token with read permission',
    requirements: ['AR-AUTH-1'],
    features: ['read-only-token'],
    run: async (t) => {
      const { params } = await openedRepo(t);
      t.expectSuccess(await t.as('read').ask('artifacts.repos.get', { params }), 'a GET');
    },
  },
  {
    title: 'creates a repository for a token with edit permission, and not for a read-only one',
    requirements: ['AR-AUTH-2', 'AR-AUTH-3'],
    features: ['read-only-token'],
    run: async (t) => {
      const [namespace, name] = [freshName(t), freshName(t)];
      const body = { name };
      const make = (caller: Caller) =>
        caller.ask('artifacts.repos.create', { params: inSpace(t, namespace), body });
      const reply = await make(t.as('read'));
      await t.check('AR-AUTH-2', async () => {
        t.expectFailure(reply, { shape: 'own' });
        const found = await t.ask('artifacts.repos.get', { params: ofRepo(t, namespace, name) });
        t.expectFailure(found, { shape: 'own' });
      });
      const made = await make(t);
      await t.check('AR-AUTH-3', () => t.expectSuccess(made, 'a creation'));
    },
  },
  test('AR-AUTH-18', 'refuses a request without a token', async (t) => {
    const { params } = await openedRepo(t);
    const [namespace, name] = [params.namespace, freshName(t)];
    const nobody = t.as('none');
    const body = { name };
    t.expectFailure(await nobody.ask('artifacts.repos.get', { params }), { shape: 'own' });
    t.expectFailure(await nobody.ask('artifacts.repos.create', { params: inSpace(t, namespace), body }), {
      shape: 'own',
    });
    const found = await t.ask('artifacts.repos.get', { params: ofRepo(t, namespace, name) });
    t.expectFailure(found, { shape: 'own' });
    t.expectSuccess(await t.ask('artifacts.repos.get', { params }), 'a GET with a token');
  }),
  {
    title: 'serves every read route to a token with read permission',
    requirements: ['AR-AUTH-16'],
    features: ['read-only-token'],
    run: async (t) => {
      const made = await madeRepo(t);
      const line = await filledWith(t, made.repository);
      const read = t.as('read');
      const { params, namespace } = made;
      const hash = line.tip;
      const tree = (await t.call('artifacts.repos.commit', { params: { ...params, hash } })).body.result
        .treeHash;
      const entries = (await t.call('artifacts.repos.tree', { params: { ...params, hash: tree } })).body
        .result;
      const [file] = entries;
      const path = file?.name ?? '';
      const replies: readonly Reply[] = [
        await read.ask('artifacts.namespaces.list', { params: inAccount(t) }),
        await read.ask('artifacts.namespaces.get', { params: inSpace(t, namespace) }),
        await read.ask('artifacts.repos.list', { params: inSpace(t, namespace) }),
        await read.ask('artifacts.repos.get', { params }),
        await read.ask('artifacts.tokens.list', { params }),
        await read.ask('artifacts.repos.log', { params }),
        await read.ask('artifacts.repos.commit', { params: { ...params, hash } }),
        await read.ask('artifacts.repos.tree', { params: { ...params, hash: tree } }),
        await read.ask('artifacts.repos.blob', { params: { ...params, hash: file?.hash ?? '' } }),
        await read.ask('artifacts.repos.file', { params, query: { ref: 'main', path } }),
        await read.ask('artifacts.repos.raw', { params: { ...params, ref: 'main', path } }),
      ];
      equal(
        replies.map(({ status }) => status),
        replies.map(() => 200),
        'the statuses',
      );
    },
  },
  {
    title: 'refuses every write route to a read-only token, and serves it to one with edit permission',
    requirements: ['AR-AUTH-17'],
    features: ['read-only-token'],
    run: async (t) => {
      const made = await madeRepo(t);
      const token = await minted(t, made);
      const doomed = await madeRepo(t, {}, made.namespace);
      const space = freshName(t);
      const [name, fork] = [freshName(t), freshName(t)];
      const routes = (caller: Caller): readonly (readonly [string, () => Promise<Reply>])[] => [
        [
          'a namespace',
          () =>
            caller.ask('artifacts.namespaces.create', { params: inAccount(t), body: { namespace: space } }),
        ],
        [
          'a repository',
          () => caller.ask('artifacts.repos.create', { params: inSpace(t, made.namespace), body: { name } }),
        ],
        ['a fork', () => caller.ask('artifacts.repos.fork', { params: made.params, body: { name: fork } })],
        [
          'a token',
          () =>
            caller.ask('artifacts.tokens.create', {
              params: inSpace(t, made.namespace),
              body: { repo: made.name },
            }),
        ],
        [
          'a revocation',
          () =>
            caller.ask('artifacts.tokens.revoke', {
              params: { ...inSpace(t, made.namespace), token_id: token.id },
            }),
        ],
        ['a deletion', () => caller.ask('artifacts.repos.delete', { params: doomed.params })],
        [
          'a deletion of a namespace',
          () => caller.ask('artifacts.namespaces.delete', { params: inSpace(t, space) }),
        ],
      ];
      const state = () => getState(t, made.namespace, made.params);
      const before = await state();
      for (const [what, send] of routes(t.as('read'))) {
        const reply = await t.step(`read: ${what}`, send);
        await t.check('AR-AUTH-17', () => {
          ok(reply.status === 401 || reply.status === 403, `${what} got status ${reply.status}`);
          t.expectFailure(reply, { shape: 'own' });
        });
      }
      const imported = await t.as('read').ask('artifacts.repos.import', {
        params: { ...made.params, repo_name: freshName(t) },
        body: { url: 'https://git.example.com/owner/repo' },
      });
      await t.check('AR-AUTH-17', async () => {
        t.expectFailure(imported, { status: [401, 403], shape: 'own' });
        equal(await state(), before, 'what is there');
      });
      for (const [what, send] of routes(t)) {
        const reply = await t.step(`edit: ${what}`, send);
        await t.check('AR-AUTH-17', () => t.expectSuccess(reply, what));
      }
      equal(await getRefs(t, made.repository), {}, 'the refs');
      await readRepo(t, made);
    },
  },
]);

/** What a refused write must leave unchanged. */
async function getState(t: TestContext, namespace: string, params: Readonly<Record<string, string>>) {
  const names = async (
    id: 'artifacts.repos.list' | 'artifacts.tokens.list',
    of: Readonly<Record<string, string>>,
  ) => (await listed(t, id, of)).items.map(({ id: one }) => one);
  return {
    repos: await names('artifacts.repos.list', inSpace(t, namespace)),
    tokens: await names('artifacts.tokens.list', params),
  };
}
