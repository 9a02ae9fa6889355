import { equal, ok } from '../../harness/assertions.ts';
import type { TestContext } from '../../harness/context.ts';
import type { TestRepository } from '../../harness/repositories.ts';
import { defineSuite, test } from '../../harness/suite.ts';
import { type GitObject, someTime } from './objects/git-object.ts';
import { type Chain, chain, filled, idsOfType, packIn, seeded, together } from './seeded.ts';
import { discover, needs } from './wire/discovery.ts';
import { type FetchAnswer, fetchV0, fetchV2 } from './wire/fetch.ts';

/** Fetches commits with a depth, in versions 2 and 0. */
async function both(
  t: TestContext,
  repository: TestRepository,
  wants: readonly string[],
  depth: readonly string[],
  judge: (answer: FetchAnswer) => void,
): Promise<void> {
  judge(await fetchV2(t, repository, [...wants.map((id) => `want ${id}`), ...depth, 'done']));
  const capabilities = [
    'side-band-64k',
    'no-progress',
    'ofs-delta',
    ...(depth.includes('deepen-relative') ? ['deepen-relative'] : []),
  ];
  const lines = depth.filter((text) => text !== 'deepen-relative');
  judge(await fetchV0(t, repository, { wants, capabilities, depth: lines }));
}

async function withLine(t: TestContext, size = 10) {
  const made = chain(size);
  const refs = { 'refs/heads/main': made.tip, 'refs/heads/old': made.commits[4] ?? '' };
  const repository = await filled(t, { objects: made.objects, refs });
  needs(t, await discover(t, repository, 'git-upload-pack'), 'shallow');
  return { made, repository };
}

/** The objects of a clone with the last commits of a line. */
const getLast = (made: Chain, depth: number) =>
  new Map(
    Array.from({ length: depth }, (_, at) => made.added(made.commits.length - 1 - at))
      .flat()
      .map((object): [string, GitObject] => [object.id, object]),
  );

