import type { KnownRequirementId } from '../../spec/requirements.ts';
import { equal } from '../harness/assertions.ts';
import { defineSuite, type Test } from '../harness/suite.ts';
import { addedTagTests } from './added-tags.ts';
import { getLinks, html, type Members } from './rendering.ts';
import { type Questions, readDefaults, sayingPage, sayingScript, valuesIn } from './saying.ts';

const features = ['browser', 'pages'] as const;

/** Expressions that a page evaluates, and their expected values with these members of the request. */
interface Dialogue {
  readonly title: string;
  readonly requirements: readonly KnownRequirementId[];
  readonly atMost?: 'may';
  readonly request?: Members;
  readonly head?: string;
  /** Name of the site that it shares with a test of the same request and the same expressions. */
  readonly site?: string;
  /** Expressions, and their values. Without a value, the page must not report one. */
  readonly says: Readonly<Record<string, readonly [expression: string, expected?: string]>>;
}

/** A test of a page's values in a request with only a URL. */
const plain = ({
  title,
  requirements,
  says,
}: Pick<Dialogue, 'title' | 'requirements'> & {
  readonly says: Readonly<Record<string, string>>;
}): Test<KnownRequirementId> => ({
  title,
  requirements,
  features,
  run: async (t) => {
    const { values } = await readDefaults(t);
    equal(
      Object.fromEntries(Object.keys(says).map((name) => [name, values[name]])),
      says,
      "the page's values",
    );
  },
});

const dialogue = ({
  title,
  requirements,
  atMost,
  request,
  head = '',
  site,
  says,
}: Dialogue): Test<KnownRequirementId> => ({
  title,
  requirements,
  ...(atMost && { atMost }),
  features,
  run: async (t) => {
    const entries = Object.entries(says);
    const questions: Questions = Object.fromEntries(
      entries.map(([name, [expression]]) => [name, expression]),
    );
    const expected = Object.fromEntries(
      entries.flatMap(([name, [, value]]) => (value === undefined ? [] : [[name, value]])),
    );
    const answers = { '/': sayingPage(questions, head) };
    const { url } = site === undefined ? await t.site(answers) : await t.sharedSite(site, answers);
    const ask = () => getLinks(t, { url: `${url}/`, ...request });
    equal(valuesIn(await (site === undefined ? ask() : t.sharing(ask))), expected, "the page's values");
  },
});

const size = (width: number, height: number) =>
  ({ width: ['innerWidth', String(width)], height: ['innerHeight', String(height)] }) as const;

const touch = '"ontouchstart" in window && navigator.maxTouchPoints > 0';
const noPhone = { width: 390, height: 844, isMobile: false, hasTouch: false };
const noPhoneSays = { ...size(390, 844), touch: [touch, 'false'] } as const;
const mobileHead = '<meta name="viewport" content="width=device-width, initial-scale=1">';

const plainly = [
  plain({
    title: 'shows a page in a window of 1920 by 1080 pixels by default',
    requirements: ['BR-REQ-21'],
    says: { width: '1920', height: '1080', factor: '1', touch: 'false' },
  }),
  plain({
    title: 'shows a page with the media type screen by default',
    requirements: ['BR-REQ-13'],
    says: { screen: 'true', print: 'false' },
  }),
  plain({
    title: 'runs the scripts of a page by default',
    requirements: ['BR-REQ-34'],
    says: { ran: '2' },
  }),
];

