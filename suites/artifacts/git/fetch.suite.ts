import { equal, ok } from '../../harness/assertions.ts';
import { defineSuite, test } from '../../harness/suite.ts';
import { getText, join, noise, utf8 } from './objects/bytes.ts';
import { blob, commit, type GitObject, someone, someTime, tree } from './objects/git-object.ts';
import { appending, createPack, type PackEntry, writePack } from './objects/write-pack.ts';
import { chain, filledWithLine, idsOfType, nowhere, packIn, seeded, upTo } from './seeded.ts';
import { discover, needs, post } from './wire/discovery.ts';
import { command, type FetchAnswer, fetchV2 } from './wire/fetch.ts';
import { PacketReader } from './wire/packets.ts';
import { accepted, push } from './wire/push.ts';

const have = (id: string) => `have ${id}`;
const acked = ({ acknowledgments }: FetchAnswer) =>
  acknowledgments.flatMap((text) => (text.startsWith('ACK ') ? [text.slice(4, 44)] : [])).sort();

/** Fetching in version 2: negotiation and packs. */
export const gitFetchSuite = defineSuite('artifacts/git/fetch', [
  {
    title: 'sends everything that a commit reaches in a sound pack',
    requirements: ['AR-FETCH-1', 'AR-FETCH-2', 'AR-PACK-1', 'AR-PACK-7'],
    run: async (t) => {
      for (const name of ['merges', 'two-roots', 'messages', 'deltas', 'empty'] as const) {
        const { repository, refs, objects } = await seeded(t, name);
        const wants = [...new Set(Object.values(refs))];
        const answer = await fetchV2(t, repository, [...wants.map((id) => `want ${id}`), 'done']);
        const pack = packIn(answer, { wants });
        equal([...pack.objects.keys()].sort(), [...objects.keys()].sort(), `the objects of ${name}`);
        await t.check('AR-FETCH-2', () => equal(answer.sections, ['packfile'], 'the sections'));
      }
    },
  },
  {
    title: 'acknowledges only common commits, and sends the rest',
    requirements: ['AR-FETCH-3', 'AR-FETCH-5', 'AR-FETCH-8', 'AR-FETCH-9'],
    run: async (t) => {
      const { made, repository } = await filledWithLine(t);
      const strangers = chain(40, 'stranger').commits;
      const common = [made.commits[2] ?? '', made.commits[3] ?? ''];
      const args = [`want ${made.tip}`, ...[...strangers, ...common].map(have)];
      const first = await fetchV2(t, repository, args);
      await t.check('AR-FETCH-3', () => equal(acked(first), [...common].sort(), 'what is acknowledged'));
      const known = upTo(made, 3);
      const ready = first.acknowledgments.includes('ready');
      await t.check('AR-FETCH-5', () =>
        equal(ready, first.pack !== undefined, 'whether a pack follows ready'),
      );
      const answer = ready ? first : await fetchV2(t, repository, [...args, 'done']);
      const pack = packIn(answer, { wants: [made.tip], known });
      await t.check('AR-FETCH-8', () =>
        equal(idsOfType(pack, 'commit'), made.commits.slice(4).sort(), 'the sent commits'),
      );
      await t.check('AR-FETCH-9', async () => {
        const whole = await fetchV2(t, repository, [`want ${made.tip}`, ...strangers.map(have), 'done']);
        packIn(whole, { wants: [made.tip] });
      });
    },
  },
  test('AR-FETCH-4', 'answers only NAK if no commit is common', async (t) => {
    const { made, repository } = await filledWithLine(t);
    const strangers = chain(20, 'stranger').commits;
    const answer = await fetchV2(t, repository, [`want ${made.tip}`, ...strangers.map(have)]);
    equal(answer.acknowledgments, ['NAK'], 'the acknowledgments');
    equal([answer.pack, answer.sections], [undefined, ['acknowledgments']], 'the rest of the answer');
  }),
  {
    title: 'never sends ready with wait-for-done, and acknowledges without wants',
    requirements: ['AR-FETCH-6', 'AR-FETCH-7'],
    run: async (t) => {
      const { made, repository } = await filledWithLine(t);
      needs(t, await discover(t, repository, 'git-upload-pack', 2), 'fetch=wait-for-done');
      const common = made.commits.slice(1, 4);
      const waiting = await fetchV2(t, repository, [
        `want ${made.tip}`,
        'wait-for-done',
        ...common.map(have),
      ]);
      await t.check('AR-FETCH-6', () => {
        equal(acked(waiting), [...common].sort(), 'what is acknowledged');
        ok(!waiting.acknowledgments.includes('ready'), 'the answer says ready');
        equal(waiting.pack, undefined, 'the pack');
      });
      const asking = await fetchV2(t, repository, ['wait-for-done', ...[...common, nowhere].map(have)]);
      await t.check('AR-FETCH-7', () => {
        equal([asking.error, asking.pack], [undefined, undefined], 'the error and the pack');
        equal(acked(asking), [...common].sort(), 'what is acknowledged');
      });
    },
  },
  test(['AR-FETCH-10', 'AR-FETCH-11'], 'sends any object it has, and refuses missing ones', async (t) => {
    const { made, repository } = await filledWithLine(t);
    const [gone, lost] = [chain(3, 'gone'), chain(1, 'lost')];
    const name = 'refs/heads/gone';
    await push(t, repository, {
      commands: [{ name, to: gone.tip }],
      pack: createPack(gone.objects.values()),
    });
    await push(t, repository, { commands: [{ name, from: gone.tip }] });
    for (const object of [...upTo(made, 2).values(), ...gone.objects.values()]) {
      await t.check('AR-FETCH-10', async () =>
        packIn(await fetchV2(t, repository, [`want ${object.id}`, 'done']), { wants: [object.id] }),
      );
    }
    await t.check('AR-FETCH-11', async () => {
      for (const id of [nowhere, lost.tip, '0'.repeat(40)]) {
        const { error } = await fetchV2(t, repository, [`want ${made.tip}`, `want ${id}`, 'done']);
        ok(error !== undefined, `${id} is accepted`);
      }
    });
  }),
  test('AR-FETCH-12', 'refuses invalid arguments', async (t) => {
    const { made, repository } = await filledWithLine(t, 1);
    const bad = [
      'wants everything',
      `want ${made.tip.slice(0, 39)}`,
      'want main',
      `have`,
      'deepen x',
      'deepen 0',
      'deepen -1',
    ];
    for (const argument of bad) {
      const { error } = await fetchV2(t, repository, [`want ${made.tip}`, argument, 'done']);
      ok(error !== undefined, `the argument '${argument}' is accepted`);
    }
  }),
  {
    title: 'sends no progress with no-progress, and an empty pack to an up-to-date client',
    requirements: ['AR-FETCH-13', 'AR-FETCH-14'],
    run: async (t) => {
      const { made, repository } = await filledWithLine(t);
      const quiet = await fetchV2(t, repository, [`want ${made.tip}`, 'no-progress', 'done']);
      packIn(quiet, { wants: [made.tip] });
      await t.check('AR-FETCH-13', () => equal(quiet.progress, '', 'the progress'));
      const all = await fetchV2(t, repository, [`want ${made.tip}`, have(made.tip), 'done']);
      const pack = packIn(all, { wants: [made.tip], known: made.objects });
      await t.check('AR-FETCH-14', () => equal(pack.count, 0, 'the number of objects'));
    },
  },
  test('AR-FETCH-15', 'puts every section on the side band with sideband-all', async (t) => {
    const { made, repository } = await filledWithLine(t);
    needs(t, await discover(t, repository, 'git-upload-pack', 2), 'fetch=sideband-all');
    const args = [`want ${made.tip}`, 'sideband-all', 'deepen 2', have(made.commits[0] ?? '')];
    const reply = await post(t, repository, 'git-upload-pack', command('fetch', args), { version: 2 });
    const reader = new PacketReader(reply.bytes);
    const contents: string[] = [];
    for (let next = reader.next(); next !== undefined && next !== 'flush'; next = reader.next()) {
      if (typeof next !== 'object') continue;
      const [band = 0] = next.bytes;
      ok(band >= 1 && band <= 3, `a packet is on band ${band}`);
      contents.push(getText(next.bytes.subarray(1)).trim());
    }
    for (const heading of ['acknowledgments', 'shallow-info', 'packfile']) {
      ok(contents.includes(heading), `the section ${heading} is missing`);
    }
  }),
  test(['AR-PACK-2', 'AR-PACK-3'], 'sends only deltas that the client understands', async (t) => {
    const made = growing();
    const repository = await t.repository();
    const commands = [{ name: 'refs/heads/main', to: made.tip }];
    await accepted(t, repository, { commands, pack: made.pack });
    const wants = [made.tip];
    const ask = (...args: readonly string[]) => fetchV2(t, repository, [`want ${made.tip}`, ...args, 'done']);
    await t.check('AR-PACK-2', async () => {
      const first = have(made.first);
      for (const args of [[], ['thin-pack', first], [first]]) {
        const pack = packIn(await ask(...args), { wants, known: made.known });
        equal(pack.offsetDeltas, 0, 'the number of offset deltas');
      }
      packIn(await ask('ofs-delta'), { wants });
    });
    await t.check('AR-PACK-3', async () => {
      const whole = packIn(await ask('ofs-delta', have(made.first)), { wants, known: made.known });
      equal([...whole.outside], [], 'bases outside the pack');
      packIn(await ask('ofs-delta', 'thin-pack', have(made.first)), { wants, known: made.known });
    });
  }),
  test('AR-PACK-4', 'sends no commits of submodules', async (t) => {
    const { repository, refs, objects } = await seeded(t, 'modes');
    const wants = [refs['refs/heads/main'] ?? ''];
    const pack = packIn(await fetchV2(t, repository, [`want ${wants[0]}`, 'done']), { wants });
    equal([...pack.objects.keys()].sort(), [...objects.keys()].sort(), 'the objects');
  }),
  {
    title: 'sends tags of sent commits with include-tag, and tags of tags',
    requirements: ['AR-PACK-5', 'AR-PACK-6'],
    run: async (t) => {
      const { repository, refs, ids } = await seeded(t, 'tags');
      const main = refs['refs/heads/main'] ?? '';
      const included = await fetchV2(t, repository, [`want ${main}`, 'include-tag', 'done']);
      await t.check('AR-PACK-5', () => {
        const tags = idsOfType(packIn(included, { wants: [main] }), 'tag');
        ok(tags.includes(ids['v1'] ?? ''), 'the tag of a sent commit is missing');
      });
      const thrice = ids['thrice'] ?? '';
      const answer = await fetchV2(t, repository, [`want ${thrice}`, 'done']);
      await t.check('AR-PACK-6', () =>
        equal(
          idsOfType(packIn(answer, { wants: [thrice] }), 'tag'),
          ['thrice', 'signed-off', 'v1'].map((name) => ids[name]).sort(),
          'the tags',
        ),
      );
    },
  },
]);

/** A file that grows by a few words in each of three commits, stored as deltas of its earlier versions. */
function growing() {
  let file = blob(noise(6_000));
  const entries: PackEntry[] = [file];
  const commits: GitObject[] = [];
  const known = new Map<string, GitObject>();
  for (let place = 0; place < 3; place++) {
    if (place > 0) {
      const words = utf8(`More words ${place}\n`);
      const next = blob(join(file.data, words));
      entries.push({ base: file.id, byOffset: true, delta: appending(file.data, words), id: next.id });
      file = next;
    }
    const root = tree([{ name: 'file', mode: '100644', id: file.id }]);
    const parents = commits.slice(-1).map(({ id }) => id);
    const made = commit({ tree: root.id, parents, author: someone(someTime + place) });
    entries.push(root, made);
    commits.push(made);
    if (place === 0) for (const object of [file, root, made]) known.set(object.id, object);
  }
  return { pack: writePack(entries), first: commits[0]?.id ?? '', tip: commits.at(-1)?.id ?? '', known };
}
