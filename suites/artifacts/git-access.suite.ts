import { equal, match, ok } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite, test } from '../harness/suite.ts';
import type { GitClient } from './git/clients/git-client.ts';
import { isomorphicGit } from './git/clients/isomorphic-client.ts';
import { checkSound, realGit } from './git/clients/real-git.ts';
import { createPack } from './git/objects/write-pack.ts';
import { chain, packIn } from './git/seeded.ts';
import { discover, getRefs } from './git/wire/discovery.ts';
import { fetchV2 } from './git/wire/fetch.ts';
import { accepted, push } from './git/wire/push.ts';
import {
  filledBy,
  main,
  mintedToken,
  openedRepo,
  recordIn,
  remoteIn,
  type Scope,
  skipWithout,
  startNames,
  tipIn,
} from './opening.ts';
import { filledWith, madeRepo } from './repositories.ts';

/** The available clients: isomorphic-git, and Git if it is installed. */
const clients = (t: TestContext): readonly GitClient[] => [
  isomorphicGit(t),
  ...(t.has('git') ? [realGit(t)] : []),
];

/** Clones, fetches and pulls with a token of one scope. */
async function reads(
  t: TestContext,
  scope: Scope,
  ids: readonly ['AR-GIT-2' | 'AR-GIT-6', 'AR-GIT-3' | 'AR-GIT-7', 'AR-GIT-4' | 'AR-GIT-8'],
): Promise<void> {
  for (const client of clients(t)) {
    const { made, line, push } = await filledBy(t, client);
    const own = await made.opened(scope);
    const [clone, fetch, pull] = ids;
    const local = await client.clone(own, { branch: 'main' });
    await t.check(clone, async () => {
      equal(await local.resolve('HEAD'), line.tip, `HEAD of a clone by ${client.name}`);
      if (t.has('git')) await checkSound(local.folder);
    });
    const next = await push(chain(1, `${made.name}-next`, [line.tip]));
    await t.check(fetch, async () => {
      const fetched = await local.fetch(own);
      ok(fetched.ok, `a fetch by ${client.name} failed: ${fetched.message}`);
      equal((await local.known())[main], next, 'the fetched branch');
    });
    const last = await push(chain(1, `${made.name}-last`, [next]));
    await t.check(pull, async () => {
      const pulled = await local.pull(own, 'main');
      ok(pulled.ok, `a pull by ${client.name} failed: ${pulled.message}`);
      equal(await local.resolve('HEAD'), last, 'HEAD after a pull');
    });
  }
}

