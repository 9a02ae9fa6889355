import { equal, ok } from '../../harness/assertions.ts';
import { defineSuite, test } from '../../harness/suite.ts';
import { createPack } from './objects/write-pack.ts';
import { chain, filled, packIn, seeded } from './seeded.ts';
import { discover, getRefs, needs } from './wire/discovery.ts';
import { fetchV2, lsRefs } from './wire/fetch.ts';
import { accepted, describe, push, refused } from './wire/push.ts';

const main = 'refs/heads/main';

/** Valid and invalid names of refs. */
export const gitRefNamesSuite = defineSuite('artifacts/git/ref-names', [
  {
    title: 'accepts UTF-8 names, long names, and names that differ only in case',
    requirements: ['AR-REF-1', 'AR-REF-7'],
    run: async (t) => {
      const { repository, refs } = await seeded(t, 'simple');
      const to = refs[main] ?? '';
      const judge = async (names: readonly string[]) => {
        await accepted(t, repository, {
          commands: names.map((name) => ({ name, to })),
          pack: createPack([]),
        });
        const there = await getRefs(t, repository);
        const listed = (await lsRefs(t, repository, [])).map(({ name }) => name);
        for (const name of names) {
          equal(there[name], to, name);
          ok(listed.includes(name), `${name} is missing in version 2`);
        }
        await accepted(t, repository, { commands: names.map((name) => ({ name, from: to })) });
      };
      await t.check('AR-REF-1', () =>
        judge([
          'refs/heads/grüße/日本/👋',
          `refs/heads/${'long'.repeat(60)}`,
          `refs/heads/${'ü'.repeat(120)}`,
          `refs/tags/${'deep/'.repeat(40)}end`,
          'refs/heads/it\'s+a&b=c;d,e%20f#g!$(h){i}"<j>|k',
          'refs/heads/-dash',
          'refs/heads/a.b.c',
          'refs/heads/@',
          'refs/heads/HEAD',
        ]),
      );
      await t.check('AR-REF-7', () => judge(['refs/heads/Case', 'refs/heads/case', 'refs/heads/CASE']));
    },
  },
  test('AR-REF-2', 'stores refs outside branches and tags like all others', async (t) => {
    const made = chain(2);
    const names = [
      'refs/notes/commits',
      'refs/pull/1/head',
      'refs/x/y',

      'refs/changes/01/1/1',
    ];
    const to = made.tip;
    const commands = names.map((name) => ({ name, to }));
    const repository = await t.repository();
    await accepted(t, repository, { commands, pack: createPack(made.objects.values()) });
    equal(await getRefs(t, repository), Object.fromEntries(names.map((name) => [name, to])), 'the refs');
    packIn(await fetchV2(t, repository, [`want ${to}`, 'done']), { wants: [to] });
    await accepted(t, repository, { commands: names.map((name) => ({ name, from: to })) });
    equal(await getRefs(t, repository), {}, 'the refs after their deletion');
  }),
  {
    title: 'refuses invalid ref names, and accepts the others of the push',
    requirements: ['AR-REF-3', 'AR-REF-5'],
    run: async (t) => {
      const made = chain(1);
      const repository = await filled(t, { objects: made.objects, refs: { [main]: made.tip } });
      const to = made.tip;
      const before = await getRefs(t, repository);
      const bad = [
        'refs/heads/a..b',
        'refs/heads/.a',
        'refs/heads/a/.b',
        'refs/heads/a.lock',
        'refs/heads/a.lock/b',
        'refs/heads/a~b',
        'refs/heads/a^b',
        'refs/heads/a:b',
        'refs/heads/a?b',
        'refs/heads/a*b',
        'refs/heads/a[b',
        'refs/heads/a\\b',
        'refs/heads/a//b',
        'refs/heads/a/',
        'refs/heads/a.',
        'refs/heads/a@{b',
        'refs/heads/a\x01b',
        'refs/heads/a\x7fb',
        'refs/../../etc/passwd',
        'refs/heads/../../../HEAD',
        '/refs/heads/a',
        'heads/a',
        'main',
        'HEAD',
        'refs',
        'refs/one',
      ];
      for (const name of bad) {
        const good = `refs/heads/good-${bad.indexOf(name)}`;
        const answer = await push(t, repository, {
          commands: [
            { name: good, to },
            { name, to },
          ],
          pack: createPack([]),
        });
        await t.check('AR-REF-3', () => {
          ok(
            answer.error !== undefined || answer.refs[name] !== 'ok',
            `the name ${JSON.stringify(name)} is accepted`,
          );
          if (answer.error === undefined)
            equal(answer.refs[good], 'ok', `a valid name with ${JSON.stringify(name)}`);
        });
      }
      const spaced = await push(t, repository, {
        commands: [{ name: 'refs/heads/sp ace', to }],
        pack: createPack([]),
      });
      const after = Object.keys(await getRefs(t, repository)).filter(
        (name) => !name.startsWith('refs/heads/good-'),
      );
      await t.check('AR-REF-5', () => {
        ok(!after.includes('refs/heads/sp'), 'the name is cut at the space');
        refused(spaced, 'of a name with a space');
      });
      await t.check('AR-REF-3', () => equal(after, Object.keys(before), 'the names of refs'));
    },
  },
  {
    title: 'refuses a ref below or above another until that is deleted',
    requirements: ['AR-REF-4', 'AR-REF-6'],
    run: async (t) => {
      const made = chain(1);
      const to = made.tip;
      const refs = { [main]: to, 'refs/heads/a': to, 'refs/heads/b/c/d': to };
      const repository = await filled(t, { objects: made.objects, refs });
      for (const name of [
        'refs/heads/a/b',
        'refs/heads/a/b/c',
        'refs/heads/b',
        'refs/heads/b/c',
        'refs/heads/main/x',
      ]) {
        const answer = await push(t, repository, { commands: [{ name, to }], pack: createPack([]) });
        await t.check('AR-REF-4', () => refused(answer, `of ${name}`, [name]));
      }
      const two = ['refs/heads/new', 'refs/heads/new/below'];
      const answer = await push(t, repository, {
        commands: two.map((name) => ({ name, to })),
        pack: createPack([]),
      });
      await t.check('AR-REF-4', async () => {
        const taken = two.filter((name) => answer.refs[name] === 'ok');
        ok(taken.length <= 1, `both of ${two.join(' and ')} were accepted: ${describe(answer)}`);
        const left = Object.keys(await getRefs(t, repository)).filter((name) => !two.includes(name));
        equal(left.sort(), Object.keys(refs).sort(), 'the other refs');
      });
      await t.check('AR-REF-6', async () => {
        await accepted(t, repository, { commands: [{ name: 'refs/heads/a', from: to }] });
        await accepted(t, repository, { commands: [{ name: 'refs/heads/a/b', to }], pack: createPack([]) });
        await accepted(t, repository, { commands: [{ name: 'refs/heads/b/c/d', from: to }] });
        await accepted(t, repository, { commands: [{ name: 'refs/heads/b', to }], pack: createPack([]) });
      });
    },
  },
  test('AR-PUSH-23', 'reports a conflict for every ref of an atomic push', async (t) => {
    const made = chain(1);
    const to = made.tip;
    const refs = { [main]: to, 'refs/heads/a': to };
    const repository = await filled(t, { objects: made.objects, refs });
    needs(t, await discover(t, repository, 'git-receive-pack'), 'atomic');
    const capabilities = ['report-status', 'side-band-64k', 'atomic'];
    const [good, taken] = ['refs/heads/good', 'refs/heads/a/b'];
    const failure = 'atomic transaction failed';
    const answer = await push(t, repository, {
      commands: [good, taken].map((name) => ({ name, to })),
      pack: createPack([]),
      capabilities,
    });
    equal([answer.unpack, answer.refs], ['ok', { [good]: failure, [taken]: failure }], 'the report');
    equal(await getRefs(t, repository), refs, 'the refs');
    await accepted(t, repository, { commands: [{ name: good, to }], pack: createPack([]), capabilities });
  }),
]);
