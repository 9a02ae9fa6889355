import { equal, match, ok } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite, test } from '../harness/suite.ts';
import { same } from './git/objects/bytes.ts';
import { getHeaders } from './git/objects/read-pack.ts';
import { buildRecipe, type RecipeName, readRecipe } from './git/objects/recipe.ts';
import { createPack } from './git/objects/write-pack.ts';
import { chain, nowhere } from './git/seeded.ts';
import { accepted } from './git/wire/push.ts';
import { expectRefusal, madeRepo } from './repositories.ts';

/** A repository filled from a recipe. */
async function recipe(t: TestContext, name: RecipeName) {
  const built = buildRecipe(readRecipe(name));
  const made = await madeRepo(t, { default_branch: built.head });
  const commands = Object.entries(built.refs).map(([ref, to]) => ({ name: ref, to }));
  await accepted(t, made.repository, { commands, pack: createPack(built.objects.values()) });
  return { ...made, ...built, id: (named: string) => built.ids[named] ?? '' };
}

type Filled = Awaited<ReturnType<typeof recipe>>;

const getLog = async (
  t: TestContext,
  { params }: Pick<Filled, 'params'>,
  query: Readonly<Record<string, string | number>> = {},
) => (await t.call('artifacts.repos.log', { params, query })).body.result;

const hashes = async (...given: Parameters<typeof getLog>) =>
  (await getLog(...given)).map(({ hash }) => hash);

const getCommit = async (t: TestContext, { params }: Filled, hash: string) =>
  (await t.call('artifacts.repos.commit', { params: { ...params, hash } })).body.result;

const getRoot = ({ objects }: Filled, commit: string): string => {
  const object = objects.get(commit);
  return object ? (getHeaders(object, 'tree')[0] ?? '') : '';
};

