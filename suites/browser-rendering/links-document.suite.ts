import { equal } from '../harness/assertions.ts';
import { defineSuite } from '../harness/suite.ts';
import { type LinkCase, linkTest, type SheetCase, sheetTests } from './link-case.ts';
import { getLinks, html } from './rendering.ts';

/** Anchors with these values of `href`, without double quotes. */
const anchors = (...hrefs: readonly string[]) =>
  hrefs.map((href, index) => `<a href="${href}">link ${index}</a>`).join('\n');

const addresses: readonly SheetCase[] = [
  {
    title: 'resolves relative links against the URL of the page',
    requirements: ['BR-LINK-11'],
    body: anchors('cart', './cart', '../help', '../../x', '/top', '?page=2', 'a/b/../c', '.', '..'),
    links: [
      '{{site}}/shop/cart',
      '{{site}}/shop/cart',
      '{{site}}/help',
      '{{origin}}/x',
      '{{origin}}/top',
      '{{page}}?page=2',
      '{{site}}/shop/a/c',
      '{{site}}/shop/',
      '{{site}}/',
    ],
  },
  {
    title: 'resolves a link without a scheme with that of the page',
    requirements: ['BR-LINK-11'],
    body: anchors('//cdn.example/x', '//cdn.example:8080'),
    links: ['http://cdn.example/x', 'http://cdn.example:8080/'],
  },
  {
    title: 'ends the root of a site with a slash',
    requirements: ['BR-LINK-12'],
    body: anchors('https://example.com', 'https://example.com?a=1', 'https://example.com#a'),
    links: ['https://example.com/', 'https://example.com/?a=1', 'https://example.com/#a'],
  },
  {
    title: 'writes scheme and host in lower case, and keeps the case of the path',
    requirements: ['BR-LINK-11'],
    body: anchors('HTTPS://WWW.Example.COM/Path/%7euser?Q=A#F'),
    links: ['https://www.example.com/Path/%7euser?Q=A#F'],
  },
  {
    title: 'omits the default port of the scheme, and keeps any other',
    requirements: ['BR-LINK-11'],
    body: anchors('http://example.com:80/', 'https://example.com:443/', 'https://example.com:80/'),
    links: ['http://example.com/', 'https://example.com/', 'https://example.com:80/'],
  },
  {
    title: 'keeps query strings as written',
    requirements: ['BR-LINK-13'],
    body: anchors('?q=a+b&amp;x=%2F&amp;empty=&amp;flag', '/s?redirect=https://example.com/?a=1&amp;;b'),
    links: ['{{page}}?q=a+b&x=%2F&empty=&flag', '{{origin}}/s?redirect=https://example.com/?a=1&;b'],
  },
  {
    title: 'keeps fragments, including those of the page itself',
    requirements: ['BR-LINK-14'],
    body: anchors('#top', 'page.html#top', '#', 'cart#a%20b', '#!/route?x=1'),
    links: ['{{page}}#top', '{{page}}#top', '{{page}}#', '{{site}}/shop/cart#a%20b', '{{page}}#!/route?x=1'],
  },
  {
    title: 'keeps the user information of a link',
    requirements: ['BR-LINK-11'],
    body: anchors('https://user:pass@example.com/a'),
    links: ['https://user:pass@example.com/a'],
  },
  {
    title: 'writes international names in Punycode, and encodes paths and queries',
    requirements: ['BR-LINK-11'],
    atMost: 'may',
    body: anchors('https://bücher.example/straße?q=ä ö#ü', 'two words'),
    links: [
      'https://xn--bcher-kva.example/stra%C3%9Fe?q=%C3%A4%20%C3%B6#%C3%BC',
      '{{site}}/shop/two%20words',
    ],
  },
  {
    title: 'strips white space around URLs, and line breaks within them',
    requirements: ['BR-LINK-11'],
    atMost: 'may',
    body: '<a href="  cart\n">1</a><a href="ca\n\tr\nt">2</a><a href="\thttps://example.com/ ">3</a>',
    links: ['{{site}}/shop/cart', '{{site}}/shop/cart', 'https://example.com/'],
  },
  {
    title: 'treats backslashes in web URLs as slashes',
    requirements: ['BR-LINK-11'],
    atMost: 'may',
    body: anchors('https:\\\\example.com\\a', 'b\\c'),
    links: ['https://example.com/a', '{{site}}/shop/b/c'],
  },
  {
    title: 'decodes the character references of a URL',
    requirements: ['BR-LINK-11'],
    body: anchors('a&amp;b', '&#x2F;c', 'd&#233;', 'e?f=1&g=2&copy=3'),
    links: ['{{site}}/shop/a&b', '{{origin}}/c', '{{site}}/shop/d%C3%A9', '{{site}}/shop/e?f=1&g=2&copy=3'],
  },
  {
    title: 'returns all of a long URL',
    requirements: ['BR-LINK-11'],
    body: anchors(`/long?${'0123456789'.repeat(1000)}`),
    links: [`{{origin}}/long?${'0123456789'.repeat(1000)}`],
  },
];

