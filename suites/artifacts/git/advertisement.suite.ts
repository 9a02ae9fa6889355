import { equal, ok, oneOf } from '../../harness/assertions.ts';
import { defineSuite, test } from '../../harness/suite.ts';
import { utf8 } from './objects/bytes.ts';
import { compareBytes } from './objects/git-object.ts';
import { getHeaders } from './objects/read-pack.ts';
import { createPack } from './objects/write-pack.ts';
import { chain, filled, type Seeded, seeded } from './seeded.ts';
import { discover, type Version } from './wire/discovery.ts';
import { accepted } from './wire/push.ts';

const old: readonly Version[] = [0, 1];

/** Names that sort differently in a dictionary or by UTF-16 code units. */
const odd = ['Zebra', 'apple', 'apple-b', 'apple0', 'Apple/b', '\ufffd', '\u{1f44b}', 'é', 'f'].map(
  (name) => `refs/heads/odd/${name}`,
);

/** What Git 2.39 advertises over HTTP with everything allowed. */
const fetching =
  'multi_ack thin-pack side-band side-band-64k ofs-delta shallow deepen-since deepen-not deepen-relative no-progress include-tag multi_ack_detailed allow-tip-sha1-in-want allow-reachable-sha1-in-want no-done symref filter object-format agent';
const pushing =
  'report-status report-status-v2 delete-refs side-band-64k quiet atomic ofs-delta push-options object-format agent';

