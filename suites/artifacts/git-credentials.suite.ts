import { equal, match, ok } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import type { RemoteReply } from '../harness/git-remote.ts';
import { defineSuite, test } from '../harness/suite.ts';
import { temporaryFolder } from './git/clients/git-client.ts';
import { checkSound } from './git/clients/real-git.ts';
import { git, runGit } from './git/clients/run-git.ts';
import { join, textOf } from './git/objects/bytes.ts';
import { packOf } from './git/objects/write-pack.ts';
import { chain } from './git/seeded.ts';
import { refsOf, type Service } from './git/wire/discovery.ts';
import { command } from './git/wire/fetch.ts';
import { flush } from './git/wire/packets.ts';
import { pushHead } from './git/wire/push.ts';
import { filledWith, inSpace, type MadeRepository, madeRepo, minted } from './repositories.ts';

const basic = (user: string, password: string) => ({ authorization: `Basic ${btoa(`${user}:${password}`)}` });
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const secretOf = (token: string) => token.split('?')[0] ?? token;

type Headers = Readonly<Record<string, string>>;

const discovery = (t: TestContext, { repository }: MadeRepository, service: Service, headers: Headers) =>
  t.remote({ url: `${repository.remote}/info/refs?service=${service}`, headers });

const post = (
  t: TestContext,
  { repository }: MadeRepository,
  service: Service,
  headers: Headers,
  body: Uint8Array,
) =>
  t.remote({
    method: 'POST',
    url: `${repository.remote}/${service}`,
    headers: { 'content-type': `application/x-${service}-request`, ...headers },
    body,
  });

/** Every request that Git would send, with these credentials. */
async function everywhere(
  t: TestContext,
  made: MadeRepository,
  headers: Headers,
): Promise<readonly RemoteReply[]> {
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
    await post(t, made, 'git-receive-pack', headers, join(head, packOf(line.objects.values()))),
  ];
}

/** Fails unless every answer is a refusal in these words. */
function expectRefused(replies: readonly RemoteReply[], status: number, text: RegExp): void {
  for (const reply of replies) {
    equal(reply.status, status, 'the status');
    match(textOf(reply.bytes), text, 'the text');
    match(reply.headers.get('content-type'), /^text\/plain/, 'the type');
  }
}

