import type { Level } from '../../spec/requirement.ts';
import type { KnownRequirementId } from '../../spec/requirements.ts';
import { equal } from '../harness/assertions.ts';
import { defineSuite, type Test, test } from '../harness/suite.ts';
import { getAnswers, getPage, hasLinks } from './link-case.ts';
import { getLinks, html, type Members } from './rendering.ts';
import { linksOfWay, type Sheet } from './way-sheet.ts';

/** A way to hide, or not to hide, the second of three links. */
interface Way {
  readonly what: string;
  readonly requirements: readonly KnownRequirementId[];
  readonly atMost?: Level;
  /** HTML with a link to `/it`, or CSS for one with the id `it`. */
  readonly html?: string;
  readonly css?: string;
  /** Whether it would cover or move other parts of the page. */
  readonly alone?: boolean;
  /** Whether it depends on {@link requestOfWays}. */
  readonly byRequest?: boolean;
}

const plain = '<a id="it" href="/it">it</a>';

/** Members of the request for the ways that depend on them. */
const requestOfWays: Members = {
  emulateMediaType: 'print',
  viewport: { width: 400, height: 300 },
  addStyleTag: [{ content: '.shunned { display: none !important }' }],
};

const pageOfWay = ({ html: body = plain, css = '' }: Way) =>
  html(
    `<p><a href="/first">first</a></p><div id="around">${body}</div><p><a href="/last">last</a></p>`,
    `<style>${css}</style>`,
  );

/** An image map with a link as its only area. */
const area = `<map name="m"><area shape="rect" coords="0,0,20,20" href="/it" alt="it"></map>
      <img usemap="#m" width="40" height="40" alt="" src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7">`;

/** Ways to hide a link from every visitor. */
const hiding: readonly Way[] = [
  { what: 'that is not displayed', requirements: ['BR-LINK-5', 'BR-LINK-22'], css: '#it { display: none }' },
  {
    what: 'within a parent that is not displayed',
    requirements: ['BR-LINK-5', 'BR-LINK-22'],
    css: '#around { display: none }',
  },
  { what: 'with the attribute hidden', requirements: ['BR-LINK-5'], html: '<a href="/it" hidden>it</a>' },
  {
    what: 'within a parent with the attribute hidden',
    requirements: ['BR-LINK-5'],
    html: `<section hidden><p>${plain}</p></section>`,
  },
  {
    what: 'that a script hid with display none',
    requirements: ['BR-LINK-5'],
    html: `${plain}<script>document.querySelector('#it').style.display = 'none'</script>`,
  },
  {
    what: 'that a style of the request hid with display none',
    requirements: ['BR-REQ-50'],
    html: '<a class="shunned" href="/it">it</a>',
    byRequest: true,
  },
  {
    what: 'in a closed dialog',
    requirements: ['BR-LINK-5'],
    html: `<dialog>${plain}</dialog>`,
  },
  ...[
    ['closed details', `<details><summary>more</summary><p>${plain}</p></details>`],
    [
      'details that a script closed',
      `<details open><summary>more</summary>${plain}</details><script>document.currentScript.previousElementSibling.open = false</script>`,
    ],
    ['a parent that is hidden until found', `<div hidden="until-found">${plain}</div>`],
    [
      'contents with content-visibility hidden',
      `<div style="content-visibility:hidden"><p>${plain}</p></div>`,
    ],
    [
      'contents with content-visibility hidden, without a box',
      `<div style="content-visibility:hidden"><a style="display:contents" href="/it">it</a></div>`,
    ],
    [
      'closed details, without a box',
      '<details><summary>more</summary><a style="display:contents" href="/it">it</a></details>',
    ],
  ].map(([where, body]): Way => ({ what: `in ${where}`, requirements: ['BR-LINK-47'], html: body ?? '' })),
  {
    what: 'with content-visibility hidden',
    requirements: ['BR-LINK-47'],
    css: '#it { display: block; content-visibility: hidden }',
  },
  {
    what: 'that is displayed only in narrow windows',
    requirements: ['BR-LINK-22'],
    css: '@media (min-width: 700px) { #it { display: none } }',
  },
  {
    what: 'that is displayed only in wide windows, in a narrow one',
    requirements: ['BR-LINK-22'],
    css: '@media (max-width: 700px) { #it { display: none } }',
    byRequest: true,
  },
  {
    what: 'that is displayed only on screens, in print',
    requirements: ['BR-REQ-13'],
    css: '@media print { #it { display: none } }',
    byRequest: true,
  },
  {
    what: 'with visibility hidden',
    requirements: ['BR-LINK-5', 'BR-LINK-23'],
    css: '#it { visibility: hidden }',
  },
  {
    what: 'within a parent with visibility hidden',
    requirements: ['BR-LINK-5', 'BR-LINK-23'],
    css: '#around { visibility: hidden }',
  },
  { what: 'that is collapsed', requirements: ['BR-LINK-23'], css: '#it { visibility: collapse }' },
  { what: 'without any text', requirements: ['BR-LINK-24'], html: '<a href="/it"></a>' },
  {
    what: 'with a box without a size',
    requirements: ['BR-LINK-24'],
    css: '#it { display: inline-block; width: 0; height: 0; overflow: hidden }',
  },
  {
    what: 'with a box without a width',
    requirements: ['BR-LINK-24'],
    css: '#it { display: block; width: 0; height: 20px; overflow: hidden }',
  },
  {
    what: 'that is the area of a hidden image',
    requirements: ['BR-LINK-33'],
    html: area.replace('<img', '<img hidden'),
  },
  {
    what: 'with a box without a height',
    requirements: ['BR-LINK-24'],
    css: '#it { display: block; height: 0; overflow: hidden }',
  },
];

