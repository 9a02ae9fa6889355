import type { KnownRequirementId } from '../../spec/requirements.ts';
import { equal, isObject, show } from '../harness/assertions.ts';
import { succeeded } from '../harness/caller.ts';
import type { TestContext } from '../harness/context.ts';
import { isLoopbackHost } from '../harness/loopback.ts';
import { redirectTo, type SiteAnswer } from '../harness/page-sites.ts';
import { defineSuite, type Test } from '../harness/suite.ts';
import { closedPort, type Oddity, openOddServer } from './odd-server.ts';
import { askFor, getError, html, isFailure, type Members, ofEveryFailure } from './rendering.ts';

const content = 'browser-rendering.content.create';
const screenshot = 'browser-rendering.screenshot.create';
/** A name that does not resolve. */
const unresolved = 'http://touchstone-conform.invalid/';

/** A URL that fails to load. */
interface Broken {
  readonly title: string;
  readonly requirements: readonly KnownRequirementId[];
  readonly code: number;
  /** What the test needs in addition to a browser. */
  readonly needs?: 'pages';
  readonly url: (t: TestContext) => Promise<string> | string;
}

/** The URL of a page with this answer. */
const answering = (answer: SiteAnswer | ((url: string) => SiteAnswer)) => async (t: TestContext) => {
  const site = await t.site((url) => ({ '*': typeof answer === 'function' ? answer(url) : answer }));
  return `${site.url}/`;
};

/** Skips the test unless the target reaches this machine's ports at its loopback address. */
async function onThisMachine(t: TestContext): Promise<void> {
  const { hostname } = new URL((await t.site({})).url);
  if (!isLoopbackHost(hostname)) t.skip('the target reaches this machine at another address');
}

const odd = (oddity: Oddity) => async (t: TestContext) => {
  await onThisMachine(t);
  const server = await openOddServer(oddity);
  t.after(() => server.close());
  return `${oddity.kind === 'untrusted' ? 'https' : 'http'}://127.0.0.1:${server.port}/`;
};

const broken: readonly Broken[] = [
  {
    title: 'an untrusted certificate',
    requirements: ['BR-ERR-3'],
    code: 5000,
    needs: 'pages',
    url: odd({ kind: 'untrusted', names: ['127.0.0.1'] }),
  },
  {
    title: 'a certificate for another name',
    requirements: ['BR-ERR-3'],
    code: 5000,
    needs: 'pages',
    url: odd({ kind: 'untrusted', names: ['shop.example'] }),
  },
  {
    title: 'a page that redirects to itself',
    requirements: ['BR-ERR-6'],
    code: 5003,
    needs: 'pages',
    url: answering((url) => redirectTo(`${url}/again`)),
  },
  {
    title: 'a connection that is reset',
    requirements: ['BR-ERR-9'],
    code: 5006,
    needs: 'pages',
    url: odd({ kind: 'resets' }),
  },
  ...[404, 403, 500, 503].map(
    (status): Broken => ({
      title: `status ${status} without a body`,
      requirements: ['BR-ERR-10'],
      code: 5007,
      needs: 'pages',
      url: answering({ status, body: '' }),
    }),
  ),
  {
    title: 'a closed port',
    requirements: ['BR-ERR-11'],
    code: 5008,
    needs: 'pages',
    url: async (t) => {
      await onThisMachine(t);
      return `http://127.0.0.1:${await closedPort()}/`;
    },
  },
  {
    title: 'a server that does not speak HTTP',
    requirements: ['BR-ERR-12'],
    code: 5009,
    needs: 'pages',
    url: odd({ kind: 'sends', text: 'Hello, is anybody there?\r\n\r\n' }),
  },
  {
    title: 'an answer with two lengths',
    requirements: ['BR-ERR-12'],
    code: 5009,
    needs: 'pages',
    url: odd({
      kind: 'sends',
      text: 'HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nShop',
    }),
  },
  {
    title: 'a redirect to an invalid URL',
    requirements: ['BR-ERR-12'],
    code: 5009,
    needs: 'pages',
    url: answering(redirectTo('http://[')),
  },
  {
    title: 'a port that browsers block',
    requirements: ['BR-ERR-12'],
    code: 5009,
    url: () => 'http://example.com:1/',
  },
  ...['nowhere', 'http://', 'https://[::1', '/shop'].map(
    (url): Broken => ({
      title: `${url}, which is not a URL`,
      requirements: ['BR-ERR-13'],
      code: 5010,
      url: () => url,
    }),
  ),
  ...['file:///etc/hostname', 'file:///', 'FILE:///etc/passwd'].map(
    (url): Broken => ({ title: url, requirements: ['BR-ERR-14'], code: 5010, url: () => url }),
  ),
  {
    title: 'a server that sends no response',
    requirements: ['BR-ERR-15'],
    code: 5011,
    needs: 'pages',
    url: answering({ fault: 'dropped' }),
  },
  {
    title: 'a name that does not resolve',
    requirements: ['BR-ERR-29'],
    code: 5006,
    url: () => unresolved,
  },
  {
    title: 'a redirect to a name that does not resolve',
    requirements: ['BR-ERR-29'],
    code: 5006,
    needs: 'pages',
    url: answering(redirectTo(unresolved)),
  },
  {
    title: 'a download',
    requirements: ['BR-ERR-36'],
    code: 5002,
    needs: 'pages',
    url: answering({
      headers: { 'content-type': 'application/zip', 'content-disposition': 'attachment' },
      body: 'PK',
    }),
  },
  {
    title: 'an answer without a document',
    requirements: ['BR-ERR-36'],
    code: 5002,
    needs: 'pages',
    url: answering({ status: 204 }),
  },
];

