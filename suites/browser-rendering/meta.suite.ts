import type { Reply } from '../../spec/client.ts';
import type { KnownRequirementId } from '../../spec/requirements.ts';
import { array, equal, match, object, ok } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { redirectTo, type SiteAnswer } from '../harness/page-sites.ts';
import { defineSuite, type Test, test } from '../harness/suite.ts';
import {
  type ActionId,
  actionIds,
  askFor,
  askShared,
  getName,
  html,
  type Members,
  needs,
} from './rendering.ts';

/** Actions without `meta` in their answers. */
const silent: readonly ActionId[] = [
  'browser-rendering.screenshot.create',
  'browser-rendering.links.create',
  'browser-rendering.pdf.create',
];

const metaIn = (reply: Reply) => object(object(reply.body, 'the answer')['meta'], 'meta');

/** The `meta` of the page at a URL. */
async function toMeta(t: TestContext, url: string, members: Members = {}) {
  const reply = await askFor(t, 'browser-rendering.content.create', { url, ...members });
  t.expectSuccess(reply, 'the content of a page');
  return metaIn(reply);
}

/** The `meta` and the URL of the page that all tests share. */
async function sharedMeta(t: TestContext, action: ActionId) {
  const { reply, body } = await askShared(t, action);
  t.expectSuccess(reply, getName(action));
  return { meta: metaIn(reply), url: body.url };
}

const page = html('<h1>Shop</h1>');

const actionTests = actionIds
  .filter((action) => !silent.includes(action))
  .map(
    (action): Test<KnownRequirementId> => ({
      title: `returns status, title and URL of the page with its ${getName(action)}`,
      requirements: ['BR-META-2', 'BR-META-3', 'BR-META-7'],
      features: ['browser', 'pages'],
      run: async (t) => {
        const { meta, url } = await sharedMeta(t, action);
        await t.check('BR-META-2', () => equal(meta['status'], 203, 'meta.status'));
        await t.check('BR-META-3', () => equal(meta['title'], 'Pens & inks', 'meta.title'));
        await t.check('BR-META-7', () => equal(meta['finalUrl'], url, 'meta.finalUrl'));
      },
    }),
  );

const timeTests = actionIds.map(
  (action): Test<KnownRequirementId> => ({
    title: `returns the browser time of its ${getName(action)}`,
    requirements: ['BR-META-1'],
    features: ['browser', 'pages'],
    run: async (t) => {
      const site = await t.site({ '/': page });
      const started = performance.now();
      const reply = await askFor(t, action, {
        url: `${site.url}/`,
        waitForTimeout: 300,
        ...needs[action],
      });
      const whole = performance.now() - started;
      t.expectSuccess(reply, getName(action));
      const used = reply.headers.get('x-browser-ms-used');
      match(used, /^\d+$/, 'x-browser-ms-used');
      ok(Number(used) >= 290, `x-browser-ms-used is ${used} for a page with a wait of 300 ms`);
      ok(
        Number(used) <= whole + 1,
        `x-browser-ms-used is ${used} for an answer within ${Math.ceil(whole)} ms`,
      );
    },
  }),
);

const errorPages = [404, 410, 500, 503].map(
  (status): Test<KnownRequirementId> => ({
    title: `renders a page with status ${status}, and returns the status`,
    requirements: ['BR-META-11'],
    features: ['browser', 'pages'],
    run: async (t) => {
      const site = await t.site({ '/': { status, body: html(`<h1>Sorry ${status}</h1>`) } });
      const reply = await askFor(t, 'browser-rendering.content.create', { url: `${site.url}/` });
      t.expectSuccess(reply, `the content of a page with status ${status}`);
      const { result, meta } = object(reply.body, 'the answer');
      match(result, new RegExp(`<h1>Sorry ${status}</h1>`), 'result');
      equal(object(meta, 'meta')['status'], status, 'meta.status');
    },
  }),
);

