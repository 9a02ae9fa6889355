import type { KnownRequirementId } from '../../spec/requirements.ts';
import { equal, match, mistaken, ok, show } from '../harness/assertions.ts';
import { markdownOutline } from '../harness/markdown-tree.ts';
import type { SiteAnswer } from '../harness/page-sites.ts';
import { defineSuite, type Test, test } from '../harness/suite.ts';
import { askFor, getContent, getResult, html, type Members } from './rendering.ts';

const content = 'browser-rendering.content.create';

/** A page, and parts that its HTML must contain, or must not, once it is loaded. */
interface Page {
  readonly title: string;
  readonly requirements: readonly KnownRequirementId[];
  readonly atMost?: 'may';
  readonly page: string | SiteAnswer;
  readonly request?: Members;
  readonly has?: readonly string[];
  readonly lacks?: readonly string[];
}

const pages: readonly Page[] = [
  {
    title: 'returns a page from its doctype to its end',
    requirements: ['BR-CONT-1'],
    page: html('<main id="top"><h1>Shop</h1></main><!-- a remark -->', '<meta name="robots" content="none">'),
    has: [
      '<html lang="en">',
      '<head>',
      '<meta name="robots" content="none">',
      '<title>Shop</title>',
      '</head>',
      '<main id="top"><h1>Shop</h1></main>',
      '<!-- a remark -->',
      '</body></html>',
    ],
  },
  {
    title: 'returns characters of all kinds unchanged',
    requirements: ['BR-CONT-1'],
    page: html('<p title="&quot;a&quot;">ünï 日本 😀 &amp; &lt;b&gt;</p>'),
    has: ['<p title="&quot;a&quot;">ünï 日本 😀 &amp; &lt;b&gt;</p>'],
  },
  {
    title: 'reads a page in its declared encoding',
    requirements: ['BR-CONT-1'],
    atMost: 'may',
    page: {
      headers: { 'content-type': 'text/html; charset=windows-1252' },
      body: Uint8Array.from('<p>caf\u00e9 \u0080 5</p>', (character) => character.charCodeAt(0)),
    },
    has: ['<p>café € 5</p>'],
  },
  {
    title: 'returns elements added by a script, and not those it removed',
    requirements: ['BR-CONT-2'],
    page: html(
      '<p id="gone">static</p><script>gone.remove(); document.body.append(document.createElement("hr"));' +
        'document.title = "Changed"; document.body.dataset.state = "built"</script>',
    ),
    has: ['<hr>', '<title>Changed</title>', 'data-state="built"'],
    lacks: ['static', '<title>Shop</title>'],
  },
  {
    title: 'returns elements that a script adds later, if the request waits for them',
    requirements: ['BR-CONT-2'],
    page: html(
      '<script>setTimeout(() => { const p = document.createElement("p"); p.id = "late"; p.append("come"); document.body.append(p) }, 150)</script>',
    ),
    request: { waitForSelector: { selector: '#late' } },
    has: ['<p id="late">come</p>'],
  },
  {
    title: 'returns a page without script changes if scripts are disabled',
    requirements: ['BR-CONT-1'],
    atMost: 'may',
    page: html('<script>document.body.append("built")</script><noscript><p>plain</p></noscript>'),
    request: { setJavaScriptEnabled: false },
    has: ['<p>plain</p>'],
    lacks: ['</script>built'],
  },
];

const pageTests = pages.map(
  ({ title, requirements, atMost, page, request = {}, has = [], lacks = [] }): Test<KnownRequirementId> => ({
    title,
    requirements,
    ...(atMost && { atMost }),
    features: ['browser', 'pages'],
    run: async (t) => {
      const site = await t.site({ '/': page });
      const found = await getContent(t, { url: `${site.url}/`, ...request });
      const missing = has.filter((part) => !found.includes(part));
      equal(missing, [], `what is missing from ${show(found)}`);
      const left = lacks.filter((part) => found.includes(part));
      equal(left, [], `what is left in ${show(found)}`);
    },
  }),
);

