import { equal, match, ok } from '../../harness/assertions.ts';
import type { TestContext } from '../../harness/context.ts';
import { ConformanceFailure } from '../../harness/errors.ts';
import { defineSuite, test } from '../../harness/suite.ts';
import { utf8 } from './objects/bytes.ts';
import { commit } from './objects/git-object.ts';
import { appending, createPack, writePack } from './objects/write-pack.ts';
import { chain, filled, packIn, seeded, together } from './seeded.ts';
import { discover, getRefs, needs } from './wire/discovery.ts';
import { fetchV2 } from './wire/fetch.ts';
import { accepted, describe, push, refused, zeros } from './wire/push.ts';

const main = 'refs/heads/main';

/** A repository with its branch at the second of three commits. The third does not exist there yet. */
async function behind(t: TestContext) {
  const made = chain(3);
  const [first = '', second = '', third = ''] = made.commits;
  const there = new Map([...made.added(0), ...made.added(1)].map((object) => [object.id, object]));
  const repository = await filled(t, { objects: there, refs: { [main]: second } });
  return { repository, first, second, third, pack: createPack(made.added(2)), made };
}

/** Accepted pushes, and their reports. */
export const gitPushSuite = defineSuite('artifacts/git/push', [
  test(
    ['AR-PUSH-1', 'AR-PUSH-2'],
    'creates and updates refs, and reports each on the side band',
    async (t) => {
      const { repository, second, third, pack } = await behind(t);
      const other = 'refs/heads/other';
      const commands = [
        { name: main, from: second, to: third },
        { name: other, to: third },
      ];
      const answer = await push(t, repository, { commands, pack });
      await t.check('AR-PUSH-2', () => ok(answer.packets > 0, 'the report is not on a band'));
      await t.check('AR-PUSH-1', async () => {
        equal(
          [answer.error, answer.unpack, answer.refs],
          [undefined, 'ok', { [main]: 'ok', [other]: 'ok' }],
          'the report',
        );
        equal(await getRefs(t, repository), { [main]: third, [other]: third }, 'the refs');
        packIn(await fetchV2(t, repository, [`want ${third}`, 'done']), { wants: [third] });
      });
    },
  ),
  {
    title: 'reports in plain packets, or not at all, on request',
    requirements: ['AR-PUSH-4', 'AR-PUSH-5'],
    run: async (t) => {
      const { repository, second, third, pack } = await behind(t);
      const plain = {
        commands: [{ name: main, from: second, to: third }],
        pack,
        capabilities: ['report-status'],
      };
      await t.check('AR-PUSH-4', async () => {
        await accepted(t, repository, plain);
      });
      await t.check('AR-PUSH-5', async () => {
        for (const capabilities of [[], ['side-band-64k']]) {
          const name = `refs/heads/silent-${capabilities.length}`;
          const commands = [{ name, to: third }];
          const { bytes } = await push(t, repository, { commands, pack: createPack([]), capabilities });
          ok(
            bytes.length <= 4,
            `the answer has ${bytes.length} bytes, although the client requested no report`,
          );
          equal((await getRefs(t, repository))[name], third, name);
        }
      });
    },
  },
  test('AR-PUSH-3', 'splits a long report into packets', async (t) => {
    const { repository, second } = await behind(t);
    const names = Array.from(
      { length: 2_000 },
      (_, at) => `refs/heads/one-of-many-names-that-are-long/${at}`,
    );
    const commands = names.map((name) => ({ name, to: second }));
    const answer = await accepted(t, repository, { commands, pack: createPack([]) });
    ok(answer.packets > 1, 'the report came in one packet');
  }),
  {
    title: 'deletes refs without a pack, even missing ones, but not the branch of HEAD',
    requirements: ['AR-PUSH-6', 'AR-PUSH-11', 'AR-PUSH-21'],
    run: async (t) => {
      const { repository, refs } = await seeded(t, 'simple');
      const old = 'refs/heads/old';
      await t.check('AR-PUSH-6', async () => {
        await accepted(t, repository, { commands: [{ name: old, from: refs[old] ?? '' }] });
        ok(!(old in (await getRefs(t, repository))), 'the branch is still there');
      });
      await t.check('AR-PUSH-11', async () => {
        await accepted(t, repository, { commands: [{ name: 'refs/heads/never' }] });
      });
      const answer = await push(t, repository, { commands: [{ name: main, from: refs[main] ?? '' }] });
      const left = await getRefs(t, repository);
      await t.check('AR-PUSH-21', () => {
        refused(answer, 'that deletes the branch of HEAD');
        equal(left[main], refs[main], 'the branch');
      });
    },
  },
  {
    title: 'accepts an empty pack, a thin one, and offset deltas',
    requirements: ['AR-PUSH-7', 'AR-PUSH-17', 'AR-PUSH-18'],
    run: async (t) => {
      const { repository, made, second } = await behind(t);
      await t.check('AR-PUSH-7', async () => {
        await accepted(t, repository, {
          commands: [{ name: 'refs/heads/copy', to: second }],
          pack: createPack([]),
        });
      });
      const base = made.objects.get(second);
      if (!base) throw new ConformanceFailure('the base is missing');
      const next = commit({ ...getParts(base.data), message: 'chain 1\nMore words\n' });
      const delta = appending(base.data, utf8('More words\n'));
      await t.check('AR-PUSH-17', async () => {
        const pack = writePack([{ base: base.id, delta, id: next.id }]);
        await accepted(t, repository, { commands: [{ name: 'refs/heads/thin', to: next.id }], pack });
        packIn(await fetchV2(t, repository, [`want ${next.id}`, 'done']), { wants: [next.id] });
      });
      await t.check('AR-PUSH-18', async () => {
        const more = commit({ ...getParts(base.data), message: 'chain 1\nOther words\n' });
        const pack = writePack([
          base,
          {
            base: base.id,
            byOffset: true,
            delta: appending(base.data, utf8('Other words\n')),
            id: more.id,
          },
        ]);
        await accepted(t, repository, { commands: [{ name: 'refs/heads/offset', to: more.id }], pack });
        packIn(await fetchV2(t, repository, [`want ${more.id}`, 'done']), { wants: [more.id] });
      });
    },
  },
  {
    title: 'updates a ref only from the old id of the client, forward or not',
    requirements: ['AR-PUSH-8', 'AR-PUSH-10'],
    run: async (t) => {
      const { repository, first, second, third, pack } = await behind(t);
      await t.check('AR-PUSH-8', async () => {
        for (const from of [first, third, zeros, 'e'.repeat(40)]) {
          const answer = await push(t, repository, { commands: [{ name: main, from, to: third }], pack });
          refused(answer, `from ${from}`, [main]);
          equal((await getRefs(t, repository))[main], second, 'the branch');
        }
        const created = await push(t, repository, {
          commands: [{ name: 'refs/heads/new', from: first, to: second }],
          pack: createPack([]),
        });
        refused(created, 'of a new ref with an old id', ['refs/heads/new']);
      });
      await t.check('AR-PUSH-10', async () => {
        await accepted(t, repository, {
          commands: [{ name: main, from: second, to: first }],
          pack: createPack([]),
        });
        equal((await getRefs(t, repository))[main], first, 'the branch');
      });
    },
  },
  {
    title: 'updates all refs of an atomic push or none, and all valid ones of another',
    requirements: ['AR-PUSH-12', 'AR-PUSH-13'],
    run: async (t) => {
      const { repository, first, second, third, pack } = await behind(t);
      const [good, bad] = ['refs/heads/good', main];
      const commands = [
        { name: good, to: third },
        { name: bad, from: first, to: third },
      ];
      const atomic = (await discover(t, repository, 'git-receive-pack')).capabilities.has('atomic');
      if (atomic) {
        const capabilities = ['report-status', 'side-band-64k', 'atomic'];
        const answer = await push(t, repository, { commands, pack, capabilities });
        const left = await getRefs(t, repository);
        const whole = {
          commands: [
            { name: good, to: third },
            { name: 'refs/heads/also', to: second },
          ],
          pack,
          capabilities,
        };
        await t.check('AR-PUSH-12', async () => {
          refused(answer, 'that is atomic and half invalid', [good, bad]);
          equal(left, { [main]: second }, 'the refs');
          await accepted(t, repository, whole);
          await accepted(t, repository, {
            commands: whole.commands.map(({ name, to }) => ({ name, from: to })),
          });
        });
      }
      const answer = await push(t, repository, { commands, pack });
      await t.check('AR-PUSH-13', async () => {
        equal([answer.unpack, answer.refs[good]], ['ok', 'ok'], 'the report of the valid ref');
        refused(answer, 'with a wrong old id', [bad]);
        equal(await getRefs(t, repository), { [main]: second, [good]: third }, 'the refs');
      });
      if (!atomic) t.skip('the server does not advertise atomic');
    },
  },
  {
    title: 'supports push-options, report-status-v2 and quiet, if advertised',
    requirements: ['AR-PUSH-14', 'AR-PUSH-15', 'AR-PUSH-16'],
    run: async (t) => {
      const { repository, second, third, pack } = await behind(t);
      needs(
        t,
        await discover(t, repository, 'git-receive-pack'),
        'push-options',
        'report-status-v2',
        'quiet',
      );
      await t.check('AR-PUSH-14', async () => {
        const capabilities = ['report-status', 'side-band-64k', 'push-options'];
        for (const options of [[], ['one', 'two=zwei', 'ü'.repeat(200)]]) {
          const commands = [{ name: `refs/heads/options-${options.length}`, to: third }];
          await accepted(t, repository, { commands, pack, capabilities, options });
        }
      });
      await t.check('AR-PUSH-15', async () => {
        const capabilities = ['report-status-v2', 'side-band-64k'];
        const commands = [
          { name: 'refs/heads/second', to: third },
          { name: main, from: third, to: second },
        ];
        const answer = await push(t, repository, { commands, pack, capabilities });
        equal([answer.unpack, answer.refs['refs/heads/second']], ['ok', 'ok'], 'the report');
        match(answer.refs[main], /^(?!ok$)/, 'the report of the invalid ref');
      });
      await t.check('AR-PUSH-16', async () => {
        const capabilities = ['report-status', 'side-band-64k', 'quiet'];
        const answer = await accepted(t, repository, {
          commands: [{ name: 'refs/heads/quiet', to: third }],
          pack,
          capabilities,
        });
        equal(answer.progress, '', 'the progress');
      });
    },
  },
  {
    title: 'accepts pushes of shallow clients only if they continue existing history',
    requirements: ['AR-PUSH-19', 'AR-PUSH-20'],
    run: async (t) => {
      const { repository, second, third, pack } = await behind(t);
      const continued = { commands: [{ name: main, from: second, to: third }], pack, shallow: [second] };
      await t.check('AR-PUSH-19', async () => {
        await accepted(t, repository, continued);
        packIn(await fetchV2(t, repository, [`want ${third}`, 'done']), { wants: [third] });
      });
      const elsewhere = chain(4, 'elsewhere');
      const [, , cut = ''] = elsewhere.commits;
      const part = createPack([...elsewhere.added(2), ...elsewhere.added(3)]);
      const name = 'refs/heads/shallow';
      const answer = await push(t, repository, {
        commands: [{ name, to: elsewhere.tip }],
        pack: part,
        shallow: [cut],
      });
      await t.check('AR-PUSH-20', async () => {
        refused(answer, 'that would make the repository shallow', [name]);
        equal(await getRefs(t, repository), { [main]: third }, 'the refs');
      });
    },
  },
  test('AR-PUSH-22', 'refuses SHA-256 objects', async (t) => {
    const { repository, second, third, pack } = await behind(t);
    const capabilities = ['report-status', 'side-band-64k', 'object-format=sha256'];
    const answer = await push(t, repository, {
      commands: [{ name: main, from: second, to: third }],
      pack,
      capabilities,
    });
    refused(answer, 'of SHA-256 objects', [main]);
    ok(
      answer.status === 200 || (answer.status >= 400 && answer.status < 500),
      `the status is ${describe(answer)}`,
    );
    equal(await getRefs(t, repository), { [main]: second }, 'the refs');
  }),
  test('AR-PUSH-9', 'lets exactly one of fifty writers win each round, and loses no commit', async (t) => {
    const root = chain(1, 'root');
    const repository = await filled(t, { objects: root.objects, refs: { [main]: root.tip } });
    let from = root.tip;
    const winners = [root];
    for (let round = 0; round < 3; round++) {
      const writers = Array.from({ length: 50 }, (_, place) => chain(1, `writer-${round}-${place}`, [from]));
      const answers = await Promise.all(
        writers.map((writer) =>
          push(t, repository, {
            commands: [{ name: main, from, to: writer.tip }],
            pack: createPack(writer.objects.values()),
          }),
        ),
      );
      const won = writers.filter((_, place) => answers[place]?.refs[main] === 'ok');
      equal(won.length, 1, `the number of winners of round ${round + 1}`);
      const [winner] = won;
      if (!winner) return;
      equal(await getRefs(t, repository), { [main]: winner.tip }, 'the refs');
      from = winner.tip;
      winners.push(winner);
    }
    const known = together(...winners);
    const pack = packIn(await fetchV2(t, repository, [`want ${from}`, 'done']), { wants: [from] });
    equal([...pack.objects.keys()].sort(), [...known.keys()].sort(), 'the objects of all winners');
  }),
]);

/** The parts of a chain's commit, so that a test can change its message. */
function getParts(data: Uint8Array) {
  const lines = new TextDecoder().decode(data).split('\n\n')[0]?.split('\n') ?? [];
  const values = (name: string) =>
    lines.flatMap((text) => (text.startsWith(`${name} `) ? [text.slice(name.length + 1)] : []));
  const by = /^(.*) <(.*)> (\d+) (\S+)$/.exec(values('author')[0] ?? '');
  const [, name = '', email = '', at = '', zone = ''] = by ?? [];
  return {
    tree: values('tree')[0] ?? '',
    parents: values('parent'),
    author: { name, email, at: Number(at), zone },
  };
}
