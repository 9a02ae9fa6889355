import type { KnownRequirementId } from '../../spec/requirements.ts';
import { equal, ok } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { redirectTo, type Site } from '../harness/page-sites.ts';

import { defineSuite, type Test } from '../harness/suite.ts';
import { askLinks, getLinks, html, type Members } from './rendering.ts';
import { type PageReport, type Questions, readValues, sayingPage, valuesIn } from './saying.ts';

const features = ['browser', 'pages'] as const;

const jar: Questions = { cookies: 'document.cookie' };

/** The cookies in the first request for a path. */
const carried = ({ received }: Site, path = '/') =>
  received.find((request) => request.path === path)?.cookies ?? {};

/** Cookies of a request, and those that the page receives. */
interface Jar {
  readonly title: string;
  readonly requirements: readonly KnownRequirementId[];
  readonly atMost?: 'may';
  readonly cookies: (site: Site) => readonly Members[];
  readonly sent: Readonly<Record<string, string>>;
  /** The cookies that scripts see, if they differ. */
  readonly seen?: string;
  /** Whether its cookies can share a request with others. Their names must be unique. */
  readonly beside?: true;
}

const seconds = (fromNow: number) => Math.round(Date.now() / 1000) + fromNow;
const getHost = ({ url }: Site) => new URL(url).hostname;
const getPath = ({ url }: Site) => new URL(url).pathname;

