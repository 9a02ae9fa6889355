import type { Level } from '../../spec/requirement.ts';
import type { KnownRequirementId } from '../../spec/requirements.ts';
import { equal } from '../harness/assertions.ts';
import { defineSuite, type Test, test } from '../harness/suite.ts';
import { getAnswers, getPage, hasLinks } from './link-case.ts';
import { getLinks, html, type Members } from './rendering.ts';
import { linksOfWay, type Sheet } from './way-sheet.ts';

/** A way in which the second of three links may be hidden. */
interface Way {
  readonly what: string;
  readonly requirements: readonly KnownRequirementId[];
  readonly atMost?: Level;
  /** HTML with a link to `/it`, or CSS for one with the id `it`. */
  readonly html?: string;
  readonly css?: string;
  /** Whether it would cover or move what else is on a page. */
  readonly alone?: boolean;
  /** Whether it is one by {@link asking}. */
  readonly asked?: boolean;
}

const plain = '<a id="it" href="/it">it</a>';

/** What a request says for the ways that are ways by it. */
const asking: Members = {
  emulateMediaType: 'print',
  viewport: { width: 400, height: 300 },
  addStyleTag: [{ content: '.shunned { display: none !important }' }],
};

const pageOfWay = ({ html: body = plain, css = '' }: Way) =>
  html(
    `<p><a href="/first">first</a></p><div id="around">${body}</div><p><a href="/last">last</a></p>`,
    `<style>${css}</style>`,
  );

/** An image map whose one area is a link. */
const area = `<map name="m"><area shape="rect" coords="0,0,20,20" href="/it" alt="it"></map>
      <img usemap="#m" width="40" height="40" alt="" src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7">`;

/** What hides a link from everybody. */
const hiding: readonly Way[] = [
  { what: 'that is not displayed', requirements: ['BR-LINK-5', 'BR-LINK-22'], css: '#it { display: none }' },
  {
    what: 'within what is not displayed',
    requirements: ['BR-LINK-5', 'BR-LINK-22'],
    css: '#around { display: none }',
  },
  { what: 'with the attribute hidden', requirements: ['BR-LINK-5'], html: '<a href="/it" hidden>it</a>' },
  {
    what: 'within what has the attribute hidden',
    requirements: ['BR-LINK-5'],
    html: `<section hidden><p>${plain}</p></section>`,
  },
  {
    what: 'that a script took out of display',
    requirements: ['BR-LINK-5'],
    html: `${plain}<script>document.querySelector('#it').style.display = 'none'</script>`,
  },
  {
    what: 'that a style of the request took out of display',
    requirements: ['BR-REQ-50'],
    html: '<a class="shunned" href="/it">it</a>',
    asked: true,
  },
  {
    what: 'in a dialog that is not open',
    requirements: ['BR-LINK-5'],
    html: `<dialog>${plain}</dialog>`,
  },
  ...[
    ['closed details', `<details><summary>more</summary><p>${plain}</p></details>`],
    [
      'details that a script closed',
      `<details open><summary>more</summary>${plain}</details><script>document.currentScript.previousElementSibling.open = false</script>`,
    ],
    ['what is hidden until it is found', `<div hidden="until-found">${plain}</div>`],
    ['contents that are not drawn', `<div style="content-visibility:hidden"><p>${plain}</p></div>`],
    [
      'contents that are not drawn, without a box',
      `<div style="content-visibility:hidden"><a style="display:contents" href="/it">it</a></div>`,
    ],
    [
      'closed details, without a box',
      '<details><summary>more</summary><a style="display:contents" href="/it">it</a></details>',
    ],
  ].map(([where, body]): Way => ({ what: `in ${where}`, requirements: ['BR-LINK-47'], html: body ?? '' })),
  {
    what: 'whose own contents are not drawn',
    requirements: ['BR-LINK-47'],
    css: '#it { display: block; content-visibility: hidden }',
  },
  {
    what: 'that is displayed in narrow windows alone',
    requirements: ['BR-LINK-22'],
    css: '@media (min-width: 700px) { #it { display: none } }',
  },
  {
    what: 'that is displayed in wide windows alone, in a narrow one',
    requirements: ['BR-LINK-22'],
    css: '@media (max-width: 700px) { #it { display: none } }',
    asked: true,
  },
  {
    what: 'that is displayed on screens alone, in print',
    requirements: ['BR-REQ-13'],
    css: '@media print { #it { display: none } }',
    asked: true,
  },
  {
    what: 'that is invisible by style',
    requirements: ['BR-LINK-5', 'BR-LINK-23'],
    css: '#it { visibility: hidden }',
  },
  {
    what: 'within what is invisible by style',
    requirements: ['BR-LINK-5', 'BR-LINK-23'],
    css: '#around { visibility: hidden }',
  },
  { what: 'that is collapsed', requirements: ['BR-LINK-23'], css: '#it { visibility: collapse }' },
  { what: 'without any text', requirements: ['BR-LINK-24'], html: '<a href="/it"></a>' },
  {
    what: 'whose box has no size',
    requirements: ['BR-LINK-24'],
    css: '#it { display: inline-block; width: 0; height: 0; overflow: hidden }',
  },
  {
    what: 'whose box has no width',
    requirements: ['BR-LINK-24'],
    css: '#it { display: block; width: 0; height: 20px; overflow: hidden }',
  },
  {
    what: 'that is the area of a picture which is not displayed',
    requirements: ['BR-LINK-33'],
    html: area.replace('<img', '<img hidden'),
  },
  {
    what: 'whose box has no height',
    requirements: ['BR-LINK-24'],
    css: '#it { display: block; height: 0; overflow: hidden }',
  },
];