/** Reading the contents of a repository through the API, without Git. */
export const readingSuite = defineSuite('artifacts/reading', [
  {
    title: 'lists commits newest first, along first parents',
    requirements: ['AR-READ-1', 'AR-READ-13', 'AR-READ-21'],
    run: async (t) => {
      const made = await recipe(t, 'merges');
      const line = ['later', 'octopus', 'meet', 'left', 'root'].map(made.id);
      await t.check('AR-READ-1', async () => equal(await hashes(t, made), line, 'the log'));
      await t.check('AR-READ-21', async () => {
        equal(await hashes(t, made, { ref: 'main' }), line, 'the log of main');
        equal(
          await hashes(t, made, { ref: 'right' }),
          ['right2', 'right', 'root'].map(made.id),
          'the log of right',
        );
        equal(await hashes(t, made, { ref: made.id('meet') }), line.slice(2), 'the log of a commit');
        for (const ref of ['HEAD', 'refs/heads/main', 'heads/main'])
          equal(await hashes(t, made, { ref }), [], `the log of ${ref}`);
      });
      await t.check('AR-READ-13', async () =>
        equal(await hashes(t, made, { ref: 'nowhere' }), [], 'the log of a missing ref'),
      );
      const tags = await recipe(t, 'tags');
      await t.check('AR-READ-21', async () => {
        for (const ref of ['v1', 'light', 'thrice'])
          equal(await hashes(t, tags, { ref }), [tags.id('one')], `the log of ${ref}`);
      });
    },
  },
  {
    title: 'lists fifty commits by default, or a requested number from an offset on',
    requirements: ['AR-READ-7', 'AR-READ-11', 'AR-READ-14'],
    run: async (t) => {
      const made = await madeRepo(t);
      const line = chain(1_050, 'long');
      const commands = [{ name: 'refs/heads/main', to: line.tip }];
      await accepted(t, made.repository, { commands, pack: createPack(line.objects.values()) });
      const all = [...line.commits].reverse();
      await t.check('AR-READ-7', async () => {
        equal(await hashes(t, made), all.slice(0, 50), 'the log');
        equal(await hashes(t, made, { limit: 3, offset: 10 }), all.slice(10, 13), 'three commits after ten');
        equal(await hashes(t, made, { offset: 1_049 }), all.slice(1_049), 'the last one');
        equal(await hashes(t, made, { offset: 5_000 }), [], 'the commits beyond the end');
      });
      await t.check('AR-READ-11', async () =>
        equal(await hashes(t, made, { limit: 5_000 }), all.slice(0, 1_000), 'the log of 5000'),
      );
      const none = await t.ask('artifacts.repos.log', { params: made.params, query: { limit: 0 } });
      await t.check('AR-READ-14', () =>
        expectRefusal(t, none, {
          status: 400,
          code: 10100,
          message: 'Too small: expected number to be >0',
          pointer: '/limit',
        }),
      );
    },
  },
  {
    title: 'reads commits with their people, times, parents and messages',
    requirements: ['AR-READ-2', 'AR-READ-9', 'AR-READ-10'],
    run: async (t) => {
      const names = await recipe(t, 'names');
      const [one, two] = [names.id('one'), names.id('two')];
      const found = await getCommit(t, names, two);
      await t.check('AR-READ-2', () => equal(found.hash, two, 'the hash'));
      await t.check('AR-READ-9', () => {
        const person = { name: 'Zoë Müller-Łukasz', email: 'zoe+git@example.com' };
        equal(
          found,
          {
            hash: two,
            treeHash: getRoot(names, two),
            message: 'Grüße von 日本\n\nMit Umlauten: äöüß, 👋',
            author: person,
            committer: person,
            parents: [one],
            authoredAt: 1_700_000_060,
            committedAt: 1_700_000_060,
          },
          'the commit',
        );
      });
      const messages = await recipe(t, 'messages');
      const getCommitMessage = async (name: string) =>
        (await getCommit(t, messages, messages.id(name))).message;
      await t.check('AR-READ-10', async () => {
        equal(await getCommitMessage('none'), '', 'no message');
        equal(await getCommitMessage('bare'), 'no newline at the end', 'a message without a newline');
        equal(
          await getCommitMessage('blank'),
          '\n\n\nafter blank lines\n\n',
          'a message with three newlines at the end',
        );
        equal(await getCommitMessage('crlf'), 'one\r\ntwo\r', 'a message with returns');
      });
      const merges = await recipe(t, 'merges');
      const octopus = await getCommit(t, merges, merges.id('octopus'));
      await t.check('AR-READ-9', () =>
        equal(octopus.parents, ['meet', 'cross', 'third'].map(merges.id), 'the parents'),
      );
    },
  },
  test(['AR-READ-3', 'AR-READ-8'], 'reads trees one level deep, with every type of entry', async (t) => {
    const made = await recipe(t, 'modes');
    const hash = getRoot(made, made.id('two'));
    const entries = (await t.call('artifacts.repos.tree', { params: { ...made.params, hash } })).body.result;
    await t.check('AR-READ-3', () => {
      const names = entries.map(({ name }) => name);
      ok(names.includes('deep') && !names.some((name) => name.includes('/')), `the names are ${names}`);
    });
    const one = (name: string) => entries.find((entry) => entry.name === name);
    await t.check('AR-READ-8', () => {
      const types = Object.fromEntries(
        ['file', 'run.sh', 'link', 'module', 'deep'].map((name) => [
          name,
          `${one(name)?.type} ${one(name)?.mode}`,
        ]),
      );
      equal(
        types,
        {
          file: 'blob 100644',
          'run.sh': 'exec 100755',
          link: 'symlink 120000',
          module: 'gitlink 160000',
          deep: 'tree 40000',
        },
        'the types',
      );
      equal(one('module')?.hash, '1234567890abcdef1234567890abcdef12345678', 'the commit of the submodule');
    });
    const deep = await t.call('artifacts.repos.tree', {
      params: { ...made.params, hash: one('deep')?.hash ?? '' },
    });
    await t.check('AR-READ-3', () =>
      equal(
        deep.body.result.map(({ name }) => name),
        ['module'],
        'the names below',
      ),
    );
  }),
  {
    title: 'reads files by id, by ref and path, and raw',
    requirements: ['AR-READ-4', 'AR-READ-5', 'AR-READ-6', 'AR-READ-12'],
    run: async (t) => {
      const made = await recipe(t, 'modes');
      const { params } = made;
      const binary = Uint8Array.from([0, 1, 2, 3, 255, 254, 255, 252, 10, 13, 10, 0]);
      const blobs = [...made.objects.values()].filter(({ type }) => type === 'blob');
      for (const blob of blobs) {
        const reply = await t.ask('artifacts.repos.blob', { params: { ...params, hash: blob.id } });
        await t.check('AR-READ-4', () => {
          equal(
            [reply.status, reply.headers.get('content-type')],
            [200, 'application/octet-stream'],
            'the answer',
          );
          ok(same(reply.bytes, blob.data), `the bytes of ${blob.id} differ`);
        });
      }
      const file = (path: string, ref?: string) =>
        t.ask('artifacts.repos.file', { params, query: { path, ...(ref === undefined ? {} : { ref }) } });
      await t.check('AR-READ-5', async () => {
        for (const ref of [undefined, 'main', made.id('three')]) {
          const reply = await file('foo/bar', ref);
          equal(
            [reply.status, reply.headers.get('content-type')],
            [200, 'application/octet-stream'],
            'the answer',
          );
          equal(reply.text, '5\n', 'the text');
        }
        const reply = await file('binary', 'one');
        ok(reply.bytes.length > 0 && reply.bytes[0] === 0, 'the bytes of a binary file');
      });
      const raw = (ref: string, path: string) =>
        t.ask('artifacts.repos.raw', { params: { ...params, ref, path } });
      await t.check('AR-READ-6', async () => {
        const text = await raw('main', 'foo/bar');
        equal([text.status, text.text], [200, '5\n'], 'the answer');
        match(text.headers.get('content-type'), /^text\/plain; ?charset=utf-8$/i, 'the type of text');
        const other = await raw(made.id('one'), 'binary');
        equal(other.headers.get('content-type'), 'application/octet-stream', 'the type of a binary file');
        ok(other.bytes[4] === binary[4], 'the bytes differ');
      });
      const names = await recipe(t, 'names');
      const named = await t.ask('artifacts.repos.raw', {
        params: { ...names.params, ref: 'main', path: '日本語/ファイル.txt' },
      });
      await t.check('AR-READ-6', () => equal(named.text, 'こんにちは\n', 'a file with a non-ASCII name'));
      const slash = await t.send({
        method: 'GET',
        path: `/accounts/${t.accountId}/artifacts/namespaces/${names.namespace}/repos/${names.name}/raw/feature/a/b/c/Case.txt`,
      });
      await t.check('AR-READ-12', () => expectRefusal(t, slash, { status: 404, code: 10200 }));
    },
  },
  {
    title: 'refuses ids, paths and refs that do not match an object of the kind',
    requirements: ['AR-READ-15', 'AR-READ-16', 'AR-READ-17', 'AR-READ-18', 'AR-READ-19', 'AR-READ-20'],
    run: async (t) => {
      const made = await recipe(t, 'simple');
      const { params } = made;
      const tip = made.refs['refs/heads/main'] ?? '';
      const blobId = [...made.objects.values()].find(({ type }) => type === 'blob')?.id ?? '';
      const ask = (id: 'commit' | 'tree' | 'blob', hash: string) =>
        t.ask(`artifacts.repos.${id}`, { params: { ...params, hash } });
      for (const hash of ['XYZ', tip.slice(0, 12), `${tip}0`, 'main']) {
        for (const kind of ['commit', 'tree', 'blob'] as const) {
          const reply = await ask(kind, hash);
          await t.check('AR-READ-16', () =>
            expectRefusal(t, reply, {
              status: 400,
              code: 10100,
              message: 'Invalid SHA-1 hash',
              pointer: '/hash',
            }),
          );
        }
      }
      const missing = (reply: Parameters<typeof expectRefusal>[1], message: string) =>
        expectRefusal(t, reply, { status: 404, code: 10200, message });
      for (const hash of [nowhere, blobId]) {
        const reply = await ask('commit', hash);
        await t.check('AR-READ-17', () => missing(reply, 'Commit not found'));
      }
      for (const hash of [tip, nowhere, getRoot(made, tip)]) {
        const reply = await ask('blob', hash);
        await t.check('AR-READ-19', () => missing(reply, 'Blob not found'));
      }
      const tree = await ask('tree', tip);
      await t.check('AR-READ-20', () => {
        equal(tree.status, 500, 'the status');
        match(tree.text, /"code":\s*10400\b/, 'the answer');
        match(tree.text, /A stored git object is corrupt\./, 'the answer');
      });
      const file = (query: Readonly<Record<string, string>>) =>
        t.ask('artifacts.repos.file', { params, query });
      const lacking = await file({ ref: 'main' });
      await t.check('AR-READ-15', () =>
        expectRefusal(t, lacking, {
          status: 400,
          code: 10100,
          message: 'Invalid input: expected string, received undefined',
          pointer: '/path',
        }),
      );
      t.expectSuccess(await file({ path: 'README.md' }), 'an existing file');
      const bad = [
        { path: 'nowhere.md' },
        { path: 'src' },
        { path: 'src/lib/' },
        { path: 'README.md/x' },
        { path: '../README.md' },
        { path: 'README.md', ref: 'nowhere' },
      ];
      for (const query of bad) {
        const reply = await file(query);
        await t.check('AR-READ-18', () => missing(reply, 'File not found'));
      }
      const raw = await t.ask('artifacts.repos.raw', { params: { ...params, ref: 'main', path: 'src' } });
      await t.check('AR-READ-18', () => missing(raw, 'File not found'));
    },
  },
]);