const jars: readonly Jar[] = [
  {
    title: 'requests the page with cookies that have only a name and a value',
    requirements: ['BR-REQ-12', 'BR-REQ-44'],
    cookies: () => [
      { name: 'session', value: 'abc' },
      { name: 'theme', value: 'dark' },
    ],
    sent: { session: 'abc', theme: 'dark' },
  },
  {
    title: 'sends the value of a cookie unchanged',
    requirements: ['BR-REQ-12'],
    beside: true,
    cookies: () => [{ name: 'token', value: 'a=b==&c/d+e%20f:{}' }],
    sent: { token: 'a=b==&c/d+e%20f:{}' },
  },
  {
    title: 'sends a cookie with the domain and path of the page',
    requirements: ['BR-REQ-12'],
    beside: true,
    cookies: (site) => [{ name: 'placed', value: '1', domain: getHost(site), path: '/' }],
    sent: { placed: '1' },
  },
  {
    title: 'sends a cookie with the URL of the page',
    requirements: ['BR-REQ-12'],
    beside: true,
    cookies: ({ url }) => [{ name: 'addressed', value: '1', url: `${url}/` }],
    sent: { addressed: '1' },
  },
  {
    title: 'sends only cookies with the path of the page',
    requirements: ['BR-REQ-12'],
    beside: true,
    cookies: (site) => [
      { name: 'here', value: '1', domain: getHost(site), path: getPath(site) },
      { name: 'there', value: '2', domain: getHost(site), path: '/elsewhere' },
    ],
    sent: { here: '1' },
  },
  {
    title: 'sends no cookies of other domains',
    requirements: ['BR-REQ-12'],
    beside: true,
    cookies: (site) => [
      { name: 'own', value: '1', domain: getHost(site) },
      { name: 'other', value: '2', domain: 'example.com' },
      { name: 'another', value: '3', url: 'https://example.com/' },
    ],
    sent: { own: '1' },
  },
  {
    title: 'hides an httpOnly cookie from scripts',
    requirements: ['BR-REQ-12'],
    beside: true,
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
    beside: true,
    // In 2038, so that all tests of a run send the same body.
    cookies: () => [{ name: 'fresh', value: '1', expires: 2_145_916_800 }],
    sent: { fresh: '1' },
  },
  {
    title: 'accepts cookies of every priority',
    requirements: ['BR-REQ-12'],
    beside: true,
    cookies: () => ['Low', 'Medium', 'High'].map((priority) => ({ name: priority, value: '1', priority })),
    sent: { Low: '1', Medium: '1', High: '1' },
  },
  {
    title: 'sends same-site cookies on a direct visit to the page',
    requirements: ['BR-REQ-12'],
    beside: true,
    cookies: () => [
      { name: 'strict', value: '1', sameSite: 'Strict' },
      { name: 'lax', value: '2', sameSite: 'Lax' },
    ],
    sent: { strict: '1', lax: '2' },
  },
  {
    title: 'accepts cookies with a source scheme and a source port',
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

/** The members of a record with wanted names. */
const among = (record: Readonly<Record<string, string>>, wanted: (name: string) => boolean) =>
  Object.fromEntries(Object.entries(record).filter(([name]) => wanted(name)));

/** Requests a page with the cookies of a jar, together with those of other jars if possible. */
async function opened(t: TestContext, { beside, cookies }: Jar): Promise<PageReport> {
  if (!beside) return readValues(t, jar, (site) => ({ cookies: cookies(site) }));
  const site = await t.sharedSite('cookies', { '/': sayingPage(jar) });
  const all = jars.filter((one) => one.beside).flatMap((one) => one.cookies(site));
  const links = await t.sharing(() => getLinks(t, { url: `${site.url}/`, cookies: all }));
  return { site, values: valuesIn(links) };
}

const cookieTests = jars.map((item): Test<KnownRequirementId> => {
  const { title, requirements, atMost, cookies, sent, seen, beside } = item;
  return {
    title,
    requirements,
    ...(atMost && { atMost }),
    features,
    run: async (t) => {
      const { values, site } = await opened(t, item);
      const given = new Set(cookies(site).map(({ name }) => name));
      const isOwn = (name: string) => !beside || given.has(name);
      equal(among(carried(site), isOwn), sent, 'the cookies of the request');
      const visible = Object.entries(sent).map(([name, value]) => `${name}=${value}`);
      const found = values['cookies']?.split('; ').filter((pair) => isOwn(pair.slice(0, pair.indexOf('='))));
      equal(found?.sort(), (seen?.split('; ') ?? visible).sort(), 'what scripts see');
    },
  };
});

const cookiesElsewhere: readonly Test<KnownRequirementId>[] = [
  {
    title: 'sends no expired cookie',
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
      // Such a cookie may be refused or dropped, but must not reach the page.
      for (const request of site.received) equal(request.cookies['stale'], undefined, 'the stale cookie');
      if (reply.status === 200) equal(carried(site), { fresh: '2' }, 'the cookies of the request');
    },
  },
  {
    title: 'accepts secure and partitioned cookies, and sends none of them elsewhere',
    requirements: ['BR-REQ-12'],
    atMost: 'may',
    features,
    run: async (t) => {
      const { site } = await readValues(t, jar, () => ({
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
    title: "sends strict cookies with resources of the page's own site only",
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
      if (elsewhere === null) return t.skip('pages have only one host here');
      const cookies = [url, elsewhere].map((base) => ({
        name: 'strict',
        value: '1',
        url: `${base}/`,
        sameSite: 'Strict',
      }));
      await getLinks(t, { url: `${url}/`, cookies, gotoOptions: { waitUntil: 'networkidle0' } });
      equal(carried(site, '/own.gif'), { strict: '1' }, 'the cookies for its own image');
      ok(
        site.received.some(({ path }) => path === '/other.gif'),
        'the other image was never requested',
      );
      equal(carried(site, '/other.gif'), {}, 'the cookies for the other image');
    },
  },
  {
    title: 'sends lax cookies, but no strict ones, on a navigation from another site',
    requirements: ['BR-REQ-12'],
    atMost: 'may',
    features,
    run: async (t) => {
      const there = await t.site({ '/': html('<a id="there" href="/in">in</a>') });
      const { elsewhere } = there;
      if (elsewhere === null) return t.skip('pages have only one host here');
      const site = await t.site({ '/': html(`<script>location.href = '${elsewhere}/'</script>`) });
      const cookies = (['Strict', 'Lax'] as const).map((sameSite) => ({
        name: sameSite,
        value: '1',
        url: `${elsewhere}/`,
        sameSite,
      }));
      await getLinks(t, { url: `${site.url}/`, cookies, waitForSelector: { selector: '#there' } });
      equal(carried(there), { Lax: '1' }, 'the cookies for the final page');
    },
  },
  {
    title: 'sends cookies to the target of a redirect',
    requirements: ['BR-REQ-12'],
    features,
    run: async (t) => {
      const site = await t.site({ '/': redirectTo('final'), '/final': html('') });
      await getLinks(t, {
        url: `${site.url}/`,
        cookies: [{ name: 'session', value: '1', domain: getHost(site) }],
      });
      equal([carried(site), carried(site, '/final')], [{ session: '1' }, { session: '1' }], 'the cookies');
    },
  },
];

/** The cookies of a request, and traces of earlier requests. */
export const requestsCookiesSuite = defineSuite('browser-rendering/requests-cookies', [
  ...cookieTests,
  ...cookiesElsewhere,
]);