/** What each token scope allows Git clients to do. */
export const gitAccessSuite = defineSuite('artifacts/git-access', [
  test(['AR-GIT-1', 'AR-GIT-2', 'AR-GIT-3', 'AR-GIT-4'], 'lets a read token clone, fetch and pull', (t) =>
    reads(t, 'read', ['AR-GIT-2', 'AR-GIT-3', 'AR-GIT-4']),
  ),
  test(['AR-GIT-6', 'AR-GIT-7', 'AR-GIT-8'], 'lets a write token clone, fetch and pull', (t) =>
    reads(t, 'write', ['AR-GIT-6', 'AR-GIT-7', 'AR-GIT-8']),
  ),
  test(['AR-GIT-5', 'AR-GIT-9'], 'lets a write token push, but no read token', async (t) => {
    for (const client of clients(t)) {
      const { made, line, writing } = await filledBy(t, client);
      const reading = await made.opened('read');
      const local = await client.clone(writing, { branch: 'main' });
      const more = chain(1, 'pushed', [line.tip]);
      await local.add(more.objects.values(), { [main]: more.tip });
      const refused = await local.push(reading, { from: main, to: main });
      await t.check('AR-GIT-5', async () => {
        ok(!refused.ok, `a push by ${client.name} with a read token was accepted`);
        equal(await tipIn(client, writing), line.tip, 'the branch');
      });
      const done = await local.push(writing, { from: main, to: main });
      await t.check('AR-GIT-9', async () => {
        ok(done.ok, `a push by ${client.name} was refused: ${done.message}`);
        equal(await tipIn(client, writing), more.tip, 'the branch');
      });
    }
  }),
  test(['AR-REPO-4', 'AR-REPO-5'], 'returns a Git remote on creation and on reading', async (t) => {
    const { made, writing, line } = await filledBy(t, isomorphicGit(t));
    await t.check('AR-REPO-4', async () => equal(await tipIn(isomorphicGit(t), writing), line.tip, 'HEAD'));
    await t.check('AR-REPO-5', async () => {
      const { remote } = recordIn(await t.ask('artifacts.repos.get', { params: made.params }));
      match(remote, /^https?:\/\/./, 'the remote');
      equal(
        await tipIn(isomorphicGit(t), { ...writing, remote: remote.replace(/\/$/, '') }),
        line.tip,
        'HEAD',
      );
    });
  }),
  test(['AR-TOKEN-1', 'AR-TOKEN-2'], 'mints read and write tokens through REST', async (t) => {
    const client = isomorphicGit(t);
    const made = await openedRepo(t);
    const [write, read] = [await mintedToken(t, made, 'write'), await mintedToken(t, made, 'read')];
    const local = await client.create();
    const line = chain(1, made.name);
    await local.add(line.objects.values(), { [main]: line.tip });
    const starts = startNames(made.record).map((to) => ({ from: main, to }));
    const push = (token: string) => local.push(remoteIn(made.record, token), ...starts);
    if (write === undefined || read === undefined)
      return skipWithout(t, read === undefined ? 'read' : 'write');
    await t.check('AR-TOKEN-1', async () => ok(!(await push(read)).ok, 'a read token pushes'));
    await t.check('AR-TOKEN-2', async () => {
      const { ok: pushed, message } = await push(write);
      ok(pushed, `a write token does not push: ${message}`);
    });
    await t.check('AR-TOKEN-1', async () =>
      equal(await tipIn(client, remoteIn(made.record, read)), line.tip, 'HEAD of a clone'),
    );
  }),
  test('AR-GIT-10', 'accepts pushes to a repository that is read_only', async (t) => {
    const made = await madeRepo(t, { read_only: true });
    const line = await filledWith(t, made.repository);
    equal(await getRefs(t, made.repository), { [main]: line.tip }, 'the refs');
  }),
  test('AR-GIT-11', 'stores refs other than branches and tags', async (t) => {
    const { repository } = await madeRepo(t);
    const line = await filledWith(t, repository);
    const names = ['refs/notes/commits', 'refs/pull/1/head', 'refs/x/y'];
    const commands = names.map((name) => ({ name, to: line.tip }));
    await accepted(t, repository, { commands, pack: createPack([]) });
    const all = Object.fromEntries([main, ...names].map((name) => [name, line.tip]));
    equal(await getRefs(t, repository), all, 'the refs');
    packIn(await fetchV2(t, repository, [`want ${line.tip}`, 'done']), { wants: [line.tip] });
    await accepted(t, repository, { commands: names.map((name) => ({ name, from: line.tip })) });
    equal(await getRefs(t, repository), { [main]: line.tip }, 'the remaining refs');
  }),
  test('AR-GIT-14', 'reports a stale ref to a client that pushes from an old commit', async (t) => {
    const { repository } = await madeRepo(t);
    const line = await filledWith(t, repository);
    const [first = '', second = ''] = line.commits;
    const answer = await push(t, repository, {
      commands: [{ name: main, from: first, to: second }],
      pack: createPack([]),
    });
    equal([answer.status, answer.unpack, answer.refs], [200, 'ok', { [main]: 'stale ref' }], 'the report');
    equal(await getRefs(t, repository), { [main]: line.tip }, 'the refs');
  }),
  test('AR-GIT-12', 'serves a repository with its name in any case', async (t) => {
    const { repository, name } = await madeRepo(t, { name: `${t.gatewayId()}-Upper` });
    const line = await filledWith(t, repository);
    for (const other of [name.toLowerCase(), name.toUpperCase()]) {
      const remote = repository.remote.replace(`/${name}.git`, `/${other}.git`);
      ok(remote !== repository.remote, 'the remote does not contain the name');
      equal(await getRefs(t, { ...repository, remote }), { [main]: line.tip }, `the refs of ${other}`);
    }
  }),
  test('AR-GIT-16', 'serves a repository without .git, too', async (t) => {
    const { repository } = await madeRepo(t);
    const short = { ...repository, remote: repository.remote.replace(/\.git$/, '') };
    ok(short.remote !== repository.remote, 'the remote does not end in .git');
    const line = await filledWith(t, short);
    equal(await getRefs(t, short), { [main]: line.tip }, 'the refs');
    packIn(await fetchV2(t, short, [`want ${line.tip}`, 'done']), { wants: [line.tip] });
  }),
  test('AR-GIT-13', 'serves only Git below a remote, and none of its files', async (t) => {
    const { repository } = await madeRepo(t);
    await filledWith(t, repository);
    await discover(t, repository, 'git-upload-pack');
    const { remote, headers } = repository;
    const paths = [
      '',
      '/',
      '/HEAD',
      '/config',
      '/info/refs',
      '/objects/info/packs',
      '/info/lfs',
      '/git-upload-archive',
      '/../x.git/HEAD',
      '/info/refs/x',
    ];
    for (const path of paths) {
      const { status, bytes } = await t.remote({ url: `${remote}${path}`, headers });
      ok(status >= 400 && status < 500, `${path} got status ${status}`);
      ok(!new TextDecoder().decode(bytes).includes(main), `${path} tells refs`);
    }
    match(remote, /\.git$/, 'the remote');
  }),
]);
