import type { KnownRequirementId } from '../../spec/requirements.ts';
import { equal, match, object, ok, show } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { colourAt, decodePicture, pictureHeader } from '../harness/picture.ts';
import { defineSuite, type Test } from '../harness/suite.ts';
import { getResult, html, type Members, type Refusal, refusalTest } from './rendering.ts';

const snapshot = 'browser-rendering.snapshot.create';

const page = html(
  '<main><h1>Shop</h1><script>document.querySelector("main").append("built")</script></main>',
  '<style>body { margin: 0; background: rgb(10, 200, 30) } h1 { font-size: 10px }</style>',
);

const small = { width: 90, height: 60 };

type Format = 'content' | 'screenshot' | 'markdown' | 'accessibilityTree';

/** Checks for each format. */
const judges: Readonly<Record<Format, (value: unknown) => void>> = {
  content: (value) => match(value, /<main><h1>Shop<\/h1>[\s\S]*built<\/main>/, 'content'),
  screenshot: (value) => {
    const { type, width, height } = pictureHeader(toPicture(value));
    equal({ type, width, height }, { type: 'png', ...small }, 'the picture');
  },
  markdown: (value) => match(value, /^# Shop$[\s\S]*^built/m, 'markdown'),
  accessibilityTree: (value) => {
    const tree = object(value, 'accessibilityTree');
    equal([tree['role'], tree['name']], ['RootWebArea', 'Shop'], 'role and name of the tree');
    match(JSON.stringify(tree['children']), /"role":"heading"[^{}]*"name":"Shop"/, 'its children');
  },
};

const all = Object.keys(judges) as Format[]; // Object.keys forgets the names

/** Every pair of formats, and the sets of three and four. */
const choices: readonly (readonly Format[])[] = [
  ...all.flatMap((one, index) => all.slice(index + 1).map((other) => [one, other])),
  ['markdown', 'content', 'screenshot'],
  all,
];

function toPicture(value: unknown): Uint8Array {
  match(value, /^[A-Za-z0-9+/]+={0,2}$/, 'screenshot');
  return Uint8Array.from(atob(value), (character) => character.charCodeAt(0));
}

const taken = async (t: TestContext, members: Members) =>
  object(
    await t.sharing(() => getResult(t, snapshot, { html: page, viewport: small, ...members })),
    'result',
  );

const choiceTests = choices.map(
  (formats): Test<KnownRequirementId> => ({
    title: `returns exactly the formats ${formats.join(', ')}`,
    requirements: formats.includes('accessibilityTree') ? ['BR-SNAP-2', 'BR-SNAP-7'] : ['BR-SNAP-2'],
    features: ['browser'],
    run: async (t) => {
      const result = await taken(t, { formats });
      equal(Object.keys(result).sort(), [...formats].sort(), 'the members of result');
      for (const format of formats) judges[format](result[format]);
    },
  }),
);

const refusals: readonly Refusal[] = [
  {
    title: 'refuses a snapshot of fewer than two different formats',
    requirements: ['BR-SNAP-4'],
    action: snapshot,
    good: { html: page, viewport: small, formats: ['content', 'markdown'] },
    bad: {
      'of none': { formats: [] },
      'of one': { formats: ['content'] },
      'with the same one twice': { formats: ['markdown', 'markdown'] },
    },
  },
  {
    title: 'refuses screenshot options that exclude each other',
    requirements: ['BR-SNAP-6'],
    action: snapshot,
    good: { html: page, viewport: small, screenshotOptions: { type: 'jpeg', quality: 50 } },
    bad: {
      'with a quality for a PNG': { screenshotOptions: { quality: 50 } },
      'with an unknown type': { screenshotOptions: { type: 'gif' } },
      'with a clip and the full page': {
        screenshotOptions: { fullPage: true, clip: { x: 0, y: 0, width: 5, height: 5 } },
      },
    },
  },
];

/** Screenshots with options. */
const pictures: readonly (readonly [
  what: string,
  options: Members,
  picture: { readonly type: string; readonly width: number; readonly height: number },
])[] = [
  ['a JPEG', { type: 'jpeg', quality: 60 }, { type: 'jpeg', ...small }],
  ['a WebP', { type: 'webp' }, { type: 'webp', ...small }],
  ['a clip', { clip: { x: 5, y: 5, width: 30, height: 20 } }, { type: 'png', width: 30, height: 20 }],
  ['the full page', { fullPage: true }, { type: 'png', width: 90, height: 700 }],
];

const pictureTests = pictures.map(
  ([what, screenshotOptions, expected]): Test<KnownRequirementId> => ({
    title: `takes ${what} with screenshotOptions`,
    requirements: ['BR-SNAP-6'],
    features: ['browser'],
    run: async (t) => {
      const source = html('<div style="height: 700px"></div>', '<style>body { margin: 0 }</style>');
      const { screenshot } = await taken(t, { html: source, screenshotOptions });
      const { type, width, height } = pictureHeader(toPicture(screenshot));
      equal({ type, width, height }, expected, 'the picture');
    },
  }),
);

/** Several formats of a single visit. */
export const snapshotSuite = defineSuite({ name: 'browser-rendering/snapshot', features: ['browser'] }, [
  {
    title: 'returns content and a screenshot by default',
    requirements: ['BR-SNAP-1', 'BR-SNAP-3'],

    run: async (t) => {
      const result = await taken(t, {});
      equal(Object.keys(result).sort(), ['content', 'screenshot'], 'the members of result');
      judges.content(result['content']);
      await t.check('BR-SNAP-3', () => judges.screenshot(result['screenshot']));
      const colour = colourAt(await decodePicture(toPicture(result['screenshot'])), 80, 50);
      ok(colour?.startsWith('#0ac81e'), `the screenshot shows ${show(colour)}, expected #0ac81e`);
    },
  },
  ...choiceTests,
  {
    title: 'returns a repeated format once',
    requirements: ['BR-SNAP-2'],
    atMost: 'may',

    run: async (t) => {
      const result = await taken(t, { formats: ['content', 'markdown', 'content'] });
      equal(Object.keys(result).sort(), ['content', 'markdown'], 'the members of result');
    },
  },
  {
    title: 'takes all formats from a single visit',
    requirements: ['BR-SNAP-2'],
    features: ['browser', 'pages'],
    run: async (t) => {
      let visits = 0;
      const site = await t.site({ '/': () => html(`<p>visit ${++visits}</p>`) });
      const formats = ['content', 'markdown', 'screenshot', 'accessibilityTree'];
      const body = { url: `${site.url}/`, viewport: small, formats };
      const result = object(await getResult(t, snapshot, body), 'result');
      equal(
        site.received.filter(({ path }) => path === '/').length,
        1,
        'the number of requests for the page',
      );
      for (const format of ['content', 'markdown', 'accessibilityTree'])
        match(JSON.stringify(result[format]), /visit 1/, format);
    },
  },
  {
    title: 'returns a screenshot as Base64 whatever the encoding option',
    requirements: ['BR-SNAP-3'],
    atMost: 'may',

    run: async (t) => {
      const { screenshot } = await taken(t, { screenshotOptions: { encoding: 'binary' } });
      judges.screenshot(screenshot);
    },
  },
  ...pictureTests,
  ...refusals.map(refusalTest),
]);
