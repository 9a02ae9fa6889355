import { artifactsErrorCodes } from '../../spec/services/artifacts/binding.ts';
import { isomorphicGit } from '../artifacts/git/clients/isomorphic-client.ts';
import { buildRecipe, readRecipe } from '../artifacts/git/objects/recipe.ts';
import { createPack } from '../artifacts/git/objects/write-pack.ts';
import { chain } from '../artifacts/git/seeded.ts';
import { askDiscovery } from '../artifacts/git/wire/discovery.ts';
import { accepted } from '../artifacts/git/wire/push.ts';
import { main, recordIn, remoteIn } from '../artifacts/opening.ts';
import { freshName, ofRepo } from '../artifacts/repositories.ts';
import { array, differ, equal, isObject, match, object, ok } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import type { TestRepository } from '../harness/repositories.ts';
import { defineSuite, test } from '../harness/suite.ts';
import { boundNames, getBindings, getError, getObject, getResult, getText, toOutcome } from './calling.ts';

const binding = 'REPOS';

/** Whether the binding lacks a method: no seed names any. */
const isUnknown = ({ message }: { readonly message: string }) => message === `${binding} has no create.`;

/** Path variables of a repository of the binding. */
const atRest = (t: TestContext, name: string) => ofRepo(t, boundNames().namespace, name);

/** A name of a repository of the binding, which is gone after the test. */
function getName(t: TestContext): string {
  const name = freshName(t);
  t.after(() => t.ask('artifacts.repos.delete', { params: atRest(t, name) }));
  return name;
}

/** Makes a repository by the binding. */
async function made(t: TestContext, options?: Readonly<Record<string, unknown>>) {
  const name = getName(t);
  const created = await getObject(t, binding, ['create', name, ...(options ? [options] : [])]);
  return { name, created, remote: String(created['remote']).replace(/\/$/, '') };
}

/** The same with the commits of a recipe. */
async function filled(t: TestContext) {
  const built = buildRecipe(readRecipe('merges'));
  const repo = await made(t, { setDefaultBranch: built.head });
  const headers = { authorization: `Bearer ${repo.created['token']}` };
  const commands = Object.entries(built.refs).map(([ref, to]) => ({ name: ref, to }));
  const remote = { remote: repo.remote, headers, branch: built.head };
  await accepted(t, remote, { commands, pack: createPack(built.objects.values()) });
  return { ...repo, id: (named: string) => built.ids[named] ?? '' };
}

/**
 * A repository and the token of a handle for it, as far as the seed goes: that the binding makes both is in it, by
 * which methods and in which members is not.
 */
async function mintedBy(t: TestContext, scope: 'read' | 'write'): Promise<TestRepository> {
  const name = getName(t);
  const made = await toOutcome(t, binding, ['create', name]);
  const minted = await toOutcome(t, binding, ['get', name], ['createToken', scope, 3_600]);
  const record = recordIn(await t.ask('artifacts.repos.get', { params: atRest(t, name) }));
  const token = 'value' in minted && isObject(minted.value) ? minted.value['plaintext'] : undefined;
  if ('error' in made || typeof token !== 'string')
    t.skip(`the binding has no way that is known here to make a token that may ${scope}`);
  return remoteIn(record, token);
}

/** Whether a token pushes a commit. */
async function pushes(t: TestContext, repository: TestRepository): Promise<boolean> {
  const line = chain(1, freshName(t));
  const local = await isomorphicGit(t).create();
  await local.add(line.objects.values(), { [main]: line.tip });
  return (await local.push(repository, { from: main, to: main })).ok;
}

/** Whether a token reads, be it that nothing is there yet. */
async function isServed(t: TestContext, repository: TestRepository): Promise<boolean> {
  const { status } = await askDiscovery(t, repository, 'git-upload-pack');
  return status >= 200 && status < 300;
}

/** The statuses of reading and of writing by Git with a token. */
async function opened(t: TestContext, remote: string, token: unknown): Promise<readonly number[]> {
  const headers = { authorization: `Bearer ${token}` };
  const services = ['git-upload-pack', 'git-receive-pack'];
  const replies = services.map((service) =>
    t.remote({ url: `${remote}/info/refs?service=${service}`, headers }),
  );
  return (await Promise.all(replies)).map(({ status }) => status);
}

