import type { KnownRequirementId } from '../../spec/requirements.ts';
import { array, equal, object, ok, show } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite, type Test, test } from '../harness/suite.ts';
import { hasLinks } from './link-case.ts';
import { askLinks, getLinks, html, type Members, pathsIn } from './rendering.ts';
import { getHeader } from './saying.ts';

const page = html('<a href="https://example.com/a">a</a><a href="b">b</a>');
const nothing = async () => null;

/** The site with the page for all tests that need nothing else. */
const siteOfAll = (t: TestContext) => t.sharedSite('links', { '/': page });

/** A links request needs a URL; HTML does not replace it. */
const htmlTest: Test<KnownRequirementId> = {
  title: 'refuses a links request with HTML instead of a URL',
  requirements: ['BR-LINK-19'],
  judges: ['BR-ERR-2'],
  features: ['browser', 'pages'],
  run: async (t) => {
    const url = `${(await siteOfAll(t)).url}/`;
    let status: number | undefined;
    await t.refused({
      shape: 'own',
      good: () => askLinks(t, { url }),
      shared: true,
      bad: async () => {
        const reply = await askLinks(t, { html: page });
        status = reply.status;
        return reply;
      },
      snapshot: nothing,
    });
    await t.check('BR-ERR-2', () => equal(status, 400, 'the status'));
  },
};

/** Each switch with a value of another type. */
const switchTests = (['visibleLinksOnly', 'excludeExternalLinks'] as const).map(
  (member): Test<KnownRequirementId> => ({
    title: `refuses ${member} that is not a boolean`,
    requirements: ['BR-ERR-2'],
    features: ['browser', 'pages'],
    run: async (t) => {
      const site = await siteOfAll(t);
      const ask = (value: unknown) => askLinks(t, { url: `${site.url}/`, [member]: value });
      await t.refused({
        shape: 'own',
        status: 400,
        good: () => ask(true),
        bad: ['true', 1, [true]].map((value) => ({
          what: `with ${JSON.stringify(value)}`,
          send: () => ask(value),
        })),
        snapshot: nothing,
      });
    },
  }),
);

/** Visits a page that greets only one user agent. */
async function greeted(t: TestContext, userAgent: string, request: Members): Promise<readonly string[]> {
  const site = await t.site({
    '/': ({ headers }) => html(headers.get('user-agent') === userAgent ? '<a href="/in">in</a>' : ''),
  });
  const links = await getLinks(t, { url: `${site.url}/`, ...request });
  equal(
    getHeader(site, '/', 'user-agent'),
    request['userAgent'],
    'the user agent in the request for the page',
  );
  return [...new Set(pathsIn(links))];
}

/** Answers to links requests, and refusals. */
export const linksSuite = defineSuite({ name: 'browser-rendering/links', features: ['browser', 'pages'] }, [
  {
    title: 'answers with the links of a page in result',
    requirements: ['BR-LINK-1', 'BR-LINK-9', 'BR-LINK-10', 'BR-LINK-11', 'BR-LINK-18'],

    run: async (t) => {
      const site = await siteOfAll(t);
      const reply = await t.sharing(() => askLinks(t, { url: `${site.url}/` }));
      t.expectSuccess(reply, 'the links of a page');
      const body = object(reply.body, 'the answer');
      await t.check('BR-LINK-9', () => equal(body['success'], true, 'success'));
      const links = array(body['result'], 'result');
      await t.check('BR-LINK-10', () => {
        for (const link of links) {
          ok(
            typeof link === 'string' && URL.canParse(link, site.url),
            `${JSON.stringify(link)} is not a URL`,
          );
        }
      });
      await t.check('BR-LINK-18', () =>
        equal(Object.keys(body).sort(), ['result', 'success'], 'its members'),
      );
      await t.check('BR-LINK-1', () =>
        hasLinks(links.map(String), `${site.url}/`, {
          wanted: ['https://example.com/a', `${site.url}/b`],
        }),
      );
      await t.check('BR-LINK-11', () => {
        for (const link of links) ok(URL.canParse(String(link)), `${show(link)} is not an absolute URL`);
      });
    },
  },
  test(['BR-ROUTE-1', 'BR-ROUTE-2'], 'answers the same under the newer path prefix', async (t) => {
    const site = await siteOfAll(t);
    const reply = await t.send({
      method: 'POST',
      path: `/accounts/${t.accountId}/browser-run/links?cacheTTL=0`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ url: `${site.url}/` }),
    });
    t.expectSuccess(reply, 'the links of a page');
    equal(reply.body, { success: true, result: ['https://example.com/a', `${site.url}/b`] }, 'the answer');
  }),
  test('BR-LINK-8', 'reads a page with the user agent of the request', async (t) => {
    const userAgent = 'TouchstoneReader/1.0 (+https://example.com/reader)';
    equal([...new Set(await greeted(t, userAgent, { userAgent }))], ['/in'], 'the paths of its links');
    equal(await greeted(t, userAgent, { userAgent: 'Other/2.0' }), [], 'the links for another agent');
  }),
  test('BR-CACHE-4', 'reads a page again with cacheTTL 0', async (t) => {
    let visits = 0;
    const site = await t.site({ '/': () => html(`<a href="/${++visits}">v</a>`) });
    const read = async () => pathsIn(await getLinks(t, { url: `${site.url}/` }));
    equal([...(await read()), ...(await read())], ['/1', '/2'], 'the paths of both links');
  }),
  htmlTest,
  ...switchTests,
]);