/** The first answer of a server, in each version. */
export const gitAdvertisementSuite = defineSuite('artifacts/git/advertisement', [
  {
    title: 'starts with its service and version, and lists HEAD before sorted refs',
    requirements: ['AR-ADV-1', 'AR-ADV-2', 'AR-ADV-4', 'AR-ADV-5', 'AR-ADV-10'],
    run: async (t) => {
      const { repository, refs: named } = await seeded(t, 'names');
      const to = named['refs/heads/main'] ?? '';
      await accepted(t, repository, { commands: odd.map((name) => ({ name, to })), pack: createPack([]) });
      const refs: Record<string, string> = {
        ...named,
        ...Object.fromEntries(odd.map((name) => [name, to])),
      };
      for (const version of old) {
        const found = await discover(t, repository, 'git-upload-pack', version);
        await t.check('AR-ADV-1', () => ok(found.named, 'the service is missing'));
        if (version === 1) await t.check('AR-ADV-2', () => equal(found.version, 1, 'the version'));
        await t.check('AR-ADV-4', () =>
          equal(found.refs[0], { id: refs['refs/heads/main'], name: 'HEAD' }, 'the first ref'),
        );
        const names = found.refs.slice(1).map(({ name }) => name);
        await t.check('AR-ADV-5', () => equal(names, sorted(Object.keys(refs)), 'the names of refs'));
        await t.check('AR-ADV-10', () =>
          ok(
            found.capabilities.get('symref')?.includes('HEAD:refs/heads/main'),
            'no symref names the target of HEAD',
          ),
        );
      }
    },
  },
  test(['AR-ADV-3', 'AR-ADV-11'], 'lists capabilities but no refs in version 2', async (t) => {
    const { repository, refs } = await seeded(t, 'simple');
    const found = await discover(t, repository, 'git-upload-pack', 2);
    await t.check('AR-ADV-3', () => {
      equal([found.version, found.refs.length], [2, 0], 'the version and the number of refs');
      for (const name of ['ls-refs', 'fetch']) ok(found.capabilities.has(name), `${name} is not advertised`);
    });
    const pushing = await discover(t, repository, 'git-receive-pack', 2);
    await t.check('AR-ADV-11', () => {
      oneOf(pushing.version, [0, 1], 'the version');
      equal(listed(pushing.refs), refs, 'the refs');
    });
  }),
  {
    title: 'peels annotated tags to commits, files and folders',
    requirements: ['AR-ADV-6', 'AR-ADV-12'],
    run: async (t) => {
      const made = await seeded(t, 'tags');
      for (const version of old) {
        const { refs } = await discover(t, made.repository, 'git-upload-pack', version);
        const at = (name: string) => refs.findIndex((ref) => ref.name === name);
        const judge = (name: string) => {
          const tag = at(`refs/tags/${name}`);
          equal(refs[tag]?.id, made.refs[`refs/tags/${name}`], `the tag ${name}`);
          const peeled = { name: `refs/tags/${name}^{}`, id: getEnd(made, name) };
          equal(refs[tag + 1], peeled, `the peeled tag ${name}`);
        };
        await t.check('AR-ADV-6', () => ['v1', 'signed-off', 'thrice', 'elsewhere/v1'].forEach(judge));
        await t.check('AR-ADV-12', () => ['a-file', 'a-folder'].forEach(judge));
        equal(at('refs/tags/light^{}'), -1, 'a lightweight tag is peeled');
      }
    },
  },
  test('AR-ADV-7', 'lists only refs for pushes', async (t) => {
    const { repository, refs } = await seeded(t, 'tags');
    const found = await discover(t, repository, 'git-receive-pack');
    const names = found.refs.map(({ name }) => name).filter((name) => name !== '.have');
    equal(names, sorted(Object.keys(refs)), 'the names');
  }),
  test(['AR-ADV-8', 'AR-ADV-9'], 'advertises an empty repository without refs', async (t) => {
    const repository = await t.repository();
    const pushing = await discover(t, repository, 'git-receive-pack');
    await t.check('AR-ADV-8', () => {
      ok(pushing.zeros, 'no line of zeros has the capabilities');
      ok(pushing.capabilities.has('report-status'), 'report-status is not advertised');
      equal(pushing.refs, [], 'the refs');
    });
    for (const version of old) {
      const { refs } = await discover(t, repository, 'git-upload-pack', version);
      await t.check('AR-ADV-9', () => equal(refs, [], `the refs in version ${version}`));
    }
  }),
  test('AR-ADV-13', 'leaves out HEAD if its branch does not exist', async (t) => {
    const line = chain(1);
    const refs = { 'refs/heads/other': line.tip };
    const repository = await filled(t, { objects: line.objects, refs });
    const found = await discover(t, repository, 'git-upload-pack');
    equal(found.refs, [{ id: line.tip, name: 'refs/heads/other' }], 'the refs');
  }),
  test(['AR-ADV-14', 'AR-ADV-15'], 'has all capabilities of Git', async (t) => {
    const { repository } = await seeded(t, 'simple');
    const lacking = async (service: 'git-upload-pack' | 'git-receive-pack', wanted: string) => {
      const { capabilities } = await discover(t, repository, service);
      return wanted.split(' ').filter((name) => !capabilities.has(name));
    };
    await t.check('AR-ADV-14', async () => {
      equal(await lacking('git-upload-pack', fetching), [], 'what version 0 lacks');
      const { capabilities } = await discover(t, repository, 'git-upload-pack', 2);
      const wanted = ['ls-refs', 'fetch', 'server-option', 'object-format', 'object-info', 'agent'];
      equal(
        wanted.filter((name) => !capabilities.has(name)),
        [],
        'what version 2 lacks',
      );
      const can = (capabilities.get('fetch') ?? []).flatMap((value) => value.split(' '));
      equal(
        ['shallow', 'wait-for-done', 'filter'].filter((name) => !can.includes(name)),
        [],
        'what fetches in version 2 lack',
      );
    });
    await t.check('AR-ADV-15', async () =>
      equal(await lacking('git-receive-pack', pushing), [], 'what pushes lack'),
    );
  }),
]);

const sorted = (names: readonly string[]) => [...names].sort((a, b) => compareBytes(utf8(a), utf8(b)));

const listed = (refs: readonly { name: string; id: string }[]) =>
  Object.fromEntries(refs.map(({ name, id }) => [name, id]));

/** The object at the end of a chain of tags. */
function getEnd({ objects, refs }: Seeded, name: string): string {
  let id = refs[`refs/tags/${name}`] ?? '';
  for (let object = objects.get(id); object?.type === 'tag'; object = objects.get(id)) {
    id = getHeaders(object, 'object')[0] ?? '';
  }
  return id;
}
