import { array, equal, object, ok, show } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite, test } from '../harness/suite.ts';
import { askFor, getResult, html, type Members, nothing } from './rendering.ts';

const scrape = 'browser-rendering.scrape.create';

const page = html(
  `<h1 id="top" class="big loud" data-n="1" hidden-not title="&quot;a&quot; &amp; b">The <b>Shop</b></h1>
  <p class="item">one</p><p class="item">two</p><p class="item">three</p>
  <div id="box"></div><div id="low"></div><span id="none" style="display: none">unseen</span>`,
  `<style>
    body { margin: 0 }
    #box { position: absolute; left: 30px; top: 40px; width: 120.5px; height: 50px }
    #low { position: absolute; left: 7px; top: 2400px; width: 10px; height: 20px }
  </style>`,
);

type Found = Readonly<Record<string, unknown>>;

/** The matches of selectors, in order. */
async function scraped(t: TestContext, selectors: readonly string[], body: Members = { html: page }) {
  const elements = selectors.map((selector) => ({ selector }));
  const result = array(await getResult(t, scrape, { ...body, elements }), 'result');
  equal(
    result.map((one) => object(one, 'an entry of result')['selector']),
    selectors,
    'the selectors of result',
  );
  return result.map((one): Found[] =>
    array(object(one, 'an entry of result')['results'], 'results').map((each) => object(each, 'a result')),
  );
}

/** The matches of all selectors in these tests, from one rendering. */
const wanted = [
  'p',
  'h1',
  '#box',
  'h1',
  '.item',
  'p:last-of-type',
  '.item:nth-of-type(2), h1',
  '#low',
  '#none',
] as const;

const everything = (t: TestContext) => t.sharing(() => scraped(t, wanted));

/** The only match of a selector. */
async function one(t: TestContext, selector: (typeof wanted)[number]): Promise<Found> {
  const found = (await everything(t))[wanted.indexOf(selector)] ?? [];
  equal(found.length, 1, `the number of results of ${selector}`);
  return found[0] ?? {};
}

const getTexts = (found: readonly Found[] | undefined) =>
  found?.map(({ text }) => (typeof text === 'string' ? text.trim() : text));

/** Matches of selectors on a page. */
export const scrapeSuite = defineSuite({ name: 'browser-rendering/scrape', features: ['browser'] }, [
  test('BR-SCRAPE-1', 'returns one entry for each requested element, in order', async (t) => {
    const found = await everything(t);
    equal(
      found.slice(0, 4).map(({ length }) => length),
      [3, 1, 1, 1],
      'the number of results in each',
    );
  }),
  {
    title: 'returns one result for each match of a selector, in document order',
    requirements: ['BR-SCRAPE-2', 'BR-SCRAPE-3'],

    run: async (t) => {
      const [items, last, either] = (await everything(t)).slice(wanted.indexOf('.item'));
      equal(getTexts(items), ['one', 'two', 'three'], 'the texts of .item');
      equal(getTexts(last), ['three'], 'the texts of the last');
      equal(getTexts(either), ['The Shop', 'two'], 'the texts of a list of selectors');
    },
  },
  test('BR-SCRAPE-3', 'returns the text of an element without its tags', async (t) => {
    const { text } = await one(t, 'h1');
    equal(text, 'The Shop', 'text');
  }),
  test('BR-SCRAPE-7', 'returns the HTML of an element', async (t) => {
    const { html: markup } = await one(t, 'h1');
    // One source has inner HTML, another outer HTML: Cloudflare docs, Browser Run Quick Actions.
    ok(
      typeof markup === 'string' && /^(?:<h1 [^>]*>)?The <b>Shop<\/b>(?:<\/h1>)?$/.test(markup),
      `html is ${show(markup)}, expected that of the heading`,
    );
  }),
  test('BR-SCRAPE-4', 'returns position and size of an element in pixels', async (t) => {
    const box = await one(t, '#box');
    equal(
      [box['left'], box['top'], box['width'], box['height']],
      [30, 40, 120.5, 50],
      'left, top, width and height',
    );
    const low = await one(t, '#low');
    equal(
      [low['left'], low['top'], low['width'], low['height']],
      [7, 2400, 10, 20],
      'those of an element below the fold',
    );
  }),
  {
    title: 'returns an element that is not displayed, with a size of 0',
    requirements: ['BR-SCRAPE-4'],

    run: async (t) => {
      const unseen = await one(t, '#none');
      equal([unseen['width'], unseen['height']], [0, 0], 'width and height');
    },
  },
  test('BR-SCRAPE-5', 'returns the attributes of an element in order', async (t) => {
    const { attributes } = await one(t, 'h1');
    equal(
      attributes,
      [
        { name: 'id', value: 'top' },
        { name: 'class', value: 'big loud' },
        { name: 'data-n', value: '1' },
        { name: 'hidden-not', value: '' },
        { name: 'title', value: '"a" & b' },
      ],
      'attributes',
    );
    const [bare] = (await scraped(t, ['b']))[0] ?? [];
    equal(bare?.['attributes'], [], 'the attributes of an element without any');
  }),
  {
    title: 'finds elements added by a script on the page of a URL',
    requirements: ['BR-SCRAPE-2', 'BR-SCRAPE-3'],
    features: ['browser', 'pages'],
    run: async (t) => {
      const script = 'document.body.innerHTML = "<ul><li>a</li><li>b</li></ul>"';
      const site = await t.site({ '/': html(`<li>static</li><script>${script}</script>`) });
      const [items] = await scraped(t, ['li'], { url: `${site.url}/` });
      equal(getTexts(items), ['a', 'b'], 'the texts of li');
    },
  },
  test('BR-SCRAPE-8', 'returns no results for a selector without a match', async (t) => {
    const [none, some] = await scraped(t, ['#nobody', 'h1']);
    equal(none, [], 'the results of #nobody');
    equal(some?.length, 1, 'the number of results for h1');
  }),
  test('BR-SCRAPE-9', 'refuses an invalid selector', (t) =>
    t.refused({
      shape: 'own',
      good: () => askFor(t, scrape, { html: page, elements: [{ selector: 'p' }] }),
      shared: true,
      bad: ['##', 'h1[', ':nobody-knows', '1a'].map((selector) => ({
        what: `with ${selector}`,
        send: () => askFor(t, scrape, { html: page, elements: [{ selector: 'p' }, { selector }] }),
      })),
      snapshot: nothing,
    }),
  ),
]);
