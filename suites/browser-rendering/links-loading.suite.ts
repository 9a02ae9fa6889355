import type { KnownRequirementId } from '../../spec/requirements.ts';
import { equal } from '../harness/assertions.ts';
import { redirectTo, type SiteAnswers } from '../harness/page-sites.ts';
import { defineSuite, type Test } from '../harness/suite.ts';
import { type LinkCase, linkTest, type SheetCase, sheetTests } from './link-case.ts';
import { getLinks, html } from './rendering.ts';

/** A script at the end of a page with one link. */
const scripted = (script: string) => html(`<a id="own" href="/own">own</a><script>${script}</script>`);

const add = (path: string) =>
  `document.body.insertAdjacentHTML('beforeend', '<a class="late" href="${path}">late</a>');`;

/** The same for a part of a page, with a link that has its own id. */
const scriptedPart = (id: string, script: string) =>
  `<a id="${id}" href="/own">own</a><script>${script}</script>`;

/** A script that adds a link after an element. */
const addBehind = (element: string, path: string) =>
  `${element}.insertAdjacentHTML('afterend', '<a href="${path}">late</a>');`;

/** Effects of scripts on the links around them. */
const scriptedParts: readonly SheetCase[] = [
  {
    title: 'lists a link that a script built from elements',
    requirements: ['BR-LINK-2'],
    body: scriptedPart(
      'built',
      "{ const a = document.createElement('a'); a.href = 'built?by=' + (1 + 1); a.append('x'); document.getElementById('built').before(a); }",
    ),
    links: ['{{site}}/shop/built?by=2', '{{origin}}/own'],
  },
  {
    title: 'lists links that a script wrote as HTML',
    requirements: ['BR-LINK-2'],
    body: scriptedPart(
      'wrote',
      `document.write('<a href="/written">w</a>'); ${addBehind('document.currentScript.nextElementSibling', '/inserted')}`,
    ),
    links: ['{{origin}}/own', '{{origin}}/written', '{{origin}}/inserted'],
  },
  {
    title: 'lists links added by an external script',
    requirements: ['BR-LINK-2'],
    body: '<a href="/own">own</a><script src="menu.js"></script>',
    links: ['{{origin}}/own', '{{origin}}/menu'],
  },
  {
    title: 'lists links added by a module',
    requirements: ['BR-LINK-2'],
    body: '<a id="module" href="/own">own</a><script type="module" src="main.js"></script>',
    links: ['{{origin}}/own', '{{origin}}/imported'],
  },
  {
    title: 'lists a link with the target that a script set',
    requirements: ['BR-LINK-2'],
    body: scriptedPart('led', "document.getElementById('led').href = '/changed';"),
    links: ['{{origin}}/changed'],
  },
];

/** Files that their page loads. */
const scriptFiles: SiteAnswers = {
  '/shop/menu.js': addBehind('document.currentScript', '/menu'),
  '/shop/main.js': `import { path } from './path.js'; ${addBehind("document.getElementById('module')", "' + path + '")}`,
  '/shop/path.js': "export const path = '/imported';",
};

/** Effects of scripts on a whole page, and which of them the request waits for. */
const scripts: readonly LinkCase[] = [
  {
    title: 'returns links as in the document, even if scripts changed the prototypes',
    requirements: ['BR-LINK-39'],
    page: scripted(
      'document.querySelectorAll = () => []; Document.prototype.querySelectorAll = () => [];' +
        "Object.defineProperty(HTMLAnchorElement.prototype, 'href', { get: () => 'https://forged.example/' });" +
        "Array.prototype.map = () => ['https://forged.example/'];",
    ),
    links: ['{{origin}}/own'],
  },
  {
    title: 'resolves links against the URL that a script gave the page',
    requirements: ['BR-LINK-11'],
    atMost: 'may',
    page: html('<a href="x">x</a><script>history.pushState(null, "", "/else/where/");</script>'),
    links: ['{{origin}}/else/where/x'],
  },
  {
    title: 'lists only the links in the source if scripts are disabled',
    requirements: ['BR-REQ-20'],
    page: html(
      `<a href="/own">own</a><noscript><a href="/noscript">n</a></noscript><script>${add('/late')}</script>`,
    ),
    request: { setJavaScriptEnabled: false },
    links: ['{{origin}}/own', '{{origin}}/noscript'],
  },
  {
    title: 'waits for a late link by its selector',
    requirements: ['BR-REQ-24'],
    page: scripted(`setTimeout(() => { ${add('/late')} }, 400);`),
    request: { waitForSelector: { selector: 'a.late' } },
    links: ['{{origin}}/own', '{{origin}}/late'],
  },
  {
    title: 'waits for a late link for the requested time',
    requirements: ['BR-REQ-27'],
    page: scripted(`setTimeout(() => { ${add('/late')} }, 300);`),
    request: { waitForTimeout: 1500 },
    links: ['{{origin}}/own', '{{origin}}/late'],
  },
  {
    title: 'lists links from a request of the page once the network is idle',
    requirements: ['BR-REQ-47'],
    page: scripted(`fetch('more.html').then((r) => r.text()).then((more) => { ${add("' + more + '")} });`),
    files: { '/shop/more.html': { body: '/fetched', delayMs: 300 } },
    request: { gotoOptions: { waitUntil: 'networkidle0' } },
    links: ['{{origin}}/own', '{{origin}}/fetched'],
  },
  {
    title: 'does not wait for late links by default',
    requirements: ['BR-REQ-18'],
    page: scripted(`setTimeout(() => { ${add('/late')} }, 5000);`),
    links: ['{{origin}}/own'],
  },
];