/** What a visitor may not see at once, or not at all, and what still has its place on the page. */
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
    what: 'that was moved off the page',
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
    what: 'that is drawn once it comes into view',
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
    what: 'that lies under something else',
    requirements: ['BR-LINK-41'],
    html: `${plain}<div style="position:fixed;inset:0;background:white"></div>`,
    alone: true,
  },
  {
    what: 'that is visible within what is invisible by style',
    requirements: ['BR-LINK-23'],
    css: '#around { visibility: hidden } #it { visibility: visible }',
  },
  {
    what: 'that is displayed by a script',
    requirements: ['BR-LINK-5'],
    html: `<a id="it" href="/it" hidden>it</a><script>document.querySelector('#it').hidden = false</script>`,
  },
  {
    what: 'that is displayed in print alone, in print',
    requirements: ['BR-REQ-13'],
    css: '#it { display: none } @media print { #it { display: inline } }',
    asked: true,
  },
  {
    what: 'around a picture',
    requirements: ['BR-LINK-5'],
    html: '<a href="/it"><svg width="20" height="20"><rect width="20" height="20"/></svg></a>',
  },
  {
    what: 'that is the area of a picture',
    requirements: ['BR-LINK-33'],
    html: area,
  },
  {
    what: 'in a drawing',
    requirements: ['BR-LINK-34'],
    html: '<svg width="20" height="20"><a href="/it"><rect width="9" height="9"/></a></svg>',
  },
  {
    what: 'around a picture that floats',
    requirements: ['BR-LINK-46'],
    html: '<a href="/it"><svg style="float:left" width="20" height="20"><rect width="20" height="20"/></svg></a>',
  },
  {
    what: 'whose text stands out of a box without height',
    requirements: ['BR-LINK-46'],
    css: '#it { display: block; height: 0 }',
  },
  {
    what: 'that is displayed by what is in it alone',
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

/** Ways that need no page of their own, by whether the request says something for them. */
const onSheet = [...hiding, ...showing].filter(({ asked, alone }) => !asked && !alone);
const onAskedSheet = [...hiding, ...showing].filter(({ asked }) => asked);

const toWay = ({ html = plain, css = '' }: Way) => ({ html, css });
const sheet: Sheet = { name: 'ways', ways: onSheet.map(toWay), request: {} };
const askedSheet: Sheet = { name: 'asked-ways', ways: onAskedSheet.map(toWay), request: asking };

const paths = ['/first', '/it', '/last'];
const pickSeen = (all: readonly string[], seen: boolean) =>
  seen ? all : all.filter((link) => !link.endsWith('/it'));

/** Reads the links of a way with a value of the switch, and without it. */
function wayTest(way: Way, seen: boolean): Test<KnownRequirementId> {
  if (way.alone) return ownPageTest(way, seen);
  return way.asked
    ? sheetTest(way, seen, askedSheet, onAskedSheet.indexOf(way))
    : sheetTest(way, seen, sheet, onSheet.indexOf(way));
}

/** Whether by default a link is listed however it is hidden: not where a document leaves open that it is a link. */
const isListed = ({ asked, requirements }: Way) =>
  !asked && !requirements.some((id) => id === 'BR-LINK-33' || id === 'BR-LINK-34');

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
      title: 'lists hidden links when visibleLinksOnly is false, as when it is left out',
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
    test('BR-LINK-5', 'answers an empty list where no link is visible', async (t) => {
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
