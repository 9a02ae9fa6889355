import { equal, ok } from '../../harness/assertions.ts';
import type { TestContext } from '../../harness/context.ts';
import type { TestRepository } from '../../harness/repositories.ts';
import { defineSuite, test } from '../../harness/suite.ts';
import { fromHex, join, noise, utf8 } from './objects/bytes.ts';
import { blob, commit, type GitObject, sha1, tag, tree } from './objects/git-object.ts';
import { buildRecipe, readRecipe } from './objects/recipe.ts';
import { createPack, deltaSize, writePack } from './objects/write-pack.ts';
import { chain, filled, nowhere, packIn } from './seeded.ts';
import { getRefs, post } from './wire/discovery.ts';
import { fetchV2 } from './wire/fetch.ts';
import { accepted, push, pushHead, refused } from './wire/push.ts';

const main = 'refs/heads/main';
const name = 'refs/heads/bad';

async function started(t: TestContext) {
  const made = chain(2);
  return { made, repository: await filled(t, { objects: made.objects, refs: { [main]: made.tip } }) };
}

/** Fails unless a push is refused and leaves nothing behind. */
async function leavesNothing(
  t: TestContext,
  repository: TestRepository,
  what: string,
  pack: Uint8Array,
  to: string,
  objects: Iterable<Pick<GitObject, 'id'>> = [],
): Promise<void> {
  const before = await getRefs(t, repository);
  const answer = await push(t, repository, { commands: [{ name, to }], pack });
  refused(answer, what, [name]);
  ok(answer.status < 500, `a push ${what} broke the server`);
  equal(await getRefs(t, repository), before, `the refs after a push ${what}`);
  for (const { id } of objects) {
    const { error } = await t.step('what was refused', () => fetchV2(t, repository, [`want ${id}`, 'done']));
    ok(error !== undefined, `the object ${id} exists after a push ${what}`);
  }
}

/** Fails unless the repository still accepts a valid push. */
async function goesOn(t: TestContext, repository: TestRepository): Promise<void> {
  const good = chain(2, `good-${crypto.randomUUID()}`);
  await accepted(t, repository, {
    commands: [{ name: `refs/heads/${good.tip}`, to: good.tip }],
    pack: createPack(good.objects.values()),
  });
  packIn(await fetchV2(t, repository, [`want ${good.tip}`, 'done']), { wants: [good.tip] });
}

