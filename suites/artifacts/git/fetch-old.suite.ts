import { equal, match, ok } from '../../harness/assertions.ts';
import { defineSuite, test } from '../../harness/suite.ts';
import { noise } from './objects/bytes.ts';
import { blob, commit, tree } from './objects/git-object.ts';
import { chain, filled, filledWithLine, idsOfType, nowhere, packIn, upTo } from './seeded.ts';
import { discover, needs, type Version } from './wire/discovery.ts';
import { fetchV0 } from './wire/fetch.ts';

const usual = ['side-band-64k', 'no-progress', 'ofs-delta'];

/** Fetching in versions 0 and 1. */
export const gitOldFetchSuite = defineSuite('artifacts/git/fetch-old', [
  test(['AR-OLD-1', 'AR-OLD-12'], 'clones with NAK and a pack, in versions 0 and 1', async (t) => {
    const { made, repository } = await filledWithLine(t);
    const judge = async (version: Version) => {
      const answer = await fetchV0(t, repository, { wants: [made.tip], capabilities: usual, version });
      equal(answer.acknowledgments, ['NAK'], 'the acknowledgments');
      equal(packIn(answer, { wants: [made.tip] }).objects.size, made.objects.size, 'the number of objects');
    };
    await t.check('AR-OLD-1', () => judge(0));
    await t.check('AR-OLD-12', () => judge(1));
  }),
  test(
    ['AR-OLD-8', 'AR-OLD-9'],
    'sends a pack without a side band, or in small packets, to old clients',
    async (t) => {
      const file = blob(noise(200_000));
      const root = tree([{ name: 'noise', mode: '100644', id: file.id }]);
      const tip = commit({ tree: root.id });
      const objects = new Map([file, root, tip].map((object) => [object.id, object]));
      const repository = await filled(t, { objects, refs: { 'refs/heads/main': tip.id } });
      const ask = (...capabilities: readonly string[]) =>
        fetchV0(t, repository, { wants: [tip.id], capabilities });
      await t.check('AR-OLD-8', async () => {
        packIn(await ask('ofs-delta'), { wants: [tip.id] });
      });
      await t.check('AR-OLD-9', async () => {
        const answer = await ask('side-band', 'no-progress');
        packIn(answer, { wants: [tip.id] });
        ok(answer.longest <= 1_000, `a packet has ${answer.longest} bytes`);
      });
    },
  ),
  {
    title: "acknowledges in the client's mode, and ends with a common commit",
    requirements: ['AR-OLD-2', 'AR-OLD-3', 'AR-OLD-4', 'AR-OLD-5', 'AR-OLD-6'],
    run: async (t) => {
      const { made, repository } = await filledWithLine(t);
      const strangers = chain(10, 'stranger').commits;
      const [two = '', one = ''] = [made.commits[3], made.commits[2]];
      const ask = (modes: readonly string[], haves: readonly (readonly string[])[], done: boolean) =>
        fetchV0(t, repository, { wants: [made.tip], capabilities: [...usual, ...modes], haves, done });
      const last = (id: string) => new RegExp(`^ACK ${id}$`);

      await t.check('AR-OLD-2', async () => {
        for (const modes of [[], ['multi_ack'], ['multi_ack_detailed']]) {
          const answer = await ask(modes, [strangers], false);
          equal(answer.acknowledgments, ['NAK'], `the acknowledgments with ${modes}`);
          equal(answer.pack, undefined, 'the pack');
        }
      });
      await t.check('AR-OLD-3', async () => {
        const answer = await ask([], [[...strangers, one, two]], false);
        equal(answer.acknowledgments[0], `ACK ${one}`, 'the first acknowledgment');
        ok(!answer.acknowledgments.includes(`ACK ${two}`), 'the second common commit is acknowledged');
      });
      await t.check('AR-OLD-4', async () => {
        const { acknowledgments } = await ask(['multi_ack'], [[...strangers, one, two]], false);
        ok(acknowledgments.includes(`ACK ${one} continue`), `the answer is ${acknowledgments}`);
        equal(acknowledgments.at(-1), 'NAK', 'the last acknowledgment');
      });
      await t.check('AR-OLD-5', async () => {
        const { acknowledgments } = await ask(['multi_ack_detailed'], [[one, two]], false);
        ok(acknowledgments.includes(`ACK ${one} common`), `the answer is ${acknowledgments}`);
        ok(
          acknowledgments.some((text) => /^ACK [0-9a-f]{40} ready$/.test(text)),
          'nothing is ready',
        );
        equal(acknowledgments.at(-1), 'NAK', 'the last acknowledgment');
      });
      await t.check('AR-OLD-6', async () => {
        const known = upTo(made, 2);
        for (const modes of [[], ['multi_ack'], ['multi_ack_detailed']]) {
          const answer = await ask(modes, [[...strangers, one]], true);
          match(answer.acknowledgments.at(-1), last(one), 'the last acknowledgment');
          const pack = packIn(answer, { wants: [made.tip], known });
          equal(idsOfType(pack, 'commit'), made.commits.slice(3).sort(), 'the sent commits');
        }
      });
    },
  },
  test('AR-OLD-7', 'sends the pack as soon as it is ready to clients with no-done', async (t) => {
    const { made, repository } = await filledWithLine(t);
    needs(t, await discover(t, repository, 'git-upload-pack'), 'no-done', 'multi_ack_detailed');
    const capabilities = [...usual, 'multi_ack_detailed', 'no-done'];
    const common = made.commits[3] ?? '';
    const answer = await fetchV0(t, repository, {
      wants: [made.tip],
      capabilities,
      haves: [[common]],
      done: false,
    });
    equal(
      answer.acknowledgments,
      [`ACK ${common} common`, `ACK ${common} ready`, 'NAK', `ACK ${common}`],
      'the acknowledgments',
    );
    packIn(answer, { wants: [made.tip], known: upTo(made, 3) });
  }),
  {
    title: 'sends commits that no ref reaches any more, and refuses missing ones',
    requirements: ['AR-OLD-10', 'AR-OLD-11'],
    run: async (t) => {
      const { made, repository } = await filledWithLine(t);
      const wants = [made.commits[4] ?? ''];
      await t.check('AR-OLD-10', async () =>
        packIn(await fetchV0(t, repository, { wants, capabilities: usual }), { wants }),
      );
      await t.check('AR-OLD-11', async () => {
        const answer = await fetchV0(t, repository, { wants: [nowhere], capabilities: usual });
        equal([answer.status, answer.pack], [200, undefined], 'the status and the pack');
        match(answer.error, /./, 'the error');
      });
    },
  },
  {
    title: 'lists shallow commits in each round, and nothing else before the first haves',
    requirements: ['AR-OLD-13', 'AR-OLD-14'],
    run: async (t) => {
      const { made, repository } = await filledWithLine(t);
      const wants = [made.tip];
      const boundary = made.commits[6] ?? '';
      const depth = ['deepen 2'];
      const capabilities = [...usual, 'multi_ack_detailed'];
      const first = await fetchV0(t, repository, { wants, capabilities, depth, done: false });
      await t.check('AR-OLD-14', () =>
        equal(
          [first.shallow, first.acknowledgments, first.pack, first.error],
          [[boundary], [], undefined, undefined],
          'the answer before done',
        ),
      );
      const strangers = chain(3, 'stranger').commits;
      const rounds = [
        await fetchV0(t, repository, { wants, capabilities, depth, haves: [strangers], done: false }),
        await fetchV0(t, repository, { wants, capabilities, depth, haves: [strangers], done: true }),
        await fetchV0(t, repository, { wants, capabilities, depth, done: true }),
      ];
      await t.check('AR-OLD-13', () => {
        for (const { shallow } of rounds) equal(shallow, [boundary], 'what is shallow');
        for (const answer of rounds.slice(1)) packIn(answer, { wants, shallow: [boundary] });
      });
    },
  },
]);
