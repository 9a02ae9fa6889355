import type { KnownRequirementId } from '../../spec/requirements.ts';
import { equal, mistaken, show } from '../harness/assertions.ts';
import { markdownOutline } from '../harness/markdown-tree.ts';
import { defineSuite, type Test } from '../harness/suite.ts';
import { html } from './link-case.ts';
import { type Members, resultOf } from './rendering.ts';

/** A page, and Markdown of the same syntax tree; `{{site}}` stands for the base URL of its site. */
interface Page {
  readonly title: string;
  readonly requirements: readonly KnownRequirementId[];
  readonly page: string;
  readonly request?: Members;
  readonly markdown: string;
}

const pages: readonly Page[] = [
  {
    title: 'writes headings, paragraphs and what is emphasised',
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
    title: 'leaves out scripts and styles',
    requirements: ['BR-MD-1'],
    page: html('<script>let a = 1</script><style>p { color: red }</style><p>Shop</p>'),
    markdown: 'Shop',
  },
  {
    title: 'writes what a script built, and not what it took away',
    requirements: ['BR-MD-2'],
    page: html(
      '<p id="gone">static</p><script>gone.remove(); document.body.append(document.createElement("h2")); document.querySelector("h2").append("Built")</script>',
    ),
    markdown: '## Built',
  },
  {
    title: 'writes what came later, where that is waited for',
    requirements: ['BR-MD-2'],
    page: html(
      '<script>setTimeout(() => { document.body.innerHTML = "<h2 id=late>Late</h2>" }, 150)</script>',
    ),
    request: { waitForSelector: { selector: '#late' } },
    markdown: '## Late',
  },
  {
    title: 'writes where links and pictures lead from anywhere',
    requirements: ['BR-MD-3'],
    page: html(
      '<p><a href="cart?a=1#b">Cart</a></p><p><a href="https://example.com/x">X</a></p><p><img src="p.png" alt="Pen"></p>',
    ),
    markdown: '[Cart]({{site}}/shop/cart?a=1#b)\n\n[X](https://example.com/x)\n\n![Pen]({{site}}/shop/p.png)',
  },
];

/** Without what some dialects have before the text. */
const withoutFrontMatter = (markdown: string) => markdown.replace(/^---\n[\s\S]*?\n---\n+/, '');

/** Pages as Markdown, compared by their syntax trees: how Markdown is spelt differs from writer to writer. */
export const renderedMarkdownSuite = defineSuite({
  name: 'browser-rendering/markdown',
  tests: pages.map(
    ({ title, requirements, page, request = {}, markdown }): Test<KnownRequirementId> => ({
      title,
      requirements,
      features: ['browser', 'pages'],
      run: async (t) => {
        const site = await t.site({ '/shop/': page });
        const body = { url: `${site.url}/shop/`, ...request };
        const result = await resultOf(t, 'browser-rendering.markdown.create', body);
        if (typeof result !== 'string') throw mistaken('result', result, 'a string');
        const expected = markdownOutline(markdown.replaceAll('{{site}}', site.url));
        equal(markdownOutline(withoutFrontMatter(result)), expected, `the syntax tree of ${show(result)}`);
      },
    }),
  ),
});
