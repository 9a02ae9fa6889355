import type { KnownRequirementId } from '../../spec/requirements.ts';
import { defaultUserAgent } from '../../spec/services/browser-rendering/limits.ts';
import { equal, ok, show } from '../harness/assertions.ts';
import type { Site } from '../harness/page-sites.ts';
import { redirectTo } from '../harness/site-answer.ts';
import { defineSuite, type Test } from '../harness/suite.ts';
import { html } from './link-case.ts';
import { askLinks, linksOf, type Members } from './rendering.ts';
import { headerOf, hear, type Questions } from './saying.ts';

const features = ['browser', 'pages'] as const;

/** A page with a script of another file and a request of its own, both waited for. */
const busy = {
  head: '<link rel="stylesheet" href="style.css"><script src="code.js"></script><script>fetch("data.json").then((r) => r.text())</script>',
  files: { '/style.css': '', '/code.js': '', '/data.json': '{}' },
};
const idle = { gotoOptions: { waitUntil: 'networkidle0' } };
const busyPaths = ['/', '/style.css', '/code.js', '/data.json'];

const agents: readonly Test<KnownRequirementId>[] = [
  {
    title: 'shows a page the default user agent when none is asked for',
    requirements: ['BR-REQ-22'],
    features,
    run: async (t) => {
      const { said, site } = await hear(t, { agent: 'navigator.userAgent' });
      equal(headerOf(site, '/', 'user-agent'), defaultUserAgent, 'the header user-agent');
      equal(said['agent'], defaultUserAgent, 'navigator.userAgent');
    },
  },
  {
    title: 'shows every request and every script the user agent of the request',
    requirements: ['BR-LINK-8'],
    features,
    run: async (t) => {
      const userAgent = 'Touchstone/1.0 (a; b) Chrome/1.2.3.4';
      const { said, site } = await hear(t, { agent: 'navigator.userAgent' }, { userAgent, ...idle }, busy);
      for (const path of busyPaths) equal(headerOf(site, path, 'user-agent'), userAgent, `that of ${path}`);
      equal(said['agent'], userAgent, 'navigator.userAgent');
    },
  },
];

const extraHeaders: readonly Test<KnownRequirementId>[] = [
  {
    title: 'sends the headers of setExtraHTTPHeaders with every request of the page',
    requirements: ['BR-REQ-19'],
    features,
    run: async (t) => {
      const setExtraHTTPHeaders = { 'X-Touchstone': 'one, two', 'accept-language': 'de-CH' };
      const { site } = await hear(t, {}, { setExtraHTTPHeaders, ...idle }, busy);
      for (const path of busyPaths) {
        equal(headerOf(site, path, 'x-touchstone'), 'one, two', `x-touchstone of ${path}`);
        equal(headerOf(site, path, 'accept-language'), 'de-CH', `accept-language of ${path}`);
      }
    },
  },
  {
    title: 'sends the headers of setExtraHTTPHeaders to where a redirect leads',
    requirements: ['BR-REQ-19'],
    features,
    run: async (t) => {
      const site = await t.site({ '/': redirectTo('final'), '/final': html('') });
      await linksOf(t, { url: `${site.url}/`, setExtraHTTPHeaders: { 'x-touchstone': 'yes' } });
      for (const path of ['/', '/final'])
        equal(headerOf(site, path, 'x-touchstone'), 'yes', `that of ${path}`);
    },
  },
  {
    title: 'sends no headers of one request with another',
    requirements: ['BR-REQ-46'],
    features,
    run: async (t) => {
      const site = await t.site({ '/one': html(''), '/two': html('') });
      await linksOf(t, { url: `${site.url}/one`, setExtraHTTPHeaders: { 'x-touchstone': 'yes' } });
      await linksOf(t, { url: `${site.url}/two` });
      equal(headerOf(site, '/one', 'x-touchstone'), 'yes', 'the header of the first');
      equal(headerOf(site, '/two', 'x-touchstone'), null, 'the header of the second');
    },
  },
];

const guarded = {
  '/': { body: html('<a href="/in">in</a>'), auth: { username: 'user', password: 'p:w/ö' } },
};
const inside = (site: Site) => [`${new URL(site.url).origin}/in`];

/** Credentials that do not open the page; a page that asks for them is rendered as what it says then. */
const wrong: readonly (readonly [what: string, authenticate: Members | undefined])[] = [
  ['without credentials', undefined],
  ['with another password', { username: 'user', password: 'p:w' }],
  ['with another name', { username: 'User', password: 'p:w/ö' }],
  ['with the two exchanged', { username: 'p:w/ö', password: 'user' }],
];

