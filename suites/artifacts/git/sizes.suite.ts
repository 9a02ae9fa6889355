import { equal, ok } from '../../harness/assertions.ts';
import type { TestContext } from '../../harness/context.ts';
import type { TestRepository } from '../../harness/repositories.ts';
import { defineSuite } from '../../harness/suite.ts';
import { piecesOfNoise } from './objects/bytes.ts';
import { commit, tree } from './objects/git-object.ts';
import { idOfLarge, packOf, packOfLarge, storedBytes } from './objects/write-pack.ts';
import { chain, filled } from './seeded.ts';
import { discover, refsOf } from './wire/discovery.ts';
import { lsRefs } from './wire/fetch.ts';
import { fetchedIds } from './wire/fetch-streamed.ts';
import { accepted } from './wire/push.ts';

/** Pushes a commit with one file, which is never in memory as a whole. */
async function pushLargeFile(t: TestContext, repository: TestRepository, size: number) {
  const large = { size, pieces: () => piecesOfNoise(size, storedBytes) };
  const file = idOfLarge(large);
  const root = tree([{ name: 'large.bin', mode: '100644', id: file }]);
  const tip = commit({ tree: root.id });
  const commands = [{ name: 'refs/heads/main', to: tip.id }];
  const pack = packOfLarge(large, [root, tip]);
  await accepted(t, repository, { commands, pack, encoding: 'chunked' });
  return { tip: tip.id, ids: [tip.id, root.id, file] };
}

/** Large files, and many refs. */
export const gitSizesSuite = defineSuite({
  name: 'artifacts/git/sizes',
  tests: [
    {
      title: 'takes and gives a file of 60 MB',
      requirements: ['AR-SIZE-1'],
      exclusive: 'room for large bodies',
      run: async (t) => {
        const repository = await t.repository();
        const { tip, ids } = await pushLargeFile(t, repository, 60_000_000);
        const came = await fetchedIds(t, repository, [`want ${tip}`, 'done']);
        // An id is made of the bytes that came.
        for (const id of ids) ok(came.has(id), `${id} did not come back, or as something else`);
      },
    },
    {
      title: 'takes, lists and deletes ten thousand refs',
      requirements: ['AR-SIZE-2'],
      run: async (t) => {
        const made = chain(1);
        const repository = await filled(t, { objects: made.objects, refs: { 'refs/heads/main': made.tip } });
        const names = Array.from(
          { length: 10_000 },
          (_, at) => `refs/heads/many/${String(at).padStart(5, '0')}`,
        );
        await accepted(t, repository, {
          commands: names.map((name) => ({ name, to: made.tip })),
          pack: packOf([]),
        });
        const all = ['refs/heads/main', ...names];
        equal(Object.keys(await refsOf(t, repository)), all, 'the refs');
        const pushing = await discover(t, repository, 'git-receive-pack');
        equal(pushing.refs.length, all.length, 'the number of refs for those who push');
        const listed = await lsRefs(t, repository, ['ref-prefix refs/heads/many/']);
        equal(
          listed.filter(({ name }) => name.startsWith('refs/heads/many/')).length,
          names.length,
          'the number of refs',
        );
        await accepted(t, repository, { commands: names.map((name) => ({ name, from: made.tip })) });
        equal(Object.keys(await refsOf(t, repository)), ['refs/heads/main'], 'the refs that are left');
      },
    },
  ],
});