/** Pushes that must be refused as a whole, and leave nothing behind. */
export const gitPushChecksSuite = defineSuite('artifacts/git/push-checks', [
  {
    title: 'refuses incomplete pushes: missing files, folders, parents, tips',
    requirements: ['AR-CHECK-1', 'AR-CHECK-2', 'AR-CHECK-8'],
    run: async (t) => {
      const { repository } = await started(t);
      const bad = chain(2, 'bad');
      const all = [...bad.objects.values()];
      const tip = bad.added(1);
      for (const type of ['blob', 'tree', 'commit'] as const) {
        const left = all.filter((object) => object.id === bad.tip || object.type !== type);
        await t.check('AR-CHECK-1', () =>
          leavesNothing(t, repository, `without ${type}s`, createPack(left), bad.tip),
        );
      }
      await t.check('AR-CHECK-1', () =>
        leavesNothing(t, repository, 'without a parent', createPack(tip), bad.tip),
      );
      const lost = tag({ id: nowhere, type: 'commit' }, 'lost');
      await t.check('AR-CHECK-1', async () => {
        const commands = [{ name: 'refs/tags/lost', to: lost.id }];
        refused(
          await push(t, repository, { commands, pack: createPack([lost]) }),
          'of a tag of a missing object',
          ['refs/tags/lost'],
        );
      });
      await t.check('AR-CHECK-2', () => leavesNothing(t, repository, 'of nothing', createPack([]), nowhere));
      await t.check('AR-CHECK-8', () =>
        leavesNothing(t, repository, 'without a parent', createPack(tip), bad.tip, tip),
      );
      await goesOn(t, repository);
    },
  },
  test('AR-CHECK-15', 'refuses the incomplete refs of a push, and accepts the others', async (t) => {
    const { repository } = await started(t);
    const good = buildRecipe(readRecipe('modes'));
    const to = good.refs['refs/heads/main'] ?? '';
    const bad = chain(2, 'bad');
    const commands = [
      { name: 'refs/heads/good', to },
      { name, to: bad.tip },
    ];
    const pack = createPack([...good.objects.values(), ...bad.added(1)]);
    const answer = await push(t, repository, { commands, pack });
    refused(answer, 'without a parent', [name]);
    equal(answer.refs['refs/heads/good'], 'ok', 'the report of the complete ref');
    const there = await getRefs(t, repository);
    equal([there['refs/heads/good'], there[name]], [to, undefined], 'the refs');
    packIn(await fetchV2(t, repository, [`want ${to}`, 'done']), { wants: [to] });
  }),
  {
    title: 'refuses packs that are invalid, truncated, damaged or garbage',
    requirements: ['AR-CHECK-3', 'AR-CHECK-4', 'AR-CHECK-5', 'AR-CHECK-6', 'AR-CHECK-11', 'AR-CHECK-8'],
    run: async (t) => {
      const { repository } = await started(t);
      const bad = chain(3, 'bad');
      const objects = [...bad.objects.values()];
      const pack = createPack(objects);
      const size = pack.length;
      const flip = (at: number) => pack.map((byte, place) => (place === at ? byte ^ 0x55 : byte));
      // With a valid checksum, only a check of the objects themselves finds the damage.
      const summed = (bytes: Uint8Array) => join(bytes, fromHex(sha1(bytes)));
      const cases = [
        ['AR-CHECK-3', 'with a wrong checksum', flip(size - 3)],
        ['AR-CHECK-3', 'with a changed object', flip(Math.floor(size / 2))],
        ['AR-CHECK-4', 'without its end', pack.subarray(0, size - 20)],
        ['AR-CHECK-4', 'with its second half missing', pack.subarray(0, Math.floor(size / 2))],
        ['AR-CHECK-4', 'that is a header', pack.subarray(0, 12)],
        ['AR-CHECK-4', 'with half a header', pack.subarray(0, 7)],
        ['AR-CHECK-5', 'of garbage', noise(5_000)],
        ['AR-CHECK-5', 'of garbage after a header', join(pack.subarray(0, 12), noise(5_000))],
        ['AR-CHECK-5', 'of no pack', new Uint8Array()],
        ['AR-CHECK-5', 'of another version', join('PACK', Uint8Array.from([0, 0, 0, 9]), pack.subarray(8))],
        ['AR-CHECK-6', 'with damage inside', summed(flip(40).subarray(0, size - 20))],
        ['AR-CHECK-11', 'that claims more', writePack(objects, objects.length + 1)],
        ['AR-CHECK-11', 'that claims fewer', writePack(objects, objects.length - 1)],
      ] as const;
      for (const [requirement, what, bytes] of cases) {
        await t.check(requirement, () => leavesNothing(t, repository, what, bytes, bad.tip));
      }
      await t.check('AR-CHECK-8', async () => {
        for (const { id } of objects) {
          ok((await fetchV2(t, repository, [`want ${id}`, 'done'])).error !== undefined, `${id} is there`);
        }
      });
      await goesOn(t, repository);
    },
  },
  {
    title: 'refuses deltas without a base',
    requirements: ['AR-CHECK-7'],
    run: async (t) => {
      const { repository, made } = await started(t);
      const bad = chain(1, 'bad');
      const own = [...bad.objects.values()];
      const base = made.objects.get(made.tip)?.data ?? new Uint8Array();
      const head = deltaSize(base.length);
      const delta = join(head, Uint8Array.from([5, 5]), utf8('hello'));
      const lost = writePack([...own, { base: nowhere, delta }]);
      await leavesNothing(t, repository, 'with a delta of a missing base', lost, bad.tip);
      await goesOn(t, repository);
    },
  },
  test('AR-CHECK-10', 'refuses branches that point to something other than a commit', async (t) => {
    const { repository } = await started(t);
    const file = blob('file\n');
    const empty = tree([]);
    const annotated = tag(file, 'file');
    for (const object of [file, empty, annotated]) {
      await t.check('AR-CHECK-10', () =>
        leavesNothing(
          t,
          repository,
          `of a branch at a ${object.type}`,
          createPack([file, empty, annotated]),
          object.id,
        ),
      );
    }
    await goesOn(t, repository);
  }),
  test('AR-CHECK-9', 'keeps nothing of an interrupted push', async (t) => {
    const { repository } = await started(t);
    const file = blob(noise(400_000));
    const root = tree([{ name: 'noise', mode: '100644', id: file.id }]);
    const tip = commit({ tree: root.id });
    const body = join(pushHead({ commands: [{ name, to: tip.id }] }), createPack([file, root, tip]));
    const before = await getRefs(t, repository);
    await post(t, repository, 'git-receive-pack', breaking(body)).catch(() => undefined);
    await post(t, repository, 'git-receive-pack', body.subarray(0, body.length - 1_000));
    equal(await getRefs(t, repository), before, 'the refs');
    for (const id of [file.id, tip.id]) {
      ok((await fetchV2(t, repository, [`want ${id}`, 'done'])).error !== undefined, `${id} is there`);
    }
    await goesOn(t, repository);
  }),
]);

/** The pieces of a body up to its middle. */
function breaking(body: Uint8Array): readonly Uint8Array[] {
  return [body.subarray(0, body.length >> 1)];
}
