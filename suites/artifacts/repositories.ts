import type { Reply } from '../../spec/client.ts';
import type { BodyInput, Contract, OperationId, ResultOf } from '../../spec/contract.ts';
import { array, equal, isObject, match, object } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import type { FailureExpectation } from '../harness/refusals.ts';
import type { TestRepository } from '../harness/repositories.ts';
import { createPack } from './git/objects/write-pack.ts';
import { type Chain, chain } from './git/seeded.ts';
import { accepted } from './git/wire/push.ts';

export type RepoBody = BodyInput<Contract['artifacts.repos.create']>;
export type CreatedRepo = ResultOf<Contract['artifacts.repos.create']>;
export type CreatedToken = ResultOf<Contract['artifacts.tokens.create']>;
export type TokenBody = BodyInput<Contract['artifacts.tokens.create']>;

/** A unique name for a namespace or a repository, which the clean-up recognizes. */
export const freshName = (t: TestContext, length?: number): string => t.gatewayId(length);

/** Path variables of the account, of a namespace, of a repository. */
export const inAccount = (t: TestContext) => ({ account_id: t.accountId });
export const inSpace = (t: TestContext, namespace: string) => ({ account_id: t.accountId, namespace });
export const ofRepo = (t: TestContext, namespace: string, repo_name: string) => ({
  account_id: t.accountId,
  namespace,
  repo_name,
});

/** A repository created by a test through the API. */
export interface MadeRepository {
  readonly namespace: string;
  readonly name: string;
  readonly created: CreatedRepo;
  /** Its path variables. */
  readonly params: { readonly account_id: string; readonly namespace: string; readonly repo_name: string };
  /** Its remote with the token of its creation. */
  readonly repository: TestRepository;
}

/** Creates a repository in a namespace, by default in a new one. */
export async function madeRepo(
  t: TestContext,
  body: Partial<RepoBody> = {},
  namespace = freshName(t),
): Promise<MadeRepository> {
  const name = body.name ?? freshName(t);
  const params = inSpace(t, namespace);
  const reply = await t.call('artifacts.repos.create', { params, body: { ...body, name } });
  const created = reply.body.result;
  return {
    namespace,
    name,
    created,
    params: ofRepo(t, namespace, name),
    repository: getRemote(created, created.token),
  };
}

/** A repository's remote with a token. */
export const getRemote = (
  { remote, default_branch: branch }: Pick<CreatedRepo, 'remote' | 'default_branch'>,
  token: string,
): TestRepository => ({
  remote: remote.replace(/\/$/, ''),
  headers: { authorization: `Bearer ${token}` },
  branch,
});

/** Pushes a line of commits as the default branch. */
export async function filledWith(t: TestContext, repository: TestRepository, size = 3): Promise<Chain> {
  const made = chain(size, freshName(t));
  const name = `refs/heads/${repository.branch}`;
  await accepted(t, repository, {
    commands: [{ name, to: made.tip }],
    pack: createPack(made.objects.values()),
  });
  return made;
}

/** Mints a token for a repository. */
export async function minted(
  t: TestContext,
  { namespace, name }: Pick<MadeRepository, 'namespace' | 'name'>,
  body: Partial<TokenBody> = {},
): Promise<CreatedToken> {
  const params = inSpace(t, namespace);
  return (await t.call('artifacts.tokens.create', { params, body: { repo: name, ...body } })).body.result;
}

/** Reads the repository. */
export const readRepo = async (t: TestContext, { params }: Pick<MadeRepository, 'params'>) =>
  (await t.call('artifacts.repos.get', { params })).body.result;

/** `result` and `result_info` of any list. */
export async function listed(
  t: TestContext,
  id: OperationId,
  params: Readonly<Record<string, string>>,
  query: Readonly<Record<string, unknown>> = {},
): Promise<{
  readonly items: readonly Readonly<Record<string, unknown>>[];
  readonly info: Readonly<Record<string, unknown>>;
}> {
  const reply = await t.ask(id, { params, query });
  t.expectSuccess(reply, id);
  const body = object(reply.body, 'the answer');
  const items = array(body['result'], 'result').map((item) => object(item, 'an item'));
  return { items, info: object(body['result_info'] ?? {}, 'result_info') };
}

/** The expected contents of a refusal, in addition to its status and code. */
export interface Words extends FailureExpectation {
  readonly message?: RegExp | string;
}

/** Fails unless an answer is this refusal. */
export function expectRefusal(t: TestContext, reply: Reply, { message, pointer, ...expected }: Words): void {
  // No seed says that these are envelopes. The contract compares their shape.
  t.expectFailure(reply, { ...expected, shape: 'own' });
  const { body } = reply;
  const errors = array(isObject(body) ? body['errors'] : undefined, 'errors').map((entry) =>
    object(entry, 'an error'),
  );
  const found = errors.find(({ code }) => expected.code === undefined || code === expected.code) ?? {};
  if (typeof message === 'string') equal(found['message'], message, 'the message');
  else if (message) match(found['message'], message, 'the message');
  if (pointer === undefined) return;
  const source = isObject(found['source']) ? found['source'] : {};
  equal(source['pointer'], pointer, 'source.pointer');
}