/** What Worker code finds in its binding of repositories. */
export const repositoryBindingSuite = defineSuite('bindings/repositories', [
  {
    title: 'is there under the name of its configuration, and makes a repository that REST finds',
    requirements: ['AR-BIND-1', 'AR-BIND-2', 'AR-BIND-3'],
    run: async (t) => {
      ok(array(await getBindings(t), 'the bindings').includes(binding), `there is no binding ${binding}`);
      const name = getName(t);
      const made = await toOutcome(t, binding, ['create', name]);
      if ('error' in made && isUnknown(made.error)) t.skip('the binding has no method create');
      await t.check('AR-BIND-2', () => equal('error' in made ? made.error : null, null, 'what it throws'));
      await t.check('AR-BIND-3', async () => {
        const found = await t.ask('artifacts.repos.get', { params: atRest(t, name) });
        t.expectSuccess(found, 'a GET of what a Worker made');
        equal(recordIn(found)['name'], name, 'the name at REST');
      });
    },
  },
  test('AR-BIND-7', 'tells what REST tells of a repository, and a token that Git takes', async (t) => {
    const { name, created, remote } = await made(t, { description: 'made by a Worker' });
    const found = (await t.call('artifacts.repos.get', { params: atRest(t, name) })).body.result;
    const { token, remote: told, ...about } = created;
    const { id, description, default_branch: defaultBranch } = found;
    equal(about, { id, name, description, defaultBranch }, 'what the binding tells');
    equal([description, String(told)], ['made by a Worker', found.remote], 'description and remote');
    match(token, /./, 'the token');
    equal(await opened(t, remote, token), [200, 200], 'the statuses of reading and writing');
  }),
  test('AR-BIND-4', 'makes a token that only reads', async (t) => {
    const repository = await mintedBy(t, 'read');
    ok(await isServed(t, repository), 'the token does not read');
    ok(!(await pushes(t, repository)), 'the token pushes');
  }),
  test('AR-BIND-5', 'makes a token that writes', async (t) =>
    ok(await pushes(t, await mintedBy(t, 'write')), 'the token does not push'),
  ),
  test('AR-BIND-12', 'makes a token that writes for a day unless it is told otherwise', async (t) => {
    const { name, remote } = await made(t);
    const handle = ['get', name] as const;
    const hour = await getObject(t, binding, handle, ['createToken', 'write', 3_600]);
    equal(hour['scope'], 'write', 'the scope');
    equal(await opened(t, remote, hour['plaintext']), [200, 200], 'the statuses of reading and writing');
    const now = await t.now();
    const usual = await getObject(t, binding, handle, ['createToken']);
    equal(usual['scope'], 'write', 'the scope where none is said');
    const seconds = (Date.parse(String(usual['expiresAt'])) - now) / 1000;
    ok(Math.abs(seconds - 86_400) < 60, `it is good for ${seconds} s, expected a day`);
  }),
  test(['AR-BIND-6', 'AR-BIND-10'], 'finds what REST made under the same namespace', async (t) => {
    const name = getName(t);
    const make = (about: { description: string; read_only: boolean }) =>
      t.call('artifacts.repos.create', {
        params: { account_id: t.accountId, namespace: boundNames().namespace },
        body: { name, ...about },
      });
    const told = () => getObject(t, binding, ['get', name], ['info']);
    const { id, remote } = (await make({ description: 'made by REST', read_only: false })).body.result;
    const info = await told();
    equal([info['id'], info['remote']], [id, remote], 'id and remote');
    equal(
      [info['name'], info['description'], info['readOnly']],
      [name, 'made by REST', false],
      'what else it tells',
    );
    await t.call('artifacts.repos.delete', { params: atRest(t, name) });
    equal((await getError(t, binding, ['get', name])).code, 'NOT_FOUND', 'the code once REST deleted it');
    await t.check('AR-BIND-10', async () => {
      await make({ description: 'made anew', read_only: true });
      const found = (await t.call('artifacts.repos.get', { params: atRest(t, name) })).body.result;
      const anew = await told();
      equal(
        anew,
        {
          ...anew,
          id: found.id,
          name,
          description: 'made anew',
          defaultBranch: found.default_branch,
          createdAt: found.created_at,
          updatedAt: found.updated_at,
          readOnly: true,
          remote: found.remote,
        },
        'what it tells of another one of that name',
      );
    });
  }),
  test('AR-BIND-8', 'lists repositories a page at a time, without remotes', async (t) => {
    const names = [(await made(t)).name, (await made(t)).name];
    const seen: unknown[] = [];
    let cursor: unknown;
    do {
      const page = await getObject(t, binding, ['list', { limit: 1, ...(cursor ? { cursor } : {}) }]);
      const repos = array(page['repos'], 'repos').map((repo) => object(repo, 'a repository'));
      ok(repos.length <= 1, 'a page has more than it was asked for');
      ok(Number(page['total']) >= 2, `the total is ${page['total']}, expected two at least`);
      for (const repo of repos) ok(!('remote' in repo), 'a listed repository has a remote');
      seen.push(...repos.map(({ name }) => name));
      cursor = page['cursor'];
    } while (cursor && seen.length < 1_000 && !names.every((name) => seen.includes(name)));
    equal(
      names.filter((name) => !seen.includes(name)),
      [],
      'repositories that are not listed',
    );
  }),
  test('AR-BIND-9', 'deletes a repository once', async (t) => {
    const { name } = await made(t);
    equal(await getResult(t, binding, ['delete', name]), true, 'what the first delete says');
    equal(await getResult(t, binding, ['delete', name]), false, 'what the second delete says');
    const found = await t.ask('artifacts.repos.get', { params: atRest(t, name) });
    t.expectFailure(found, { status: 404 });
  }),
  test('AR-BIND-11', 'lists its tokens, and takes them back by id and by text', async (t) => {
    const { name, remote } = await made(t);
    const repo = ['get', name] as const;
    const getIds = async () => {
      const { tokens } = await getObject(t, binding, repo, ['listTokens']);
      return array(tokens, 'tokens').map((token) => object(token, 'a token')['id']);
    };
    for (const by of ['id', 'plaintext']) {
      const token = await getObject(t, binding, repo, ['createToken', 'read']);
      ok((await getIds()).includes(token['id']), 'a new token is not listed');
      equal(
        await getResult(t, binding, repo, ['revokeToken', token[by]]),
        true,
        `what revoking by ${by} says`,
      );
      ok(!(await getIds()).includes(token['id']), 'a token that was taken back is listed');
      const [reading] = await opened(t, remote, token['plaintext']);
      differ(reading, 200, 'the status of reading with it');
    }
    const foreign = await getObject(t, binding, ['get', (await made(t)).name], ['createToken', 'read']);
    const revoked = await getResult(t, binding, repo, ['revokeToken', foreign['id']]);
    equal(revoked, false, 'what revoking a token of another repository says');
  }),
  test('AR-BIND-13', 'forks a repository into one of its own', async (t) => {
    const { name, id } = await filled(t);
    const forked = getName(t);
    const created = await getObject(t, binding, ['get', name], ['fork', forked, { description: 'a fork' }]);
    equal([created['name'], created['description']], [forked, 'a fork'], 'name and description');
    const log = array(await getResult(t, binding, ['get', forked], ['log']), 'the log');
    equal(object(log[0], 'a commit')['hash'], id('later'), 'its newest commit');
  }),
  test(['AR-BIND-14', 'AR-BIND-15'], 'reads commits, trees, blobs and files', async (t) => {
    const { name, id } = await filled(t);
    const repo = ['get', name] as const;
    const commit = await getObject(t, binding, repo, ['readCommit', id('later')]);
    equal(commit['hash'], id('later'), 'the hash of a commit');
    const entries = array(await getResult(t, binding, repo, ['readTree', commit['treeHash']]), 'a tree');
    const file = entries.map((entry) => object(entry, 'an entry')).find(({ type }) => type === 'blob');
    const blob = getText(await getResult(t, binding, repo, ['readBlob', file?.['hash']]));
    const path = file?.['name'];
    const read = await getResult(t, binding, repo, ['readFile', { ref: 'main', path }]);
    equal(getText(read), blob, `the file ${path}`);
    for (const [call, ...args] of [
      ['readCommit', 'f'.repeat(40)],
      ['readBlob', 'f'.repeat(40)],
      ['readTree', 'f'.repeat(40)],
      ['readFile', { ref: 'main', path: 'not/there' }],
    ] as const)
      equal(await getResult(t, binding, repo, [call, ...args]), null, `what ${call} has of nothing`);
    await t.check('AR-BIND-15', async () => {
      const hashes = async (...options: unknown[]) =>
        array(await getResult(t, binding, repo, ['log', ...options]), 'the log').map(
          (one) => object(one, 'a commit')['hash'],
        );
      equal((await hashes())[0], id('later'), 'the newest commit');
      equal(await hashes({ ref: 'main', limit: 1, offset: 1 }), [id('octopus')], 'the one before');
      equal(await hashes({ ref: 'nowhere' }), [], 'the log of a ref that is not there');
    });
  }),
  {
    title: 'throws errors with their codes',
    requirements: ['AR-BIND-16'],
    // Somebody saw the platform throw plain errors without a code.
    atMost: 'should',
    run: async (t) => {
      const { name } = await made(t);
      const rows = [
        ['NOT_FOUND', [['get', freshName(t)]]],
        ['ALREADY_EXISTS', [['create', name]]],
        ['INVALID_REPO_NAME', [['create', 'a b']]],
        [
          'INVALID_TTL',
          [
            ['get', name],
            ['createToken', 'read', 5],
          ],
        ],
        [
          'INVALID_INPUT',
          [
            ['get', name],
            ['readCommit', 'abc'],
          ],
        ],
      ] as const;
      for (const [code, calls] of rows) {
        const error = await getError(t, binding, ...calls);
        equal(
          [error.name, error.code],
          ['ArtifactsError', code],
          `name and code, of ${JSON.stringify(calls)}`,
        );
        equal(error.numericCode, artifactsErrorCodes[code], `the numeric code of ${code}`);
        differ(error.message, '', 'the message');
      }
    },
  },
]);
