import type { Reply } from '../../spec/client.ts';
import { tokenPrefixes } from '../../spec/stances/artifacts.ts';
import { askDiscovery, readDiscovery, type Service } from '../artifacts/git/wire/discovery.ts';
import { type OpenedRepository, openedRepo } from '../artifacts/opening.ts';
import { freshName, inSpace, minted } from '../artifacts/repositories.ts';
import { succeeded } from '../harness/caller.ts';
import type { TestContext } from '../harness/context.ts';
import type { TestRepository } from '../harness/repositories.ts';
import {
  getMember,
  isRefused,
  OtherBehaviour,
  type Probes,
  statusOfRefusal,
  statusOfSuccess,
  unlessRefused,
} from './probe.ts';

/** The answer to the first request of a client for a repository. */
const opens = (t: TestContext, repository: TestRepository, service: Service = 'git-upload-pack') =>
  askDiscovery(t, repository, service);

/** A repository with a token. */
async function withToken(t: TestContext) {
  const made = await openedRepo(t);
  const repository = await made.opened('write');
  const token = (repository.headers['authorization'] ?? '').replace(/^Bearer /, '');
  const as = (authorization: string): TestRepository => ({ ...repository, headers: { authorization } });
  return { ...made, repository, token, as };
}

/** The secret of a token: the part before its `?`. */
const getSecret = (token: string) => token.split('?')[0] ?? token;

/** A status, unless it is that of a success. */
const refusedWith = (status: number) => (status < 300 ? new OtherBehaviour('accepts it') : status);

const deletes = (t: TestContext, { params }: OpenedRepository) => t.ask('artifacts.repos.delete', { params });

/** Lists the repositories of a namespace with at least one. */
async function lists(t: TestContext, query: Readonly<Record<string, string>>): Promise<Reply> {
  const { namespace } = await openedRepo(t);
  return t.ask('artifacts.repos.list', { params: inSpace(t, namespace), query });
}

export const artifactsProbes: Probes<'artifacts'> = {
  'artifacts.create.status': (t) =>
    statusOfSuccess(t, 'artifacts.repos.create', {
      params: inSpace(t, freshName(t)),
      body: { name: freshName(t) },
    }),
  async 'artifacts.taken.status'(t) {
    const { namespace, name } = await openedRepo(t);
    const params = inSpace(t, namespace);
    return statusOfRefusal(await t.ask('artifacts.repos.create', { params, body: { name } }));
  },
  'artifacts.delete.status': async (t) =>
    unlessRefused(t, await deletes(t, await openedRepo(t)), 'the deletion of a repository').status,
  async 'artifacts.delete.again'(t) {
    const made = await openedRepo(t);
    unlessRefused(t, await deletes(t, made), 'the deletion of a repository');
    return succeeded(await deletes(t, made)) ? 'accepted' : 'unknown';
  },
  async 'artifacts.list.page-size'(t) {
    const { body } = unlessRefused(t, await lists(t, {}), 'a list of repositories');
    const size = getMember(getMember(body, 'result_info'), 'per_page');
    return typeof size === 'number' ? size : t.skip('the list has no result_info.per_page');
  },
  async 'artifacts.list.limit-above'(t) {
    const ask = (query: Readonly<Record<string, string>>) => () => lists(t, query);
    return (await isRefused(t, ask({}), ask({ limit: '100000' }))) ? 'refused' : 'cut';
  },
  async 'artifacts.token.lifetime'(t) {
    const made = await openedRepo(t);
    const before = await t.now();
    const { expires_at } = await minted(t, made);
    const seconds = (Date.parse(expires_at) - before) / 1000;
    if (Number.isNaN(seconds)) return new OtherBehaviour(`expires_at ${expires_at}`);
    // The token was minted some time after this reading of the target's clock.
    return Math.floor(seconds / 60) * 60;
  },
  async 'artifacts.token.prefix'(t) {
    const { token } = await withToken(t);
    const known = tokenPrefixes.find((one) => token.startsWith(one));
    return known ?? new OtherBehaviour(`${token.slice(0, 4)}...`);
  },
  async 'artifacts.git.basic'(t) {
    const { token, as } = await withToken(t);
    return (await opens(t, as(`Basic ${btoa(`x:${getSecret(token)}`)}`))).status === 200;
  },
  async 'artifacts.git.no-credentials.status'(t) {
    const { repository } = await withToken(t);
    return refusedWith((await opens(t, { ...repository, headers: {} })).status);
  },
  async 'artifacts.git.bad-token.status'(t) {
    const { token, as } = await withToken(t);
    const secret = getSecret(token);
    const unknown = `${secret.slice(0, -8)}00000000${token.slice(secret.length)}`;
    return refusedWith((await opens(t, as(`Bearer ${unknown}`))).status);
  },
  async 'artifacts.git.read-token.status'(t) {
    const made = await openedRepo(t);
    return refusedWith((await opens(t, await made.opened('read'), 'git-receive-pack')).status);
  },
  async 'artifacts.git.unknown-repository.status'(t) {
    const made = await withToken(t);
    unlessRefused(t, await deletes(t, made), 'the deletion of a repository');
    return refusedWith((await opens(t, made.repository)).status);
  },
  async 'artifacts.git.profile'(t) {
    const { repository } = await withToken(t);
    const { status, bytes } = await opens(t, repository, 'git-receive-pack');
    if (status !== 200) return new OtherBehaviour(`status ${status}`);
    return readDiscovery(bytes, 'git-receive-pack').capabilities.has('atomic') ? 'git' : 'live';
  },
  async 'artifacts.git.lfs.status'(t) {
    const { repository } = await withToken(t);
    const { status } = await t.remote({
      method: 'POST',
      url: `${repository.remote}/info/lfs/objects/batch`,
      headers: { ...repository.headers, 'content-type': 'application/vnd.git-lfs+json' },
      body: new TextEncoder().encode('{"operation":"download","objects":[]}'),
    });
    return refusedWith(status);
  },
};
