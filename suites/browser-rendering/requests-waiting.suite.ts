import type { Reply } from '../../spec/client.ts';
import type { KnownRequirementId } from '../../spec/requirements.ts';
import { equal, ok } from '../harness/assertions.ts';
import { succeeded, summary } from '../harness/caller.ts';
import type { TestContext } from '../harness/context.ts';
import type { SiteAnswers } from '../harness/page-sites.ts';
import { defineSuite, type Test } from '../harness/suite.ts';
import { askFor, askLinks, getLinks, html, type Members, pathsIn } from './rendering.ts';

const features = ['browser', 'pages'] as const;

/** Small, because a waiting page is drawn all the time. */
const small = { width: 200, height: 150 };

const link = (path: string) => `document.body.insertAdjacentHTML('beforeend', '<a href="${path}">x</a>');`;

/** A page with one link, and one more for each later event. */
const eventful = (body: string, more = '') =>
  html(
    `<a href="/own">own</a>${body}<script>
    addEventListener('DOMContentLoaded', () => { ${link('/parsed')} });
    addEventListener('load', () => { ${link('/loaded')} });${more}</script>`,
  );

const slowImage = '<img src="slow.gif" alt="">';
const slow: SiteAnswers = { '/slow.gif': { body: '', delayMs: 800 } };
/** The same, but so late that only a waiting request sees it. */
const slower: SiteAnswers = { '/slow.gif': { body: '', delayMs: 7000 } };
/** Adds a link after a slow request, which keeps the network active. */
const late = `fetch('late.txt').then((r) => r.text()).then(() => { ${link('/fetched')} });`;
const lateFile: SiteAnswers = { '/late.txt': { body: 'x', delayMs: 700 } };
const silent: SiteAnswers = { '/never-1': { fault: 'silent' }, '/never-2': { fault: 'silent' } };

/** When a page counts as loaded, and its links at that moment. */
interface Moment {
  readonly title: string;
  readonly requirements: readonly KnownRequirementId[];
  readonly atMost?: 'may';
  readonly page: string;
  readonly files?: SiteAnswers;
  readonly request?: Members;
  readonly paths: readonly string[];
}

const until = (waitUntil: unknown, more: Members = {}) => ({ gotoOptions: { waitUntil, ...more } });

