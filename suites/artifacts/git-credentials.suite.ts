import { equal, match, ok } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import type { RemoteReply } from '../harness/git-remote.ts';
import { defineSuite, test } from '../harness/suite.ts';
import { temporaryFolder } from './git/clients/git-client.ts';
import { isomorphicGit } from './git/clients/isomorphic-client.ts';
import { checkSound } from './git/clients/real-git.ts';
import { git, runGit } from './git/clients/run-git.ts';
import { getText, join } from './git/objects/bytes.ts';
import { createPack } from './git/objects/write-pack.ts';
import { chain } from './git/seeded.ts';
import { getRefs, type Service } from './git/wire/discovery.ts';
import { command } from './git/wire/fetch.ts';
import { flush } from './git/wire/packets.ts';
import { pushHead } from './git/wire/push.ts';
import { expectSentAway, filledBy, openedRepo, tipIn } from './opening.ts';
import { filledWith, inSpace, type MadeRepository, madeRepo, minted } from './repositories.ts';

const basic = (user: string, password: string) => ({ authorization: `Basic ${btoa(`${user}:${password}`)}` });
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const getSecret = (token: string) => token.split('?')[0] ?? token;

type Headers = Readonly<Record<string, string>>;
type Place = Pick<MadeRepository, 'repository'>;

const discovery = (t: TestContext, { repository }: Place, service: Service, headers: Headers) =>
  t.remote({ url: `${repository.remote}/info/refs?service=${service}`, headers });

const post = (t: TestContext, { repository }: Place, service: Service, headers: Headers, body: Uint8Array) =>
  t.remote({
    method: 'POST',
    url: `${repository.remote}/${service}`,
    headers: { 'content-type': `application/x-${service}-request`, ...headers },
    body,
  });

/** Sends every kind of Git request with these credentials. */
async function everywhere(t: TestContext, made: Place, headers: Headers): Promise<readonly RemoteReply[]> {
  const line = chain(1, 'forged');
  const head = pushHead({ commands: [{ name: 'refs/heads/forged', to: line.tip }] });
  return [
    await discovery(t, made, 'git-upload-pack', headers),
    await discovery(t, made, 'git-receive-pack', headers),
    await post(
      t,
      made,
      'git-upload-pack',
      { ...headers, 'git-protocol': 'version=2' },
      command('ls-refs', []),
    ),
    await post(t, made, 'git-receive-pack', headers, join(flush)),
    await post(t, made, 'git-receive-pack', headers, join(head, createPack(line.objects.values()))),
  ];
}

/** Fails unless every answer is a refusal with this text. */
function expectRefused(replies: readonly RemoteReply[], status: number, text: RegExp): void {
  for (const reply of replies) {
    equal(reply.status, status, 'the status');
    match(getText(reply.bytes), text, 'the text');
    match(reply.headers.get('content-type'), /^text\/plain/, 'the type');
  }
}

