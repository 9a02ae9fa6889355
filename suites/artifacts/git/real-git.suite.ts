import { equal, match, ok } from '../../harness/assertions.ts';
import type { TestContext } from '../../harness/context.ts';
import type { TestRepository } from '../../harness/repositories.ts';
import { defineSuite, test } from '../../harness/suite.ts';
import { temporaryFolder } from './clients/git-client.ts';
import { checkSound } from './clients/real-git.ts';
import { git, runGit } from './clients/run-git.ts';
import { createPack } from './objects/write-pack.ts';
import { chain, filled, seeded } from './seeded.ts';
import { discover, getRefs, needs, type Version } from './wire/discovery.ts';
import { accepted } from './wire/push.ts';

const main = 'refs/heads/main';

/** Git in a clone of a repository. It checks every object it receives. */
async function cloned(
  t: TestContext,
  repository: TestRepository,
  flags: readonly string[] = [],
  version: Version = 2,
) {
  const folder = await temporaryFolder(t);
  const run = { folder, repository, version, certificate: t.certificate };
  await git(['clone', '--quiet', ...flags, repository.remote, '.'], run);
  return {
    folder,
    git: (...args: readonly string[]) => git(args, run),
    try: (...args: readonly string[]) => runGit(args, run),
  };
}

/** Features that only the real Git has: depths, filters, mirrors, leases. */
export const realGitSuite = defineSuite({ name: 'artifacts/git/real-git', features: ['git'] }, [
  test('AR-TRIP-7', 'clones with a depth, deepens, and finally fetches everything', async (t) => {
    const made = chain(20);
    const refs = { [main]: made.tip, 'refs/heads/old': made.commits[9] ?? '' };
    const repository = await filled(t, { objects: made.objects, refs });
    for (const version of [2, 1, 0] as const) {
      const local = await cloned(t, repository, ['--depth=3'], version);
      const count = async () => Number(await local.git('rev-list', '--count', 'HEAD'));
      equal(await count(), 3, 'the number of commits with depth 3');
      await local.git('fetch', '--quiet', '--deepen=4', 'origin', 'main');
      equal(await count(), 7, 'the number of commits after deepening by four');
      await local.git('fetch', '--quiet', '--depth=2', 'origin', 'main');
      equal(await count(), 2, 'the number of commits with depth 2');
      await local.git('fetch', '--quiet', '--shallow-exclude=old', 'origin', 'main');
      equal(await count(), 10, 'the number of commits without those of old');
      await local.git('fetch', '--quiet', '--unshallow', 'origin');
      equal(await count(), 20, 'the number of all commits');
      equal(await local.git('rev-parse', '--is-shallow-repository'), 'false', 'whether it is shallow');
      await checkSound(local.folder);
    }
  }),
  test('AR-TRIP-8', 'clones without files or folders, and fetches them on demand', async (t) => {
    const { repository, refs, objects } = await seeded(t, 'simple');
    needs(t, await discover(t, repository, 'git-upload-pack', 2), 'fetch=filter');
    const size = (type: string) => [...objects.values()].filter((object) => object.type === type).length;
    for (const filter of ['blob:none', 'tree:0']) {
      const local = await cloned(t, repository, [`--filter=${filter}`, '--no-checkout']);
      const missing = await local.git('rev-list', '--objects', '--all', '--missing=print');
      const lacks = missing.split('\n').filter((text) => text.startsWith('?')).length;
      ok(lacks > 0, `nothing is missing in a clone with ${filter}`);
      if (filter === 'blob:none') equal(lacks, size('blob'), 'the number of missing files');
      await local.git('checkout', '--quiet', 'main');
      equal(await local.git('status', '--porcelain'), '', 'the differences from the commit');
      equal(await local.git('show', 'HEAD:src/index.js'), 'export const answer = 42;', 'a file');
      await local.git('log', '--stat', 'main');
      equal(await local.git('rev-parse', 'HEAD'), refs[main], 'HEAD');
      await checkSound(local.folder);
    }
  }),
  test('AR-TRIP-9', 'deletes and renames branches and tags', async (t) => {
    const { repository, refs } = await seeded(t, 'simple');
    const local = await cloned(t, repository);
    const old = refs['refs/heads/old'] ?? '';
    await local.git('push', '--quiet', 'origin', ':refs/tags/light');
    await local.git('push', '--quiet', 'origin', 'origin/old:refs/heads/new', ':old');
    await local.git('tag', '-a', '-m', 'A tag', 'v2');
    await local.git('push', '--quiet', '--follow-tags', 'origin', 'main');
    const tag = await local.git('rev-parse', 'v2');
    const expected = { [main]: refs[main], 'refs/heads/new': old, 'refs/tags/v2': tag };
    equal(await getRefs(t, repository), expected, 'the refs');
    await local.git('fetch', '--quiet', '--prune', 'origin');
    equal(
      await local.git('branch', '-r', '--format=%(refname)', '--list', 'origin/old'),
      '',
      'the old branch',
    );
  }),
  test('AR-TRIP-10', 'mirrors a repository with refs of every kind in both directions', async (t) => {
    const { repository, refs } = await seeded(t, 'names');
    const local = await cloned(t, repository, ['--mirror']);
    const listed = await local.git('for-each-ref', '--format=%(refname) %(objectname)');
    const found = Object.fromEntries(listed.split('\n').map((text) => text.split(' ')));
    equal(found, refs, 'the refs of the mirror');
    await checkSound(local.folder);
    const copy = await t.repository();
    const there = { folder: local.folder, repository: copy, certificate: t.certificate };
    await git(['push', '--quiet', '--mirror', copy.remote], there);
    equal(await getRefs(t, copy), refs, 'the refs of the copy');
    await local.git('update-ref', '-d', 'refs/x/y/z');
    await git(['push', '--quiet', '--mirror', copy.remote], there);
    ok(!('refs/x/y/z' in (await getRefs(t, copy))), 'a ref deleted in the mirror still exists');
  }),
  test('AR-TRIP-11', 'clones an empty repository, and creates its branch on the first push', async (t) => {
    for (const version of [2, 0] as const) {
      const repository = await t.repository({ branch: 'trunk' });
      const local = await cloned(t, repository, [], version);
      await local.git('checkout', '--quiet', '-B', 'trunk');
      await local.git('commit', '--quiet', '--allow-empty', '-m', 'First');
      await local.git('push', '--quiet', 'origin', 'trunk');
      const tip = await local.git('rev-parse', 'HEAD');
      equal(await getRefs(t, repository), { 'refs/heads/trunk': tip }, 'the refs');
      const again = await cloned(t, repository, [], version);
      equal(await again.git('rev-parse', '--abbrev-ref', 'HEAD'), 'trunk', 'the branch of a clone');
    }
    const repository = await t.repository({ branch: 'trunk' });
    const listed = await cloned(t, repository);
    equal(await listed.git('symbolic-ref', 'HEAD'), 'refs/heads/trunk', 'HEAD of an empty clone');
    equal(await listed.git('ls-remote', 'origin'), '', 'the output of ls-remote');
  }),
  {
    title: 'refuses a push that is behind, and accepts it with force or a valid lease',
    requirements: ['AR-TRIP-12', 'AR-TRIP-13'],

    run: async (t) => {
      const made = chain(2);
      const repository = await filled(t, { objects: made.objects, refs: { [main]: made.tip } });
      const local = await cloned(t, repository);
      const moved = chain(1, 'moved', [made.tip]);
      await accepted(t, repository, {
        commands: [{ name: main, from: made.tip, to: moved.tip }],
        pack: createPack(moved.objects.values()),
      });
      await local.git('commit', '--quiet', '--allow-empty', '-m', 'Mine');
      const mine = await local.git('rev-parse', 'HEAD');
      const behind = await local.try('push', 'origin', 'main');
      await t.check('AR-TRIP-12', async () => {
        ok(!behind.ok, 'a push that is behind was accepted');
        match(behind.message, /rejected/, 'what Git says');
      });
      const lease = await local.try('push', `--force-with-lease=main:${made.tip}`, 'origin', 'main');
      await t.check('AR-TRIP-13', async () => {
        ok(!lease.ok, 'an outdated lease was accepted');
        equal((await getRefs(t, repository))[main], moved.tip, 'the branch');
        await local.git('push', '--quiet', `--force-with-lease=main:${moved.tip}`, 'origin', 'main');
        equal((await getRefs(t, repository))[main], mine, 'the branch after a push with a valid lease');
      });
      await local.git('commit', '--quiet', '--amend', '--allow-empty', '-m', 'Mine again');
      await local.git('push', '--quiet', '--force', 'origin', 'main');
      const again = await local.git('rev-parse', 'HEAD');
      await t.check('AR-TRIP-12', async () =>
        equal((await getRefs(t, repository))[main], again, 'the branch'),
      );
    },
  },
]);