/** The HTML of pages. */
export const contentSuite = defineSuite({ name: 'browser-rendering/content', features: ['browser'] }, [
  ...pageTests,
  test('BR-CONT-1', 'answers with a string in result that starts with the doctype', async (t) => {
    const reply = await askFor(t, content, { html: '<!doctype html><title>Shop</title><p>x</p>' });
    t.expectSuccess(reply, 'the content of HTML');
    equal(reply.headers.get('content-type')?.split(';')[0], 'application/json', 'the content type');
    const { success, result } = reply.body as { success?: unknown; result?: unknown }; // of any JSON object
    equal(success, true, 'success');
    match(result, /^<!doctype html>\s*<html>/i, 'result');
  }),
  test('BR-CONT-1', 'completes a fragment of HTML to a page', async (t) => {
    const found = await getContent(t, { html: '<p>One<p>Two' });
    match(found, /<html><head><\/head><body><p>One<\/p><p>Two<\/p><\/body><\/html>$/, 'result');
  }),
  {
    title: 'returns all of a page with two million characters',
    requirements: ['BR-CONT-1'],
    features: ['browser', 'pages'],
    run: async (t) => {
      const rows = Array.from({ length: 100_000 }, (_, row) => `<p>row ${row}</p>`).join('');
      // The rows are hidden, so that they need no layout.
      const site = await t.site({ '/': html(`<main hidden>${rows}<p>the end</p></main>`) });
      const found = await getContent(t, { url: `${site.url}/` });
      ok(found.includes(rows), 'rows are missing');
      ok(found.includes('<p>the end</p>'), 'the end is missing');
    },
  },
]);

/** A page, and Markdown with the same syntax tree; `{{site}}` stands for the base URL of its site. */
interface PageMarkdown {
  readonly title: string;
  readonly requirements: readonly KnownRequirementId[];
  readonly page: string;
  readonly request?: Members;
  readonly markdown: string;
}

const pagesOfMarkdown: readonly PageMarkdown[] = [
  {
    title: 'writes headings, paragraphs and emphasis',
    requirements: ['BR-MD-1'],
    page: html('<h1>Shop</h1><p>Some <b>bold</b> and <em>leaning</em> words.</p><h3>More</h3><p>Next</p>'),
    markdown: '# Shop\n\nSome **bold** and *leaning* words.\n\n### More\n\nNext',
  },
  {
    title: 'writes lists, quotes and code',
    requirements: ['BR-MD-1'],
    page: html(
      '<ul><li>one</li><li>two</li></ul><ol><li>first</li></ol><blockquote><p>said</p></blockquote><pre><code>x = 1\ny = 2\n</code></pre><p>a <code>b</code></p>',
    ),
    markdown: '- one\n- two\n\n1. first\n\n> said\n\n```\nx = 1\ny = 2\n```\n\na `b`',
  },
  {
    title: 'writes a table',
    requirements: ['BR-MD-1'],
    page: html(
      '<table><thead><tr><th>Name</th><th>Price</th></tr></thead><tbody><tr><td>Pen</td><td>2</td></tr></tbody></table>',
    ),
    markdown: '| Name | Price |\n| --- | --- |\n| Pen | 2 |',
  },
  {
    title: 'omits scripts and styles',
    requirements: ['BR-MD-1'],
    page: html('<script>let a = 1</script><style>p { color: red }</style><p>Shop</p>'),
    markdown: 'Shop',
  },
  {
    title: 'writes elements added by a script, and not those it removed',
    requirements: ['BR-MD-2'],
    page: html(
      '<p id="gone">static</p><script>gone.remove(); document.body.append(document.createElement("h2")); document.querySelector("h2").append("Built")</script>',
    ),
    markdown: '## Built',
  },
  {
    title: 'writes elements added later, if the request waits for them',
    requirements: ['BR-MD-2'],
    page: html(
      '<script>setTimeout(() => { document.body.innerHTML = "<h2 id=late>Late</h2>" }, 150)</script>',
    ),
    request: { waitForSelector: { selector: '#late' } },
    markdown: '## Late',
  },
  {
    title: 'writes absolute URLs of links and images',
    requirements: ['BR-MD-3'],
    page: html(
      '<p><a href="cart?a=1#b">Cart</a></p><p><a href="https://example.com/x">X</a></p><p><img src="p.png" alt="Pen"></p>',
    ),
    markdown: '[Cart]({{site}}/shop/cart?a=1#b)\n\n[X](https://example.com/x)\n\n![Pen]({{site}}/shop/p.png)',
  },
];

/** Markdown without front matter, which some dialects add. */
const withoutFrontMatter = (markdown: string) => markdown.replace(/^---\n[\s\S]*?\n---\n+/, '');

/** Pages as Markdown, compared by syntax tree, because writers spell Markdown differently. */
export const renderedMarkdownSuite = defineSuite(
  'browser-rendering/markdown',
  pagesOfMarkdown.map(
    ({ title, requirements, page, request = {}, markdown }): Test<KnownRequirementId> => ({
      title,
      requirements,
      features: ['browser', 'pages'],
      run: async (t) => {
        const site = await t.site({ '/shop/': page });
        const body = { url: `${site.url}/shop/`, ...request };
        const result = await getResult(t, 'browser-rendering.markdown.create', body);
        if (typeof result !== 'string') throw mistaken('result', result, 'a string');
        const expected = markdownOutline(markdown.replaceAll('{{site}}', site.url));
        equal(markdownOutline(withoutFrontMatter(result)), expected, `the syntax tree of ${show(result)}`);
      },
    }),
  ),
);
