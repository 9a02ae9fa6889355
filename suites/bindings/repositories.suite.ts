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
import { readPages } from '../harness/snapshot.ts';
import { defineSuite, test } from '../harness/suite.ts';
import { boundNames, getBindings, getError, getObject, getResult, getText, toOutcome } from './calling.ts';

const binding = 'REPOS';

/** Whether the binding lacks `create`: the seed names no methods. */
const isUnknown = ({ message }: { readonly message: string }) => message === `${binding} has no create.`;

/** Path variables of a repository in the binding's namespace. */
const atRest = (t: TestContext, name: string) => ofRepo(t, boundNames().namespace, name);

/** A name for a repository in the binding's namespace. The test's end deletes the repository. */
function getName(t: TestContext): string {
  const name = freshName(t);
  t.after(() => t.ask('artifacts.repos.delete', { params: atRest(t, name) }));
  return name;
}

/** Creates a repository with the binding. */
async function made(t: TestContext, options?: Readonly<Record<string, unknown>>) {
  const name = getName(t);
  const created = await getObject(t, binding, ['create', name, ...(options ? [options] : [])]);
  return { name, created, remote: String(created['remote']).replace(/\/$/, '') };
}

/** Like {@link made}, with the commits of a recipe pushed to it. */
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
 * A repository and a token for it, both made by the binding. The seed promises that a binding makes both, but names
 * neither the methods nor the members.
 */
async function mintedBy(t: TestContext, scope: 'read' | 'write'): Promise<TestRepository> {
  const name = getName(t);
  const made = await toOutcome(t, binding, ['create', name]);
  const minted = await toOutcome(t, binding, ['get', name], ['createToken', scope, 3_600]);
  const record = recordIn(await t.ask('artifacts.repos.get', { params: atRest(t, name) }));
  const token = 'value' in minted && isObject(minted.value) ? minted.value['plaintext'] : undefined;
  if ('error' in made || typeof token !== 'string')
    t.skip(`this suite knows no method of the binding that makes a ${scope} token`);
  return remoteIn(record, token);
}

/** Whether a push with this token succeeds. */
async function pushes(t: TestContext, repository: TestRepository): Promise<boolean> {
  const line = chain(1, freshName(t));
  const local = await isomorphicGit(t).create();
  await local.add(line.objects.values(), { [main]: line.tip });
  return (await local.push(repository, { from: main, to: main })).ok;
}

/** Whether a token may read, even from an empty repository. */
async function isServed(t: TestContext, repository: TestRepository): Promise<boolean> {
  const { status } = await askDiscovery(t, repository, 'git-upload-pack');
  return status >= 200 && status < 300;
}

/** The statuses of Git's read and write discovery with a token. */
async function opened(t: TestContext, remote: string, token: unknown): Promise<readonly number[]> {
  const headers = { authorization: `Bearer ${token}` };
  const services = ['git-upload-pack', 'git-receive-pack'];
  const replies = services.map((service) =>
    t.remote({ url: `${remote}/info/refs?service=${service}`, headers }),
  );
  return (await Promise.all(replies)).map(({ status }) => status);
}

