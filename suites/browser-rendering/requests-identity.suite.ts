import type { KnownRequirementId } from '../../spec/requirements.ts';
import { defaultUserAgent } from '../../spec/services/browser-rendering/limits.ts';
import { equal, ok, show } from '../harness/assertions.ts';
import { redirectTo, type Site } from '../harness/page-sites.ts';

import { defineSuite, type Test } from '../harness/suite.ts';
import { askLinks, getLinks, html, type Members } from './rendering.ts';
import { getHeader, readDefaults, readValues } from './saying.ts';

const features = ['browser', 'pages'] as const;

/** A page with an external script and a request of its own, which both block it. */
const busy = {
  head: '<link rel="stylesheet" href="style.css"><script src="code.js"></script><script>fetch("data.json").then((r) => r.text())</script>',
  files: { '/style.css': '', '/code.js': '', '/data.json': '{}' },
};
const idle = { gotoOptions: { waitUntil: 'networkidle0' } };
const busyPaths = ['/', '/style.css', '/code.js', '/data.json'];

const agents: readonly Test<KnownRequirementId>[] = [
  {
    title: 'sends the default user agent to a page by default',
    requirements: ['BR-REQ-22'],
    features,
    run: async (t) => {
      const { values, site } = await readDefaults(t);
      equal(getHeader(site, '/', 'user-agent'), defaultUserAgent, 'the header user-agent');
      equal(values['agent'], defaultUserAgent, 'navigator.userAgent');
    },
  },
  {
    title: 'sends the user agent of the request with every request, and exposes it to scripts',
    requirements: ['BR-LINK-8'],
    atMost: 'may',
    features,
    run: async (t) => {
      const userAgent = 'Touchstone/1.0 (a; b) Chrome/1.2.3.4';
      const { values, site } = await readValues(
        t,
        { agent: 'navigator.userAgent' },
        { userAgent, ...idle },
        busy,
      );
      for (const path of busyPaths) equal(getHeader(site, path, 'user-agent'), userAgent, `that of ${path}`);
      equal(values['agent'], userAgent, 'navigator.userAgent');
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
      const { site } = await readValues(t, {}, { setExtraHTTPHeaders, ...idle }, busy);
      for (const path of busyPaths) {
        equal(getHeader(site, path, 'x-touchstone'), 'one, two', `x-touchstone of ${path}`);
        equal(getHeader(site, path, 'accept-language'), 'de-CH', `accept-language of ${path}`);
      }
    },
  },
  {
    title: 'sends the headers of setExtraHTTPHeaders to the target of a redirect',
    requirements: ['BR-REQ-19'],
    features,
    run: async (t) => {
      const site = await t.site({ '/': redirectTo('final'), '/final': html('') });
      await getLinks(t, { url: `${site.url}/`, setExtraHTTPHeaders: { 'x-touchstone': 'yes' } });
      for (const path of ['/', '/final'])
        equal(getHeader(site, path, 'x-touchstone'), 'yes', `that of ${path}`);
    },
  },
];

const guarded = {
  '/': { body: html('<a href="/in">in</a>'), auth: { username: 'user', password: 'p:w/ö' } },
};
const inside = (site: Site) => [`${new URL(site.url).origin}/in`];

/** Credentials that the page does not accept. It is then rendered as its error page. */
const wrong: readonly (readonly [what: string, authenticate: Members | undefined])[] = [
  ['without credentials', undefined],
  ['with another password', { username: 'user', password: 'p:w' }],
  ['with another name', { username: 'User', password: 'p:w/ö' }],
  ['with the two swapped', { username: 'p:w/ö', password: 'user' }],
];

const credentials: readonly Test<KnownRequirementId>[] = [
  {
    title: 'opens a page behind HTTP authentication with the credentials of authenticate',
    requirements: ['BR-REQ-48'],
    features,
    run: async (t) => {
      const site = await t.site(guarded);
      const authenticate = { username: 'user', password: 'p:w/ö' };
      equal(await getLinks(t, { url: `${site.url}/`, authenticate }), inside(site), 'result');
    },
  },
  {
    title: 'loads resources behind HTTP authentication',
    requirements: ['BR-REQ-48'],
    features,
    run: async (t) => {
      const add = 'document.body.insertAdjacentHTML("beforeend", "<a href=/in>in</a>")';
      const script = { '/menu.js': { ...guarded['/'], body: add } };
      const site = await t.site({ '/': html('<script src="menu.js"></script>'), ...script });
      const authenticate = { username: 'user', password: 'p:w/ö' };
      equal(await getLinks(t, { url: `${site.url}/`, authenticate }), inside(site), 'result');
    },
  },
  {
    title: 'opens a page without authentication even with credentials',
    requirements: ['BR-REQ-48'],
    features,
    run: async (t) => {
      const site = await t.site({ '/': html('<a href="/in">in</a>') });
      const authenticate = { username: 'user', password: 'secret' };
      equal(await getLinks(t, { url: `${site.url}/`, authenticate }), inside(site), 'result');
    },
  },
  ...wrong.map(
    ([what, authenticate]): Test<KnownRequirementId> => ({
      title: `does not pass HTTP authentication ${what}`,
      requirements: ['BR-REQ-48'],
      features,
      run: async (t) => {
        const site = await t.site(guarded);
        const reply = await askLinks(t, { url: `${site.url}/`, ...(authenticate && { authenticate }) });
        ok(!reply.text.includes('/in'), `the page was opened: ${show(reply.body)}`);
        ok(site.received.length > 0, 'the page was never requested');
      },
    }),
  ),
];

const referrers: readonly Test<KnownRequirementId>[] = [
  {
    title: 'requests the page with the referer of gotoOptions',
    requirements: ['BR-REQ-14'],
    features,
    run: async (t) => {
      const gotoOptions = { referer: 'http://from.example/' };
      const { values, site } = await readValues(t, { referrer: 'document.referrer' }, { gotoOptions });
      equal(getHeader(site, '/', 'referer'), 'http://from.example/', 'the header referer');
      equal(values['referrer'], 'http://from.example/', 'document.referrer');
    },
  },
  {
    title: 'requests the page without a referer by default',
    requirements: ['BR-REQ-14'],
    atMost: 'may',
    features,
    run: async (t) => {
      const { values, site } = await readDefaults(t);
      equal(getHeader(site, '/', 'referer'), null, 'the header referer');
      equal(values['referrer'], '', 'document.referrer');
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
      title: `sends as much of its referer as the policy ${referrerPolicy} allows`,
      requirements: ['BR-REQ-52'],
      features,
      run: async (t) => {
        const gotoOptions = { referer: 'http://from.example/deep/page?x=1', referrerPolicy };
        const { site } = await readValues(t, {}, { gotoOptions });
        equal(getHeader(site, '/', 'referer'), expected, 'the header referer');
      },
    }),
  ),
];

/** The identity in requests for a page: user agent, headers, credentials, referer. */
export const requestsIdentitySuite = defineSuite('browser-rendering/requests-identity', [
  ...agents,
  ...extraHeaders,
  ...credentials,
  ...referrers,
]);
