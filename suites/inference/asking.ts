import type { z } from 'zod';
import type { Reply } from '../../spec/client.ts';
import type { BodyInput, Contract } from '../../spec/contract.ts';
import { type CatalogueModel, modelSearchResult } from '../../spec/services/inference/catalogue.ts';
import type { ChatCompletion } from '../../spec/services/inference/formats/chat-completions/answer.ts';
import { isObject, mistaken, show } from '../harness/assertions.ts';
import { expectSuccess } from '../harness/caller.ts';
import type { TestContext } from '../harness/context.ts';
import { ConformanceFailure } from '../harness/errors.ts';
import { suiteGateway, suiteModels } from '../harness/needed/models.ts';
import type { FailureExpectation, Fault } from '../harness/refusals.ts';

/** The models that the suites run, by role. A target file can replace them. */
export const models = {
  /** Hosted, answers in the old shape. */
  classic: suiteModels.hosted_chat,
  /** Hosted, answers a chat completion. */
  chat: suiteModels.hosted_completion,
  /** Hosted, takes the Responses format too. */
  responses: suiteModels.hosted_responses,
  /** Hosted, looks at pictures. */
  seeing: suiteModels.vision,
  /** Hosted, says whether a conversation is safe. */
  safety: suiteModels.safety,
  /** Hosted, writes no text. */
  vectors: suiteModels.embeddings,
  /** Of a third party. */
  third: suiteModels.chat_completions,
  /** Of a third party, answers a message. */
  message: suiteModels.messages,
  /** Of a third party, draws. */
  picture: suiteModels.image,
  /** Of an author whom nobody knows. */
  unknown: 'no-such-author/no-such-model',
} as const;

/**
 * What a call of a hosted model has to carry: seed, Model identifiers. Answers are asked for anew, whatever
 * the gateway keeps.
 */
export const throughGateway = { 'cf-aig-gateway-id': suiteGateway, 'cf-aig-skip-cache': 'true' } as const;

export const inAccount = (t: TestContext) => ({ account_id: t.accountId });

/** One thing that a user says. */
export const says = (content: string) => [{ role: 'user' as const, content }];

export type ChatBody = BodyInput<Contract['inference.chat-completions']>;

/** Headers beside those of {@link throughGateway}; one set to the empty string is left out. */
export type MoreHeaders = Readonly<Record<string, string>>;

/** Completes a chat, whether the contract allows its body or not. */
export const askChat = (t: TestContext, body: unknown, more: MoreHeaders = {}): Promise<Reply> =>
  t.ask('inference.chat-completions', {
    params: inAccount(t),
    headers: { ...throughGateway, ...more },
    body,
  });

/** Completes a chat, which has to succeed. */
export async function chat(t: TestContext, body: ChatBody, more: MoreHeaders = {}): Promise<ChatCompletion> {
  const input = { params: inAccount(t), headers: { ...throughGateway, ...more }, body };
  return (await t.call('inference.chat-completions', input)).body;
}

/** The one choice of a chat completion. */
export function toChoice({ choices }: ChatCompletion): ChatCompletion['choices'][number] {
  const [choice] = choices;
  if (!choice) throw new ConformanceFailure('choices is empty, expected one');
  return choice;
}

/** What a chat completion says; fails where it says nothing. */
export function getText(completion: ChatCompletion): string {
  const { content } = toChoice(completion).message;
  if (typeof content !== 'string') throw mistaken('content', content, 'text');
  return content;
}

/** Runs a model that the path names, whether it takes the input or not. */
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

/** Runs a model that the body names, whether the contract allows the body or not. */
export const askRun = (t: TestContext, body: unknown, more: MoreHeaders = {}): Promise<Reply> =>
  t.ask('inference.run', { params: inAccount(t), headers: { ...throughGateway, ...more }, body });

/** The `result` of a run that has to succeed, as a schema reads it. */
export async function getResult<Schema extends z.ZodType>(
  schema: Schema,
  asked: Promise<Reply>,
): Promise<z.output<Schema>> {
  const reply = await asked;
  expectSuccess(reply, 'the run');
  const { body } = reply;
  return fits(
    schema,
    typeof body === 'object' && body && 'result' in body ? body.result : undefined,
    'result',
  );
}

/** Fails unless a schema takes a value, and returns the value as it reads it. */
export function fits<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  what: string,
): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const place = issue?.path.map((key) => `/${String(key)}`).join('') ?? '';
  throw new ConformanceFailure(`${what}${place}: ${issue?.message}, in ${show(value)}`);
}

/** Reads text that has to be JSON. */
export function json(text: unknown, what: string): unknown {
  if (typeof text !== 'string') throw new ConformanceFailure(`${what} is ${show(text)}, expected JSON text`);
  try {
    return JSON.parse(text);
  } catch {
    throw new ConformanceFailure(`${what} is ${show(text)}, which is no JSON`);
  }
}

/** A run leaves nothing behind that a refusal could have changed. */
const nothing = async () => null;

/**
 * Sends a valid request and then faulty ones, which must be refused. What stands in a refusal is not asked:
 * three layers refuse, each in a shape of its own (Cloudflare OpenAPI document).
 */
export function refusedRuns(
  t: TestContext,
  good: () => Promise<Reply>,
  bad: (() => Promise<Reply>) | readonly Fault[],
  expected: FailureExpectation = {},
): Promise<void> {
  return t.refused({ ...expected, shape: 'own', good, bad, snapshot: nothing });
}

/** Codes and messages of a refusal, from wherever its shape has them. */
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

/** The models that a search finds, on one page of a hundred unless the query says otherwise. */
export async function searchModels(
  t: TestContext,
  query: Readonly<Record<string, string>> = {},
): Promise<CatalogueModel[]> {
  const reply = await t.call('inference.models.search', { params: inAccount(t), query });
  return fits(modelSearchResult, reply.body.result, 'result');
}

export const getNames = (found: readonly CatalogueModel[]): string[] => found.map(({ name }) => name);