const anchors = '<a href="next">next</a><a href="/top">top</a>';

/** Kinds of documents and answers. */
const documents: readonly LinkCase[] = [
  ...[404, 500].map(
    (status): LinkCase => ({
      title: `lists the links of an error page with status ${status}`,
      requirements: ['BR-LINK-44'],
      page: { status, body: html(anchors) },
      links: ['{{site}}/shop/next', '{{origin}}/top'],
    }),
  ),
  {
    title: 'lists the links of an XHTML document',
    requirements: ['BR-LINK-1'],
    atMost: 'may',
    page: {
      headers: { 'content-type': 'application/xhtml+xml' },
      body: `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>x</title></head><body>${anchors}</body></html>`,
    },
    links: ['{{site}}/shop/next', '{{origin}}/top'],
  },
  {
    title: 'lists the links of an SVG document',
    requirements: ['BR-LINK-34'],
    page: {
      headers: { 'content-type': 'image/svg+xml' },
      body: '<svg xmlns="http://www.w3.org/2000/svg"><a href="next"><rect width="9" height="9"/></a></svg>',
    },
    links: ['{{site}}/shop/next'],
  },
  {
    title: 'finds no links in plain text',
    requirements: ['BR-LINK-1'],
    atMost: 'may',
    page: { headers: { 'content-type': 'text/plain' }, body: `${anchors} https://example.com/` },
    links: [],
  },
  {
    title: 'finds no links in JSON',
    requirements: ['BR-LINK-1'],
    atMost: 'may',
    page: { headers: { 'content-type': 'application/json' }, body: JSON.stringify({ html: anchors }) },
    links: [],
  },
  {
    title: 'finds no links in an SVG document without any',
    requirements: ['BR-LINK-1'],
    atMost: 'may',
    page: {
      headers: { 'content-type': 'image/svg+xml' },
      body: '<svg xmlns="http://www.w3.org/2000/svg"><rect width="9" height="9"/></svg>',
    },
    links: [],
  },
];

/** A page behind redirects. */
const redirects: readonly Test<KnownRequirementId>[] = (
  [
    ['one redirect', { '/start': redirectTo('shop/final') }],
    ['a permanent redirect', { '/start': redirectTo('shop/final', 308) }],
    [
      'several redirects',
      { '/start': redirectTo('a/b'), '/a/b': redirectTo('../c', 301), '/c': redirectTo('shop/final', 307) },
    ],
  ] as const
).map(([what, files]) => ({
  title: `resolves links against the final URL after ${what}`,
  requirements: ['BR-LINK-11'],
  features: ['browser', 'pages'],
  run: async (t) => {
    const site = await t.site({ ...files, '/shop/final': html('<a href="next">n</a>') });
    const links = await getLinks(t, { url: `${site.url}/start` });
    equal(links, [`${site.url}/shop/next`], 'result');
  },
}));

const finalHost: Test<KnownRequirementId> = {
  title: 'uses the final host after a redirect as that of the page',
  requirements: ['BR-LINK-31'],
  features: ['browser', 'pages'],
  run: async (t) => {
    const links = (url: string) => html(`<a href="own">o</a><a href="${url}/first">f</a>`);
    const final = await t.site((url) => ({ '/final': links(url) }));
    const { elsewhere } = final;
    if (elsewhere === null) return t.skip('pages have only one host here');
    const first = await t.site({ '/': redirectTo(`${elsewhere}/final`) });
    const found = await getLinks(t, { url: `${first.url}/`, excludeExternalLinks: true });
    equal(found, [`${elsewhere}/own`], 'result');
  },
};

/** Links that depend on how a page is loaded. */
export const linksLoadingSuite = defineSuite('browser-rendering/links-loading', [
  ...sheetTests('scripts', scriptedParts, { files: scriptFiles }),
  ...scripts.map(linkTest),
  ...documents.map(linkTest),
  ...redirects,
  finalHost,
]);