const moments: readonly Moment[] = [
  ...[undefined, 'domcontentloaded', ['domcontentloaded']].map(
    (event): Moment => ({
      title: `uses a page once its document is parsed when waitUntil is ${event === undefined ? 'left out' : JSON.stringify(event)}`,
      requirements: ['BR-REQ-18'],
      page: eventful(slowImage),
      files: slower,
      request: event === undefined ? {} : until(event),
      paths: ['/own', '/parsed'],
    }),
  ),
  {
    title: 'uses a page once its resources are loaded with load',
    requirements: ['BR-REQ-15'],
    page: eventful(slowImage),
    files: slow,
    request: until('load'),
    paths: ['/own', '/parsed', '/loaded'],
  },
  {
    title: 'does not wait for requests of scripts with load',
    requirements: ['BR-REQ-15'],
    page: eventful('', late),
    files: { '/late.txt': { body: 'x', delayMs: 7000 } },
    request: until('load'),
    paths: ['/own', '/parsed', '/loaded'],
  },
  {
    title: 'uses a page once no connection is active with networkidle0',
    requirements: ['BR-REQ-47'],
    page: eventful('', late),
    files: lateFile,
    request: until('networkidle0'),
    paths: ['/own', '/parsed', '/loaded', '/fetched'],
  },
  {
    title: 'uses a page even if two connections are active with networkidle2',
    requirements: ['BR-REQ-16'],
    page: eventful('', "fetch('never-1'); fetch('never-2');"),
    files: silent,
    request: until('networkidle2', { timeout: 8000 }),
    paths: ['/own', '/parsed', '/loaded'],
  },
  {
    title: 'waits for all events of a list',
    requirements: ['BR-REQ-17'],
    page: eventful(slowImage, late),
    files: { ...slow, ...lateFile },
    request: until(['domcontentloaded', 'load', 'networkidle0']),
    paths: ['/own', '/parsed', '/fetched', '/loaded'],
  },
  {
    title: 'waits for the later event of a list, whatever the order',
    requirements: ['BR-REQ-17'],
    page: eventful(slowImage),
    files: slow,
    request: until(['load', 'domcontentloaded']),
    paths: ['/own', '/parsed', '/loaded'],
  },
  {
    title: 'uses a page once the element exists',
    requirements: ['BR-REQ-24'],
    page: html(`<script>setTimeout(() => { ${link('/late')} document.body.id = 'ready'; }, 600);</script>`),
    request: { waitForSelector: { selector: 'body#ready', timeout: 10_000 } },
    paths: ['/late'],
  },
  {
    title: 'uses a page at once if the element exists already',
    requirements: ['BR-REQ-24'],
    page: html(
      `<h1>Shop</h1><a href="/own">own</a><script>setTimeout(() => { ${link('/late')} }, 8000);</script>`,
    ),
    request: { waitForSelector: { selector: 'h1', timeout: 10_000 } },
    paths: ['/own'],
  },
  {
    title: 'uses a page once the element is visible with visible',
    requirements: ['BR-REQ-25'],
    page: html(`<h1 id="it" style="display:none">Shop</h1><script>
      setTimeout(() => { ${link('/late')} document.getElementById('it').style.display = ''; }, 600);</script>`),
    request: { waitForSelector: { selector: '#it', visible: true, timeout: 10_000 } },
    paths: ['/late'],
  },
  {
    title: 'uses a page once the element is removed with hidden',
    requirements: ['BR-REQ-26'],
    page: html(`<h1 id="it">Wait</h1><script>
      setTimeout(() => { ${link('/late')} document.getElementById('it').remove(); }, 600);</script>`),
    request: { waitForSelector: { selector: '#it', hidden: true, timeout: 10_000 } },
    paths: ['/late'],
  },
  {
    title: 'uses a page once the element is invisible with hidden',
    requirements: ['BR-REQ-26'],
    page: html(`<h1 id="it">Wait</h1><script>
      setTimeout(() => { ${link('/late')} document.getElementById('it').style.display = 'none'; }, 600);</script>`),
    request: { waitForSelector: { selector: '#it', hidden: true, timeout: 10_000 } },
    paths: ['/late'],
  },
  {
    title: 'uses a page without the element at once with hidden',
    requirements: ['BR-REQ-26'],
    page: html(`<a href="/own">own</a><script>setTimeout(() => { ${link('/late')} }, 8000);</script>`),
    request: { waitForSelector: { selector: '#none', hidden: true, timeout: 10_000 } },
    paths: ['/own'],
  },
  {
    title: 'uses a page after the time of waitForTimeout',
    requirements: ['BR-REQ-27'],
    page: html(`<a href="/own">own</a><script>setTimeout(() => { ${link('/late')} }, 400);
      setTimeout(() => { ${link('/too-late')} }, 9000);</script>`),
    request: { waitForTimeout: 1500 },
    paths: ['/own', '/late'],
  },
  {
    title: 'applies each timeout to its own stage: together they may take longer',
    requirements: ['BR-REQ-1'],
    page: html(
      `${slowImage}<script>addEventListener('load', () => setTimeout(() => { document.body.id = 'ready'; ${link('/late')} }, 800));</script>`,
    ),
    files: slow,
    request: {
      gotoOptions: { waitUntil: 'load', timeout: 2200 },
      waitForSelector: { selector: '#ready', timeout: 2200 },
      waitForTimeout: 800,
      actionTimeout: 2200,
    },
    paths: ['/late'],
  },
  {
    title: 'waits for waitForTimeout after the element exists',
    requirements: ['BR-REQ-1', 'BR-REQ-27'],
    page: html(`<script>setTimeout(() => { document.body.id = 'ready';
      setTimeout(() => { ${link('/later')} }, 500); }, 500);</script>`),
    request: { waitForSelector: { selector: '#ready', timeout: 10_000 }, waitForTimeout: 1500 },
    paths: ['/later'],
  },
];

const momentTests = moments.map(
  ({ title, requirements, atMost, page, files = {}, request = {}, paths }): Test<KnownRequirementId> => ({
    title,
    requirements,
    ...(atMost && { atMost }),
    features,
    run: async (t) => {
      const site = await t.site({ ...files, '/': page });
      const links = await getLinks(t, { url: `${site.url}/`, viewport: small, ...request });
      equal(pathsIn(links), paths, 'the paths of the links');
    },
  }),
);

/** A stage that times out, and the links with `bestAttempt`. */
interface Late {
  readonly what: string;
  readonly requirements: readonly KnownRequirementId[];
  readonly page: string;
  readonly files?: SiteAnswers;
  readonly request: (url: string) => Members;
  /** Members that make the same request succeed. */
  readonly enough: Members;
  /** Paths of the links with `bestAttempt`; absent if that has no effect. */
  readonly best?: readonly string[];
}

const own = '<a href="/own">own</a>';

/** A visible heading and a hidden one. */
const headed = html(`${own}<h1>Shop</h1><h2 style="display:none">Goods</h2>`);