/** What answers report about their page. */
export const renderingMetaSuite = defineSuite(
  { name: 'browser-rendering/meta', features: ['browser', 'pages'] },
  [
    ...actionTests,
    ...timeTests,
    ...errorPages,
    {
      title: "returns the page's headers by lower-case name, repeated ones joined by a line feed",
      requirements: ['BR-META-4', 'BR-META-5', 'BR-META-6'],

      run: async (t) => {
        const site = await t.site({
          '/': {
            headers: {
              'X-Shop': 'Pens, inks',
              'Content-Language': 'en',
              'X-Twice': ['one', 'two, three'],
              'Set-Cookie': ['session=secret', 'other=1'],
            },
            body: page,
          },
        });
        const headers = object((await toMeta(t, `${site.url}/`))['headers'], 'meta.headers');
        await t.check('BR-META-4', () => {
          equal([headers['x-shop'], headers['content-language']], ['Pens, inks', 'en'], 'two headers');
          match(headers['content-type'], /^text\/html/, 'content-type');
          const odd = Object.keys(headers).filter((name) => name !== name.toLowerCase());
          equal(odd, [], 'names with capital letters');
        });
        await t.check('BR-META-5', () => equal(headers['x-twice'], 'one\ntwo, three', 'x-twice'));
        await t.check('BR-META-6', () => {
          ok(!('set-cookie' in headers), 'the headers have the cookies of the page');
          ok(!JSON.stringify(headers).includes('secret'), 'the headers have a cookie of the page');
        });
      },
    },
    {
      title: 'returns neither the challenge nor the credentials of a page behind a login',
      requirements: ['BR-META-6'],

      run: async (t) => {
        const auth = { username: 'user', password: 'secret' };
        const site = await t.site({ '/': { auth, body: page } });
        const url = `${site.url}/`;
        const out = await toMeta(t, url);
        equal(out['status'], 401, 'the status without credentials');
        ok(
          !('www-authenticate' in object(out['headers'], 'meta.headers')),
          'the headers have www-authenticate',
        );
        const inside = await toMeta(t, url, { authenticate: auth });
        equal(inside['status'], 200, 'the status with credentials');
        ok(!('authorization' in object(inside['headers'], 'meta.headers')), 'the headers have authorization');
      },
    },
    {
      title: 'returns each redirect in order, and the final URL',
      requirements: ['BR-META-7', 'BR-META-8'],

      run: async (t) => {
        const step = (location: string, status: number): SiteAnswer => ({
          ...redirectTo(location, status),
          headers: { location, 'x-step': String(status), 'set-cookie': 'session=secret' },
        });
        const site = await t.site((url) => ({
          '/one': step('two?b=2', 301),
          '/two': step(`${url}/three`, 302),
          '/three': step('/'.concat(new URL(url).pathname.slice(1), '/end'), 307),
          '/end': html('<h1>End</h1>'),
        }));
        const meta = await toMeta(t, `${site.url}/one?a=1`);
        await t.check('BR-META-7', () => equal(meta['finalUrl'], `${site.url}/end`, 'meta.finalUrl'));
        equal(meta['status'], 200, 'meta.status');
        const chain = array(meta['redirectChain'], 'meta.redirectChain').map((one) => {
          const { url, status, headers } = object(one, 'a redirect');
          const { location, ...others } = object(headers, 'the headers of a redirect');
          return { url, status, step: others['x-step'], location, cookie: others['set-cookie'] ?? null };
        });
        equal(
          chain,
          [
            { url: `${site.url}/one?a=1`, status: 301, step: '301', location: 'two?b=2', cookie: null },
            {
              url: `${site.url}/two?b=2`,
              status: 302,
              step: '302',
              location: `${site.url}/three`,
              cookie: null,
            },
            {
              url: `${site.url}/three`,
              status: 307,
              step: '307',
              location: `${new URL(site.url).pathname}/end`,
              cookie: null,
            },
          ],
          'meta.redirectChain',
        );
      },
    },
    test('BR-META-9', 'returns no redirectChain without a redirect', async (t) => {
      const { meta } = await sharedMeta(t, 'browser-rendering.content.create');
      ok(!('redirectChain' in meta), 'meta has a redirectChain');
    }),
    {
      title: 'returns the page that a script navigated to, without a redirect',
      requirements: ['BR-META-7', 'BR-META-9'],
      atMost: 'may',

      run: async (t) => {
        const site = await t.site({
          '/': html('<script>location.replace("end")</script>'),
          '/end': { status: 203, body: '<title>End</title><p id="end">' },
        });
        const meta = await toMeta(t, `${site.url}/`, { waitForSelector: { selector: '#end' } });
        equal(
          [meta['finalUrl'], meta['status'], meta['title']],
          [`${site.url}/end`, 203, 'End'],
          'URL, status and title',
        );
        ok(!('redirectChain' in meta), 'meta has a redirectChain');
      },
    },
  ],
);