const windows: readonly Dialogue[] = [
  {
    title: 'shows a page in the window of the request',
    requirements: ['BR-REQ-21'],
    request: { viewport: { width: 801, height: 603 } },
    says: {
      ...size(801, 603),
      factor: ['devicePixelRatio', '1'],
      query: ['matchMedia("(width: 801px) and (height: 603px)").matches', 'true'],
    },
  },
  ...[0.5, 2, 3].map(
    (deviceScaleFactor): Dialogue => ({
      title: `shows a page with a device scale factor of ${deviceScaleFactor}`,
      requirements: ['BR-REQ-23'],
      request: { viewport: { width: 400, height: 300, deviceScaleFactor } },
      says: { ...size(400, 300), factor: ['devicePixelRatio', String(deviceScaleFactor)] },
    }),
  ),
  {
    title: 'gives a page without a viewport meta tag a wider layout than the phone',
    requirements: ['BR-REQ-31'],
    request: { viewport: { width: 390, height: 844, isMobile: true } },
    says: { wide: ['document.documentElement.clientWidth > 390', 'true'], narrow: ['screen.width', '390'] },
  },
  {
    title: 'gives a page with a viewport meta tag the width of the phone',
    requirements: ['BR-REQ-31'],
    head: mobileHead,
    request: { viewport: { width: 390, height: 844, isMobile: true } },
    says: size(390, 844),
  },
  {
    title: 'gives a page the width of its window without isMobile',
    requirements: ['BR-REQ-31'],
    request: { viewport: noPhone },
    site: 'no-phone',
    says: noPhoneSays,
  },
  {
    title: 'emulates a touch screen with hasTouch',
    requirements: ['BR-REQ-32'],
    request: { viewport: { width: 390, height: 844, hasTouch: true } },
    says: { ...size(390, 844), touch: [touch, 'true'] },
  },
  {
    title: 'emulates no touch screen without hasTouch',
    requirements: ['BR-REQ-32'],
    request: { viewport: noPhone },
    site: 'no-phone',
    says: noPhoneSays,
  },
  ...(
    [
      [true, 'landscape'],
      [false, 'portrait'],
    ] as const
  ).map(
    ([isLandscape, orientation]): Dialogue => ({
      title: `shows a page in ${orientation} with isLandscape ${isLandscape}`,
      requirements: ['BR-REQ-53'],
      head: mobileHead,
      request: { viewport: { width: 500, height: 500, isMobile: true, isLandscape } },
      says: { orientation: ['screen.orientation.type', `${orientation}-primary`] },
    }),
  ),
];

const is = (query: string) => `matchMedia("${query}").matches`;

const media: readonly Dialogue[] = [
  ...(['print', 'screen'] as const).map(
    (emulateMediaType): Dialogue => ({
      title: `shows a page with the media type ${emulateMediaType}`,
      requirements: ['BR-REQ-13'],
      request: { emulateMediaType },
      head: '<style>@media print { html { --as: print } } @media screen { html { --as: screen } }</style>',
      says: {
        screen: [is('screen'), String(emulateMediaType === 'screen')],
        print: [is('print'), String(emulateMediaType === 'print')],
        style: ['getComputedStyle(document.documentElement).getPropertyValue("--as")', emulateMediaType],
      },
    }),
  ),
];

const scripts: readonly Dialogue[] = [
  {
    title: 'runs the scripts of a page if setJavaScriptEnabled is true',
    requirements: ['BR-REQ-34'],
    request: { setJavaScriptEnabled: true },
    says: { ran: ['1 + 1', '2'] },
  },
  {
    title: 'runs no script of a page if setJavaScriptEnabled is false',
    requirements: ['BR-REQ-20'],
    request: { setJavaScriptEnabled: false },
    says: { ran: ['1 + 1'] },
  },
];

/** A page that is slow to load and reports late, after other conditions of the request have begun. */
const slowly: Test<KnownRequirementId> = {
  title: 'keeps the settings of a request until a slow page is done',
  requirements: ['BR-REQ-13', 'BR-REQ-23', 'BR-REQ-32'],
  features,
  run: async (t) => {
    const questions = { print: is('print'), factor: 'devicePixelRatio', touch };
    const script = `setTimeout(() => { ${sayingScript(questions)} }, 1200);`;
    const site = await t.site({ '/': { body: html(`<script>${script}</script>`), delayMs: 1000 } });
    const links = await getLinks(t, {
      url: `${site.url}/`,
      emulateMediaType: 'print',
      viewport: { width: 400, height: 300, deviceScaleFactor: 2, hasTouch: true },
      waitForSelector: { selector: 'a' },
      waitForTimeout: 200,
    });
    equal(valuesIn(links), { print: 'true', factor: '2', touch: 'true' }, "the page's values");
  },
};

const loadless: Test<KnownRequirementId> = {
  title: 'neither runs nor loads added scripts if setJavaScriptEnabled is false',
  requirements: ['BR-REQ-20'],
  atMost: 'may',
  features,
  run: async (t) => {
    const site = await t.site({ '/': html('<a href="/in">in</a>'), '/added.js': sayingScript({ ran: '1' }) });
    const links = await getLinks(t, {
      url: `${site.url}/`,
      setJavaScriptEnabled: false,
      addScriptTag: [{ content: sayingScript({ ran: '1' }) }, { url: `${site.url}/added.js` }],
    });
    equal(links, [`${new URL(site.url).origin}/in`], 'result');
  },
};

/** The environment of a page: window, media type, scripts, and added tags. */
export const requestsWindowSuite = defineSuite('browser-rendering/requests-window', [
  ...plainly,
  ...windows.map(dialogue),
  ...media.map(dialogue),
  ...scripts.map(dialogue),
  slowly,
  loadless,
  ...addedTagTests,
]);