const brokenTests = broken.map(
  ({ title, requirements, code, needs, url }): Test<KnownRequirementId> => ({
    title: `fails with code ${code} for ${title}`,
    requirements,
    judges: ofEveryFailure,
    features: ['browser', ...(needs ? [needs] : [])],
    run: async (t) => isFailure(t, await askFor(t, content, { url: await url(t) }), { status: 422, code }),
  }),
);

const box = html('<p id="seen">Shop</p><p id="hidden" style="display: none">Shop</p>');
const small = { width: 80, height: 60 };

/** Screenshots that must fail. */
const uncaptured: readonly (readonly [what: string, members: Members])[] = [
  ['an element that is not displayed', { html: box, selector: '#hidden' }],
  [
    'a clip outside the captured area',
    {
      html: box,
      screenshotOptions: {
        captureBeyondViewport: false,
        clip: { x: 0, y: 500, width: 10, height: 10 },
      },
    },
  ],
  [
    'a page with a height of a million pixels',
    { html: html('<div style="height: 1000000px"></div>'), screenshotOptions: { fullPage: true } },
  ],
];

/** Pages that fail to load, to render or to be captured. */
export const renderingErrorsSuite = defineSuite('browser-rendering/errors', [
  ...brokenTests,
  {
    title: 'mentions DNS in the failure with code 5006',
    requirements: ['BR-ERR-30'],
    features: ['browser'],
    run: async (t) => {
      const reply = await askFor(t, content, { url: unresolved });
      const { message, detail } = getError(reply, 5006);
      equal(
        { message, detail },
        { message: 'Network connection closed.', detail: 'Can also happen due to failure to resolve DNS.' },
        'message and detail',
      );
    },
  },
  {
    title: 'fails the same way if a script navigates to a name that does not resolve',
    requirements: ['BR-ERR-29'],
    atMost: 'may',
    features: ['browser', 'pages'],
    run: async (t) => {
      const site = await t.site({ '/': html(`<script>location.href = '${unresolved}'</script>`) });
      const reply = await askFor(t, content, { url: `${site.url}/`, waitForTimeout: 500 });
      await isFailure(t, reply, { status: 422, code: 5006 });
    },
  },
  {
    title: 'fails the same way for every action',
    requirements: ['BR-ERR-29'],
    features: ['browser'],
    run: async (t) => {
      const more: readonly (readonly [Parameters<typeof askFor>[1], Members])[] = [
        [screenshot, {}],
        ['browser-rendering.links.create', {}],
        ['browser-rendering.markdown.create', {}],
        ['browser-rendering.pdf.create', {}],
        ['browser-rendering.snapshot.create', {}],
        ['browser-rendering.scrape.create', { elements: [{ selector: 'a' }] }],
        ['browser-rendering.json.create', { prompt: 'What is sold here?' }],
        ['browser-rendering.accessibility-tree.create', {}],
      ];
      for (const [action, members] of more)
        await isFailure(t, await askFor(t, action, { url: unresolved, ...members }), {
          status: 422,
          code: 5006,
        });
    },
    judges: ofEveryFailure,
  },
  ...uncaptured.map(
    ([what, members]): Test<KnownRequirementId> => ({
      title: `fails with code 6003 for ${what}`,
      requirements: ['BR-ERR-19'],
      judges: ofEveryFailure,
      features: ['browser'],
      run: async (t) => {
        const reply = await askFor(t, screenshot, { viewport: small, ...members });
        await isFailure(t, reply, { status: 422, code: 6003 });
      },
    }),
  ),
  {
    title: 'fails with code 6000 for a page that navigates away during the action',
    requirements: ['BR-ERR-16'],
    judges: ofEveryFailure,
    features: ['browser', 'pages'],
    run: async (t) => {
      const site = await t.site({
        '/': html('Shop'),
        '/two': { body: html('two'), delayMs: 300 },
        '/slow.js': { body: '', delayMs: 5000 },
      });
      // The second script is pending when the first one leaves the document.
      const addScriptTag = [{ content: 'location.href = "two"' }, { url: `${site.url}/slow.js` }];
      const reply = await askFor(t, content, { url: `${site.url}/`, addScriptTag });
      await isFailure(t, reply, { status: 422, code: 6000 });
    },
  },
  {
    title: 'fails with code 6001 for a page that closes itself',
    requirements: ['BR-ERR-17'],
    judges: ofEveryFailure,
    features: ['browser'],
    run: async (t) => {
      const closing = html('<script>close()</script>');
      const reply = await askFor(t, content, { html: closing, waitForTimeout: 500 });
      await isFailure(t, reply, { status: 422, code: 6001 });
    },
  },
  {
    title: 'answers with status 503 and the documented text without a browser',
    requirements: ['BR-ERR-22'],
    run: async (t) => {
      const reply = await askFor(t, screenshot, { html: box, viewport: small });
      if (succeeded(reply)) t.skip('the target has a browser');
      equal(reply.status, 503, 'the status');
      const { message } = getError(reply);
      equal(message, 'No browser available. Please try again in a few minutes.', 'the message');
      equal(isObject(reply.body) ? reply.body['success'] : show(reply.text), false, 'success');
    },
  },
]);
