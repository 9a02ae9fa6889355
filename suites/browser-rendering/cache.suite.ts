import type { Reply } from '../../spec/client.ts';
import type { KnownRequirementId } from '../../spec/requirements.ts';
import { differ, equal, match, object } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import type { Site } from '../harness/page-sites.ts';
import { defineSuite, type Test, test } from '../harness/suite.ts';
import { type ActionId, askFor, html, type Members, nothing } from './rendering.ts';

const content = 'browser-rendering.content.create';

/** A site with a page that counts its visits. */
async function counting(t: TestContext): Promise<Site> {
  let visits = 0;
  return t.site({ '/': () => html(`<p>visit ${++visits}</p>`) });
}

/** Requests the content of a page, by default without a cacheTTL. */
async function read(t: TestContext, body: Members, cacheTTL?: string): Promise<Reply> {
  const reply = await askFor(t, content, body, { query: cacheTTL === undefined ? {} : { cacheTTL } });
  t.expectSuccess(reply, 'the content of a page');
  return reply;
}

const toVisit = (reply: Reply) => /visit \d+/.exec(reply.text)?.[0];

/** Returns a function that lets time pass. The test needs its account, and so its clock, for itself. */
async function passing(t: TestContext): Promise<(seconds: number) => Promise<void>> {
  if (!t.has('clock')) return (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  await t.clock.freeze('2034-05-06T07:08:09Z');
  return (seconds) => t.clock.advance(seconds);
}

/** Different requests for the same page. */
const others: readonly (readonly [what: string, members: Members])[] = [
  ['another user agent', { userAgent: 'TouchstoneReader/1.0' }],
  ['another window', { viewport: { width: 300, height: 200 } }],
  ['a cookie', { cookies: [{ name: 'a', value: '1', url: 'http://127.0.0.1/' }] }],
  ['an added style', { addStyleTag: [{ content: 'p { color: red }' }] }],
];

const otherTests = others.map(
  ([what, members]): Test<KnownRequirementId> => ({
    title: `renders again for a request with ${what}`,
    requirements: ['BR-CACHE-7'],
    features: ['browser', 'pages'],
    exclusive: 'account',
    run: async (t) => {
      await passing(t);
      const { url } = await counting(t);
      const body = { url: `${url}/` };
      equal(toVisit(await read(t, body)), 'visit 1', 'the first answer');
      equal(toVisit(await read(t, { ...body, ...members })), 'visit 2', 'the answer to the other request');
      equal(toVisit(await read(t, body)), 'visit 1', 'the second answer to the first request');
    },
  }),
);

/** Which answers are cached, and for how long. */
export const renderingCacheSuite = defineSuite(
  { name: 'browser-rendering/cache', features: ['browser', 'pages'] },
  [
    {
      title: 'answers a repeated request within five seconds from the cache, and renders again later',
      requirements: ['BR-CACHE-1', 'BR-CACHE-2'],

      exclusive: 'account',
      run: async (t) => {
        const pass = await passing(t);
        const { url } = await counting(t);
        const again = async () => toVisit(await read(t, { url: `${url}/` }));
        equal(await again(), 'visit 1', 'the first answer');
        await t.check('BR-CACHE-1', async () => {
          equal(await again(), 'visit 1', 'the immediate answer');
          if (t.has('clock')) {
            await pass(4);
            equal(await again(), 'visit 1', 'the answer four seconds later');
          }
        });
        await pass(t.has('clock') ? 2 : 6);
        await t.check('BR-CACHE-2', async () =>
          equal(await again(), 'visit 2', 'the answer six seconds later'),
        );
      },
    },
    {
      title: 'caches an answer for the seconds of cacheTTL',
      requirements: ['BR-CACHE-3'],

      exclusive: 'account',
      run: async (t) => {
        const pass = await passing(t);
        const { url } = await counting(t);
        const again = async () => toVisit(await read(t, { url: `${url}/` }, '9'));
        equal(await again(), 'visit 1', 'the first answer');
        await pass(6);
        equal(await again(), 'visit 1', 'the answer six seconds later');
        await pass(4);
        equal(await again(), 'visit 2', 'the answer ten seconds later');
      },
    },
    {
      title: 'caches an answer for a whole day on request',
      requirements: ['BR-CACHE-3'],
      features: ['browser', 'pages', 'clock'],
      run: async (t) => {
        const pass = await passing(t);
        const { url } = await counting(t);
        const again = async () => toVisit(await read(t, { url: `${url}/` }, '86400'));
        equal(await again(), 'visit 1', 'the first answer');
        await pass(86_398);
        equal(await again(), 'visit 1', 'the answer almost a day later');
        await pass(3);
        equal(await again(), 'visit 2', 'the answer more than a day later');
      },
    },
    {
      title: 'renders again with cacheTTL 0, and does not cache that answer',
      requirements: ['BR-CACHE-4'],

      exclusive: 'account',
      run: async (t) => {
        await passing(t);
        const { url } = await counting(t);
        const again = async (cacheTTL?: string) => toVisit(await read(t, { url: `${url}/` }, cacheTTL));
        const found = [await again('0'), await again('0'), await again(), await again('0'), await again()];
        equal(found, ['visit 1', 'visit 2', 'visit 3', 'visit 4', 'visit 3'], 'the answers');
      },
    },
    {
      title: 'refuses a cacheTTL that is above 86400 or not a number',
      requirements: ['BR-CACHE-5'],
      judges: ['BR-ERR-2'],

      run: async (t) => {
        const { url } = await counting(t);
        const statuses: number[] = [];
        const ask = (cacheTTL: string) => askFor(t, content, { url: `${url}/` }, { query: { cacheTTL } });
        await t.refused({
          shape: 'own',
          good: () => ask('86400'),
          bad: ['86401', '1000000', '-1', 'long', ''].map((cacheTTL) => ({
            what: `with ${cacheTTL === '' ? 'an empty one' : cacheTTL}`,
            send: async () => {
              const reply = await ask(cacheTTL);
              statuses.push(reply.status);
              return reply;
            },
          })),
          snapshot: nothing,
        });
        await t.check('BR-ERR-2', () =>
          equal(new Set(statuses).size === 1 && statuses[0], 400, 'the status'),
        );
      },
    },
    test('BR-CACHE-6', 'does not cache submitted HTML', async (t) => {
      let visits = 0;
      const site = await t.site({ '/count.js': () => `document.write("visit ${++visits}")` });
      const source = html(`<script src="${site.url}/count.js"></script>`);
      const again = async () => toVisit(await read(t, { html: source }, '60'));
      equal([await again(), await again()], ['visit 1', 'visit 2'], 'the answers');
    }),
    ...otherTests,
    {
      title: "ignores the order of a request's members",
      requirements: ['BR-CACHE-1'],
      atMost: 'may',

      exclusive: 'account',
      run: async (t) => {
        await passing(t);
        const { url } = await counting(t);
        await read(t, { url: `${url}/`, userAgent: 'a', viewport: { width: 90, height: 80 } });
        const turned = { viewport: { height: 80, width: 90 }, userAgent: 'a', url: `${url}/` };
        equal(toVisit(await read(t, turned)), 'visit 1', 'the answer');
      },
    },
    {
      title: 'renders again for another action on the same URL',
      requirements: ['BR-CACHE-8'],

      exclusive: 'account',
      run: async (t) => {
        await passing(t);
        const { url } = await counting(t);
        const body = { url: `${url}/`, formats: ['content', 'markdown'], elements: [{ selector: 'p' }] };
        const actions: readonly ActionId[] = [
          content,
          'browser-rendering.markdown.create',
          'browser-rendering.scrape.create',
          'browser-rendering.snapshot.create',
        ];
        const found: unknown[] = [];
        for (const action of actions) {
          const reply = await askFor(t, action, body, { query: {} });
          t.expectSuccess(reply, action);
          found.push(toVisit(reply));
        }
        equal(found, ['visit 1', 'visit 2', 'visit 3', 'visit 4'], 'the answers');
      },
    },
    {
      title: 'does not cache failures',
      requirements: ['BR-CACHE-10'],

      exclusive: 'account',
      run: async (t) => {
        await passing(t);
        let visits = 0;
        const site = await t.site({
          '/': () => (++visits === 1 ? { status: 500, body: '' } : html('<p>there</p>')),
        });
        const failed = await askFor(t, content, { url: `${site.url}/` }, { query: {} });
        equal(object(failed.body, 'the answer')['success'], false, 'success of the first answer');
        match((await read(t, { url: `${site.url}/` })).text, /there/, 'the answer after the failure');
      },
    },
    {
      title: 'returns the exact bytes of a cached screenshot',
      requirements: ['BR-CACHE-1'],

      exclusive: 'account',
      run: async (t) => {
        await passing(t);
        let visits = 0;
        const site = await t.site({
          '/': () => html('', `<style>html { background: ${++visits === 1 ? 'red' : 'blue'} }</style>`),
        });
        const body = { url: `${site.url}/`, viewport: { width: 40, height: 30 } };
        const take = async (cacheTTL?: string) => {
          const query = cacheTTL === undefined ? {} : { cacheTTL };
          const reply = await askFor(t, 'browser-rendering.screenshot.create', body, { query });
          t.expectSuccess(reply, 'a picture');
          equal(reply.headers.get('content-type'), 'image/png', 'the content type');
          return [...reply.bytes];
        };
        const first = await take();
        equal(await take(), first, 'the bytes of the cached screenshot');
        differ(await take('0'), first, 'the bytes of a new screenshot');
      },
    },
  ],
);