const lateStages: readonly Late[] = [
  {
    what: 'a load event that does not come in time',
    requirements: ['BR-REQ-15'],
    page: eventful('<img src="never-1" alt="">'),
    files: silent,
    request: () => until('load', { timeout: 1500 }),
    enough: until('domcontentloaded'),
    best: ['/own', '/parsed'],
  },
  {
    what: 'a network that does not become idle in time',
    requirements: ['BR-REQ-47'],
    page: eventful('', "fetch('never-1');"),
    files: silent,
    request: () => until('networkidle0', { timeout: 2000 }),
    enough: until('networkidle2'),
    best: ['/own', '/parsed', '/loaded'],
  },
  {
    what: 'an element that does not come in time',
    requirements: ['BR-REQ-24'],
    page: headed,
    request: () => ({ waitForSelector: { selector: '#never', timeout: 500 } }),
    enough: { waitForSelector: { selector: 'h1', timeout: 5000 } },
    best: ['/own'],
  },
  {
    what: 'an element that is not visible in time',
    requirements: ['BR-REQ-25'],
    page: headed,
    request: () => ({ waitForSelector: { selector: 'h2', visible: true, timeout: 500 } }),
    enough: { waitForSelector: { selector: 'h1', timeout: 5000 } },
    best: ['/own'],
  },
  {
    what: 'an element that is not removed in time',
    requirements: ['BR-REQ-26'],
    page: headed,
    request: () => ({ waitForSelector: { selector: 'h1', hidden: true, timeout: 500 } }),
    enough: { waitForSelector: { selector: 'h1', timeout: 5000 } },
    best: ['/own'],
  },
  {
    what: 'a page that hangs during the action',
    requirements: ['BR-REQ-2'],
    // Its script waits for an answer that never comes, which uses no processor time.
    page: html(`${own}<script>addEventListener('load', () => setTimeout(() => {
      const asking = new XMLHttpRequest(); asking.open('GET', 'never-1', false); asking.send(); }, 150));</script>`),
    files: silent,
    request: () => ({ waitForTimeout: 800, actionTimeout: 1000 }),
    enough: { waitForTimeout: 0, setJavaScriptEnabled: false },
  },
];

const isTimeout = (reply: Reply) =>
  ok([408, 422].includes(reply.status), `the answer differs: ${summary(reply)}`);

const lateTests = lateStages.flatMap(({ what, requirements, page, files = {}, request, enough, best }) => {
  const open = (t: TestContext) =>
    page === headed ? t.sharedSite('headed', { '/': page }) : t.site({ ...files, '/': page });
  const fails: Test<KnownRequirementId> = {
    title: `fails on ${what}`,
    requirements,
    features,
    run: async (t) => {
      const { url } = await open(t);
      const body = { url: `${url}/`, viewport: small, ...request(url) };
      await t.refused({
        shape: 'own',
        good: () => askLinks(t, { ...body, ...enough }),
        shared: true,
        bad: async () => {
          const started = performance.now();
          const reply = await askLinks(t, body);
          isTimeout(reply);
          ok(performance.now() - started < 15_000, 'the request took far longer than its limit');
          return reply;
        },
        snapshot: async () => null,
      });
    },
  };
  if (!best) return [fails];
  const goesOn: Test<KnownRequirementId> = {
    title: `uses the page as it is with bestAttempt after ${what}`,
    requirements: ['BR-REQ-11'],
    features,
    run: async (t) => {
      const { url } = await open(t);
      const links = await getLinks(t, {
        url: `${url}/`,
        viewport: small,
        ...request(url),
        bestAttempt: true,
      });
      equal(pathsIn(links), best, 'the paths of the links');
    },
  };
  return [fails, goesOn];
});

/** When a page counts as loaded, what requests wait for, and timeouts. */
export const requestsWaitingSuite = defineSuite('browser-rendering/requests-waiting', [
  ...momentTests,
  ...lateTests,
  {
    title: 'fails on a page that takes longer than gotoOptions.timeout',
    requirements: ['BR-SHOT-16'],
    features,
    run: async (t) => {
      const { url } = await t.site({ '/': { body: html(own), delayMs: 1500 } });
      const ask = (timeout: number) =>
        askFor(t, 'browser-rendering.screenshot.create', {
          url: `${url}/`,
          viewport: { width: 100, height: 100 },
          gotoOptions: { timeout },
        });
      t.expectSuccess(await ask(20_000), 'a screenshot of the page with more time');
      // The seed doesn't show the failure.
      ok(!succeeded(await ask(500)), 'the screenshot was taken in spite of the timeout');
    },
  },
  {
    title: 'succeeds with bestAttempt if nothing fails',
    requirements: ['BR-REQ-11'],
    features,
    run: async (t) => {
      const { url } = await t.site({ '/': html(own) });
      const links = await getLinks(t, { url: `${url}/`, bestAttempt: true });
      equal(links, [`${new URL(url).origin}/own`], 'result');
    },
  },
  {
    title: 'fails on a script that fails to load, and ignores it with bestAttempt',
    requirements: ['BR-REQ-3', 'BR-REQ-11'],
    atMost: 'may',
    features,
    run: async (t) => {
      const { url } = await t.site({ '/': html(own), '/there.js': '' });
      const bodyWith = (name: string) => ({ url: `${url}/`, addScriptTag: [{ url: `${url}/${name}.js` }] });
      await t.refused({
        shape: 'own',
        good: () => askLinks(t, bodyWith('there')),
        bad: () => askLinks(t, bodyWith('none')),
        snapshot: async () => null,
      });
      const links = await getLinks(t, { ...bodyWith('none'), bestAttempt: true });
      equal(links, [`${new URL(url).origin}/own`], 'result with bestAttempt');
    },
  },
]);
