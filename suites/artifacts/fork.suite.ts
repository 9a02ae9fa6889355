import { equal, match, ok } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite, test } from '../harness/suite.ts';
import { buildRecipe, readRecipe } from './git/objects/recipe.ts';
import { createPack } from './git/objects/write-pack.ts';
import { packIn } from './git/seeded.ts';
import { getRefs } from './git/wire/discovery.ts';
import { fetchV2 } from './git/wire/fetch.ts';
import { accepted } from './git/wire/push.ts';
import {
  expectRefusal,
  filledWith,
  freshName,
  getRemote,
  listed,
  type MadeRepository,
  madeRepo,
  ofRepo,
  readRepo,
} from './repositories.ts';

/** A repository with tags and branches to fork. */
async function source(t: TestContext) {
  const built = buildRecipe(readRecipe('tags'));
  const made = await madeRepo(t, { description: 'The source' });
  const commands = Object.entries(built.refs).map(([name, to]) => ({ name, to }));
  await accepted(t, made.repository, { commands, pack: createPack(built.objects.values()) });
  return { ...made, ...built };
}

const fork = (t: TestContext, { params }: Pick<MadeRepository, 'params'>, body: unknown) =>
  t.ask('artifacts.repos.fork', { params, body });

const forked = async (
  t: TestContext,
  made: MadeRepository,
  body: { default_branch_only?: boolean; description?: string; read_only?: boolean } = {},
) => {
  const name = freshName(t);
  const reply = await t.call('artifacts.repos.fork', { params: made.params, body: { name, ...body } });
  const { result } = reply.body;
  const params = ofRepo(t, made.namespace, name);
  return { status: reply.status, result, params, repository: getRemote(result, result.token) };
};

/** Forks: independent copies of repositories. */
export const forksSuite = defineSuite('artifacts/fork', [
  {
    title: 'copies every ref and object, and names the source',
    requirements: ['AR-FORK-1', 'AR-FORK-2', 'AR-FORK-3', 'AR-FORK-4', 'AR-TOKEN-17'],
    run: async (t) => {
      const made = await source(t);
      for (const default_branch_only of [undefined, false, true]) {
        const one = await forked(t, made, default_branch_only === undefined ? {} : { default_branch_only });
        await t.check('AR-FORK-1', () => {
          equal(one.status, 201, 'the status');
          equal(one.result.objects, made.objects.size, 'the number of objects');
          ok(one.result.id !== made.created.id, 'the fork has the id of its source');
          ok(one.result.remote !== made.created.remote, 'the fork has the remote of its source');
        });
        const read = await readRepo(t, one);
        await t.check('AR-FORK-2', () =>
          equal(read.source, `artifacts:${made.namespace}/${made.name}`, 'the source'),
        );
        await t.check('AR-FORK-3', () => equal(read.description, null, 'the description'));
        await t.check('AR-FORK-4', async () => {
          equal(await getRefs(t, one.repository), made.refs, 'the refs');
          const wants = [...new Set(Object.values(made.refs))];
          const answer = await fetchV2(t, one.repository, [...wants.map((id) => `want ${id}`), 'done']);
          equal(packIn(answer, { wants }).objects.size, made.objects.size, 'the number of sent objects');
        });
        const { items } = await listed(t, 'artifacts.tokens.list', one.params);
        await t.check('AR-TOKEN-17', () =>
          equal(
            items.map(({ scope, state }) => `${scope} ${state}`),
            ['write active'],
            'the tokens',
          ),
        );
      }
      const given = await forked(t, made, { description: 'A copy', read_only: true });
      const read = await readRepo(t, given);
      await t.check('AR-FORK-3', () =>
        equal([read.description, read.read_only], ['A copy', true], 'what was given'),
      );
    },
  },
  test(
    ['AR-FORK-5', 'AR-FORK-6'],
    'keeps a fork independent of its source, even after its deletion',
    async (t) => {
      const made = await madeRepo(t);
      const line = await filledWith(t, made.repository);
      const copy = await forked(t, made);
      const name = 'refs/heads/own';
      const push = (to: MadeRepository['repository']) =>
        accepted(t, to, { commands: [{ name, to: line.commits[0] ?? '' }], pack: createPack([]) });
      const before = { 'refs/heads/main': line.tip };
      await t.check('AR-FORK-6', async () => {
        await push(copy.repository);
        equal(await getRefs(t, made.repository), before, 'the refs of the source');
        const other = await forked(t, made);
        await push(made.repository);
        equal(await getRefs(t, other.repository), before, 'the refs of another fork');
      });
      await t.call('artifacts.repos.delete', { params: made.params });
      await t.check('AR-FORK-5', async () => {
        equal(
          await getRefs(t, copy.repository),
          { ...before, [name]: line.commits[0] },
          'the refs of the fork',
        );
        packIn(await fetchV2(t, copy.repository, [`want ${line.tip}`, 'done']), { wants: [line.tip] });
        match((await readRepo(t, copy)).source, /^artifacts:/, 'the source');
      });
    },
  ),
  test(['AR-ERR-6', 'AR-ERR-7'], 'refuses existing and invalid names', async (t) => {
    const made = await madeRepo(t);
    const other = await madeRepo(t, {}, made.namespace);
    for (const name of [other.name, other.name.toUpperCase(), made.name]) {
      const reply = await fork(t, made, { name });
      await t.check('AR-ERR-6', () =>
        expectRefusal(t, reply, { status: 409, code: 10201, message: /^repo already exists: / }),
      );
    }
    await t.check('AR-ERR-6', async () =>
      equal((await readRepo(t, other)).id, other.created.id, 'the id of the existing one'),
    );
    for (const body of [{ name: '-bad' }, {}, { name: 7 }]) {
      const reply = await fork(t, made, body);
      await t.check('AR-ERR-7', () =>
        expectRefusal(t, reply, { status: 400, code: 10101, pointer: '/name' }),
      );
    }
    const good = await fork(t, made, { name: freshName(t) });
    await t.check('AR-ERR-7', () => t.expectSuccess(good, 'a fork with a valid name'));
  }),
  test('AR-FORK-1', 'copies an empty repository', async (t) => {
    const made = await madeRepo(t);
    const copy = await forked(t, made);
    equal(copy.result.objects, 0, 'the number of objects');
    equal(await getRefs(t, copy.repository), {}, 'the refs');
    await filledWith(t, copy.repository);
    equal(await getRefs(t, made.repository), {}, 'the refs of the source');
  }),
]);