const credentials: readonly Test<KnownRequirementId>[] = [
  {
    title: 'opens a page behind HTTP authentication with the credentials of authenticate',
    requirements: ['BR-REQ-48'],
    features,
    run: async (t) => {
      const site = await t.site(guarded);
      const authenticate = { username: 'user', password: 'p:w/ö' };
      equal(await linksOf(t, { url: `${site.url}/`, authenticate }), inside(site), 'result');
    },
  },
  {
    title: 'opens what a page loads from behind HTTP authentication',
    requirements: ['BR-REQ-48'],
    features,
    run: async (t) => {
      const add = 'document.body.insertAdjacentHTML("beforeend", "<a href=/in>in</a>")';
      const script = { '/menu.js': { ...guarded['/'], body: add } };
      const site = await t.site({ '/': html('<script src="menu.js"></script>'), ...script });
      const authenticate = { username: 'user', password: 'p:w/ö' };
      equal(await linksOf(t, { url: `${site.url}/`, authenticate }), inside(site), 'result');
    },
  },
  {
    title: 'opens a page that asks for nothing although credentials are given',
    requirements: ['BR-REQ-48'],
    features,
    run: async (t) => {
      const site = await t.site({ '/': html('<a href="/in">in</a>') });
      const authenticate = { username: 'user', password: 'secret' };
      equal(await linksOf(t, { url: `${site.url}/`, authenticate }), inside(site), 'result');
    },
  },
  ...wrong.map(
    ([what, authenticate]): Test<KnownRequirementId> => ({
      title: `does not get behind HTTP authentication ${what}`,
      requirements: ['BR-REQ-48'],
      features,
      run: async (t) => {
        const site = await t.site(guarded);
        const reply = await askLinks(t, { url: `${site.url}/`, ...(authenticate && { authenticate }) });
        ok(!reply.text.includes('/in'), `the page was opened: ${show(reply.body)}`);
        ok(site.received.length > 0, 'the page was never asked for');
      },
    }),
  ),
  {
    title: 'does not use credentials of one request for another',
    requirements: ['BR-REQ-46'],
    features,
    run: async (t) => {
      const site = await t.site(guarded);
      const url = `${site.url}/`;
      const authenticate = { username: 'user', password: 'p:w/ö' };
      equal(await linksOf(t, { url, authenticate }), inside(site), 'result with credentials');
      const { text } = await askLinks(t, { url });
      ok(!text.includes('/in'), 'the page was opened without credentials');
    },
  },
];

const jar: Questions = { cookies: 'document.cookie' };

/** The cookies that the first request of a path carried. */
const carried = ({ received }: Site, path = '/') =>
  received.find((request) => request.path === path)?.cookies ?? {};

/** Cookies, and which of them the page is asked for with. */
interface Jar {
  readonly title: string;
  readonly requirements: readonly KnownRequirementId[];
  readonly atMost?: 'may';
  readonly cookies: (site: Site) => readonly Members[];
  readonly sent: Readonly<Record<string, string>>;
  /** What scripts see, where that is something else. */
  readonly seen?: string;
}

const seconds = (fromNow: number) => Math.round(Date.now() / 1000) + fromNow;
const hostOf = ({ url }: Site) => new URL(url).hostname;
const pathOf = ({ url }: Site) => new URL(url).pathname;

