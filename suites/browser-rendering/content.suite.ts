import type { KnownRequirementId } from '../../spec/requirements.ts';
import { equal, match, ok, show } from '../harness/assertions.ts';
import type { SiteAnswer } from '../harness/page-sites.ts';
import { defineSuite, type Test } from '../harness/suite.ts';
import { html } from './link-case.ts';
import { askFor, contentOf, type Members } from './rendering.ts';

const content = 'browser-rendering.content.create';

/** A page, and what stands in its HTML once it is loaded, and what does not. */
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
    title: 'gives a page from its doctype to its end',
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
    title: 'gives characters of all kinds as they are shown',
    requirements: ['BR-CONT-1'],
    page: html('<p title="&quot;a&quot;">ünï 日本 😀 &amp; &lt;b&gt;</p>'),
    has: ['<p title="&quot;a&quot;">ünï 日本 😀 &amp; &lt;b&gt;</p>'],
  },
  {
    title: 'reads a page in the encoding that it says',
    requirements: ['BR-CONT-1'],
    atMost: 'may',
    page: {
      headers: { 'content-type': 'text/html; charset=windows-1252' },
      body: Uint8Array.from('<p>caf\u00e9 \u0080 5</p>', (character) => character.charCodeAt(0)),
    },
    has: ['<p>café € 5</p>'],
  },
  {
    title: 'gives what a script built, and not what it took away',
    requirements: ['BR-CONT-2'],
    page: html(
      '<p id="gone">static</p><script>gone.remove(); document.body.append(document.createElement("hr"));' +
        'document.title = "Changed"; document.body.dataset.state = "built"</script>',
    ),
    has: ['<hr>', '<title>Changed</title>', 'data-state="built"'],
    lacks: ['static', '<title>Shop</title>'],
  },
  {
    title: 'gives what a script built later, where that is waited for',
    requirements: ['BR-CONT-2'],
    page: html(
      '<script>setTimeout(() => { const p = document.createElement("p"); p.id = "late"; p.append("come"); document.body.append(p) }, 150)</script>',
    ),
    request: { waitForSelector: { selector: '#late' } },
    has: ['<p id="late">come</p>'],
  },
  {
    title: 'gives a page as it came where scripts do not run',
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
      const found = await contentOf(t, { url: `${site.url}/`, ...request });
      const missing = has.filter((part) => !found.includes(part));
      equal(missing, [], `what is missing from ${show(found)}`);
      const left = lacks.filter((part) => found.includes(part));
      equal(left, [], `what should not be in ${show(found)}`);
    },
  }),
);

/** The HTML of pages. */
export const contentSuite = defineSuite({
  name: 'browser-rendering/content',
  tests: [
    ...pageTests,
    {
      title: 'answers with a string in result, and with the doctype at its start',
      requirements: ['BR-CONT-1'],
      features: ['browser'],
      run: async (t) => {
        const reply = await askFor(t, content, { html: '<!doctype html><title>Shop</title><p>x</p>' });
        t.expectSuccess(reply, 'the content of HTML');
        equal(reply.headers.get('content-type')?.split(';')[0], 'application/json', 'the content type');
        const { success, result } = reply.body as { success?: unknown; result?: unknown }; // of any JSON object
        equal(success, true, 'success');
        match(result, /^<!doctype html>\s*<html>/i, 'result');
      },
    },
    {
      title: 'makes a whole page of a piece of HTML',
      requirements: ['BR-CONT-1'],
      features: ['browser'],
      run: async (t) => {
        const found = await contentOf(t, { html: '<p>One<p>Two' });
        match(found, /<html><head><\/head><body><p>One<\/p><p>Two<\/p><\/body><\/html>$/, 'result');
      },
    },
    {
      title: 'gives a page of two million characters whole',
      requirements: ['BR-CONT-1'],
      features: ['browser', 'pages'],
      run: async (t) => {
        const rows = Array.from({ length: 100_000 }, (_, row) => `<p>row ${row}</p>`).join('');
        // Nobody looks at it, so it need not be laid out.
        const site = await t.site({ '/': html(`<main hidden>${rows}<p>the end</p></main>`) });
        const found = await contentOf(t, { url: `${site.url}/` });
        ok(found.includes(rows), 'rows are missing');
        ok(found.includes('<p>the end</p>'), 'the end is missing');
      },
    },
  ],
});