/** Effects of the document as a whole. */
const documents: readonly LinkCase[] = [
  {
    title: "encodes queries in the document's encoding",
    requirements: ['BR-LINK-11'],
    atMost: 'may',
    page: {
      headers: { 'content-type': 'text/html; charset=iso-8859-1' },
      // The letter is one byte in the document and in the query, but two in the path.
      body: new Uint8Array([...html('<a href="/\u00e9?q=\u00e9">x</a>', '')].map((c) => c.charCodeAt(0))),
    },
    links: ['{{origin}}/%C3%A9?q=%E9'],
  },
];

/** Effects of a `base` element. */
const bases: readonly LinkCase[] = [
  {
    title: 'resolves links against the base element',
    requirements: ['BR-LINK-20'],
    page: html(
      anchors('x?q=1#f', '/y', '#z', 'https://example.com/'),
      '<base href="https://cdn.example/a/b">',
    ),
    links: [
      'https://cdn.example/a/x?q=1#f',
      'https://cdn.example/y',
      'https://cdn.example/a/b#z',
      'https://example.com/',
    ],
  },
  {
    title: 'resolves an empty link to the base element',
    requirements: ['BR-LINK-20'],
    page: html(anchors(''), '<base href="https://cdn.example/a/b?c">'),
    links: ['https://cdn.example/a/b?c'],
  },
  {
    title: 'resolves a relative base element against the page',
    requirements: ['BR-LINK-20'],
    page: html(anchors('x'), '<base href="../media/">'),
    links: ['{{site}}/media/x'],
  },
  {
    title: 'uses the first base element with a URL',
    requirements: ['BR-LINK-20'],
    page: html(
      anchors('x'),
      '<base target="_blank"><base href="https://one.example/"><base href="https://two.example/">',
    ),
    links: ['https://one.example/x'],
  },
  {
    title: 'resolves links before the base element against it too',
    requirements: ['BR-LINK-20'],
    page: html(`${anchors('x')}<base href="https://cdn.example/">`),
    links: ['https://cdn.example/x'],
  },
];

/** Elements that are links, in all places. */
const elementParts: readonly SheetCase[] = [
  {
    title: 'lists links in document order',
    requirements: ['BR-LINK-15'],
    body: `<ul><li>${anchors('https://example.com/c')}<ul><li>${anchors('https://example.com/a')}</li></ul></li></ul>
      <div style="display:flex;flex-direction:row-reverse">${anchors('https://example.com/d', 'https://example.com/b')}</div>`,
    links: [
      'https://example.com/c',
      'https://example.com/a',
      'https://example.com/d',
      'https://example.com/b',
    ],
  },
  {
    title: 'lists a repeated link each time',
    requirements: ['BR-LINK-16'],
    body: anchors('cart', 'https://example.com/', 'cart', './cart', 'https://example.com/'),
    links: [
      '{{site}}/shop/cart',
      'https://example.com/',
      '{{site}}/shop/cart',
      '{{site}}/shop/cart',
      'https://example.com/',
    ],
  },
  {
    title: 'lists links of http and https, to other hosts and to sibling domains',
    requirements: ['BR-LINK-17', 'BR-LINK-6'],
    body: anchors('http://one.example/', 'https://one.example/', 'https://sub.one.example/'),
    links: ['http://one.example/', 'https://one.example/', 'https://sub.one.example/'],
  },
  {
    title: 'lists links in all places: tables, lists, buttons, headings, forms, navigation',
    requirements: ['BR-LINK-1'],
    body: `<nav><a href="/nav">n</a></nav><h1><a href="/h1">h</a></h1>
      <table><tr><td><a href="/td">t</a></td></tr></table><form><label><a href="/label">l</a></label></form>
      <button><a href="/button">b</a></button><p>text <em><a href="/em">e</a></em></p>`,
    links: [
      '{{origin}}/nav',
      '{{origin}}/h1',
      '{{origin}}/td',
      '{{origin}}/label',
      '{{origin}}/button',
      '{{origin}}/em',
    ],
  },
  {
    title: 'omits anchors without href',
    requirements: ['BR-LINK-32'],
    body: '<a>plain</a><a name="here">named</a><a id="there" role="link">role</a><a href="/cart">cart</a>',
    links: ['{{origin}}/cart'],
  },
  {
    title: 'omits links in template and noscript elements',
    requirements: ['BR-LINK-48'],
    body: '<template><a href="/template">t</a></template><noscript><a href="/noscript">n</a></noscript><a href="/cart">c</a>',
    links: ['{{origin}}/cart'],
  },
  {
    title: 'lists the areas of image maps among the other links',
    requirements: ['BR-LINK-33'],
    body: `${anchors('/before')}<map name="m"><area shape="rect" coords="0,0,9,9" href="area?x=1" alt="a">
      <area shape="rect" coords="0,0,5,5" alt="nowhere"></map><img usemap="#m" width="10" height="10" alt="">${anchors('/after')}`,
    links: ['{{origin}}/before', '{{site}}/shop/area?x=1', '{{origin}}/after'],
  },
  {
    title: 'lists the links of inline SVG, resolved like all others',
    requirements: ['BR-LINK-34'],
    body: `${anchors('/before')}<svg width="20" height="20"><a href="drawn"><rect width="9" height="9"/></a>
      <a xlink:href="older"><rect width="9" height="9"/></a></svg>
      ${anchors('/after')}`,
    links: ['{{origin}}/before', '{{site}}/shop/drawn', '{{site}}/shop/older', '{{origin}}/after'],
  },
  {
    title: 'omits the links of shadow roots, and lists slotted links',
    requirements: ['BR-LINK-36'],
    body: `<x-menu><template shadowrootmode="open"><a href="/shadow">s</a><slot></slot></template>
      <a href="/slotted">s</a></x-menu>${anchors('/cart')}`,
    links: ['{{origin}}/slotted', '{{origin}}/cart'],
  },
  {
    title: 'lists links for new windows and downloads, and inert ones',
    requirements: ['BR-LINK-1'],
    body: `<a href="/blank" target="_blank" rel="noopener nofollow">1</a><a href="/file.zip" download>2</a>
      <a href="/inert" inert>3</a><a href="/aria" aria-hidden="true" tabindex="-1">4</a><a href="/ping" ping="/p">5</a>`,
    links: [
      '{{origin}}/blank',
      '{{origin}}/file.zip',
      '{{origin}}/inert',
      '{{origin}}/aria',
      '{{origin}}/ping',
    ],
  },
];

