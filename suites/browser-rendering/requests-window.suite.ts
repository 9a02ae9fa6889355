import type { KnownRequirementId } from '../../spec/requirements.ts';
import { equal, match, ok } from '../harness/assertions.ts';
import type { SiteAnswers } from '../harness/site-answer.ts';
import { defineSuite, type Test } from '../harness/suite.ts';
import { html } from './link-case.ts';
import { contentOf, linksOf, type Members } from './rendering.ts';
import { headerOf, hearPlain, type Questions, saidIn, sayingPage, sayingScript } from './saying.ts';

const features = ['browser', 'pages'] as const;

/** What a page is asked, and what it has to say when a request has these members. */
interface Dialogue {
  readonly title: string;
  readonly requirements: readonly KnownRequirementId[];
  readonly atMost?: 'may';
  readonly request?: Members;
  readonly head?: string;
  /** Name of the site that it has together with another which asks and is asked the same. */
  readonly site?: string;
  /** What it answers to which expression; nothing where it must not answer. */
  readonly says: Readonly<Record<string, readonly [expression: string, expected?: string]>>;
}

/** What a page says of itself that is asked for by its address alone. */
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
    const { said } = await hearPlain(t);
    equal(
      Object.fromEntries(Object.keys(says).map((name) => [name, said[name]])),
      says,
      'what the page says',
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
    const ask = () => linksOf(t, { url: `${url}/`, ...request });
    equal(saidIn(await (site === undefined ? ask() : t.sharing(ask))), expected, 'what the page says');
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
    title: 'shows a page in a window of 1920 by 1080 pixels when none is asked for',
    requirements: ['BR-REQ-21'],
    says: { width: '1920', height: '1080', factor: '1', touch: 'false' },
  }),
  plain({
    title: 'shows a page as on a screen when nothing is said about it',
    requirements: ['BR-REQ-13'],
    says: { screen: 'true', print: 'false' },
  }),
  plain({
    title: 'runs the scripts of a page when setJavaScriptEnabled is left out',
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
      title: `shows a page with ${deviceScaleFactor} pixels of the device for one of its own`,
      requirements: ['BR-REQ-23'],
      request: { viewport: { width: 400, height: 300, deviceScaleFactor } },
      says: { ...size(400, 300), factor: ['devicePixelRatio', String(deviceScaleFactor)] },
    }),
  ),
  {
    title: 'lays a page that says nothing of phones out wider than the phone that shows it',
    requirements: ['BR-REQ-31'],
    request: { viewport: { width: 390, height: 844, isMobile: true } },
    says: { wide: ['document.documentElement.clientWidth > 390', 'true'], narrow: ['screen.width', '390'] },
  },
  {
    title: 'lays a page that is made for phones out in the width of the phone',
    requirements: ['BR-REQ-31'],
    head: mobileHead,
    request: { viewport: { width: 390, height: 844, isMobile: true } },
    says: size(390, 844),
  },
  {
    title: 'lays a page out in the width of its window when it is no phone',
    requirements: ['BR-REQ-31'],
    request: { viewport: noPhone },
    site: 'no-phone',
    says: noPhoneSays,
  },
  {
    title: 'shows a page a touch screen when it has one',
    requirements: ['BR-REQ-32'],
    request: { viewport: { width: 390, height: 844, hasTouch: true } },
    says: { ...size(390, 844), touch: [touch, 'true'] },
  },
  {
    title: 'shows a page no touch screen when it has none',
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
      title: `shows a page as with the media type ${emulateMediaType}`,
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
    title: 'runs the scripts of a page when setJavaScriptEnabled is true',
    requirements: ['BR-REQ-34'],
    request: { setJavaScriptEnabled: true },
    says: { ran: ['1 + 1', '2'] },
  },
  {
    title: 'runs no script of a page when setJavaScriptEnabled is false',
    requirements: ['BR-REQ-20'],
    request: { setJavaScriptEnabled: false },
    says: { ran: ['1 + 1'] },
  },
];

