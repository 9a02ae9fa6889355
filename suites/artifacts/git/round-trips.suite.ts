import type { KnownRequirementId } from '../../../spec/requirements.ts';
import { equal, ok } from '../../harness/assertions.ts';
import type { TestContext } from '../../harness/context.ts';
import { defineSuite, type Test } from '../../harness/suite.ts';
import type { GitClient, LocalRepository } from './clients/git-client.ts';
import { isomorphicGit } from './clients/isomorphic-client.ts';
import { checkSound, realGit } from './clients/real-git.ts';
import { reach } from './objects/read-pack.ts';
import { type BuiltRecipe, buildRecipe, type RecipeName, readRecipe, recipeNames } from './objects/recipe.ts';
import { createPack } from './objects/write-pack.ts';
import { chain, filled, packIn, seeded } from './seeded.ts';
import { getRefs, type Version } from './wire/discovery.ts';
import { fetchV2 } from './wire/fetch.ts';
import { accepted } from './wire/push.ts';

const main = 'refs/heads/main';

type TripTest = Test<KnownRequirementId>;

/** The refs of a recipe that a plain clone receives. */
const clonedRefs = ({ refs }: BuiltRecipe): Record<string, string> =>
  Object.fromEntries(Object.entries(refs).filter(([name]) => /^refs\/(heads|tags)\//.test(name)));

/** isomorphic-git does not push refs to files or folders. */
const commitRefs = (built: BuiltRecipe): Record<string, string> =>
  Object.fromEntries(Object.entries(clonedRefs(built)).filter(([name]) => !/-(file|folder)$/.test(name)));

/** Fails unless a clone has the refs of a recipe and all objects they reach. */
async function checkClone(local: LocalRepository, built: BuiltRecipe): Promise<void> {
  const head = built.refs[`refs/heads/${built.head}`];
  const refs = { ...(head === undefined ? {} : { HEAD: head }), ...clonedRefs(built) };
  equal(await local.known(), refs, 'the refs of the clone');
  const read = await local.read([...built.objects.keys()]);
  for (const [id, { type }] of built.objects) {
    const found = read.get(id);
    equal([found?.id, found?.type], [id, type], 'an object of the clone');
  }
}

/** Clones a repository that was filled packet by packet. */
function cloneTest(
  client: (t: TestContext) => GitClient,
  name: RecipeName,
  what: string,
  id: KnownRequirementId,
): TripTest {
  return {
    title: `clones the recipe ${name} with ${what}`,
    requirements: [id],
    ...(id === 'AR-TRIP-1' ? { features: ['git'] } : {}),
    run: async (t) => {
      const made = await seeded(t, name);
      const local = await client(t).clone(made.repository);
      await checkClone(local, made);
      // Git has checked the objects already.
      if (client === isomorphicGit && t.has('git')) await checkSound(local.folder);
    },
  };
}

/** Pushes a recipe with a client, and checks that every object arrived. */
function pushTest(
  client: (t: TestContext) => GitClient,
  name: RecipeName,
  what: string,
  id: KnownRequirementId,
): TripTest {
  return {
    title: `pushes the recipe ${name} with ${what}`,
    requirements: [id],
    ...(id === 'AR-TRIP-3' ? { features: ['git'] } : {}),
    run: async (t) => {
      const built = buildRecipe(readRecipe(name));
      const recipe = readRecipe(name);
      const repository = await t.repository({ branch: built.head });
      const local = await client(t).create();
      const refs = client === isomorphicGit ? commitRefs(built) : clonedRefs(built);
      await local.add(built.objects.values(), refs);
      if (Object.keys(refs).length > 0) {
        const pushed = await local.push(repository, ...Object.keys(refs).map((to) => ({ from: to, to })));
        ok(pushed.ok, `a push of ${Object.keys(refs).join(', ')} was refused: ${pushed.message}`);
      }
      equal(await getRefs(t, repository), refs, 'the refs');
      const wants = [...new Set(Object.values(refs))];
      const pack = packIn(await fetchV2(t, repository, [...wants.map((want) => `want ${want}`), 'done']), {
        wants,
      });
      for (const [named, known] of Object.entries(recipe.ids)) {
        const { reached } = reach(built.objects, wants);
        ok(!reached.has(known) || pack.objects.has(known), `the id of ${named} is missing`);
      }
    },
  };
}

/** Fetches and pulls another client's pushes. */
function pullTest(client: (t: TestContext) => GitClient, what: string, id: KnownRequirementId): TripTest {
  return {
    title: `fetches and pulls another client's pushes with ${what}`,
    requirements: [id],
    ...(id === 'AR-TRIP-5' ? { features: ['git'] } : {}),
    run: async (t) => {
      const first = chain(3);
      const repository = await filled(t, { objects: first.objects, refs: { [main]: first.tip } });
      const local = await client(t).clone(repository);
      const more = chain(5, 'more', [first.tip]);
      const commands = [
        { name: main, from: first.tip, to: more.tip },
        { name: 'refs/heads/side', to: more.commits[1] ?? '' },
        { name: 'refs/tags/new', to: more.tip },
      ];
      await accepted(t, repository, { commands, pack: createPack(more.objects.values()) });
      const fetched = await local.fetch(repository);
      ok(fetched.ok, `a fetch failed: ${fetched.message}`);
      const others = { 'refs/heads/side': more.commits[1], 'refs/tags/new': more.tip };
      const expected = { HEAD: first.tip, [main]: more.tip, ...others };
      equal(await local.known(), expected, 'the refs of the clone');
      const pulled = await local.pull(repository, 'main');
      ok(pulled.ok, `a pull failed: ${pulled.message}`);
      equal(await local.resolve('HEAD'), more.tip, 'HEAD after the pull');
      if (client === isomorphicGit && t.has('git')) await checkSound(local.folder);

      const own = chain(1, 'own', [more.tip]);
      await local.add(own.objects.values(), { [main]: own.tip });
      const pushed = await local.push(repository, { from: main, to: main });
      ok(pushed.ok, `a push failed: ${pushed.message}`);
      equal((await getRefs(t, repository))[main], own.tip, 'the branch after the push');
      const deleted = await local.push(repository, { to: 'refs/heads/side' });
      ok(deleted.ok, `a deletion failed: ${deleted.message}`);
      ok(!('refs/heads/side' in (await getRefs(t, repository))), 'the branch still exists');
    },
  };
}

const getGit = (version: Version) => (t: TestContext) => realGit(t, version);
const old: readonly RecipeName[] = ['merges', 'tags', 'names'];

/** Round trips of repositories through real clients. */
export const gitRoundTripsSuite = defineSuite('artifacts/git/round-trips', [
  ...recipeNames.map((name) => cloneTest(getGit(2), name, 'Git', 'AR-TRIP-1')),
  ...old.map((name) => cloneTest(getGit(1), name, 'Git in version 1', 'AR-TRIP-1')),
  ...old.map((name) => cloneTest(getGit(0), name, 'Git in version 0', 'AR-TRIP-1')),
  ...recipeNames.map((name) => cloneTest(isomorphicGit, name, 'isomorphic-git', 'AR-TRIP-2')),
  ...recipeNames.map((name) => pushTest(getGit(2), name, 'Git', 'AR-TRIP-3')),
  ...recipeNames.map((name) => pushTest(isomorphicGit, name, 'isomorphic-git', 'AR-TRIP-4')),
  pullTest(getGit(2), 'Git', 'AR-TRIP-5'),
  pullTest(isomorphicGit, 'isomorphic-git', 'AR-TRIP-6'),
]);