/** Fetching with a depth. */
export const gitShallowSuite = defineSuite('artifacts/git/shallow', [
  {
    title: 'sends as many commits as the depth, and lists those at its end',
    requirements: ['AR-SHALLOW-1', 'AR-SHALLOW-3'],
    run: async (t) => {
      const { made, repository } = await withLine(t);
      const { tip, commits } = made;
      for (const depth of [1, 3, 9]) {
        await t.check('AR-SHALLOW-1', () =>
          both(t, repository, [tip], [`deepen ${depth}`], (answer) => {
            const shallow = [commits[10 - depth] ?? ''];
            equal([answer.shallow, answer.unshallow], [shallow, []], 'what is shallow');
            const pack = packIn(answer, { wants: [tip], shallow });
            equal(
              idsOfType(pack, 'commit'),
              commits.slice(10 - depth).sort(),
              `the commits of depth ${depth}`,
            );
          }),
        );
      }
      for (const depth of [11, 500]) {
        await t.check('AR-SHALLOW-3', () =>
          both(t, repository, [tip], [`deepen ${depth}`], (answer) => {
            equal(answer.shallow, [], `the shallow commits with depth ${depth}`);
            packIn(answer, { wants: [tip] });
          }),
        );
      }
    },
  },
  test('AR-SHALLOW-2', 'counts along every line of a history with merges', async (t) => {
    const { repository, ids } = await seeded(t, 'merges');
    needs(t, await discover(t, repository, 'git-upload-pack'), 'shallow');
    const named = (...names: readonly string[]) => names.map((name) => ids[name] ?? '').sort();
    const expected = [
      { depth: 2, sent: named('later', 'octopus'), shallow: named('octopus') },
      {
        depth: 3,
        sent: named('later', 'octopus', 'meet', 'cross', 'third'),
        shallow: named('meet', 'cross', 'third'),
      },
      {
        depth: 4,
        sent: named('later', 'octopus', 'meet', 'cross', 'third', 'left', 'right', 'left2', 'right2', 'root'),
        shallow: named('left', 'right', 'left2', 'right2'),
      },
    ];
    const tip = ids['later'] ?? '';
    for (const { depth, sent, shallow } of expected) {
      await both(t, repository, [tip], [`deepen ${depth}`], (answer) => {
        // Git lists a root at the end of the depth, although it has no parents.
        const named = answer.shallow.filter((id) => id !== ids['root']);
        equal(named.sort(), shallow, `the shallow commits with depth ${depth}`);
        equal(
          idsOfType(packIn(answer, { wants: [tip], shallow }), 'commit'),
          sent,
          `the commits of depth ${depth}`,
        );
      });
    }
  }),
  {
    title: 'deepens, and unshallows',
    requirements: ['AR-SHALLOW-4', 'AR-SHALLOW-5', 'AR-SHALLOW-10'],
    run: async (t) => {
      const { made, repository } = await withLine(t);
      const { tip, commits } = made;
      const known = getLast(made, 2);
      const before = commits[8] ?? '';
      const has = [`shallow ${before}`];
      const ask = (depth: number) =>
        fetchV2(t, repository, [`want ${tip}`, ...has, `deepen ${depth}`, `have ${tip}`, 'done']);
      await t.check('AR-SHALLOW-4', async () => {
        const answer = await ask(5);
        const shallow = [commits[5] ?? ''];
        equal([answer.shallow, answer.unshallow], [shallow, [before]], 'what is shallow');
        const pack = packIn(answer, { wants: [tip], known, shallow });
        equal(idsOfType(pack, 'commit'), commits.slice(5, 8).sort(), 'the sent commits');
      });
      await t.check('AR-SHALLOW-5', async () => {
        const answer = await ask(0x7fffffff);
        equal([answer.shallow, answer.unshallow], [[], [before]], 'what is shallow');
        packIn(answer, { wants: [tip], known });
      });
      await t.check('AR-SHALLOW-10', async () => {
        const more = chain(1, 'more', [commits[3] ?? '']);
        const repository = await filled(t, {
          objects: together(made, more),
          refs: { 'refs/heads/main': tip, 'refs/heads/more': more.tip },
        });
        const args = [`want ${more.tip}`, ...has, `have ${tip}`, 'done'];
        const answer = await fetchV2(t, repository, args);
        packIn(answer, { wants: [more.tip], known, shallow: answer.shallow });
      });
    },
  },
  test('AR-SHALLOW-6', 'lists the shallow commits again if the depth shrinks', async (t) => {
    const { made, repository } = await withLine(t);
    const { tip, commits } = made;
    const known = getLast(made, 5);
    const args = [`shallow ${commits[5]}`, 'deepen 2'];
    await both(t, repository, [tip], args, (answer) => {
      equal(answer.shallow, [commits[8]], 'what is shallow');
      packIn(answer, { wants: [tip], known, shallow: answer.shallow });
    });
  }),
  test('AR-SHALLOW-7', 'counts a relative depth from the shallow commits', async (t) => {
    const { made, repository } = await withLine(t);
    needs(t, await discover(t, repository, 'git-upload-pack'), 'deepen-relative');
    const { tip, commits } = made;
    const known = getLast(made, 2);
    const args = [`shallow ${commits[8]}`, 'deepen 3', 'deepen-relative'];
    await both(t, repository, [tip], args, (answer) => {
      equal([answer.shallow, answer.unshallow], [[commits[5]], [commits[8]]], 'what is shallow');
      packIn(answer, { wants: [tip], known, shallow: answer.shallow });
    });
  }),
  {
    title: 'ends the history at a time, before a ref, or both',
    requirements: ['AR-SHALLOW-8', 'AR-SHALLOW-9', 'AR-SHALLOW-11', 'AR-SHALLOW-12'],
    run: async (t) => {
      const { made, repository } = await withLine(t);
      needs(t, await discover(t, repository, 'git-upload-pack'), 'deepen-since', 'deepen-not');
      const { tip, commits } = made;
      const judge = (first: number) => (answer: FetchAnswer) => {
        const shallow = [commits[first] ?? ''];
        equal(answer.shallow, shallow, 'what is shallow');
        const pack = packIn(answer, { wants: [tip], shallow });
        equal(idsOfType(pack, 'commit'), commits.slice(first).sort(), 'the commits');
      };
      const since = (place: number) => `deepen-since ${someTime + place * 3_600}`;
      await t.check('AR-SHALLOW-8', () => both(t, repository, [tip], [since(7)], judge(7)));
      await t.check('AR-SHALLOW-9', async () => {
        await both(t, repository, [tip], ['deepen-not refs/heads/old'], judge(5));
        await both(t, repository, [tip], ['deepen-not old'], judge(5));
      });
      await t.check('AR-SHALLOW-11', async () => {
        await both(t, repository, [tip], [since(8), 'deepen-not refs/heads/old'], judge(8));
        await both(t, repository, [tip], [since(2), 'deepen-not refs/heads/old'], judge(5));
      });
      await t.check('AR-SHALLOW-12', () =>
        both(t, repository, [tip], ['deepen 2', since(7)], ({ error }) =>
          ok(error !== undefined, 'a depth combined with a time is accepted'),
        ),
      );
    },
  },
]);