/** A page that takes its time to load and then looks again, after whatever looks after it has begun to. */
const slowly: Test<KnownRequirementId> = {
  title: 'shows a page as it is asked to until it is done, however long that takes',
  requirements: ['BR-REQ-13', 'BR-REQ-23', 'BR-REQ-32'],
  features,
  run: async (t) => {
    const questions = { print: is('print'), factor: 'devicePixelRatio', touch };
    const script = `setTimeout(() => { ${sayingScript(questions)} }, 1200);`;
    const site = await t.site({ '/': { body: html(`<script>${script}</script>`), delayMs: 1000 } });
    const links = await linksOf(t, {
      url: `${site.url}/`,
      emulateMediaType: 'print',
      viewport: { width: 400, height: 300, deviceScaleFactor: 2, hasTouch: true },
      waitForSelector: { selector: 'a' },
      waitForTimeout: 200,
    });
    equal(saidIn(links), { print: 'true', factor: '2', touch: 'true' }, 'what the page says');
  },
};

const loadless: Test<KnownRequirementId> = {
  title: 'neither runs added scripts nor waits for them when setJavaScriptEnabled is false',
  requirements: ['BR-REQ-20'],
  atMost: 'may',
  features,
  run: async (t) => {
    const site = await t.site({ '/': html('<a href="/in">in</a>'), '/added.js': sayingScript({ ran: '1' }) });
    const links = await linksOf(t, {
      url: `${site.url}/`,
      setJavaScriptEnabled: false,
      addScriptTag: [{ content: sayingScript({ ran: '1' }) }, { url: `${site.url}/added.js` }],
    });
    equal(links, [`${new URL(site.url).origin}/in`], 'result');
  },
};

/** Pages to which a request adds scripts and styles, and what these find there. */
interface Added {
  readonly title: string;
  readonly requirements: readonly KnownRequirementId[];
  readonly page?: string;
  readonly files?: SiteAnswers;
  readonly request: (url: string) => Members;
  readonly says: Readonly<Record<string, string>>;
}

const say = sayingScript;
const colour = 'getComputedStyle(document.body).color';
const green = 'rgb(0, 128, 0)';
const blue = 'rgb(0, 0, 255)';

/** A script of a request that says which colour text has once styles are there. */
const sayColour = (request: Members): Members => ({
  ...request,
  waitForSelector: { selector: 'a.coloured' },
});
const colourPage = html(
  `<script>const look = () => {
    if (getComputedStyle(document.body).color !== 'rgb(0, 0, 0)') { ${say({ colour })} document.querySelector('a').className = 'coloured'; }
    else setTimeout(look, 20); }; look();</script>`,
);

/** Scripts of one request, each found out about by a test of its own. */
const addedScripts = (url: string): Members => ({
  addScriptTag: [
    {
      content: say({
        own: 'own',
        last: 'document.getElementById("last").textContent',
        state: 'document.readyState !== "loading"',
      }),
    },
    { url: `${url}/added.js` },
    { content: 'var order = ["first"]' },
    { url: `${url}/slow.js` },
    { content: 'order.push("last")' },
    { content: say({ order: 'order.join()' }) },
    { content: 'void 0', id: 'mine', type: 'text/javascript' },
    {
      content: say({
        type: 'document.getElementById("mine")?.type',
        tag: 'document.getElementById("mine")?.tagName',
      }),
    },
    { content: say({ data: '1' }), type: 'application/json', id: 'data' },
    { content: say({ there: 'document.getElementById("data") !== null' }) },
  ],
});

const scriptedSite: SiteAnswers = {
  '/': html('<h1>Shop</h1><script>var own = 7;</script><p id="last">end</p>'),
  '/added.js': say({ loaded: '40 + 2' }),
  '/slow.js': { body: 'order.push("loaded")', delayMs: 300 },
};

/** What these scripts find, and what none of them may say. */
const addedTogether: readonly {
  readonly title: string;
  readonly requirements: readonly KnownRequirementId[];
  readonly says: Readonly<Record<string, string | undefined>>;
}[] = [
  {
    title: 'runs an inline script in the page, once that is loaded',
    requirements: ['BR-REQ-49', 'BR-REQ-45'],
    says: { own: '7', last: 'end', state: 'true' },
  },
  {
    title: 'loads a script from its URL and runs it',
    requirements: ['BR-REQ-3'],
    says: { loaded: '42' },
  },
  {
    title: 'runs several scripts in their order, whether they are loaded or given',
    requirements: ['BR-REQ-3', 'BR-REQ-49'],
    says: { order: 'first,loaded,last' },
  },
  {
    title: 'gives an added script the id and the type of the request',
    requirements: ['BR-REQ-4'],
    says: { type: 'text/javascript', tag: 'SCRIPT' },
  },
  {
    title: 'does not run an added script of a type that is none of a script',
    requirements: ['BR-REQ-4'],
    says: { there: 'true', data: undefined },
  },
];