/** How Git shows a token, and how it is sent away. */
export const gitCredentialsSuite = defineSuite('artifacts/git-credentials', [
  {
    title: 'takes a token as Bearer: whole, its secret alone, and with another end',
    requirements: ['AR-AUTH-4', 'AR-AUTH-8'],
    run: async (t) => {
      const made = await madeRepo(t);
      await filledWith(t, made.repository);
      const { token } = made.created;
      const status = async (headers: Headers) =>
        (await discovery(t, made, 'git-upload-pack', headers)).status;
      await t.check('AR-AUTH-4', async () => {
        equal(await status(bearer(token)), 200, 'the status for the whole token');
        for (const reply of await everywhere(t, made, bearer(token))) equal(reply.status, 200, 'a status');
      });
      await t.check('AR-AUTH-8', async () =>
        equal(await status(bearer(secretOf(token))), 200, 'the status for the secret'),
      );
    },
  },
  {
    title: 'does not believe a token when it ends',
    requirements: ['AR-AUTH-9'],
    features: ['clock'],
    run: async (t) => {
      await t.clock.freeze();
      const made = await madeRepo(t);
      const { plaintext } = await minted(t, made, { ttl: 60 });
      const status = async (end: string) =>
        (await discovery(t, made, 'git-upload-pack', bearer(`${secretOf(plaintext)}${end}`))).status;
      equal(await status('?expires=1'), 200, 'the status of a token that says that it is over');
      await t.clock.advance(61);
      for (const end of ['', '?expires=4102444800'])
        equal(await status(end), 403, `the status once it is over, with '${end}'`);
    },
  },
  {
    title: 'takes a token as a password, whatever the name, and never as a name',
    requirements: ['AR-AUTH-10', 'AR-AUTH-11', 'AR-AUTH-12'],
    run: async (t) => {
      const made = await madeRepo(t);
      const { token } = made.created;
      const status = async (headers: Headers) =>
        (await discovery(t, made, 'git-upload-pack', headers)).status;
      for (const user of ['x', 'x-access-token', 'anybody@example.com', '']) {
        await t.check('AR-AUTH-10', async () =>
          equal(await status(basic(user, secretOf(token))), 200, `the status for the user '${user}'`),
        );
      }
      for (const password of [token, encodeURIComponent(token)]) {
        await t.check('AR-AUTH-11', async () => equal(await status(basic('x', password)), 200, 'the status'));
      }
      for (const password of ['', 'x-oauth-basic']) {
        await t.check('AR-AUTH-12', async () => {
          const found = await status(basic(secretOf(token), password));
          ok(found === 401 || found === 403, `the status is ${found}`);
        });
      }
    },
  },
  {
    title: 'lets clients show a token as a password, once they were asked for it',
    requirements: ['AR-AUTH-10'],
    features: ['git'],
    run: async (t) => {
      const made = await madeRepo(t);
      const line = await filledWith(t, made.repository);
      const url = new URL(made.repository.remote);
      url.username = 'x';
      url.password = secretOf(made.created.token);
      const folder = await temporaryFolder(t);
      const run = { folder, certificate: t.certificate };
      await git(['clone', '--quiet', url.href, '.'], run);
      await checkSound(folder);
      equal(await git(['rev-parse', 'HEAD'], run), line.tip, 'HEAD of the clone');
      await git(['commit', '--quiet', '--allow-empty', '-m', 'More'], run);
      await git(['push', '--quiet', 'origin', 'HEAD:refs/heads/more'], run);
      const more = await git(['rev-parse', 'HEAD'], run);
      equal((await refsOf(t, made.repository))['refs/heads/more'], more, 'the branch');
      const without = await runGit(['ls-remote', made.repository.remote], run);
      ok(!without.ok, 'Git without a token is served');
      match(without.said, /could not read Username/, 'what Git says without a token');
    },
  },
  test(['AR-AUTH-7', 'AR-AUTH-13'], 'asks for credentials where there are none', async (t) => {
    const made = await madeRepo(t);
    await filledWith(t, made.repository);
    const before = await refsOf(t, made.repository);
    const replies = await everywhere(t, made, {});
    await t.check('AR-AUTH-7', async () => {
      for (const { status } of replies) ok(status === 401 || status === 403, `the status is ${status}`);
      equal(await refsOf(t, made.repository), before, 'the refs');
    });
    await t.check('AR-AUTH-13', () => {
      expectRefused(replies, 401, /^Authentication required\s*$/);
      for (const { headers } of replies)
        equal(headers.get('www-authenticate'), 'Basic realm="artifacts"', 'the challenge');
    });
  }),
  test('AR-AUTH-14', 'sends away tokens that are unknown, revoked, or of another repository', async (t) => {
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
      `${secretOf(made.created.token)}0`,
    ];
    for (const token of bad) {
      expectRefused(await everywhere(t, made, bearer(token)), 403, /^Invalid or expired token\s*$/);
      expectRefused(await everywhere(t, made, basic('x', token)), 403, /^Invalid or expired token\s*$/);
    }
    equal(await refsOf(t, made.repository), {}, 'the refs');
  }),
  test('AR-AUTH-14', 'tells of no repository to who has no token for it', async (t) => {
    const made = await madeRepo(t);
    const remote = made.repository.remote.replace(made.name, `${made.name}-nowhere`);
    const nowhere = { ...made, repository: { ...made.repository, remote } };
    const replies = await everywhere(t, nowhere, bearer(made.created.token));
    for (const { status } of replies) ok(status === 403 || status === 404, `the status is ${status}`);
  }),
  {
    title: 'sends away pushes with a token to read from their first request on',
    requirements: ['AR-AUTH-15', 'AR-GIT-5'],
    run: async (t) => {
      const made = await madeRepo(t);
      const { plaintext } = await minted(t, made, { scope: 'read' });
      for (const headers of [bearer(plaintext), basic('x', plaintext)]) {
        const [fetching, pushing, listing, ...posts] = await everywhere(t, made, headers);
        for (const reply of [fetching, listing]) equal(reply?.status, 200, 'the status of reading');
        const refused = [pushing, ...posts].flatMap((reply) => (reply ? [reply] : []));
        await t.check('AR-AUTH-15', () => expectRefused(refused, 403, /^Insufficient permissions\s*$/));
      }
      await t.check('AR-GIT-5', async () => equal(await refsOf(t, made.repository), {}, 'the refs'));
    },
  },
  test(['AR-AUTH-5', 'AR-AUTH-6'], 'keeps the two kinds of tokens apart', async (t) => {
    const made = await madeRepo(t);
    const line = await filledWith(t, made.repository);
    await t.check('AR-AUTH-5', async () => {
      for (const headers of t.apiHeaders()) {
        for (const { status } of await everywhere(t, made, headers)) {
          ok(status === 401 || status === 403, `an API token opens Git with status ${status}`);
        }
      }
      equal(await refsOf(t, made.repository), { 'refs/heads/main': line.tip }, 'the refs');
    });
    await t.check('AR-AUTH-6', async () => {
      const path = `/accounts/${t.accountId}/artifacts/namespaces/${made.namespace}/repos`;
      for (const token of [made.created.token, secretOf(made.created.token)]) {
        for (const [method, end] of [
          ['GET', `/${made.name}`],
          ['GET', ''],
          ['DELETE', `/${made.name}`],
          ['POST', ''],
        ] as const) {
          const body = method === 'POST' ? { body: JSON.stringify({ name: `${made.name}-forged` }) } : {};
          const headers = { ...bearer(token), 'content-type': 'application/json' };
          t.expectFailure(await t.as('none').send({ method, path: `${path}${end}`, headers, ...body }));
        }
      }
      t.expectSuccess(await t.ask('artifacts.repos.get', { params: made.params }), 'a GET of the repository');
    });
  }),
]);
