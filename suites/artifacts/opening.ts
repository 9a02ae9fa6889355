import type { Reply } from '../../spec/client.ts';
import { isObject, match, ok } from '../harness/assertions.ts';
import { succeeded } from '../harness/caller.ts';
import type { TestContext } from '../harness/context.ts';
import { ConformanceFailure } from '../harness/errors.ts';
import type { RemoteReply } from '../harness/git-remote.ts';
import type { GivenRepository } from '../harness/needed/members.ts';
import type { TestRepository } from '../harness/repositories.ts';
import type { GitClient } from './git/clients/git-client.ts';
import { getText } from './git/objects/bytes.ts';
import { type Chain, chain } from './git/seeded.ts';
import { freshName, inSpace, ofRepo } from './repositories.ts';

export type Scope = 'read' | 'write';

/** The branch that tests push. A server may choose any target for `HEAD` of a new repository. */
export const main = 'refs/heads/main';

/** A repository created from only a name, which is all that the seed shows. */
export interface OpenedRepository {
  readonly namespace: string;
  readonly name: string;
  readonly params: ReturnType<typeof ofRepo>;
  /** The record in the answer. The seed shows only its name and remote. */
  readonly record: Readonly<Record<string, unknown>>;
  /** The remote with a token of a scope. Skips the test if there is no such token. */
  opened(scope: Scope): Promise<TestRepository>;
}

/** The repository in an answer of REST. */
export function recordIn({ body }: Reply): Readonly<Record<string, unknown>> {
  const record = isObject(body) && isObject(body['result']) ? body['result'] : body;
  return isObject(record) ? record : {};
}

/** A repository from the target file, or a new one created from only a name. */
export async function openedRepo(t: TestContext, inNamespace?: string): Promise<OpenedRepository> {
  const given = t.repositories.given();
  if (given) return openedGiven(t, given);
  const namespace = inNamespace ?? (await t.repositories.namespace());
  const name = freshName(t);
  const reply = await t.ask('artifacts.repos.create', { params: inSpace(t, namespace), body: { name } });
  t.expectSuccess(reply, 'a creation');
  const record = recordIn(reply);
  return {
    namespace,
    name,
    params: ofRepo(t, namespace, name),
    record,
    async opened(scope) {
      const minted = await mintedToken(t, { namespace, name, record }, scope);
      const made = scope === 'write' ? textIn(record, 'token') : undefined;
      return remoteIn(record, minted ?? made ?? skipWithout(t, scope));
    },
  };
}

/** Reads a repository from the target file, if the target has the API. */
async function openedGiven(t: TestContext, given: GivenRepository): Promise<OpenedRepository> {
  const { namespace, repo: name, remote } = given;
  const read = async () => {
    const reply = await t.ask('artifacts.repos.get', { params: ofRepo(t, namespace, name) });
    t.expectSuccess(reply, 'a GET of a repository from the target file');
    return recordIn(reply);
  };
  const record = { ...(t.hasApi ? await read() : { name }), ...(remote === undefined ? {} : { remote }) };
  return {
    namespace,
    name,
    get params() {
      return ofRepo(t, namespace, name);
    },
    record,
    opened: async (scope) => remoteIn(record, given[scope] ?? skipWithout(t, scope)),
  };
}

/** The remote of a record with a token. */
export function remoteIn(record: Readonly<Record<string, unknown>>, token: string): TestRepository {
  match(record['remote'], /^https?:\/\/./, 'the remote');
  return {
    remote: String(record['remote']).replace(/\/$/, ''),
    headers: { authorization: `Bearer ${token}` },
    branch: 'main',
  };
}

/**
 * A token minted by `mint` of the target file, or by REST; undefined if REST refuses. The seed says that REST mints
 * tokens, but not by which route and in which member.
 *
 * @throws ConformanceFailure if the server fails
 */
export async function mintedToken(
  t: TestContext,
  { namespace, name: repo, record }: Pick<OpenedRepository, 'namespace' | 'name' | 'record'>,
  scope: Scope,
): Promise<string | undefined> {
  const remote = String(record['remote']);
  const ofFile = await t.repositories.minted({ namespace, repo, remote, scope });
  if (ofFile !== undefined) return ofFile;
  const body = { repo, scope };
  const reply = await t.ask('artifacts.tokens.create', { params: inSpace(t, namespace), body });
  if (succeeded(reply)) return textIn(recordIn(reply), 'plaintext');
  if (reply.status >= 500 && reply.status !== 501)
    throw new ConformanceFailure(`A request for a token got status ${reply.status}`);
  return undefined;
}

export const skipWithout = (t: TestContext, scope: Scope): never =>
  t.skip(
    `the target has no way to get a ${scope} token; give it as \`mint\` or \`repo_tokens\` in the target file`,
  );

function textIn(record: Readonly<Record<string, unknown>>, member: string): string | undefined {
  const text = record[member];
  return typeof text === 'string' && text !== '' ? text : undefined;
}

/**
 * Names for the first commit of a repository. The target of `HEAD` must be among them, because isomorphic-git can't
 * read a repository without it.
 */
export function startNames(record: Readonly<Record<string, unknown>>): readonly string[] {
  const branch = textIn(record, 'default_branch');
  return [...new Set([main, 'refs/heads/master', ...(branch === undefined ? [] : [`refs/heads/${branch}`])])];
}

/** A repository filled by a client, and its write access. */
export async function filledBy(t: TestContext, client: GitClient) {
  const made = await openedRepo(t);
  const writing = await made.opened('write');
  const line = chain(3, made.name);
  const local = await client.create();
  /** Pushes commits onto the tip, as another client. */
  const push = async ({ objects, tip }: Chain, names: readonly string[] = [main]) => {
    await local.add(objects.values(), { [main]: tip });
    const pushed = await local.push(writing, ...names.map((to) => ({ from: main, to })));
    ok(pushed.ok, `${client.name} can't fill the repository: ${pushed.message}`);
    return tip;
  };
  await t.step('preparing the repository', () => push(line, startNames(made.record)));
  return { made, writing, line, push };
}

/** The tip of the branch in a new clone. */
export const tipIn = async (client: GitClient, repository: TestRepository) =>
  (await client.clone(repository, { branch: 'main' })).resolve('HEAD');

/**
 * Fails if an answer serves Git. A server may refuse by a status or by an `ERR` packet.
 */
export function expectSentAway({ status, bytes }: RemoteReply, what: string): void {
  const refusal = /^(?:[0-9a-f]{4}# service=\S+\n0000)?[0-9a-f]{4}ERR /;
  const says = refusal.test(getText(bytes.subarray(0, 200)));
  if (status >= 500) throw new ConformanceFailure(`${what} broke the server: status ${status}`);
  if (status < 300 && !says) throw new ConformanceFailure(`${what} is served with status ${status}`);
}
