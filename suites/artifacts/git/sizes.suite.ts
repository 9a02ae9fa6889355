import { equal, ok } from '../../harness/assertions.ts';
import type { TestContext } from '../../harness/context.ts';
import type { TestRepository } from '../../harness/repositories.ts';
import { defineSuite } from '../../harness/suite.ts';
import { noise } from './objects/bytes.ts';
import { blob, commit, tree } from './objects/git-object.ts';
import { packOf, packPieces } from './objects/write-pack.ts';
import { chain, filled, packIn } from './seeded.ts';
import { discover, refsOf } from './wire/discovery.ts';
import { fetchV2, lsRefs } from './wire/fetch.ts';
import { accepted } from './wire/push.ts';

/** Pushes a commit with one file, of which nothing but the ids is in memory afterwards. */
async function pushLargeFile(t: TestContext, repository: TestRepository, bytes: number) {
  const file = blob(noise(bytes));
  const root = tree([{ name: 'large.bin', mode: '100644', id: file.id }]);
  const tip = commit({ tree: root.id });
  const commands = [{ name: 'refs/heads/main', to: tip.id }];
  const pack = packPieces([{ ...file, stored: true }, root, tip]);
  await accepted(t, repository, { commands, pack, encoding: 'chunked' });
  return { tip: tip.id, file: file.id };
}

/** Large files, and many refs. */
export const gitSizesSuite = defineSuite({
  name: 'artifacts/git/sizes',
  tests: [
    {
      title: 'takes and gives a file of 60 MB',
      requirements: ['AR-SIZE-1'],
      run: async (t) => {
        const repository = await t.repository();
        const { tip, file } = await pushLargeFile(t, repository, 60_000_000);
        const pack = packIn(await fetchV2(t, repository, [`want ${tip}`, 'done']), { wants: [tip] });
        // The id is made of the bytes that came.
        ok(pack.objects.has(file), 'the file came back as another one');
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
