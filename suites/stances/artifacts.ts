import type { Reply } from '../../spec/client.ts';
import { askDiscovery, readDiscovery, type Service } from '../artifacts/git/wire/discovery.ts';
import { freshName, inSpace, type MadeRepository, madeRepo, minted } from '../artifacts/repositories.ts';
import { succeeded } from '../harness/caller.ts';
import type { TestContext } from '../harness/context.ts';
import { memberOf, Otherwise, type Probes, statusOfRefusal, statusOfSuccess } from './probe.ts';

/** What the first request of a client for a repository gets. */
const opens = (
  t: TestContext,
  { repository }: MadeRepository,
  headers: Readonly<Record<string, string>>,
  service: Service = 'git-upload-pack',
) => askDiscovery(t, { ...repository, headers }, service);

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const basic = (password: string) => ({ authorization: `Basic ${btoa(`x:${password}`)}` });

/** How texts of tokens begin, the longest first. */
const prefixes = ['art_v2_', 'art_v1_', 'art_'] as const;

/** What the text of a token stands for without what is behind its `?`. */
const secretOf = (token: string) => token.split('?')[0] ?? token;

/** A token of this form that nobody was given. */
const unknownToken = (token: string) => token.replace(/[0-9a-f]{8}(?=\?|$)/, '00000000');

/** A status other than that of a success. */
const refusedWith = (status: number) => (status < 300 ? new Otherwise('lets it in') : status);

const deletes = (t: TestContext, { params }: MadeRepository) => t.ask('artifacts.repos.delete', { params });

const lists = async (t: TestContext, query: Readonly<Record<string, string>>): Promise<Reply> =>
  t.ask('artifacts.repos.list', { params: inSpace(t, (await madeRepo(t)).namespace), query });

export const artifactsProbes: Probes<'artifacts'> = {
  'artifacts.create.status': (t) =>
    statusOfSuccess(t, 'artifacts.repos.create', {
      params: inSpace(t, freshName(t)),
      body: { name: freshName(t) },
    }),
  async 'artifacts.taken.status'(t) {
    const { namespace, name } = await madeRepo(t);
    const params = inSpace(t, namespace);
    return statusOfRefusal(await t.ask('artifacts.repos.create', { params, body: { name } }));
  },
  'artifacts.delete.status': async (t) =>
    statusOfSuccess(t, 'artifacts.repos.delete', { params: (await madeRepo(t)).params }),
  async 'artifacts.delete.again'(t) {
    const made = await madeRepo(t);
    if (!succeeded(await deletes(t, made))) return t.skip('the target deletes no repository');
    return succeeded(await deletes(t, made)) ? 'accepted' : 'unknown';
  },
  async 'artifacts.list.page-size'(t) {
    const reply = await lists(t, {});
    const size = memberOf(memberOf(reply.body, 'result_info'), 'per_page');
    return typeof size === 'number' ? size : t.skip('the list has no result_info.per_page that says it');
  },
  'artifacts.list.limit-above': async (t) =>
    succeeded(await lists(t, { limit: '100000' })) ? 'cut' : 'refused',
  async 'artifacts.token.lifetime'(t) {
    const before = await t.now();
    const { expires_at } = await minted(t, await madeRepo(t));
    const seconds = (Date.parse(expires_at) - before) / 1000;
    if (Number.isNaN(seconds)) return new Otherwise(`expires_at ${expires_at}`);
    // It was minted some time after the target's clock was read.
    return Math.floor(seconds / 60) * 60;
  },
  async 'artifacts.token.prefix'(t) {
    const { plaintext } = await minted(t, await madeRepo(t));
    const known = prefixes.find((one) => plaintext.startsWith(one));
    return known ?? new Otherwise(`${plaintext.slice(0, 4)}...`);
  },
  async 'artifacts.git.basic'(t) {
    const made = await madeRepo(t);
    const { status } = await opens(t, made, basic(secretOf(made.created.token)));
    return status === 200;
  },
  async 'artifacts.git.no-credentials.status'(t) {
    return refusedWith((await opens(t, await madeRepo(t), {})).status);
  },
  async 'artifacts.git.bad-token.status'(t) {
    const made = await madeRepo(t);
    return refusedWith((await opens(t, made, bearer(unknownToken(made.created.token)))).status);
  },
  async 'artifacts.git.read-token.status'(t) {
    const made = await madeRepo(t);
    const { plaintext } = await minted(t, made, { scope: 'read' });
    return refusedWith((await opens(t, made, bearer(plaintext), 'git-receive-pack')).status);
  },
  async 'artifacts.git.unknown-repository.status'(t) {
    const made = await madeRepo(t);
    await deletes(t, made);
    return refusedWith((await opens(t, made, bearer(made.created.token))).status);
  },
  async 'artifacts.git.profile'(t) {
    const made = await madeRepo(t);
    const { status, bytes } = await opens(t, made, made.repository.headers, 'git-receive-pack');
    if (status !== 200) return new Otherwise(`status ${status}`);
    return readDiscovery(bytes, 'git-receive-pack').capabilities.has('atomic') ? 'git' : 'live';
  },
  async 'artifacts.git.lfs.status'(t) {
    const { repository } = await madeRepo(t);
    const { status } = await t.remote({
      method: 'POST',
      url: `${repository.remote}/info/lfs/objects/batch`,
      headers: { ...repository.headers, 'content-type': 'application/vnd.git-lfs+json' },
      body: new TextEncoder().encode('{"operation":"download","objects":[]}'),
    });
    return refusedWith(status);
  },
};
