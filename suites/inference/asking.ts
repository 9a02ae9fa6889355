import type { z } from 'zod';
import type { Reply } from '../../spec/client.ts';
import type { BodyInput, Contract } from '../../spec/contract.ts';
import { type CatalogueModel, modelSearchResult } from '../../spec/services/inference/catalogue.ts';
import type { ChatCompletion } from '../../spec/services/inference/formats/chat-completions/answer.ts';
import { isObject, mistaken } from '../harness/assertions.ts';
import { expectSuccess } from '../harness/caller.ts';
import type { TestContext } from '../harness/context.ts';
import { describePart, meantIssues } from '../harness/contract-check.ts';
import { ConformanceFailure, evidenceOfDifference } from '../harness/errors.ts';
import { suiteGateway, suiteModels } from '../harness/needed/models.ts';
import type { FailureExpectation, Fault } from '../harness/refusals.ts';

/** The models that the suites run, by role. A target file can replace them. */
export const models = {
  /** Hosted, answers in the old shape. */
  classic: suiteModels.hosted_chat,
  /** Hosted, answers a chat completion. */
  chat: suiteModels.hosted_completion,
  /** Hosted, supports the Responses format too. */
  responses: suiteModels.hosted_responses,
  /** Hosted, accepts images. */
  seeing: suiteModels.vision,
  /** Hosted, classifies a conversation as safe or unsafe. */
  safety: suiteModels.safety,
  /** Hosted, makes vectors instead of text. */
  vectors: suiteModels.embeddings,
  /** Third-party. */
  third: suiteModels.chat_completions,
  /** Third-party, supports the Messages format. */
  message: suiteModels.messages,
  /** Third-party, generates images. */
  picture: suiteModels.image,
  /** Of an unknown author. */
  unknown: 'no-such-author/no-such-model',
} as const;

/**
 * Headers of every call of a hosted model: seed, Model identifiers. They bypass the gateway's cache.
 */
export const throughGateway = { 'cf-aig-gateway-id': suiteGateway, 'cf-aig-skip-cache': 'true' } as const;

export const inAccount = (t: TestContext) => ({ account_id: t.accountId });

/** Messages with one user turn. */
export const says = (content: string) => [{ role: 'user' as const, content }];

export type ChatBody = BodyInput<Contract['inference.chat-completions']>;

/** Headers to add to {@link throughGateway}. An empty string removes one. */
export type MoreHeaders = Readonly<Record<string, string>>;

/** Sends a chat completion, even if the contract forbids its body. */
export const askChat = (t: TestContext, body: unknown, more: MoreHeaders = {}): Promise<Reply> =>
  t.ask('inference.chat-completions', {
    params: inAccount(t),
    headers: { ...throughGateway, ...more },
    body,
  });

/** Sends a chat completion that must succeed. */
export async function chat(t: TestContext, body: ChatBody, more: MoreHeaders = {}): Promise<ChatCompletion> {
  const input = { params: inAccount(t), headers: { ...throughGateway, ...more }, body };
  return (await t.call('inference.chat-completions', input)).body;
}

/** The only choice of a chat completion. */
export function toChoice({ choices }: ChatCompletion): ChatCompletion['choices'][number] {
  const [choice] = choices;
  if (!choice) throw new ConformanceFailure('choices is empty, expected one');
  return choice;
}

/** The text of a chat completion; fails if there is none. */
export function getText(completion: ChatCompletion): string {
  const { content } = toChoice(completion).message;
  if (typeof content !== 'string') throw mistaken('content', content, 'text');
  return content;
}

/** Runs a model named by the path, even with an invalid input. */
export const askModel = (
  t: TestContext,
  model: string,
  body: unknown,
  more: MoreHeaders = {},
): Promise<Reply> =>
  t.ask('inference.run-model', {
    params: { ...inAccount(t), model },
    headers: { ...throughGateway, ...more },
    body,
  });

/** Runs a model named by the body, even if the contract forbids the body. */
export const askRun = (t: TestContext, body: unknown, more: MoreHeaders = {}): Promise<Reply> =>
  t.ask('inference.run', { params: inAccount(t), headers: { ...throughGateway, ...more }, body });

/** The `result` of a run that must succeed, parsed by a schema. */
export async function getResult<Schema extends z.ZodType>(
  schema: Schema,
  pending: Promise<Reply>,
): Promise<z.output<Schema>> {
  const reply = await pending;
  expectSuccess(reply, 'the run');
  const { body } = reply;
  return fits(
    schema,
    typeof body === 'object' && body && 'result' in body ? body.result : undefined,
    'result',
  );
}

/** Parses a value with a schema; fails if it doesn't fit. */
export function fits<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  what: string,
): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = meantIssues(parsed.error.issues);
  const { message, difference } = describePart(what, issue?.path ?? [], issue?.message ?? '', value);
  throw new ConformanceFailure(message, { evidence: evidenceOfDifference(difference) });
}

/** A run has no side effect that a refusal could leave behind. */
const nothing = async () => null;

/**
 * Sends a valid request and then faulty ones, which must be refused. The body of a refusal is not judged: three layers
 * refuse, each in its own shape (Cloudflare OpenAPI document).
 */
export function refusedRuns(
  t: TestContext,
  good: () => Promise<Reply>,
  bad: (() => Promise<Reply>) | readonly Fault[],
  expected: FailureExpectation = {},
): Promise<void> {
  return t.refused({ ...expected, shape: 'own', good, bad, snapshot: nothing });
}

/** Codes and messages of a refusal in any shape. */
export function getEntries(reply: Reply): { readonly code: unknown; readonly message: unknown }[] {
  const body = isObject(reply.body) ? reply.body : {};
  return [body['errors'], body['error']]
    .flatMap((found) => (Array.isArray(found) ? found : [found]))
    .filter(isObject)
    .map((entry) => ({ code: entry['code'], message: entry['message'] }));
}

/** All messages of a refusal as one text. */
export const getMessage = (reply: Reply): string =>
  getEntries(reply)
    .map(({ message }) => String(message))
    .join('\n');

/** Whether a refusal has an entry with this code. */
export const hasCode = (reply: Reply, code: number): boolean =>
  getEntries(reply).some((entry) => String(entry.code) === String(code));

/** The models that a search finds: a page of up to a hundred, unless the query says otherwise. */
export async function searchModels(
  t: TestContext,
  query: Readonly<Record<string, string>> = {},
): Promise<CatalogueModel[]> {
  const reply = await t.call('inference.models.search', { params: inAccount(t), query });
  return fits(modelSearchResult, reply.body.result, 'result');
}

export const getNames = (found: readonly CatalogueModel[]): string[] => found.map(({ name }) => name);
