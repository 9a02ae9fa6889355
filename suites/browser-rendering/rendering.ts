import type { Reply } from '../../spec/client.ts';
import type { OperationId } from '../../spec/contract.ts';
import { mistaken, show } from '../harness/assertions.ts';
import type { LooseInput } from '../harness/caller.ts';
import type { TestContext } from '../harness/context.ts';
import { ConformanceFailure } from '../harness/errors.ts';

/** The id of an action. */
export type ActionId = Extract<OperationId, `browser-rendering.${string}`>;

/** Members of a body, whether the contract allows them or not. */
export type Members = Readonly<Record<string, unknown>>;

/** What a test says beside the body of a request. */
export type More = Pick<LooseInput, 'query' | 'headers' | 'upload'>;

/** No answer is taken from what is kept of another: fact sheet browser-rendering, section 2. */
const anew = { cacheTTL: '0' } as const;

export const inAccount = (t: TestContext) => ({ account_id: t.accountId });

/** Asks for an action, whether the contract allows its body or not. */
export const askFor = (t: TestContext, action: ActionId, body: unknown, more: More = {}): Promise<Reply> =>
  t.ask(action, { params: inAccount(t), query: anew, body, ...more });

/** Asks for the links of a page, whether the contract allows the body or not. */
export const askLinks = (t: TestContext, body: unknown, more: More = {}): Promise<Reply> =>
  askFor(t, 'browser-rendering.links.create', body, more);

/** The `result` of an action that has to succeed. */
export async function resultOf(t: TestContext, action: ActionId, body: Members): Promise<unknown> {
  const reply = await askFor(t, action, body);
  t.expectSuccess(reply, `${action} of ${show(body)}`);
  return (reply.body as { readonly result?: unknown } | undefined)?.result; // a body without one is undefined
}

/** The links of a page, which has to be read. */
export async function linksOf(t: TestContext, body: Members): Promise<readonly string[]> {
  const result = await resultOf(t, 'browser-rendering.links.create', body);
  if (isTexts(result)) return result;
  throw mistaken('result', result, 'a list of strings');
}

/** The paths of links; fails where one of them is no URL. */
export const pathsIn = (links: readonly string[]): string[] =>
  links.map((link) => {
    const url = URL.parse(link);
    if (!url) throw new ConformanceFailure(`result holds ${show(link)}, which is no absolute URL`);
    return url.pathname;
  });

/** The HTML of a page once its scripts have run. */
export async function contentOf(t: TestContext, body: Members): Promise<string> {
  const result = await resultOf(t, 'browser-rendering.content.create', body);
  if (typeof result === 'string') return result;
  throw mistaken('result', result, 'a string');
}

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');