/** Links that a visitor may not see, but that have a place on the page. */
const showing: readonly Way[] = [
  {
    what: 'below the fold',
    requirements: ['BR-LINK-25'],
    css: '#around { padding-top: 6000px }',
    alone: true,
  },
  {
    what: 'to the right of the window',
    requirements: ['BR-LINK-26'],
    css: '#it { position: absolute; left: 9000px }',
  },
  {
    what: 'that is moved off the page',
    requirements: ['BR-LINK-26'],
    css: '#it { position: absolute; left: -9999px }',
  },
  { what: 'that is transparent', requirements: ['BR-LINK-27'], css: '#it { opacity: 0 }' },
  {
    what: 'in the colour of its background',
    requirements: ['BR-LINK-27'],
    css: '#around { background: white } #it { color: white; text-decoration: none }',
  },
  {
    what: 'in the summary of closed details',
    requirements: ['BR-LINK-47'],
    html: `<details><summary>${plain}</summary>more</details>`,
  },
  {
    what: 'with content-visibility auto',
    requirements: ['BR-LINK-47'],
    css: '#around { content-visibility: auto }',
  },
  {
    what: 'within open details',
    requirements: ['BR-LINK-5'],
    html: `<details open><summary>more</summary>${plain}</details>`,
  },
  {
    what: 'that is clipped away',
    requirements: ['BR-LINK-41'],
    css: '#it { display: inline-block; clip-path: inset(100%) }',
  },
  {
    what: 'under another element',
    requirements: ['BR-LINK-41'],
    html: `${plain}<div style="position:fixed;inset:0;background:white"></div>`,
    alone: true,
  },
  {
    what: 'with visibility visible within a parent with visibility hidden',
    requirements: ['BR-LINK-23'],
    css: '#around { visibility: hidden } #it { visibility: visible }',
  },
  {
    what: 'that is displayed by a script',
    requirements: ['BR-LINK-5'],
    html: `<a id="it" href="/it" hidden>it</a><script>document.querySelector('#it').hidden = false</script>`,
  },
  {
    what: 'that is displayed only in print, in print',
    requirements: ['BR-REQ-13'],
    css: '#it { display: none } @media print { #it { display: inline } }',
    byRequest: true,
  },
  {
    what: 'around a picture',
    requirements: ['BR-LINK-5'],
    html: '<a href="/it"><svg width="20" height="20"><rect width="20" height="20"/></svg></a>',
  },
  {
    what: 'that is the area of an image',
    requirements: ['BR-LINK-33'],
    html: area,
  },
  {
    what: 'in a drawing',
    requirements: ['BR-LINK-34'],
    html: '<svg width="20" height="20"><a href="/it"><rect width="9" height="9"/></a></svg>',
  },
  {
    what: 'around a floating image',
    requirements: ['BR-LINK-46'],
    html: '<a href="/it"><svg style="float:left" width="20" height="20"><rect width="20" height="20"/></svg></a>',
  },
  {
    what: 'with text that overflows a box without a height',
    requirements: ['BR-LINK-46'],
    css: '#it { display: block; height: 0 }',
  },
  {
    what: 'with display contents',
    requirements: ['BR-LINK-46'],
    css: '#it { display: contents }',
  },
  {
    what: 'around a block',
    requirements: ['BR-LINK-5'],
    html: '<a href="/it"><div style="width:30px;height:30px">x</div></a>',
  },
  {
    what: 'that is hidden from assistive technology',
    requirements: ['BR-LINK-5'],
    atMost: 'may',
    html: '<a href="/it" aria-hidden="true">it</a>',
  },
];

/** Ways that can share a page, by whether they depend on the request. */
const onSheet = [...hiding, ...showing].filter(({ byRequest, alone }) => !byRequest && !alone);
const onRequestSheet = [...hiding, ...showing].filter(({ byRequest }) => byRequest);