const jars: readonly Jar[] = [
  {
    title: 'asks for the page with cookies that say no more than name and value',
    requirements: ['BR-REQ-12', 'BR-REQ-44'],
    cookies: () => [
      { name: 'session', value: 'abc' },
      { name: 'theme', value: 'dark' },
    ],
    sent: { session: 'abc', theme: 'dark' },
  },
  {
    title: 'sends the value of a cookie as it is',
    requirements: ['BR-REQ-12'],
    cookies: () => [{ name: 'token', value: 'a=b==&c/d+e%20f:{}' }],
    sent: { token: 'a=b==&c/d+e%20f:{}' },
  },
  {
    title: 'sends a cookie of the domain and path of the page',
    requirements: ['BR-REQ-12'],
    cookies: (site) => [{ name: 'session', value: '1', domain: hostOf(site), path: '/' }],
    sent: { session: '1' },
  },
  {
    title: 'sends a cookie of the URL of the page',
    requirements: ['BR-REQ-12'],
    cookies: ({ url }) => [{ name: 'session', value: '1', url: `${url}/` }],
    sent: { session: '1' },
  },
  {
    title: 'sends cookies of the path of the page alone',
    requirements: ['BR-REQ-12'],
    cookies: (site) => [
      { name: 'here', value: '1', domain: hostOf(site), path: pathOf(site) },
      { name: 'there', value: '2', domain: hostOf(site), path: '/elsewhere' },
    ],
    sent: { here: '1' },
  },
  {
    title: 'sends no cookies of other domains',
    requirements: ['BR-REQ-12'],
    cookies: (site) => [
      { name: 'own', value: '1', domain: hostOf(site) },
      { name: 'other', value: '2', domain: 'example.com' },
      { name: 'another', value: '3', url: 'https://example.com/' },
    ],
    sent: { own: '1' },
  },
  {
    title: 'sends a cookie that no script sees',
    requirements: ['BR-REQ-12'],
    cookies: () => [
      { name: 'hidden', value: '1', httpOnly: true },
      { name: 'open', value: '2', httpOnly: false },
    ],
    sent: { hidden: '1', open: '2' },
    seen: 'open=2',
  },
  {
    title: 'sends cookies that have not expired',
    requirements: ['BR-REQ-12'],
    cookies: () => [{ name: 'fresh', value: '1', expires: seconds(3600) }],
    sent: { fresh: '1' },
  },
  {
    title: 'takes cookies of every priority',
    requirements: ['BR-REQ-12'],
    cookies: () => ['Low', 'Medium', 'High'].map((priority) => ({ name: priority, value: '1', priority })),
    sent: { Low: '1', Medium: '1', High: '1' },
  },
  {
    title: 'sends cookies for the same site to a page that is asked for by nobody else',
    requirements: ['BR-REQ-12'],
    cookies: () => [
      { name: 'strict', value: '1', sameSite: 'Strict' },
      { name: 'lax', value: '2', sameSite: 'Lax' },
    ],
    sent: { strict: '1', lax: '2' },
  },
  {
    title: 'takes cookies that say which scheme and port they came from',
    requirements: ['BR-REQ-12'],
    atMost: 'may',
    cookies: ({ url }) => [
      { name: 'scheme', value: '1', sourceScheme: 'NonSecure' },
      { name: 'unset', value: '2', sourceScheme: 'Unset' },
      { name: 'port', value: '3', sourcePort: Number(new URL(url).port) || 80 },
      { name: 'party', value: '4', sameParty: false },
    ],
    sent: { scheme: '1', unset: '2', port: '3', party: '4' },
  },
];

const cookieTests = jars.map(
  ({ title, requirements, atMost, cookies, sent, seen }): Test<KnownRequirementId> => ({
    title,
    requirements,
    ...(atMost && { atMost }),
    features,
    run: async (t) => {
      const { said, site } = await hear(t, jar, (made) => ({ cookies: cookies(made) }));
      equal(carried(site), sent, 'the cookies of the request');
      const visible = Object.entries(sent).map(([name, value]) => `${name}=${value}`);
      equal(said['cookies']?.split('; ').sort(), (seen?.split('; ') ?? visible).sort(), 'what scripts see');
    },
  }),
);

