import { equal, match, ok } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite, test } from '../harness/suite.ts';
import { askDiscovery } from './git/wire/discovery.ts';
import {
  expectRefusal,
  freshName,
  getRemote,
  inAccount,
  inSpace,
  listed,
  type MadeRepository,
  madeRepo,
  minted,
} from './repositories.ts';

const mint = (t: TestContext, { namespace, name }: MadeRepository, body: object) =>
  t.ask('artifacts.tokens.create', { params: inSpace(t, namespace), body: { repo: name, ...body } });

const revoke = (t: TestContext, { namespace }: MadeRepository, token_id: string) =>
  t.ask('artifacts.tokens.revoke', { params: { ...inSpace(t, namespace), token_id } });

const list = (t: TestContext, { params }: MadeRepository, query: Readonly<Record<string, unknown>> = {}) =>
  listed(t, 'artifacts.tokens.list', params, query);

const getIds = async (t: TestContext, made: MadeRepository, query: Readonly<Record<string, unknown>> = {}) =>
  (await list(t, made, query)).items.map(({ id }) => id);

/** Seconds until a time, by the target's clock. */
const secondsUntil = async (t: TestContext, time: string) => (Date.parse(time) - (await t.now())) / 1_000;

/** Repository tokens. */
export const repositoryTokensSuite = defineSuite('artifacts/tokens', [
  {
    title: 'returns the scope and the expiry of a token',
    requirements: ['AR-TOKEN-3', 'AR-TOKEN-4', 'AR-TOKEN-16'],
    run: async (t) => {
      const made = await madeRepo(t);
      const read = await t.call('artifacts.tokens.create', {
        params: inSpace(t, made.namespace),
        body: { repo: made.name, scope: 'read' },
      });
      const write = await minted(t, made, { scope: 'write' });
      await t.check('AR-TOKEN-3', () => {
        equal(read.status, 201, 'the status');
        equal([read.body.result.scope, write.scope], ['read', 'write'], 'the scopes');
        equal(Object.keys(write).sort(), ['expires_at', 'id', 'plaintext', 'scope'], 'the members');
        ok(read.body.result.plaintext !== write.plaintext, 'two tokens are equal');
      });
      const plain = await minted(t, made);
      await t.check('AR-TOKEN-4', () => equal(plain.scope, 'write', 'the default scope'));
      await t.check('AR-TOKEN-16', () => {
        match(plain.plaintext, /^art_v2_[a-z]_[0-9a-f]{40}\?expires=\d+$/, 'the token');
        const ends = Number(plain.plaintext.split('=')[1]);
        equal(ends, Math.floor(Date.parse(plain.expires_at) / 1_000), 'the expiry in the token');
      });
    },
  },
  test('AR-TOKEN-21', 'encodes the jurisdiction of its repository in a token', async (t) => {
    const namespace = freshName(t);
    const body = { namespace, jurisdiction: 'eu' as const };
    await t.call('artifacts.namespaces.create', { params: inAccount(t), body });
    const european = await madeRepo(t, {}, namespace);
    match(european.created.token, /^art_v2_e_/, 'the token of the creation');
    match((await minted(t, european)).plaintext, /^art_v2_e_/, 'a token');
    match((await madeRepo(t)).created.token, /^art_v2_x_/, 'a token without a jurisdiction');
  }),
  test(
    ['AR-TOKEN-5', 'AR-TOKEN-13'],
    'makes tokens valid for a day, or for the requested time',
    async (t) => {
      const made = await madeRepo(t);
      const day = await secondsUntil(t, (await minted(t, made)).expires_at);
      await t.check('AR-TOKEN-5', () => ok(Math.abs(day - 86_400) < 120, `it is valid for ${day} s`));
      for (const ttl of [60, 3_600, 31_536_000]) {
        const left = await secondsUntil(t, (await minted(t, made, { ttl })).expires_at);
        await t.check('AR-TOKEN-13', () =>
          ok(Math.abs(left - ttl) < 120, `a token with ttl ${ttl} is valid for ${left} s`),
        );
      }
      const before = await getIds(t, made, { state: 'all' });
      for (const ttl of [59, 10, 0, -60, 31_536_001, 60.5, '60', null]) {
        const reply = await mint(t, made, { ttl });
        const number = typeof ttl === 'number' && Number.isInteger(ttl);
        await t.check('AR-TOKEN-13', () =>
          expectRefusal(t, reply, {
            status: 400,
            code: 10103,
            pointer: '/ttl',
            ...(number ? { message: 'ttl must be between 60 and 31536000 seconds' } : {}),
          }),
        );
      }
      await t.check('AR-TOKEN-13', async () =>
        equal(await getIds(t, made, { state: 'all' }), before, 'the tokens'),
      );
    },
  ),
  test('AR-TOKEN-14', 'validates the ttl before it looks up the repository', async (t) => {
    const { namespace } = await madeRepo(t);
    const body = { repo: freshName(t), ttl: 10 };
    const params = inSpace(t, namespace);
    expectRefusal(t, await t.ask('artifacts.tokens.create', { params, body }), {
      status: 400,
      code: 10103,
    });
  }),
  {
    title: 'lists tokens newest first, without their secrets',
    requirements: ['AR-TOKEN-7', 'AR-TOKEN-8', 'AR-TOKEN-17'],
    run: async (t) => {
      const made = await madeRepo(t);
      const [first] = (await list(t, made)).items;
      await t.check('AR-TOKEN-17', async () => {
        equal([first?.['scope'], first?.['state']], ['write', 'active'], 'the token of the creation');
        const left = await secondsUntil(t, String(first?.['expires_at']));
        ok(Math.abs(left - 86_400) < 120, `it is valid for ${left} s`);
      });
      const second = await minted(t, made, { scope: 'read' });
      const third = await minted(t, made);
      const { items } = await list(t, made);
      await t.check('AR-TOKEN-8', () =>
        equal(
          items.map(({ id }) => id),
          [third.id, second.id, first?.['id']],
          'the ids',
        ),
      );
      await t.check('AR-TOKEN-7', () => {
        for (const item of items) {
          equal(
            Object.keys(item).sort(),
            ['created_at', 'expires_at', 'id', 'scope', 'state'],
            'the members',
          );
        }
        ok(!JSON.stringify(items).includes(second.plaintext.slice(7, 47)), 'a token is shown');
      });
    },
  },
  {
    title: 'revokes a token for good, and lists it as revoked',
    requirements: ['AR-TOKEN-9', 'AR-TOKEN-11', 'AR-TOKEN-12', 'AR-TOKEN-15', 'AR-TOKEN-19'],
    run: async (t) => {
      const made = await madeRepo(t);
      const token = await minted(t, made, { scope: 'read' });
      const open = async () =>
        (await askDiscovery(t, getRemote(made.created, token.plaintext), 'git-upload-pack')).status;
      equal(await open(), 200, 'the status before the revocation');
      const first = await t.call('artifacts.tokens.revoke', {
        params: { ...inSpace(t, made.namespace), token_id: token.id },
      });
      await t.check('AR-TOKEN-19', async () => equal(await open(), 403, 'the status after the revocation'));
      await t.check('AR-TOKEN-11', async () => {
        equal([first.status, first.body.result], [200, { id: token.id }], 'the answer');
        const second = await revoke(t, made, token.id);
        t.expectSuccess(second, 'a second revocation');
        equal(second.status, 200, 'the status of a second revocation');
      });
      const states = async (state: string) => (await list(t, made, { state })).items.map(({ id }) => id);
      await t.check('AR-TOKEN-9', async () => {
        ok(!(await getIds(t, made)).includes(token.id), 'the list of active tokens has it');
        equal(await states('active'), await getIds(t, made), 'the active ones');
        equal((await states('all')).length, 2, 'the number of all tokens');
        equal(await states('expired'), [], 'the expired tokens');
      });
      const [revoked] = (await list(t, made, { state: 'revoked' })).items;
      await t.check('AR-TOKEN-12', () =>
        equal([revoked?.['id'], revoked?.['state']], [token.id, 'revoked'], 'the token'),
      );
      for (const id of ['0123456789abcdef', 'nonsense']) {
        const reply = await revoke(t, made, id);
        await t.check('AR-TOKEN-15', () =>
          expectRefusal(t, reply, { status: 404, code: 10200, message: 'Token not found' }),
        );
      }
      const bad = await t.ask('artifacts.tokens.list', { params: made.params, query: { state: 'lost' } });
      await t.check('AR-TOKEN-9', () =>
        expectRefusal(t, bad, { status: 400, code: 10100, pointer: '/state' }),
      );
    },
  },
  test('AR-TOKEN-10', 'lists tokens page by page', async (t) => {
    const made = await madeRepo(t);
    for (let count = 0; count < 6; count++) await minted(t, made);
    const all = await getIds(t, made);
    equal(all.length, 7, 'the number of tokens');
    const pages = [];
    for (const page of [1, 2, 3, 4]) pages.push(await list(t, made, { per_page: 3, page }));
    equal(
      pages.map(({ items }) => items.length),
      [3, 3, 1, 0],
      'the lengths of the pages',
    );
    equal(
      pages.flatMap(({ items }) => items.map(({ id }) => id)),
      all,
      'the ids of all pages',
    );
    equal(pages[1]?.info, { page: 2, per_page: 3, total_pages: 3, count: 3, total_count: 7 }, 'result_info');
    for (const query of [{ per_page: 101 }, { per_page: 0 }, { page: 0 }]) {
      const reply = await t.ask('artifacts.tokens.list', { params: made.params, query });
      const [member] = Object.keys(query);
      expectRefusal(t, reply, { status: 400, code: 10100, pointer: `/${member}` });
    }
  }),
  {
    title: 'expires a token after its ttl',
    requirements: ['AR-TOKEN-6'],
    features: ['clock'],
    run: async (t) => {
      await t.clock.freeze();
      const made = await madeRepo(t);
      const token = await minted(t, made, { ttl: 60 });
      const open = async () =>
        (await askDiscovery(t, getRemote(made.created, token.plaintext), 'git-upload-pack')).status;
      await t.clock.advance(59);
      equal(await open(), 200, 'the status a second before its expiry');
      await t.clock.advance(2);
      equal(await open(), 403, 'the status a second after its expiry');
      const [over] = (await list(t, made, { state: 'expired' })).items;
      equal([over?.['id'], over?.['state']], [token.id, 'expired'], 'the token');
      ok(!(await getIds(t, made)).includes(token.id), 'the list of active tokens has it');
    },
  },
  {
    title: 'accepts a token only for its own repository, until that is deleted',
    requirements: ['AR-TOKEN-18', 'AR-TOKEN-20'],
    run: async (t) => {
      const made = await madeRepo(t);
      const neighbour = await madeRepo(t, {}, made.namespace);
      const params = made.params;
      const fork = (await t.call('artifacts.repos.fork', { params, body: { name: freshName(t) } })).body
        .result;
      const status = async (at: Parameters<typeof getRemote>[0], token: string) =>
        (await askDiscovery(t, getRemote(at, token), 'git-upload-pack')).status;
      await t.check('AR-TOKEN-18', async () => {
        equal(await status(made.created, made.created.token), 200, 'the status of its own repository');
        for (const other of [neighbour.created, fork]) {
          equal(await status(other, made.created.token), 403, `the status of ${other.name}`);
          equal(await status(made.created, other.token), 403, `the status with the token of ${other.name}`);
        }
      });
      await t.call('artifacts.repos.delete', { params });
      await t.check('AR-TOKEN-20', async () => {
        equal(await status(made.created, made.created.token), 403, 'the status after the deletion');
        const again = await madeRepo(t, { name: made.name }, made.namespace);
        equal(
          await status(again.created, made.created.token),
          403,
          'the status of a new repository with the same name',
        );
        equal(await status(again.created, again.created.token), 200, 'the status with its own token');
      });
    },
  },
]);
