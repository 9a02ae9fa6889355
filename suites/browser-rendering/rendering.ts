import type { Reply } from '../../spec/client.ts';
import type { OperationId } from '../../spec/contract.ts';
import type { Level } from '../../spec/requirement.ts';
import type { KnownRequirementId } from '../../spec/requirements.ts';
import { equal, isObject, match, mistaken, ok, show } from '../harness/assertions.ts';
import { type LooseInput, succeeded, summary } from '../harness/caller.ts';
import type { TestContext } from '../harness/context.ts';
import { ConformanceFailure } from '../harness/errors.ts';
import type { Site, SiteAnswer } from '../harness/page-sites.ts';
import type { Test } from '../harness/suite.ts';

/** An HTML document with this body. */
export const html = (body: string, head = ''): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title>${head}</head><body>${body}</body></html>`;

/** The id of an action. */
export type ActionId = Extract<OperationId, `browser-rendering.${string}`>;

/** Members of a body, whether the contract allows them or not. */
export type Members = Readonly<Record<string, unknown>>;

/** What a test says beside the body of a request. */
export type More = Pick<LooseInput, 'query' | 'headers' | 'upload'>;

/** No answer is taken from what is kept of another: Cloudflare docs, Browser Run Quick Actions. */
const anew = { cacheTTL: '0' } as const;

export const inAccount = (t: TestContext) => ({ account_id: t.accountId });

/** Asks for an action, whether the contract allows its body or not. */
export const askFor = (t: TestContext, action: ActionId, body: unknown, more: More = {}): Promise<Reply> =>
  t.ask(action, { params: inAccount(t), query: anew, body, ...more });

/** Asks for the links of a page, whether the contract allows the body or not. */
export const askLinks = (t: TestContext, body: unknown, more: More = {}): Promise<Reply> =>
  askFor(t, 'browser-rendering.links.create', body, more);

/** The `result` of an action that has to succeed. */
export async function getResult(t: TestContext, action: ActionId, body: Members): Promise<unknown> {
  const reply = await askFor(t, action, body);
  t.expectSuccess(reply, `${action} of ${show(body)}`);
  return (reply.body as { readonly result?: unknown } | undefined)?.result; // a body without one is undefined
}

/** The links of a page, which has to be read. */
export async function getLinks(t: TestContext, body: Members): Promise<readonly string[]> {
  const result = await getResult(t, 'browser-rendering.links.create', body);
  if (isTexts(result)) return result;
  throw mistaken('result', result, 'a list of strings');
}

/** The paths of links, absolute or relative to the root of a site; fails where one of them is no URL. */
export const pathsIn = (links: readonly string[]): string[] =>
  links.map((link) => {
    const url = URL.parse(link, 'http://site.invalid/');
    if (!url) throw new ConformanceFailure(`result holds ${show(link)}, which is no URL`);
    return url.pathname;
  });

/** The HTML of a page once its scripts have run. */
export async function getContent(t: TestContext, body: Members): Promise<string> {
  const result = await getResult(t, 'browser-rendering.content.create', body);
  if (typeof result === 'string') return result;
  throw mistaken('result', result, 'a string');
}

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

/** What a failure has to be. */
export interface Failure {
  readonly status: number;
  /** Left out where none is documented. */
  readonly code?: number;
}

/** Members of the error of a failure that has this code, or of the first one. */
export function getError({ body }: Reply, code?: number): Readonly<Record<string, unknown>> {
  const errors = isObject(body) && Array.isArray(body['errors']) ? body['errors'].filter(isObject) : [];
  return (code === undefined ? errors[0] : errors.find((one) => one['code'] === code)) ?? {};
}

/** What every failure is held to, whatever it is that failed. */
export const ofEveryFailure = ['BR-ERR-1', 'BR-META-10'] as const satisfies readonly KnownRequirementId[];

/**
 * Fails unless an answer is this failure. Its shape and its browser time are judged by requirements of their own,
 * which stand in `judges` of the test: {@link ofEveryFailure}.
 */
export async function isFailure(t: TestContext, reply: Reply, { status, code }: Failure): Promise<void> {
  ok(!succeeded(reply), `it succeeded with status ${reply.status}: ${show(reply.text.slice(0, 200))}`);
  await t.check('BR-ERR-1', () => {
    const { success } = isObject(reply.body) ? reply.body : {};
    equal(success, false, 'success');
    match(getError(reply)['message'], /./, 'the message of its error');
  });
  await t.check('BR-META-10', () =>
    match(reply.headers.get('x-browser-ms-used'), /^\d+$/, 'x-browser-ms-used of a failure'),
  );
  ok(reply.status === status, `it failed otherwise: ${summary(reply)}, expected status ${status}`);
  if (code !== undefined)
    ok(
      getError(reply, code)['code'] === code,
      `it failed otherwise: ${summary(reply)}, expected code ${code}`,
    );
}

const viewport = { width: 80, height: 60 };

/** What each action needs beside its page. */
export const needs: Readonly<Record<ActionId, Members>> = {
  'browser-rendering.screenshot.create': { viewport },
  'browser-rendering.links.create': {},
  'browser-rendering.content.create': { viewport },
  'browser-rendering.markdown.create': { viewport },
  'browser-rendering.pdf.create': { viewport },
  'browser-rendering.snapshot.create': { viewport, formats: ['content', 'markdown'] },
  'browser-rendering.scrape.create': { viewport, elements: [{ selector: 'h1' }] },
  'browser-rendering.json.create': { viewport, prompt: 'What is sold here?' },
  'browser-rendering.accessibility-tree.create': { viewport },
};

export const actionIds = Object.keys(needs) as ActionId[]; // Object.keys forgets the names

export const getName = (id: ActionId) => id.split('.')[1] ?? id;

/** A page with a status that few have, and a title that a script gave it. */
export const goods: SiteAnswer = {
  status: 203,
  body: html(
    '<h1>Goods</h1><a href="https://example.com/">x</a><script>document.title = "Pens & inks"</script>',
  ),
};

/** An action on the page, which the tests that want no more of it ask for together. */
export async function askShared(
  t: TestContext,
  id: ActionId,
): Promise<{
  readonly site: Site;
  readonly reply: Reply;
  readonly body: Members & { readonly url: string };
}> {
  const site = await t.sharedSite('goods', { '/goods': goods });
  const body = { url: `${site.url}/goods?page=2`, ...needs[id] };
  return { site, reply: await t.sharing(() => askFor(t, id, body)), body };
}

/** A valid request, and what is wrong with others that are like it. */
export interface Refusal {
  readonly title: string;
  readonly requirements: readonly KnownRequirementId[];
  readonly atMost?: Level;
  /** Default: the content of a page. */
  readonly action?: ActionId;
  /** Default: HTML in a small window. */
  readonly good?: Members;
  /** Members in place of those of the valid request; undefined takes one away. */
  readonly bad: Readonly<Record<string, Members>>;
}

/** A page of which nothing is expected but that it is loaded. */
export const refusalPage = html('<h1>Shop</h1>');

/** A small picture, so that the valid twins take no time. */
const small = { viewport: { width: 60, height: 40 } };

/** A rendering leaves nothing behind that a refusal could have changed. */
export const nothing = async () => null;

/** Sends the valid request, and those that must be refused with status 400 and the name of the faulty member. */
export const refusalTest = ({
  title,
  requirements,
  atMost,
  action = 'browser-rendering.content.create',
  good = { html: refusalPage, ...small },
  bad,
}: Refusal): Test<KnownRequirementId> => ({
  title,
  requirements,
  judges: ['BR-ERR-2', 'BR-ERR-33'],
  ...(atMost && { atMost }),
  features: ['browser'],
  run: async (t) => {
    const replies: Reply[] = [];
    await t.refused({
      shape: 'own',
      good: () => askFor(t, action, good),
      shared: true,
      bad: Object.entries(bad).map(([what, members]) => ({
        what,
        send: async () => {
          const reply = await askFor(t, action, { ...good, ...members });
          replies.push(reply);
          return reply;
        },
      })),
      snapshot: nothing,
    });
    await t.check('BR-ERR-2', () => {
      for (const { status } of replies) equal(status, 400, 'the status of a refusal');
    });
    await t.check('BR-ERR-33', () => {
      for (const reply of replies)
        ok(/"path":"[^"]+"/.test(reply.text), `no error has a path: ${reply.text}`);
    });
  },
});