const toWay = ({ html = plain, css = '' }: Way) => ({ html, css });
const sheet: Sheet = { name: 'ways', ways: onSheet.map(toWay), request: {} };
const requestSheet: Sheet = { name: 'asked-ways', ways: onRequestSheet.map(toWay), request: requestOfWays };

const paths = ['/first', '/it', '/last'];
const pickSeen = (all: readonly string[], seen: boolean) =>
  seen ? all : all.filter((link) => !link.endsWith('/it'));

/** Reads the links of a way with visibleLinksOnly, and without it. */
function wayTest(way: Way, seen: boolean): Test<KnownRequirementId> {
  if (way.alone) return ownPageTest(way, seen);
  return way.byRequest
    ? sheetTest(way, seen, requestSheet, onRequestSheet.indexOf(way))
    : sheetTest(way, seen, sheet, onSheet.indexOf(way));
}

/** Whether the link is listed by default: yes, unless it depends on the request or may not count as a link. */
const isListed = ({ byRequest, requirements }: Way) =>
  !byRequest && !requirements.some((id) => id === 'BR-LINK-33' || id === 'BR-LINK-34');

const getRequirements = (way: Way): readonly KnownRequirementId[] =>
  isListed(way) ? [...way.requirements, 'BR-LINK-4'] : way.requirements;

const toTitle = ({ what }: Way, seen: boolean) =>
  `${seen ? 'lists' : 'leaves out'} a link ${what} among visible links`;

function sheetTest(way: Way, seen: boolean, of: Sheet, at: number): Test<KnownRequirementId> {
  const { requirements, atMost } = way;
  return {
    title: toTitle(way, seen),
    requirements: getRequirements(way),
    ...(atMost && { atMost }),
    features: ['browser', 'pages'],
    run: async (t) => {
      const visible = await linksOfWay(t, of, at, true);
      for (const id of requirements) {
        await t.check(id, () => equal(visible, pickSeen(paths, seen), 'the links with visibleLinksOnly'));
      }
      if (!isListed(way)) return;
      await t.check('BR-LINK-4', async () => {
        equal(await linksOfWay(t, of, at, false), paths, 'the links without visibleLinksOnly');
      });
    },
  };
}

function ownPageTest(way: Way, seen: boolean): Test<KnownRequirementId> {
  const { requirements, atMost } = way;
  return {
    title: toTitle(way, seen),
    requirements: getRequirements(way),
    ...(atMost && { atMost }),
    features: ['browser', 'pages'],
    run: async (t) => {
      const site = await t.site(getAnswers({ page: pageOfWay(way) }));
      const { origin } = new URL(site.url);
      const all = paths.map((path) => origin + path);
      const page = getPage(site);
      const ask = (given: Members) => getLinks(t, { url: page, ...given });
      const visible = await ask({ visibleLinksOnly: true });
      for (const id of requirements) {
        await t.check(id, () => equal(visible, pickSeen(all, seen), 'result with visibleLinksOnly'));
      }
      await t.check('BR-LINK-4', async () => hasLinks(await ask({}), page, { wanted: all }));
    },
  };
}

/** Which links count as visible. */
export const linksVisibleSuite = defineSuite(
  { name: 'browser-rendering/links-visible', features: ['browser', 'pages'] },
  [
    ...hiding.map((way) => wayTest(way, false)),
    ...showing.map((way) => wayTest(way, true)),
    {
      title: 'lists hidden links if visibleLinksOnly is false, as by default',
      requirements: ['BR-LINK-4'],

      run: async (t) => {
        const site = await t.site(
          getAnswers({ page: pageOfWay({ what: '', requirements: [], css: '#it { display: none }' }) }),
        );
        const { origin } = new URL(site.url);
        const page = getPage(site);
        const links = await getLinks(t, { url: page, visibleLinksOnly: false });
        hasLinks(links, page, { wanted: paths.map((path) => origin + path) });
      },
    },
    test('BR-LINK-5', 'returns an empty list if no link is visible', async (t) => {
      const page = html('<div style="display:none"><a href="/a">a</a></div><a href="/b" hidden>b</a>');
      const site = await t.site(getAnswers({ page }));
      equal(await getLinks(t, { url: getPage(site), visibleLinksOnly: true }), [], 'result');
    }),
    {
      title: 'keeps order and repetition of visible links',
      requirements: ['BR-LINK-15', 'BR-LINK-16'],

      run: async (t) => {
        const page = html('<a href="/b">1</a><a href="/a">2</a><a href="/c" hidden>3</a><a href="/b">4</a>');
        const site = await t.site(getAnswers({ page }));
        const { origin } = new URL(site.url);
        const links = await getLinks(t, { url: getPage(site), visibleLinksOnly: true });
        equal(links, [`${origin}/b`, `${origin}/a`, `${origin}/b`], 'result');
      },
    },
  ],
);