const addedTogetherTests = addedTogether.map(
  ({ title, requirements, says }): Test<KnownRequirementId> => ({
    title,
    requirements,
    features,
    run: async (t) => {
      const { url } = await t.sharedSite('scripted', scriptedSite);
      const said = saidIn(await t.sharing(() => linksOf(t, { url: `${url}/`, ...addedScripts(url) })));
      for (const [name, value] of Object.entries(says))
        equal(said[name], value, `what the page says of ${name}`);
    },
  }),
);

const added: readonly Added[] = [
  {
    title: 'runs an added module as one',
    requirements: ['BR-REQ-4'],
    files: { '/added.js': 'export const value = import.meta.url.endsWith("/added.js");' },
    request: (url) => ({
      addScriptTag: [
        {
          content: `import { value } from '${url}/added.js'; ${say({ module: 'value', own: 'this === undefined' })}`,
          type: 'module',
        },
      ],
      waitForSelector: { selector: 'a', timeout: 5000 },
    }),
    says: { module: 'true', own: 'true' },
  },
  {
    title: 'applies an inline style to the page',
    requirements: ['BR-REQ-50', 'BR-REQ-45'],
    page: colourPage,
    request: () => sayColour({ addStyleTag: [{ content: 'body { color: green }' }] }),
    says: { colour: green },
  },
  {
    title: 'applies a style sheet that it loads from its URL',
    requirements: ['BR-REQ-51'],
    page: colourPage,
    files: { '/added.css': 'body { color: blue }' },
    request: (url) => sayColour({ addStyleTag: [{ url: `${url}/added.css` }] }),
    says: { colour: blue },
  },
];

const addedTests = added.map(
  ({ title, requirements, page = html(''), files = {}, request, says }): Test<KnownRequirementId> => ({
    title,
    requirements,
    features,
    run: async (t) => {
      const site = await t.site({ ...files, '/': page });
      const links = await linksOf(t, { url: `${site.url}/`, ...request(site.url) });
      equal(saidIn(links), says, 'what the page says');
    },
  }),
);

const addedToHtml: readonly Test<KnownRequirementId>[] = [
  {
    title: 'lets the later of several styles win, those of the page included',
    requirements: ['BR-REQ-50', 'BR-REQ-45'],
    features: ['browser'],
    run: async (t) => {
      const page = html('<p>Shop</p>', '<style>body { color: red }</style>');
      const content = await contentOf(t, {
        html: page,
        addStyleTag: [{ content: 'body { color: blue }' }, { content: 'body { color: green }' }],
        waitForSelector: { selector: 'p' },
      });
      const places = ['red', 'blue', 'green'].map((name) => content.indexOf(`body { color: ${name} }`));
      ok(!places.includes(-1), `a style is missing from ${content}`);
      equal(
        [...places].sort((a, b) => a - b),
        places,
        'the places of the styles',
      );
    },
  },
  {
    title: 'runs an inline script in HTML that was submitted',
    requirements: ['BR-REQ-49'],
    features: ['browser'],
    run: async (t) => {
      const content = await contentOf(t, {
        html: html('<p>Shop</p>'),
        addScriptTag: [{ content: 'document.querySelector("p").textContent += " " + (6 * 7)' }],
      });
      match(content, /<p>Shop 42<\/p>/, 'the content');
    },
  },
  {
    title: 'asks for an added script with the headers of the request',
    requirements: ['BR-REQ-3', 'BR-REQ-19'],
    features,
    run: async (t) => {
      const site = await t.site({ '/': html(''), '/added.js': '' });
      await linksOf(t, {
        url: `${site.url}/`,
        setExtraHTTPHeaders: { 'x-touchstone': 'yes' },
        addScriptTag: [{ url: `${site.url}/added.js` }],
      });
      equal(headerOf(site, '/added.js', 'x-touchstone'), 'yes', 'the header x-touchstone');
    },
  },
];

/** In what a page is shown: its window, its media type, its scripts, and what a request adds to it. */
export const requestsWindowSuite = defineSuite({
  name: 'browser-rendering/requests-window',
  tests: [
    ...plainly,
    ...windows.map(dialogue),
    ...media.map(dialogue),
    ...scripts.map(dialogue),
    slowly,
    loadless,
    ...addedTogetherTests,
    ...addedTests,
    ...addedToHtml,
  ],
});