const cookiesElsewhere: readonly Test<KnownRequirementId>[] = [
  {
    title: 'sends no cookie that has expired',
    requirements: ['BR-REQ-12'],
    atMost: 'may',
    features,
    run: async (t) => {
      const site = await t.site({ '/': html('') });
      const cookies = [
        { name: 'stale', value: '1', expires: seconds(-3600) },
        { name: 'fresh', value: '2' },
      ];
      const reply = await askLinks(t, { url: `${site.url}/`, cookies });
      // Whether such a cookie is refused or dropped, it never reaches the page.
      for (const request of site.received) equal(request.cookies['stale'], undefined, 'the stale cookie');
      if (reply.status === 200) equal(carried(site), { fresh: '2' }, 'the cookies of the request');
    },
  },
  {
    title: 'takes secure and partitioned cookies, and sends none of them where they do not belong',
    requirements: ['BR-REQ-12'],
    atMost: 'may',
    features,
    run: async (t) => {
      const { site } = await hear(t, jar, () => ({
        cookies: [
          { name: 'plain', value: '1' },
          { name: 'secure', value: '2', url: 'https://example.com/', secure: true, sameSite: 'None' },
          {
            name: 'apart',
            value: '3',
            url: 'https://example.com/',
            secure: true,
            partitionKey: 'https://example.org',
          },
        ],
      }));
      equal(carried(site), { plain: '1' }, 'the cookies of the request');
    },
  },
  {
    title: 'sends cookies with what the page loads from its own site, and no strict ones elsewhere',
    requirements: ['BR-REQ-12'],
    atMost: 'may',
    features,
    run: async (t) => {
      const site = await t.site((url) => {
        const other = url.replace('127.0.0.1', 'localhost');
        return {
          '/': html(`<img src="own.gif" alt=""><img src="${other}/other.gif" alt="">`),
          '/own.gif': '',
          '/other.gif': '',
        };
      });
      const { elsewhere, url } = site;
      if (elsewhere === null) return t.skip('pages have one host alone here');
      const cookies = [url, elsewhere].map((base) => ({
        name: 'strict',
        value: '1',
        url: `${base}/`,
        sameSite: 'Strict',
      }));
      await linksOf(t, { url: `${url}/`, cookies, ...idle });
      equal(carried(site, '/own.gif'), { strict: '1' }, 'those of its own picture');
      ok(
        site.received.some(({ path }) => path === '/other.gif'),
        'the other picture was never asked for',
      );
      equal(carried(site, '/other.gif'), {}, 'those of the other picture');
    },
  },
  {
    title: 'sends cookies to where a redirect leads',
    requirements: ['BR-REQ-12'],
    features,
    run: async (t) => {
      const site = await t.site({ '/': redirectTo('final'), '/final': html('') });
      await linksOf(t, {
        url: `${site.url}/`,
        cookies: [{ name: 'session', value: '1', domain: hostOf(site) }],
      });
      equal([carried(site), carried(site, '/final')], [{ session: '1' }, { session: '1' }], 'the cookies');
    },
  },
  {
    title: 'finds nothing that another request left: neither cookies nor storage',
    requirements: ['BR-REQ-46'],
    features,
    run: async (t) => {
      const site = await t.site({
        '/leave': {
          headers: { 'set-cookie': 'left=1; Path=/; Max-Age=3600' },
          body: html(
            '<script>localStorage.setItem("left", "1"); sessionStorage.setItem("left", "1");</script>',
          ),
        },
        '/find': html(
          '<script>for (const s of [localStorage, sessionStorage]) if (s.getItem("left")) document.write("<a href=/left>x</a>")</script>',
        ),
      });
      const cookies = [{ name: 'given', value: '1' }];
      await linksOf(t, { url: `${site.url}/leave`, cookies });
      equal(await linksOf(t, { url: `${site.url}/find` }), [], 'what storage holds');
      equal(carried(site, '/leave'), { given: '1' }, 'the cookies of the first request');
      equal(carried(site, '/find'), {}, 'the cookies of the second request');
    },
  },
];

const referrers: readonly Test<KnownRequirementId>[] = [
  {
    title: 'asks for the page with the referer of gotoOptions',
    requirements: ['BR-REQ-14'],
    features,
    run: async (t) => {
      const gotoOptions = { referer: 'http://from.example/' };
      const { said, site } = await hear(t, { referrer: 'document.referrer' }, { gotoOptions });
      equal(headerOf(site, '/', 'referer'), 'http://from.example/', 'the header referer');
      equal(said['referrer'], 'http://from.example/', 'document.referrer');
    },
  },
  {
    title: 'asks for the page without a referer when none is given',
    requirements: ['BR-REQ-14'],
    atMost: 'may',
    features,
    run: async (t) => {
      const { said, site } = await hear(t, { referrer: 'document.referrer' });
      equal(headerOf(site, '/', 'referer'), null, 'the header referer');
      equal(said['referrer'], '', 'document.referrer');
    },
  },
  ...(
    [
      ['no-referrer', null],
      ['origin', 'http://from.example/'],
      ['unsafe-url', 'http://from.example/deep/page?x=1'],
    ] as const
  ).map(
    ([referrerPolicy, expected]): Test<KnownRequirementId> => ({
      title: `asks for the page with as much of its referer as the policy ${referrerPolicy} lets through`,
      requirements: ['BR-REQ-52'],
      features,
      run: async (t) => {
        const gotoOptions = { referer: 'http://from.example/deep/page?x=1', referrerPolicy };
        const { site } = await hear(t, {}, { gotoOptions });
        equal(headerOf(site, '/', 'referer'), expected, 'the header referer');
      },
    }),
  ),
];

/** As whom a page is asked for: user agent, headers, credentials, cookies, referer. */
export const requestsIdentitySuite = defineSuite({
  name: 'browser-rendering/requests-identity',
  tests: [...agents, ...extraHeaders, ...credentials, ...cookieTests, ...cookiesElsewhere, ...referrers],
});
