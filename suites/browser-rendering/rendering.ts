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

/** Members of a body, even if the contract forbids them. */
export type Members = Readonly<Record<string, unknown>>;

/** Parts of a request other than the body. */
export type More = Pick<LooseInput, 'query' | 'headers' | 'upload'>;

/** Answers must not come from the cache: Cloudflare docs, Browser Run Quick Actions. */
const anew = { cacheTTL: '0' } as const;

export const inAccount = (t: TestContext) => ({ account_id: t.accountId });

/** Requests an action, even if the contract forbids its body. */
export const askFor = (t: TestContext, action: ActionId, body: unknown, more: More = {}): Promise<Reply> =>
  t.ask(action, { params: inAccount(t), query: anew, body, ...more });

/** Requests the links of a page, even if the contract forbids the body. */
export const askLinks = (t: TestContext, body: unknown, more: More = {}): Promise<Reply> =>
  askFor(t, 'browser-rendering.links.create', body, more);

/** The `result` of an action that must succeed. */
export async function getResult(t: TestContext, action: ActionId, body: Members): Promise<unknown> {
  const reply = await askFor(t, action, body);
  t.expectSuccess(reply, `${action} of ${show(body)}`);
  return (reply.body as { readonly result?: unknown } | undefined)?.result; // a body without one is undefined
}

/** The links of a page; fails if it can't be read. */
export async function getLinks(t: TestContext, body: Members): Promise<readonly string[]> {
  const result = await getResult(t, 'browser-rendering.links.create', body);
  if (isTexts(result)) return result;
  throw mistaken('result', result, 'a list of strings');
}

/** The paths of links, absolute or relative to the root of a site; fails if one is not a URL. */
export const pathsIn = (links: readonly string[]): string[] =>
  links.map((link) => {
    const url = URL.parse(link, 'http://site.invalid/');
    if (!url) throw new ConformanceFailure(`result has ${show(link)}, which is not a URL`);
    return url.pathname;
  });

/** The HTML of a page after its scripts have run. */
export async function getContent(t: TestContext, body: Members): Promise<string> {
  const result = await getResult(t, 'browser-rendering.content.create', body);
  if (typeof result === 'string') return result;
  throw mistaken('result', result, 'a string');
}

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

/** An expected failure. */
export interface Failure {
  readonly status: number;
  /** Omitted if none is documented. */
  readonly code?: number;
}

/** The error of a failure with this code, or the first one. */
export function getError({ body }: Reply, code?: number): Readonly<Record<string, unknown>> {
  const errors = isObject(body) && Array.isArray(body['errors']) ? body['errors'].filter(isObject) : [];
  return (code === undefined ? errors[0] : errors.find((one) => one['code'] === code)) ?? {};
}

/** Requirements for every failure. */
export const ofEveryFailure = ['BR-ERR-1', 'BR-META-10'] as const satisfies readonly KnownRequirementId[];

/**
 * Fails unless an answer is this failure. Other requirements judge its shape and browser time. A test lists them in
 * `judges`: {@link ofEveryFailure}.
 */
export async function isFailure(t: TestContext, reply: Reply, { status, code }: Failure): Promise<void> {
  ok(
    !succeeded(reply),
    `the request succeeded with status ${reply.status}: ${show(reply.text.slice(0, 200))}`,
  );
  await t.check('BR-ERR-1', () => {
    const { success } = isObject(reply.body) ? reply.body : {};
    equal(success, false, 'success');
    match(getError(reply)['message'], /./, 'the message of its error');
  });
  await t.check('BR-META-10', () =>
    match(reply.headers.get('x-browser-ms-used'), /^\d+$/, 'x-browser-ms-used of a failure'),
  );
  ok(reply.status === status, `the failure differs: ${summary(reply)}, expected status ${status}`);
  if (code !== undefined)
    ok(
      getError(reply, code)['code'] === code,
      `the failure differs: ${summary(reply)}, expected code ${code}`,
    );
}

const viewport = { width: 80, height: 60 };

/** The members that each action needs in addition to its page. */
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

/** A page with a rare status, and with a title set by a script. */
export const goods: SiteAnswer = {
  status: 203,
  body: html(
    '<h1>Goods</h1><a href="https://example.com/">x</a><script>document.title = "Pens & inks"</script>',
  ),
};

/** Requests an action on the page, shared by all tests that need nothing else. */
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

/** A valid request, and faults of requests that differ from it in one place. */
export interface Refusal {
  readonly title: string;
  readonly requirements: readonly KnownRequirementId[];
  readonly atMost?: Level;
  /** Default: the content of a page. */
  readonly action?: ActionId;
  /** Default: HTML in a small window. */
  readonly good?: Members;
  /** Members that replace those of the valid request. Undefined removes one. */
  readonly bad: Readonly<Record<string, Members>>;
}

/** A page that only needs to load. */
export const refusalPage = html('<h1>Shop</h1>');

/** A small viewport, so that the valid requests are fast. */
const small = { viewport: { width: 60, height: 40 } };

/** A rendering has no side effect that a refusal could leave behind. */
export const nothing = async () => null;

/**
 * Sends the valid request and the faulty ones, which must be refused with status 400 and the path of the faulty member.
 */
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