/** How Git sends a token, and how the server refuses one. */
export const gitCredentialsSuite = defineSuite('artifacts/git-credentials', [
  test('AR-AUTH-4', 'accepts a token as Bearer', async (t) => {
    const { writing: repository, line } = await filledBy(t, isomorphicGit(t));
    equal(await tipIn(isomorphicGit(t), repository), line.tip, 'HEAD of a clone');
  }),
  test('AR-AUTH-8', 'accepts only the secret of a token', async (t) => {
    const made = await madeRepo(t);
    const { status } = await discovery(t, made, 'git-upload-pack', bearer(getSecret(made.created.token)));
    equal(status, 200, 'the status');
  }),
  {
    title: 'ignores the expiry in the text of a token',
    requirements: ['AR-AUTH-9'],
    features: ['clock'],
    run: async (t) => {
      await t.clock.freeze();
      const made = await madeRepo(t);
      const { plaintext } = await minted(t, made, { ttl: 60 });
      const status = async (end: string) =>
        (await discovery(t, made, 'git-upload-pack', bearer(`${getSecret(plaintext)}${end}`))).status;
      equal(await status('?expires=1'), 200, 'the status of a token that claims to have expired');
      await t.clock.advance(61);
      for (const end of ['', '?expires=4102444800'])
        equal(await status(end), 403, `the status after its expiry, with '${end}'`);
    },
  },
  {
    title: 'accepts a token as the password with any user name, and never as the user name',
    requirements: ['AR-AUTH-10', 'AR-AUTH-11', 'AR-AUTH-12'],
    run: async (t) => {
      const made = await madeRepo(t);
      const { token } = made.created;
      const status = async (headers: Headers) =>
        (await discovery(t, made, 'git-upload-pack', headers)).status;
      for (const user of ['x', 'x-access-token', 'anybody@example.com', '']) {
        await t.check('AR-AUTH-10', async () =>
          equal(await status(basic(user, getSecret(token))), 200, `the status for the user '${user}'`),
        );
      }
      for (const password of [token, encodeURIComponent(token)]) {
        await t.check('AR-AUTH-11', async () => equal(await status(basic('x', password)), 200, 'the status'));
      }
      for (const password of ['', 'x-oauth-basic']) {
        await t.check('AR-AUTH-12', async () => {
          const found = await status(basic(getSecret(token), password));
          ok(found === 401 || found === 403, `the status is ${found}`);
        });
      }
    },
  },
  {
    title: 'accepts a token as the password after a challenge',
    requirements: ['AR-AUTH-10'],
    features: ['git'],
    run: async (t) => {
      const made = await madeRepo(t);
      const line = await filledWith(t, made.repository);
      const url = new URL(made.repository.remote);
      url.username = 'x';
      url.password = getSecret(made.created.token);
      const folder = await temporaryFolder(t);
      const run = { folder, certificate: t.certificate };
      await git(['clone', '--quiet', url.href, '.'], run);
      await checkSound(folder);
      equal(await git(['rev-parse', 'HEAD'], run), line.tip, 'HEAD of the clone');
      await git(['commit', '--quiet', '--allow-empty', '-m', 'More'], run);
      await git(['push', '--quiet', 'origin', 'HEAD:refs/heads/more'], run);
      const more = await git(['rev-parse', 'HEAD'], run);
      equal((await getRefs(t, made.repository))['refs/heads/more'], more, 'the branch');
      const without = await runGit(['ls-remote', made.repository.remote], run);
      ok(!without.ok, 'Git without a token is served');
      match(without.message, /could not read Username/, 'what Git says without a token');
    },
  },
  test('AR-AUTH-7', 'refuses a client without a token', async (t) => {
    const { writing: repository, line } = await filledBy(t, isomorphicGit(t));
    for (const reply of await everywhere(t, { repository }, {})) expectSentAway(reply, 'Git without a token');
    equal(await tipIn(isomorphicGit(t), repository), line.tip, 'HEAD of a clone');
  }),
  test('AR-AUTH-13', 'asks a client without credentials for them', async (t) => {
    const replies = await everywhere(t, await madeRepo(t), {});
    expectRefused(replies, 401, /^Authentication required\s*$/);
    for (const { headers } of replies)
      equal(headers.get('www-authenticate'), 'Basic realm="artifacts"', 'the challenge');
  }),
  test('AR-TOKEN-22', 'refuses a client with a token of another repository', async (t) => {
    const { made, writing: repository, line } = await filledBy(t, isomorphicGit(t));
    const other = await openedRepo(t, made.namespace);
    for (const scope of ['write', 'read'] as const) {
      const { headers } = await other.opened(scope);
      for (const reply of await everywhere(t, { repository }, headers))
        expectSentAway(reply, `Git with a ${scope} token of another repository`);
    }
    equal(await tipIn(isomorphicGit(t), repository), line.tip, 'HEAD of a clone');
  }),
  test('AR-AUTH-14', 'refuses tokens that are unknown, revoked, or of another repository', async (t) => {
    const made = await madeRepo(t);
    const other = await madeRepo(t, {}, made.namespace);
    const revoked = await minted(t, made);
    const params = { ...inSpace(t, made.namespace), token_id: revoked.id };
    await t.call('artifacts.tokens.revoke', { params });
    const unknown = `art_v2_x_${'0123456789'.repeat(4)}?expires=4102444800`;
    const bad = [
      unknown,
      revoked.plaintext,
      other.created.token,
      'nonsense',
      `${getSecret(made.created.token)}0`,
    ];
    for (const token of bad) {
      expectRefused(await everywhere(t, made, bearer(token)), 403, /^Invalid or expired token\s*$/);
      expectRefused(await everywhere(t, made, basic('x', token)), 403, /^Invalid or expired token\s*$/);
    }
    equal(await getRefs(t, made.repository), {}, 'the refs');
  }),
  test('AR-AUTH-14', 'hides whether a repository exists from a client without a token for it', async (t) => {
    const made = await madeRepo(t);
    const remote = made.repository.remote.replace(made.name, `${made.name}-nowhere`);
    const nowhere = { ...made, repository: { ...made.repository, remote } };
    const replies = await everywhere(t, nowhere, bearer(made.created.token));
    for (const { status } of replies) ok(status === 403 || status === 404, `the status is ${status}`);
  }),
  test('AR-AUTH-15', 'refuses pushes with a read token from their first request on', async (t) => {
    const made = await madeRepo(t);
    const { plaintext } = await minted(t, made, { scope: 'read' });
    for (const headers of [bearer(plaintext), basic('x', plaintext)]) {
      const [fetching, pushing, listing, ...posts] = await everywhere(t, made, headers);
      for (const reply of [fetching, listing]) equal(reply?.status, 200, 'the status of reading');
      const refused = [pushing, ...posts].flatMap((reply) => (reply ? [reply] : []));
      expectRefused(refused, 403, /^Insufficient permissions\s*$/);
    }
    equal(await getRefs(t, made.repository), {}, 'the refs');
  }),
  test('AR-AUTH-5', 'refuses Git with an API token', async (t) => {
    const { writing: repository, line } = await filledBy(t, isomorphicGit(t));
    for (const headers of t.apiHeaders()) {
      for (const reply of await everywhere(t, { repository }, headers))
        expectSentAway(reply, 'Git with an API token');
    }
    equal(await tipIn(isomorphicGit(t), repository), line.tip, 'HEAD of a clone');
  }),
  test('AR-AUTH-6', 'refuses a repository token in the REST API', async (t) => {
    const made = await openedRepo(t);
    const token = (await made.opened('write')).headers['authorization'] ?? '';
    const path = `/accounts/${t.accountId}/artifacts/namespaces/${made.namespace}/repos`;
    const nobody = t.as('none');
    const body = JSON.stringify({ name: `${made.name}-forged` });
    // The whole token, and the part before its parameters. Without them, our own tokens can be read as API tokens.
    for (const authorization of new Set([token, getSecret(token)])) {
      const headers = { authorization, 'content-type': 'application/json' };
      for (const request of [
        { method: 'GET', path: `${path}/${made.name}`, headers },
        { method: 'POST', path, headers, body },
      ] as const)
        t.expectFailure(await nobody.send(request), { shape: 'own' });
    }
    t.expectSuccess(await t.ask('artifacts.repos.get', { params: made.params }), 'a GET of the repository');
  }),
]);
