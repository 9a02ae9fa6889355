import { equal, match, ok } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { readPages } from '../harness/snapshot.ts';
import { defineSuite, test } from '../harness/suite.ts';
import {
  expectRefusal,
  filledWith,
  freshName,
  inAccount,
  inSpace,
  listed,
  madeRepo,
} from './repositories.ts';

const list = (t: TestContext, namespace: string, query: Readonly<Record<string, unknown>> = {}) =>
  listed(t, 'artifacts.repos.list', inSpace(t, namespace), query);

const askList = (t: TestContext, namespace: string, query: Readonly<Record<string, unknown>>) =>
  t.ask('artifacts.repos.list', { params: inSpace(t, namespace), query });

const names = async (t: TestContext, namespace: string, query: Readonly<Record<string, unknown>> = {}) =>
  (await list(t, namespace, query)).items.map(({ name }) => String(name));

/** A namespace with this many repositories, created one after another. */
async function several(t: TestContext, count: number) {
  const namespace = freshName(t);
  const made: string[] = [];
  for (let place = 0; place < count; place++) made.push((await madeRepo(t, {}, namespace)).name);
  return { namespace, made };
}

/** Lists of repositories and namespaces, page by page. */
export const artifactListsSuite = defineSuite('artifacts/lists', [
  {
    title: 'lists repositories newest first, with their remotes and statuses',
    requirements: ['AR-REPO-11', 'AR-REPO-15'],
    run: async (t) => {
      const namespace = freshName(t);
      const first = await madeRepo(t, { description: 'First' }, namespace);
      const second = await madeRepo(t, { read_only: true }, namespace);
      const { items } = await list(t, namespace);
      await t.check('AR-REPO-11', () => {
        equal(
          items.map(({ id }) => id),
          [second.created.id, first.created.id],
          'the ids',
        );
        equal(
          items.map(({ read_only }) => read_only),
          [true, false],
          'read_only',
        );
      });
      await t.check('AR-REPO-15', () => {
        equal(
          items.map(({ remote }) => remote),
          [second.created.remote, first.created.remote],
          'the remotes',
        );
        equal(
          items.map(({ status }) => status),
          ['ready', 'ready'],
          'how they are',
        );
      });
    },
  },
  {
    title: 'pages through all repositories with cursors, and counts them on the last page',
    requirements: ['AR-LIST-1', 'AR-LIST-2', 'AR-LIST-4'],
    run: async (t) => {
      const { namespace, made } = await several(t, 7);
      const seen: string[] = [];
      let cursor: unknown;
      for (let page = 0; page < 10; page++) {
        const { items, info } = await list(t, namespace, {
          limit: 3,
          ...(cursor === undefined ? {} : { cursor }),
        });
        seen.push(...items.map(({ name }) => String(name)));
        cursor = info['cursor'];
        if (typeof cursor !== 'string') {
          await t.check('AR-LIST-2', () => {
            equal(
              Object.keys(info).sort(),
              ['count', 'page', 'per_page', 'total_count', 'total_pages'],
              'the members',
            );
            equal([info['page'], info['per_page']], [1, 3], 'page and per_page');
          });
          break;
        }
        await t.check('AR-LIST-1', () => {
          equal(Object.keys(info).sort(), ['count', 'cursor', 'per_page'], 'the members');
          equal([info['per_page'], info['count']], [3, 3], 'per_page and count');
        });
      }
      await t.check('AR-LIST-4', () => equal(seen, [...made].reverse(), 'the names of all pages'));
      const whole = (await list(t, namespace)).info;
      await t.check('AR-LIST-2', () =>
        equal(
          whole,
          { page: 1, per_page: 50, total_pages: 1, count: 7, total_count: 7 },
          'result_info of one page',
        ),
      );
    },
  },
  test(['AR-LIST-3', 'AR-LIST-5'], 'returns an empty list for an empty or missing namespace', async (t) => {
    const namespace = freshName(t);
    await t.call('artifacts.namespaces.create', { params: inAccount(t), body: { namespace } });
    const empty = await list(t, namespace);
    await t.check('AR-LIST-3', () =>
      equal(
        [empty.items, empty.info],
        [[], { page: 1, per_page: 50, total_pages: 0, count: 0, total_count: 0 }],
        'the list of an empty namespace',
      ),
    );
    const nowhere = await list(t, freshName(t));
    await t.check('AR-LIST-5', () => equal(nowhere.items, [], 'the list of a missing namespace'));
  }),
  test('AR-REPO-12', 'finds repositories by part of their name', async (t) => {
    const namespace = freshName(t);
    const make = (end: string) => madeRepo(t, { name: `${freshName(t)}-${end}` }, namespace);
    const [copy, only, other] = [await make('copy'), await make('copy-only'), await make('other')];
    const search = async (text: string) => (await names(t, namespace, { search: text })).sort();
    equal(await search('other'), [other.name], 'what other finds');
    equal(await search('cop'), [copy.name, only.name].sort(), 'what cop finds');
    equal(await search('nothing-of-the-kind'), [], 'what nothing finds');
  }),
  test('AR-REPO-13', 'sorts repositories by the requested member in both directions', async (t) => {
    const namespace = freshName(t);
    const made: string[] = [];
    for (const start of ['b', 'c', 'a']) {
      const one = await madeRepo(t, { name: `${start}-${freshName(t)}` }, namespace);
      made.push(one.name);
      await filledWith(t, one.repository, 1);
    }
    const newest = [...made].reverse();
    equal(await names(t, namespace), newest, 'the default order');
    for (const sort of ['created_at', 'updated_at']) {
      equal(await names(t, namespace, { sort }), newest, `the order by ${sort}`);
      equal(await names(t, namespace, { sort, direction: 'asc' }), made, `the order by ${sort}, ascending`);
    }
    const sorted = [...made].sort();
    equal(
      await names(t, namespace, { sort: 'name', direction: 'asc' }),
      sorted,
      'the order by name, ascending',
    );
    equal(
      await names(t, namespace, { sort: 'name', direction: 'desc' }),
      sorted.reverse(),
      'the order by name',
    );
    equal(
      (await names(t, namespace, { sort: 'last_push_at' })).sort(),
      [...made].sort(),
      'the names by last_push_at',
    );
    const paged = await list(t, namespace, { sort: 'name', direction: 'asc', limit: 2 });
    const rest = await list(t, namespace, {
      sort: 'name',
      direction: 'asc',
      limit: 2,
      cursor: paged.info['cursor'],
    });
    equal(
      [...paged.items, ...rest.items].map(({ name }) => name),
      [...made].sort(),
      'the names of two pages',
    );
  }),
  {
    title: 'refuses invalid limits, orders and cursors',
    requirements: ['AR-ERR-11', 'AR-ERR-12', 'AR-ERR-2'],
    run: async (t) => {
      const { namespace } = await several(t, 1);
      t.expectSuccess(
        await askList(t, namespace, { limit: 200, sort: 'name', direction: 'asc' }),
        'a good list',
      );
      for (const limit of [201, 500]) {
        const reply = await askList(t, namespace, { limit });
        const message = 'Too big: expected number to be <=200';
        await t.check('AR-ERR-11', () =>
          expectRefusal(t, reply, { status: 400, code: 10100, message, pointer: '/limit' }),
        );
      }
      for (const limit of [0, -1, 'many']) {
        const reply = await askList(t, namespace, { limit });
        await t.check('AR-ERR-2', () =>
          expectRefusal(t, reply, { status: 400, code: 10100, pointer: '/limit' }),
        );
      }
      const sorted = await askList(t, namespace, { sort: 'size' });
      const message = 'Invalid option: expected one of "created_at"|"updated_at"|"last_push_at"|"name"';
      await t.check('AR-ERR-12', () =>
        expectRefusal(t, sorted, { status: 400, code: 10100, message, pointer: '/sort' }),
      );
      const directed = await askList(t, namespace, { direction: 'up' });
      await t.check('AR-ERR-2', () =>
        expectRefusal(t, directed, { status: 400, code: 10100, pointer: '/direction' }),
      );
    },
  },
  test('AR-NS-5', 'lists namespaces newest first, page by page', async (t) => {
    const made = [freshName(t), freshName(t), freshName(t)];
    for (const namespace of made) {
      await t.call('artifacts.namespaces.create', { params: inAccount(t), body: { namespace } });
    }
    const limit = 2;
    let cursor: unknown;
    const missing = new Set(made);
    const read = async () => {
      const query = { limit, ...(cursor === undefined ? {} : { cursor }) };
      const { items, info } = await listed(t, 'artifacts.namespaces.list', inAccount(t), query);
      ok(items.length <= limit, `a page has ${items.length} namespaces`);
      const records = items.map(({ namespace }) => String(namespace));
      for (const name of records) missing.delete(name);
      cursor = info['cursor'];
      if (cursor !== undefined) match(cursor, /./, 'the cursor');
      // An account may have many more, and those of the test are the newest.
      return { records, isLast: cursor === undefined || missing.size === 0 };
    };
    const seen = await readPages(t, 'the list of namespaces', limit, read, 'cursor');
    equal(
      seen.filter((one) => made.includes(one)),
      [...made].reverse(),
      'the namespaces of the test',
    );
    equal(new Set(seen).size, seen.length, 'the number of distinct namespaces');
  }),
]);
