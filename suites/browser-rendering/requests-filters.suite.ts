import type { KnownRequirementId } from '../../spec/requirements.ts';
import { resourceTypes } from '../../spec/services/browser-rendering/schemas/page.ts';
import { equal } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import type { Site, SiteAnswers } from '../harness/page-sites.ts';

import { defineSuite, type Test } from '../harness/suite.ts';
import { getLinks, html, type Members } from './rendering.ts';
import { getPaths } from './saying.ts';

const features = ['browser', 'pages'] as const;

/** One resource of each type that a page can request, with its path. */
const resources = {
  stylesheet: '/style.css',
  image: '/image.gif',
  media: '/film.mp4',
  font: '/font.ttf',
  script: '/code.js',
  texttrack: '/words.vtt',
  xhr: '/xhr.txt',
  fetch: '/data.json',
  eventsource: '/events',
  ping: '/beacon',
} as const;

type Resource = keyof typeof resources;

const names = Object.keys(resources) as Resource[]; // Object.keys forgets the names

/** Attributes that report when an element has loaded or failed. */
const telling = 'onload="came(this)" onerror="came(this)"';

/**
 * A page that requests all of them. It has an element with the id `settled` once each has loaded or failed, or after a
 * time that suffices even on a busy machine. Beacons only show up in the browser's timings.
 */
const page = html(
  `<img src="image.gif" alt="" ${telling}><p style="font-family: Own">text</p>
  <video src="film.mp4" preload="auto" ${telling}><track default kind="captions" src="words.vtt" ${telling}></video>
  <script src="code.js" ${telling}></script>
  <script>
    const cameTo = (what) => () => came(what);
    fetch('data.json').then(cameTo('fetch'), cameTo('fetch'));
    const request = new XMLHttpRequest(); request.open('GET', 'xhr.txt'); request.onloadend = cameTo('xhr'); request.send();
    const events = new EventSource('events'); events.onopen = cameTo('events');
    events.onerror = () => { events.close(); came('events'); };
    document.fonts.load('16px Own').then(cameTo('font'), cameTo('font'));
    navigator.sendBeacon('beacon', 'x');
  </script>`,
  `<script>
    const settle = () => { if (!document.getElementById('settled')) document.body.append(Object.assign(document.createElement('p'), { id: 'settled' })); };
    setTimeout(settle, 5000);
    const all = new Set();
    const came = (what) => { all.add(what); if (all.size === ${names.length}) settle(); };
    new PerformanceObserver((timings) => {
      if (timings.getEntries().some(({ initiatorType }) => initiatorType === 'beacon')) came('beacon');
    }).observe({ type: 'resource', buffered: true });
  </script>
  <link rel="stylesheet" href="style.css" ${telling}><style>@font-face { font-family: Own; src: url(font.ttf) }</style>`,
);

const files: SiteAnswers = {
  '/': page,
  '/events': { headers: { 'content-type': 'text/event-stream' }, body: 'data: 1\n\n' },
  '*': '',
};

/** Paths that a browser requests on its own. */
const unasked = new Set(['/favicon.ico']);

/** The paths that the page requests under the rules of a request. */
async function requestedPaths(t: TestContext, rules: (site: Site) => Members): Promise<string[]> {
  const site = await t.site(files);
  await getLinks(t, {
    url: `${site.url}/`,
    viewport: { width: 200, height: 150 },
    ...rules(site),
    waitForSelector: { selector: '#settled' },
  });
  return getPaths(site).filter((path) => !unasked.has(path));
}

const paths = (...wanted: readonly Resource[]) => ['/', ...wanted.map((name) => resources[name])].sort();
const allBut = (...left: readonly Resource[]) => paths(...names.filter((name) => !left.includes(name)));

interface Rule {
  readonly title: string;
  readonly requirements: readonly KnownRequirementId[];
  readonly atMost?: 'may';
  readonly rules: Members | ((site: Site) => Members);
  readonly expected: readonly string[];
}

