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

/** What becomes of links when those to other domains are left out; `kept` says which of them stay. */
interface Leads {
  readonly what: string;
  readonly requirements: readonly KnownRequirementId[];
  readonly atMost?: Level;
  readonly hrefs: readonly string[];
  /** How they are written in the answer; none where they are left out. */
  readonly kept: readonly string[];
  readonly head?: string;
}

const leads: readonly Leads[] = [
  {
    what: 'leaves out links to other domains',
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
    what: 'leaves out domains that its own is only a part of',
    requirements: ['BR-LINK-7'],
    hrefs: [
      'https://{{host}}.example.com/',
      'https://{{host}}.evil.example/x',
      'https://x-{{host}}.example/',
    ],
    kept: [],
  },
  {
    what: 'leaves out other domains that name its own in path, query, fragment or user information',
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
    what: 'leaves out other domains whose names are not in ASCII',
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
    what: 'keeps links to other ports of its own domain',
    requirements: ['BR-LINK-28'],
    hrefs: ['http://{{host}}:9/a', 'http://{{host}}/b'],
    kept: ['http://{{host}}:9/a', 'http://{{host}}/b'],
  },
  {
    what: 'keeps links of other schemes to its own domain',
    requirements: ['BR-LINK-42'],
    hrefs: ['https://{{host}}/a', 'ftp://{{host}}/b'],
    kept: ['https://{{host}}/a', 'ftp://{{host}}/b'],
  },
  {
    what: 'keeps what leads to no host',
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
  // What is external is written in full.
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

/** What is left of them, and what is not. */
const left = (...links: readonly string[]) => ({
  links,
  absent: all.filter((link) => !links.includes(link)),
});

/** One page, and what is left of its links by the two switches. */
const switches: readonly LinkCase[] = [
  {
    title: 'lists external links when nothing is said about them',
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
    title: 'lists hidden links of the own domain when only external ones are left out',
    requirements: ['BR-LINK-4', 'BR-LINK-7'],
    page: mixed,
    request: { excludeExternalLinks: true },
    ...left('{{origin}}/own', '{{origin}}/hidden'),
  },
  {
    title: 'lists visible external links when only hidden ones are left out',
    requirements: ['BR-LINK-5', 'BR-LINK-6'],
    page: mixed,
    request: { visibleLinksOnly: true },
    ...left('{{origin}}/own', 'https://example.com/'),
  },
  {
    title: 'leaves out hidden and external links when both are',
    requirements: ['BR-LINK-5', 'BR-LINK-7'],
    page: mixed,
    request: { visibleLinksOnly: true, excludeExternalLinks: true },
    ...left('{{origin}}/own'),
  },
];

/** The page of the links below, by a name of this machine, which any name below `localhost` is. */
async function pageAt(t: TestContext, host: string): Promise<string> {
  const hrefs = domains.map(([, href]) => href);
  const site = await t.sharedSite('domains', getAnswers({ page: html(anchors(...hrefs)) }));
  const url = new URL(getPage(site));
  if (!isLoopbackHost(url.hostname)) t.skip('the host of pages has no subdomains here');
  url.hostname = host;
  return url.href;
}

const domains: readonly (readonly [title: string, href: string, kept: boolean])[] = [
  ['keeps its own domain', 'http://www.shop.localhost/a', true],
  ['keeps its own domain in other letters', 'http://WWW.Shop.LOCALHOST/b', true],
  ['leaves out a subdomain of its own domain', 'http://de.www.shop.localhost/', false],
  ['leaves out the domain above its own', 'http://shop.localhost/', false],
  ['leaves out a sibling of its domain', 'http://api.shop.localhost/', false],
];

/** A name that ends in that of the page belongs to somebody else. */
const endingTest: Test<KnownRequirementId> = {
  title: 'leaves out a domain whose name ends in its own when external links are left out',
  requirements: ['BR-LINK-7'],
  features: ['browser', 'pages'],
  run: async (t) => {
    const other = 'http://notwww.shop.localhost/';
    const site = await t.site(getAnswers({ page: html(anchors('/own', other)) }));
    const url = new URL(getPage(site));
    if (!isLoopbackHost(url.hostname)) t.skip('the host of pages has no subdomains here');
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

/** What is a domain of its own. */
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
        `what result has of ${link}`,
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