/** Elements that are links, each on a page of its own. */
const elements: readonly LinkCase[] = [
  {
    title: 'lists anchors with any syntax of their tags',
    requirements: ['BR-LINK-1'],
    page: html(
      '<A HREF=\'/one\'>1</A><a  title=x href=/two>2</a><a\nhref\n=\n"/three"\n>3</a><a href=/four>4<a href=/five>5',
    ),
    links: ['{{origin}}/one', '{{origin}}/two', '{{origin}}/three', '{{origin}}/four', '{{origin}}/five'],
  },
  {
    title: 'omits URLs of elements other than links',
    requirements: ['BR-LINK-48'],
    page: html(
      `<a href="/cart">cart</a><img src="/i.png" alt=""><form action="/search"></form><span href="/span">s</span>
       <p>https://example.com/text <code>&lt;a href="/code"&gt;</code></p><!-- <a href="/comment">c</a> -->
       <textarea><a href="/area"></a></textarea>`,
      '<link rel="canonical" href="/canonical"><link rel="next" href="/next">',
    ),
    links: ['{{origin}}/cart'],
  },
  {
    title: 'omits the links of frames',
    requirements: ['BR-LINK-35'],
    page: html(
      `<iframe srcdoc="&lt;a href='/framed'&gt;f&lt;/a&gt;"></iframe><iframe src="frame.html"></iframe>${anchors('/cart')}`,
    ),
    files: { '/shop/frame.html': html('<a href="/framed">f</a>') },
    request: { gotoOptions: { waitUntil: 'load' } },
    links: ['{{origin}}/cart'],
  },
  {
    title: 'returns an empty list for a page without links',
    requirements: ['BR-LINK-9', 'BR-LINK-10'],
    page: html('<h1>Nothing leads anywhere</h1>'),
    links: [],
  },
  {
    title: 'returns an empty list for an empty page',
    requirements: ['BR-LINK-10'],
    page: { body: ' ', headers: { 'content-type': 'text/html' } },
    links: [],
  },
];

/** Which links a document has, and in which form. */
export const linksDocumentSuite = defineSuite('browser-rendering/links-document', [
  ...sheetTests('addresses', addresses),
  ...documents.map(linkTest),
  ...bases.map(linkTest),
  ...sheetTests('elements', elementParts),
  ...elements.map(linkTest),
  {
    title: 'lists ten thousand links in order',
    requirements: ['BR-LINK-15', 'BR-LINK-16'],
    features: ['browser', 'pages'],
    run: async (t) => {
      const paths = Array.from({ length: 10_000 }, (_, index) => `/item/${index % 4000}`);
      const site = await t.site({ '/': html(anchors(...paths)) });
      const { origin } = new URL(site.url);
      const found = await getLinks(t, { url: `${site.url}/` });
      equal(found.length, paths.length, 'the number of links');
      equal(
        found,
        paths.map((path) => origin + path),
        'result',
      );
    },
  },
]);