/** What Worker code can do with an Artifacts binding. */
export const repositoryBindingSuite = defineSuite('bindings/repositories', [
  {
    title: 'binds repositories under the configured name, and creates one that REST finds',
    requirements: ['AR-BIND-1', 'AR-BIND-2', 'AR-BIND-3'],
    run: async (t) => {
      ok(array(await getBindings(t), 'the bindings').includes(binding), `there is no binding ${binding}`);
      const name = getName(t);
      const made = await toOutcome(t, binding, ['create', name]);
      if ('error' in made && isUnknown(made.error)) t.skip('the binding has no create method');
      await t.check('AR-BIND-2', () => equal('error' in made ? made.error : null, null, 'the error'));
      await t.check('AR-BIND-3', async () => {
        const found = await t.ask('artifacts.repos.get', { params: atRest(t, name) });
        t.expectSuccess(found, "a GET of the Worker's repository");
        equal(recordIn(found)['name'], name, 'the name in REST');
      });
    },
  },
  test('AR-BIND-7', 'describes a new repository as REST does, with a token for Git', async (t) => {
    const { name, created, remote } = await made(t, { description: 'made by a Worker' });
    const found = (await t.call('artifacts.repos.get', { params: atRest(t, name) })).body.result;
    const { token, remote: returned, ...about } = created;
    const { id, description, default_branch: defaultBranch } = found;
    equal(about, { id, name, description, defaultBranch }, 'the members that the binding returns');
    equal([description, String(returned)], ['made by a Worker', found.remote], 'description and remote');
    match(token, /./, 'the token');
    equal(await opened(t, remote, token), [200, 200], 'the statuses of reading and writing');
  }),
  test('AR-BIND-4', 'makes a read-only token', async (t) => {
    const repository = await mintedBy(t, 'read');
    ok(await isServed(t, repository), 'the token does not read');
    ok(!(await pushes(t, repository)), 'the token pushes');
  }),
  test('AR-BIND-5', 'makes a write token', async (t) =>
    ok(await pushes(t, await mintedBy(t, 'write')), 'the token does not push'),
  ),
  test('AR-BIND-12', 'makes a write token for a day by default', async (t) => {
    const { name, remote } = await made(t);
    const handle = ['get', name] as const;
    const hour = await getObject(t, binding, handle, ['createToken', 'write', 3_600]);
    equal(hour['scope'], 'write', 'the scope');
    equal(await opened(t, remote, hour['plaintext']), [200, 200], 'the statuses of reading and writing');
    const now = await t.now();
    const usual = await getObject(t, binding, handle, ['createToken']);
    equal(usual['scope'], 'write', 'the default scope');
    const seconds = (Date.parse(String(usual['expiresAt'])) - now) / 1000;
    ok(Math.abs(seconds - 86_400) < 60, `the token is valid for ${seconds} s, expected a day`);
  }),
  test(['AR-BIND-6', 'AR-BIND-10'], 'finds a repository made by REST in its namespace', async (t) => {
    const name = getName(t);
    const make = (about: { description: string; read_only: boolean }) =>
      t.call('artifacts.repos.create', {
        params: { account_id: t.accountId, namespace: boundNames().namespace },
        body: { name, ...about },
      });
    const getInfo = () => getObject(t, binding, ['get', name], ['info']);
    const { id, remote } = (await make({ description: 'made by REST', read_only: false })).body.result;
    const info = await getInfo();
    equal([info['id'], info['remote']], [id, remote], 'id and remote');
    equal(
      [info['name'], info['description'], info['readOnly']],
      [name, 'made by REST', false],
      'the other members',
    );
    await t.call('artifacts.repos.delete', { params: atRest(t, name) });
    equal((await getError(t, binding, ['get', name])).code, 'NOT_FOUND', 'the code after REST deleted it');
    await t.check('AR-BIND-10', async () => {
      await make({ description: 'made anew', read_only: true });
      const found = (await t.call('artifacts.repos.get', { params: atRest(t, name) })).body.result;
      const anew = await getInfo();
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
        'the info of a new repository with the same name',
      );
    });
  }),
  test('AR-BIND-8', 'lists repositories a page at a time, without remotes', async (t) => {
    const names = [(await made(t)).name, (await made(t)).name];
    const missing = new Set<unknown>(names);
    let cursor: unknown;
    const read = async () => {
      const page = await getObject(t, binding, ['list', { limit: 1, ...(cursor ? { cursor } : {}) }]);
      const repos = array(page['repos'], 'repos').map((repo) => object(repo, 'a repository'));
      ok(repos.length <= 1, 'a page has more repositories than requested');
      ok(Number(page['total']) >= 2, `the total is ${page['total']}, expected at least two`);
      for (const repo of repos) ok(!('remote' in repo), 'a listed repository has a remote');
      const records = repos.map(({ name }) => name);
      for (const name of records) missing.delete(name);
      cursor = page['cursor'];
      return { records, isLast: !cursor || missing.size === 0 };
    };
    await readPages(t, 'the list of repositories', 1, read, 'cursor');
    equal([...missing], [], 'repositories missing from the list');
  }),
  test('AR-BIND-9', 'deletes a repository once', async (t) => {
    const { name } = await made(t);
    equal(await getResult(t, binding, ['delete', name]), true, 'the result of the first delete');
    equal(await getResult(t, binding, ['delete', name]), false, 'the result of the second delete');
    const found = await t.ask('artifacts.repos.get', { params: atRest(t, name) });
    t.expectFailure(found, { status: 404 });
  }),
  test('AR-BIND-11', 'lists tokens, and revokes them by id and by plaintext', async (t) => {
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
        `the result of revoking by ${by}`,
      );
      ok(!(await getIds()).includes(token['id']), 'a revoked token is listed');
      const [reading] = await opened(t, remote, token['plaintext']);
      differ(reading, 200, 'the status of reading with it');
    }
    const foreign = await getObject(t, binding, ['get', (await made(t)).name], ['createToken', 'read']);
    const revoked = await getResult(t, binding, repo, ['revokeToken', foreign['id']]);
    equal(revoked, false, 'the result of revoking a token of another repository');
  }),
  test('AR-BIND-13', 'forks a repository into its own namespace', async (t) => {
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
      equal(await getResult(t, binding, repo, [call, ...args]), null, `the ${call} of a missing object`);
    await t.check('AR-BIND-15', async () => {
      const hashes = async (...options: unknown[]) =>
        array(await getResult(t, binding, repo, ['log', ...options]), 'the log').map(
          (one) => object(one, 'a commit')['hash'],
        );
      equal((await hashes())[0], id('later'), 'the newest commit');
      equal(await hashes({ ref: 'main', limit: 1, offset: 1 }), [id('octopus')], 'the one before');
      equal(await hashes({ ref: 'nowhere' }), [], 'the log of a missing ref');
    });
  }),
  {
    title: 'throws errors with their codes',
    requirements: ['AR-BIND-16'],
    // A user has seen the platform throw plain errors without a code.
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
