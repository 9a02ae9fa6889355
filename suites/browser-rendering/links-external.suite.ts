import type { Level } from '../../spec/requirement.ts';
import type { KnownRequirementId } from '../../spec/requirements.ts';
import { array, equal, object } from '../harness/assertions.ts';
import { succeeded } from '../harness/caller.ts';
import type { TestContext } from '../harness/context.ts';
import { isLoopbackHost } from '../harness/loopback.ts';
import { defineSuite, type Test } from '../harness/suite.ts';
import {
  getAnswers,
  getPage,
  hasLinks,
  type LinkCase,
  linkTest,
  type SheetCase,
  sheetTests,
} from './link-case.ts';
import { askLinks, getLinks, html } from './rendering.ts';

const anchors = (...hrefs: readonly string[]) => hrefs.map((href) => `<a href="${href}">x</a>`).join('');

/** Links, and which of them remain without those to other domains. */
interface Leads {
  readonly what: string;
  readonly requirements: readonly KnownRequirementId[];
  readonly atMost?: Level;
  readonly hrefs: readonly string[];
  /** The form of the remaining links in the answer. */
  readonly kept: readonly string[];
  readonly head?: string;
}

const leads: readonly Leads[] = [
  {
    what: 'omits links to other domains',
    requirements: ['BR-LINK-7'],
    hrefs: ['https://example.com/', 'http://other.example/a?b#c', '//cdn.example/x', 'https://192.0.2.7/'],
    kept: [],
  },
  {
    what: 'keeps relative links and queries',
    requirements: ['BR-LINK-7'],
    hrefs: ['cart', '../help', '/top', '?page=2'],
    kept: ['{{site}}/shop/cart', '{{site}}/help', '{{origin}}/top', '{{page}}?page=2'],
  },
  {
    what: 'keeps absolute links to its own domain',
    requirements: ['BR-LINK-7'],
    hrefs: ['{{origin}}/a', '{{site}}/shop/b', '{{page}}'],
    kept: ['{{origin}}/a', '{{site}}/shop/b', '{{page}}'],
  },
  {
    what: 'omits domains that contain its own as a part',
    requirements: ['BR-LINK-7'],
    hrefs: [
      'https://{{host}}.example.com/',
      'https://{{host}}.evil.example/x',
      'https://x-{{host}}.example/',
    ],
    kept: [],
  },
  {
    what: 'omits other domains with its own in their path, query, fragment or user information',
    requirements: ['BR-LINK-7'],
    hrefs: [
      'https://other.example/{{host}}/',
      'https://other.example/?to={{page}}',
      'https://other.example/#{{page}}',
      'https://{{host}}@other.example/',
    ],
    kept: [],
  },
  {
    what: 'omits other domains with non-ASCII names',
    requirements: ['BR-LINK-7'],
    hrefs: ['https://bücher.example/', 'cart'],
    kept: ['{{site}}/shop/cart'],
  },
  {
    what: 'keeps links to its own domain with user information',
    requirements: ['BR-LINK-42'],
    hrefs: ['http://user:pass@{{host}}/a'],
    kept: ['http://user:pass@{{host}}/a'],
  },
  {
    what: 'keeps links of other schemes to its own domain',
    requirements: ['BR-LINK-42'],
    hrefs: ['https://{{host}}/a', 'ftp://{{host}}/b'],
    kept: ['https://{{host}}/a', 'ftp://{{host}}/b'],
  },
  {
    what: 'keeps links without a host',
    requirements: ['BR-LINK-30'],
    hrefs: ['mailto:shop@example.com', 'tel:+4930', 'javascript:void(0)', 'data:text/plain,x', 'http://['],
    kept: ['mailto:shop@example.com', 'tel:+4930', 'javascript:void(0)', 'data:text/plain,x', 'http://['],
  },
  {
    what: 'compares links with the page, not with its base element',
    requirements: ['BR-LINK-43'],
    head: '<base href="https://cdn.example/">',
    hrefs: ['relative', '{{page}}'],
    kept: ['{{page}}'],
  },
];

const withoutExternal = { excludeExternalLinks: true };

const titled = ({ what, hrefs, kept: links, requirements, atMost }: Leads) => ({
  title: `${what} when external links are left out`,
  requirements,
  ...(atMost && { atMost }),
  links,
  // External links are absolute.
  absent: links.length === 0 ? hrefs : hrefs.filter((href) => href.includes('//') && !links.includes(href)),
});

const leadsCase = (item: Leads): LinkCase => ({
  ...titled(item),
  page: html(anchors(...item.hrefs), item.head),
  request: withoutExternal,
});

const leadsPart = (item: Leads): SheetCase => ({ ...titled(item), body: anchors(...item.hrefs) });

