import type { KnownRequirementId } from '../../spec/requirements.ts';
import { getShots } from '../../spec/vectors/screenshots.ts';
import { equal, isObject, ok } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { HarnessError } from '../harness/errors.ts';
import { pictureHeader } from '../harness/picture.ts';
import { defineSuite, type Test } from '../harness/suite.ts';
import { askFor, html, type Members, type Refusal, refusalTest } from './rendering.ts';
import { caseNames, type NamedCase, readCase, readGolden } from './screenshots/cases.ts';
import { judgeGolden, judgeShown } from './screenshots/judge.ts';
import { shoot } from './screenshots/shoot.ts';
import { needsSite } from './screenshots/shot-page.ts';

const page = html('<div></div>', '<style>div { width: 30px; height: 20px; background: #c03040 }</style>');

async function anew(t: TestContext, screenshotOptions?: Members, source: Members = { html: page }) {
  const reply = await askFor(t, 'browser-rendering.screenshot.create', {
    ...source,
    viewport: { width: 70, height: 50 },
    ...(screenshotOptions && { screenshotOptions }),
  });
  t.expectSuccess(reply, 'a screenshot');
  return reply;
}

/** Takes a screenshot that all tests with this request share. */
const taken = (t: TestContext, ...args: [screenshotOptions?: Members, source?: Members]) =>
  t.sharing(() => anew(t, ...args));

const getType = ({ headers }: { readonly headers: Headers }) => headers.get('content-type');

/** Content types by requested type; PNG by default. */
const types: readonly (readonly [
  type: 'png' | 'jpeg' | 'webp' | undefined,
  content: string,
  requirements: readonly KnownRequirementId[],
])[] = [
  [undefined, 'image/png', ['BR-SHOT-25', 'BR-SHOT-35']],
  ['png', 'image/png', ['BR-SHOT-35']],
  ['jpeg', 'image/jpeg', ['BR-SHOT-36']],
  ['webp', 'image/webp', ['BR-SHOT-37']],
];

const typeTests = types.map(
  ([type, content, requirements]): Test<KnownRequirementId> => ({
    title: `answers with ${content} when the type is ${type ?? 'left out'}`,
    requirements,
    features: ['browser'],
    run: async (t) => {
      const reply = await taken(t, type && { type });
      equal(getType(reply), content, 'the content type');
      const header = pictureHeader(reply.bytes);
      equal(
        [header.type, header.width, header.height],
        [type ?? 'png', 70, 50],
        'type, width and height of the image',
      );
    },
  }),
);

/** Answers to screenshot requests, whatever they show. */
export const screenshotSuite = defineSuite('browser-rendering/screenshot', [
  {
    title: 'answers with the image itself, for a URL and for HTML',
    requirements: ['BR-SHOT-1', 'BR-SHOT-24', 'BR-SHOT-34'],
    features: ['browser', 'pages'],
    run: async (t) => {
      const site = await t.site({ '/': page });
      for (const source of [{ html: page }, { url: `${site.url}/` }]) {
        const reply = await taken(t, undefined, source);
        await t.check('BR-SHOT-34', () => ok(!isObject(reply.body), 'the image is wrapped in JSON'));
        pictureHeader(reply.bytes);
      }
    },
  },
  ...typeTests,
]);

const action = 'browser-rendering.screenshot.create';

const pageOfScreenshotRefusals = html(
  '<h1>Shop</h1><p id="gone" style="display:none">gone</p><i id="thin" style="display:block;width:0;height:9px"></i>',
);
const viewport = { width: 60, height: 40 };
const base = { html: pageOfScreenshotRefusals, viewport };
const clip = { x: 0, y: 0, width: 20, height: 10 };

/** Valid options. One screenshot is the valid twin of all requests with a faulty option. */
const right = { type: 'jpeg', quality: 100, clip, fullPage: false, encoding: 'binary' };

/** A request with these options and replacements. Undefined removes one. */
const options = (bad: Readonly<Record<string, Members>>): Pick<Refusal, 'action' | 'good' | 'bad'> => ({
  action,
  good: { ...base, screenshotOptions: right },
  bad: Object.fromEntries(
    Object.entries(bad).map(([what, wrong]) => [what, { screenshotOptions: { ...right, ...wrong } }]),
  ),
});

const refusals: readonly Refusal[] = [
  {
    title: 'refuses a quality for a PNG',
    requirements: ['BR-SHOT-28'],
    ...options({ 'for a PNG': { type: 'png' }, 'with PNG as the default type': { type: undefined } }),
  },
  {
    title: 'refuses an unknown encoding',
    requirements: ['BR-ERR-2'],
    ...options({ 'with hex': { encoding: 'hex' } }),
  },
];

/** Elements that a screenshot can't capture. Only the fact that they fail is known, not how. */
const elements: readonly (readonly [what: string, selector: string, requirement: KnownRequirementId])[] = [
  ['that does not exist', '#none', 'BR-SHOT-45'],
];

const elementTests = elements.map(
  ([what, selector, requirement]): Test<KnownRequirementId> => ({
    title: `fails to capture an element ${what}`,
    requirements: [requirement],
    features: ['browser'],
    run: (t) => {
      const shoot = (of: string) => askFor(t, action, { ...base, selector: of });
      return t.refused({
        shape: 'own',
        good: () => shoot('h1'),
        shared: true,
        bad: () => shoot(selector),
        snapshot: async () => null,
      });
    },
  }),
);

/** Refused and failing screenshots. */
export const screenshotRefusalsSuite = defineSuite('browser-rendering/screenshot-refusals', [
  ...refusals.map(refusalTest),
  ...elementTests,
]);

/** Takes the screenshots of a case. Judges the exact pixels separately from everything else. */
function getTest(item: NamedCase): Test<KnownRequirementId> {
  // The unit tests of the cases check these ids against the catalogue.
  const own = item.requirements as KnownRequirementId[];
  return {
    title: item.title,
    requirements: [...own, 'BR-SHOT-52'],
    features: needsSite(item) ? ['browser', 'pages'] : ['browser'],
    run: async (t) => {
      const golden = readGolden(item);
      if (!golden) {
        const how = `touchstone record screenshots ${item.name}`;
        throw new HarnessError('golden-missing', `${item.name} has no golden: ${how}`);
      }
      const { own: shot, same, differs } = getShots(item);
      const taken = {
        // Cases with the same HTML share a screenshot, unless the case compares two.
        own: await t.step('picture', () => t.sharing(() => shoot(t, item, shot))),
        same: same && (await t.step('the same', () => shoot(t, item, same))),
        differs: differs && (await t.step('another', () => t.sharing(() => shoot(t, item, differs)))),
      };
      const [first, ...others] = own;
      if (first !== undefined) {
        const shown = judgeShown(item, taken, golden, t.pictures);
        await t.check(first, () => shown);
        for (const id of others) await t.check(id, () => shown);
      }
      await t.check('BR-SHOT-52', () => judgeGolden(item, taken.own, golden, t.pictures));
    },
  };
}

/** Screenshots, compared with known facts and with their golden. */
export const screenshotCasesSuite = defineSuite(
  'browser-rendering/screenshots',
  caseNames().map(readCase).map(getTest),
);