const rules: readonly Rule[] = [
  {
    title: 'allows all requests of a page by default',
    requirements: ['BR-REQ-6', 'BR-REQ-9'],
    rules: {},
    expected: allBut(),
  },
  {
    title: 'blocks requests that match a rejected pattern without slashes',
    requirements: ['BR-REQ-6'],
    rules: { rejectRequestPattern: ['\\.(?:gif|mp4)$'] },
    expected: allBut('image', 'media'),
  },
  {
    title: 'blocks requests that match a rejected pattern between slashes',
    requirements: ['BR-REQ-6', 'BR-REQ-7'],
    rules: { rejectRequestPattern: ['/^.*\\.(css)/'] },
    expected: allBut('stylesheet'),
  },
  {
    title: 'matches patterns by case unless their flags say otherwise',
    requirements: ['BR-REQ-6', 'BR-REQ-7'],
    rules: { rejectRequestPattern: ['/IMAGE\\.GIF$/i', '/CODE\\.JS$/', 'DATA'] },
    expected: allBut('image'),
  },
  {
    title: 'blocks requests that match any rejected pattern',
    requirements: ['BR-REQ-6'],
    rules: { rejectRequestPattern: ['image', '/data\\.json$/', 'nothing-like-it'] },
    expected: allBut('image', 'fetch'),
  },
  {
    title: 'matches patterns against whole URLs',
    requirements: ['BR-REQ-6'],
    rules: ({ url }) => ({ rejectRequestPattern: [`^${url.replaceAll('.', '\\.')}/code\\.js$`, '^/image'] }),
    expected: allBut('script'),
  },
  {
    title: 'blocks requests that match no allowed pattern',
    requirements: ['BR-REQ-5'],
    rules: { allowRequestPattern: ['/$', '/\\.css$/', 'image'] },
    expected: paths('stylesheet', 'image'),
  },
  {
    title: 'blocks a rejected request even if an allowed pattern matches',
    requirements: ['BR-REQ-10', 'BR-REQ-39'],
    rules: { allowRequestPattern: ['.*'], rejectRequestPattern: ['\\.gif$'] },
    expected: allBut('image'),
  },
  {
    title: 'blocks a rejected request even if its type is allowed',
    requirements: ['BR-REQ-10', 'BR-REQ-39'],
    atMost: 'may',
    rules: {
      allowResourceTypes: ['document', 'image', 'stylesheet'],
      rejectResourceTypes: ['image'],
    },
    expected: paths('stylesheet'),
  },
  {
    title: 'blocks requests of types that are not allowed',
    requirements: ['BR-REQ-8'],
    rules: { allowResourceTypes: ['document', 'script', 'image'] },
    expected: paths('script', 'image'),
  },
  {
    title: 'allows all requests of a page if every type is allowed',
    requirements: ['BR-REQ-54', 'BR-REQ-8'],
    rules: { allowResourceTypes: resourceTypes },
    expected: allBut(),
  },
  {
    title: 'loads only the document if every other type is rejected',
    requirements: ['BR-REQ-54', 'BR-REQ-9'],
    rules: { rejectResourceTypes: resourceTypes.filter((type) => type !== 'document') },
    expected: paths(),
  },
  {
    title: 'blocks requests of any rejected type',
    requirements: ['BR-REQ-9'],
    rules: { rejectResourceTypes: ['image', 'media', 'font'] },
    expected: allBut('image', 'media', 'font'),
  },
  ...names.map(
    (type): Rule => ({
      title: `blocks requests of the rejected type ${type}`,
      requirements: ['BR-REQ-9'],
      // Without its script a page still loads everything else. Captions load only with the video.
      rules: { rejectResourceTypes: [type] },
      expected: allBut(type),
    }),
  ),
  {
    title: 'ignores empty lists',
    requirements: ['BR-REQ-39'],
    rules: { rejectRequestPattern: [], rejectResourceTypes: [] },
    expected: allBut(),
  },
];

const ruleTests = rules.map(
  ({ title, requirements, atMost, rules: given, expected }): Test<KnownRequirementId> => ({
    title,
    requirements,
    ...(atMost && { atMost }),
    features,
    run: async (t) => {
      const found = await requestedPaths(t, typeof given === 'function' ? given : () => given);
      equal(found, expected, 'the requested paths');
    },
  }),
);

/** Which of a page's requests are allowed. */
export const requestsFiltersSuite = defineSuite('browser-rendering/requests-filters', [
  ...ruleTests,
  {
    title: 'survives a pattern that is slow to match',
    requirements: ['BR-REQ-6'],
    atMost: 'may',
    features,
    run: async (t) => {
      const site = await t.site({
        '/': html(`<img src="${'a'.repeat(60)}!.gif" alt=""><a href="/in">in</a>`),
        '*': '',
      });
      const links = await getLinks(t, {
        url: `${site.url}/`,
        rejectRequestPattern: ['(a+)+$', '(?:a|aa)+$'],
      });
      equal(links, [`${new URL(site.url).origin}/in`], 'result');
    },
  },
]);