const isPart = ({ head }: Leads) => head === undefined;

const mixed = html(
  `${anchors('/own', 'https://example.com/')}<p hidden>${anchors('/hidden', 'https://hidden.example/')}</p>`,
);

const all = ['{{origin}}/own', 'https://example.com/', '{{origin}}/hidden', 'https://hidden.example/'];

/** The remaining links, and the omitted ones. */
const left = (...links: readonly string[]) => ({
  links,
  absent: all.filter((link) => !links.includes(link)),
});

/** One page, and its remaining links with each combination of the two switches. */
const switches: readonly LinkCase[] = [
  {
    title: 'lists external links by default',
    requirements: ['BR-LINK-6'],
    page: mixed,
    links: all,
  },
  {
    title: 'lists external links when excludeExternalLinks is false',
    requirements: ['BR-LINK-6'],
    page: mixed,
    request: { excludeExternalLinks: false },
    links: all,
  },
  {
    title: 'lists hidden links of its own domain if only external links are left out',
    requirements: ['BR-LINK-4', 'BR-LINK-7'],
    page: mixed,
    request: { excludeExternalLinks: true },
    ...left('{{origin}}/own', '{{origin}}/hidden'),
  },
  {
    title: 'lists visible external links if only hidden links are left out',
    requirements: ['BR-LINK-5', 'BR-LINK-6'],
    page: mixed,
    request: { visibleLinksOnly: true },
    ...left('{{origin}}/own', 'https://example.com/'),
  },
  {
    title: 'omits hidden and external links if both are left out',
    requirements: ['BR-LINK-5', 'BR-LINK-7'],
    page: mixed,
    request: { visibleLinksOnly: true, excludeExternalLinks: true },
    ...left('{{origin}}/own'),
  },
];

/** The page of the links below at a subdomain of `localhost`, which always names the same machine. */
async function pageAt(t: TestContext, host: string): Promise<string> {
  const hrefs = domains.map(([, href]) => href);
  const site = await t.sharedSite('domains', getAnswers({ page: html(anchors(...hrefs)) }));
  const url = new URL(getPage(site));
  if (!isLoopbackHost(url.hostname)) t.skip('pages have no subdomains here');
  url.hostname = host;
  return url.href;
}

const domains: readonly (readonly [title: string, href: string, kept: boolean])[] = [
  ['keeps its own domain', 'http://www.shop.localhost/a', true],
  ['keeps its own domain in another case', 'http://WWW.Shop.LOCALHOST/b', true],
  ['omits a subdomain of its own domain', 'http://de.www.shop.localhost/', false],
  ['omits the parent of its own domain', 'http://shop.localhost/', false],
  ['omits a sibling of its domain', 'http://api.shop.localhost/', false],
];

/** A name that only ends in the page's name is another domain. */
const endingTest: Test<KnownRequirementId> = {
  title: 'omits a domain with a name that ends in its own when external links are left out',
  requirements: ['BR-LINK-7'],
  features: ['browser', 'pages'],
  run: async (t) => {
    const other = 'http://notwww.shop.localhost/';
    const site = await t.site(getAnswers({ page: html(anchors('/own', other)) }));
    const url = new URL(getPage(site));
    if (!isLoopbackHost(url.hostname)) t.skip('pages have no subdomains here');
    url.hostname = 'www.shop.localhost';
    const reply = await askLinks(t, { url: url.href, excludeExternalLinks: true });
    if (!succeeded(reply)) t.skip('its browser finds no names below localhost');
    const { result } = object(reply.body, 'the answer');
    hasLinks(array(result, 'result').map(String), url.href, {
      wanted: [new URL('/own', url).href],
      unwanted: [other],
    });
  },
};

/** Hosts that belong to the page's own domain, and others. */
const domainTests = domains.map(
  ([title, href, kept]): Test<KnownRequirementId> => ({
    title: `${title} when external links are left out`,
    requirements: ['BR-LINK-29'],
    atMost: 'may',
    features: ['browser', 'pages'],
    run: async (t) => {
      const url = await pageAt(t, 'www.shop.localhost');
      const links = await t.sharing(() => getLinks(t, { url, excludeExternalLinks: true }));
      const link = new URL(href).href;
      equal(
        links.filter((one) => one === link),
        kept ? [link] : [],
        `the links equal to ${link}`,
      );
    },
  }),
);

/** Which links count as external. */
export const linksExternalSuite = defineSuite('browser-rendering/links-external', [
  ...sheetTests('leads', leads.filter(isPart).map(leadsPart), { request: withoutExternal }),
  ...leads
    .filter((item) => !isPart(item))
    .map(leadsCase)
    .map(linkTest),
  ...switches.map(linkTest),
  ...domainTests,
  endingTest,
]);
