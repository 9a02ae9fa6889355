import { equal, ok } from '../../harness/assertions.ts';
import type { TestContext } from '../../harness/context.ts';
import { defineSuite, test } from '../../harness/suite.ts';
import { blob, commit, type GitObject, tree } from './objects/git-object.ts';
import { getHeaders, readPack } from './objects/read-pack.ts';
import { filled, type Seeded, seeded } from './seeded.ts';
import { discover, needs } from './wire/discovery.ts';
import { fetchV0, fetchV2 } from './wire/fetch.ts';

async function filtering(t: TestContext): Promise<Seeded & { readonly tip: string }> {
  const made = await seeded(t, 'simple');
  needs(t, await discover(t, made.repository, 'git-upload-pack', 2), 'fetch=filter');
  return { ...made, tip: made.refs['refs/heads/main'] ?? '' };
}

/** The objects that a fetch with a filter gets, in version 2 and, if it supports filters, in version 0. */
async function sent(
  t: TestContext,
  { repository }: Pick<Seeded, 'repository'>,
  wants: readonly string[],
  filter: string,
): Promise<readonly (readonly GitObject[])[]> {
  const args = [...wants.map((id) => `want ${id}`), `filter ${filter}`, 'done'];
  const answers = [await fetchV2(t, repository, args)];
  const { capabilities } = await discover(t, repository, 'git-upload-pack');
  if (capabilities.has('filter')) {
    const round = {
      wants,
      capabilities: ['side-band-64k', 'no-progress', 'filter'],
      depth: [`filter ${filter}`],
    };
    answers.push(await fetchV0(t, repository, round));
  }
  return answers.map(({ error, pack }) => {
    ok(pack, `the filter ${filter} is refused: ${error}`);
    return [...readPack(pack).objects.values()];
  });
}

const ids = (objects: readonly GitObject[], type?: GitObject['type']) =>
  objects.flatMap((object) => (type === undefined || object.type === type ? [object.id] : [])).sort();

const all = ({ objects }: Seeded) => [...objects.values()];

/** Fetching part of the objects that commits reach. */
export const gitFiltersSuite = defineSuite('artifacts/git/filters', [
  test('AR-FILTER-1', 'omits files, and sends all folders', async (t) => {
    const made = await filtering(t);
    for (const objects of await sent(t, made, [made.tip], 'blob:none')) {
      const expected = all(made).filter(({ type }) => type === 'commit' || type === 'tree');
      equal(ids(objects), ids(expected), 'the objects');
    }
  }),
  test('AR-FILTER-2', 'omits files from a size on', async (t) => {
    const files = [0, 99, 100, 101, 1_023, 1_024, 5_000].map((size) => blob('x'.repeat(size)));
    const root = tree(files.map(({ id, data }) => ({ name: `${data.length}`, mode: '100644', id })));
    const tip = commit({ tree: root.id });
    const objects = new Map([...files, root, tip].map((object) => [object.id, object]));
    const repository = await filled(t, { objects, refs: { 'refs/heads/main': tip.id } });
    needs(t, await discover(t, repository, 'git-upload-pack', 2), 'fetch=filter');
    for (const [limit, size] of [
      ['100', 100],
      ['1k', 1_024],
      ['1m', 1_048_576],
      ['0', 0],
    ] as const) {
      for (const found of await sent(t, { repository }, [tip.id], `blob:limit=${limit}`)) {
        const kept = found.flatMap(({ type, data }) => (type === 'blob' ? [data.length] : []));
        const expected = files.map(({ data }) => data.length).filter((length) => length < size);
        equal(
          kept.sort((a, b) => a - b),
          expected,
          `the sizes of files with a limit of ${limit}`,
        );
      }
    }
  }),
  test(['AR-FILTER-3', 'AR-FILTER-4'], 'omits folders from a depth on', async (t) => {
    const made = await filtering(t);
    const commits = ids(all(made), 'commit');
    await t.check('AR-FILTER-3', async () => {
      for (const objects of await sent(t, made, [made.tip], 'tree:0'))
        equal(ids(objects), commits, 'the objects');
    });
    await t.check('AR-FILTER-4', async () => {
      const roots = all(made).flatMap((object) =>
        object.type === 'commit' ? getHeaders(object, 'tree') : [],
      );
      for (const objects of await sent(t, made, [made.tip], 'tree:1')) {
        equal(ids(objects), [...new Set([...commits, ...roots])].sort(), 'the objects');
      }
    });
  }),
  test('AR-FILTER-5', 'sends objects wanted by id whatever the filter', async (t) => {
    const made = await filtering(t);
    const files = ids(all(made), 'blob');
    for (const filter of ['blob:none', 'tree:0']) {
      for (const objects of await sent(t, made, files, filter))
        equal(ids(objects), files, `the objects with ${filter}`);
    }
    const trees = ids(all(made), 'tree');
    for (const objects of await sent(t, made, trees, 'blob:none')) {
      ok(
        trees.every((id) => ids(objects).includes(id)),
        'a wanted tree is missing',
      );
    }
  }),
  {
    title: 'sends objects of one type, and combines several filters',
    requirements: ['AR-FILTER-6', 'AR-FILTER-7'],
    run: async (t) => {
      const made = await filtering(t);
      await t.check('AR-FILTER-6', async () => {
        for (const type of ['commit', 'blob', 'tree'] as const) {
          for (const objects of await sent(t, made, [made.tip], `object:type=${type}`)) {
            const expected = new Set([made.tip, ...ids(all(made), type)]);
            equal(ids(objects), [...expected].sort(), `the objects of type ${type}`);
          }
        }
      });
      await t.check('AR-FILTER-7', async () => {
        for (const filter of ['combine:blob:none+tree:1', 'combine:tree%3A1+blob%3Alimit=0']) {
          for (const objects of await sent(t, made, [made.tip], filter)) {
            equal(ids(objects, 'blob'), [], `the files with ${filter}`);
            const roots = all(made).flatMap((object) =>
              object.type === 'commit' ? getHeaders(object, 'tree') : [],
            );
            equal(ids(objects, 'tree'), [...new Set(roots)].sort(), `the folders with ${filter}`);
          }
        }
      });
    },
  },
  test('AR-FILTER-8', 'refuses unknown filters', async (t) => {
    const made = await filtering(t);
    const bad = [
      'blobs',
      'blob:some',
      'blob:limit=',
      'blob:limit=x',
      'tree:',
      'tree:-1',
      'tree:x',
      'object:type=file',
      'combine:',
      'combine:blob:none+x',
      'sparse:path=x',
      '',
    ];
    for (const filter of bad) {
      const { error } = await fetchV2(t, made.repository, [`want ${made.tip}`, `filter ${filter}`, 'done']);
      ok(error !== undefined, `the filter '${filter}' is accepted`);
    }
  }),
]);
