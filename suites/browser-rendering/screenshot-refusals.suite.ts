import { browserLimits } from '../../spec/engine-limits.ts';
import type { KnownRequirementId } from '../../spec/requirements.ts';
import { defineSuite, type Test } from '../harness/suite.ts';
import { html } from './link-case.ts';
import { type Refusal, refusalTest } from './refusal-test.ts';
import { askFor, type Members } from './rendering.ts';

const action = 'browser-rendering.screenshot.create';

const page = html(
  '<h1>Shop</h1><p id="gone" style="display:none">gone</p><i id="thin" style="display:block;width:0;height:9px"></i>',
);
const viewport = { width: 60, height: 40 };
const base = { html: page, viewport };
const clip = { x: 0, y: 0, width: 20, height: 10 };

/** Options of which each is right: one picture is the valid twin of all that have one of them wrong. */
const right = { type: 'jpeg', quality: 100, clip, fullPage: false, encoding: 'binary' };

/** A request with these options, and others in their place; undefined takes one away. */
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
    ...options({ 'for a PNG': { type: 'png' }, 'for what is a PNG by default': { type: undefined } }),
  },
  {
    title: 'refuses a clip whose width or height is not positive',
    requirements: ['BR-SHOT-40'],
    ...options({
      'with a width of 0': { clip: { ...clip, width: 0 } },
      'with a height of 0': { clip: { ...clip, height: 0 } },
      'with a width below 0': { clip: { ...clip, width: -20 } },
      'with a height below 0': { clip: { ...clip, height: -10 } },
    }),
  },
  {
    title: 'refuses a clip of a full page',
    requirements: ['BR-SHOT-41'],
    ...options({ 'with both': { fullPage: true } }),
  },
  {
    title: 'refuses an encoding that nobody knows',
    requirements: ['BR-ERR-2'],
    ...options({ 'with hex': { encoding: 'hex' } }),
  },
  {
    title: 'refuses a viewport that is too large to be drawn',
    requirements: ['BR-SHOT-49'],
    action,
    good: base,
    bad: {
      'with 20000 by 20000 pixels': { viewport: { width: 20_000, height: 20_000 } },
      'with one row too many': { viewport: { width: 4096, height: browserLimits.pixels / 4096 + 1 } },
    },
  },
];

/** Elements of which no picture can be taken. What these fail with is not known; that they fail is measured. */
const elements: readonly (readonly [what: string, selector: string, requirement: KnownRequirementId])[] = [
  ['that is not there', '#none', 'BR-SHOT-45'],
  ['that is not displayed', '#gone', 'BR-SHOT-46'],
  ['without a width', '#thin', 'BR-SHOT-47'],
];

const elementTests = elements.map(
  ([what, selector, requirement]): Test<KnownRequirementId> => ({
    title: `fails to take a picture of an element ${what}`,
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

/** Pictures that are not taken. */
export const screenshotRefusalsSuite = defineSuite({
  name: 'browser-rendering/screenshot-refusals',
  tests: [...refusals.map(refusalTest), ...elementTests],
});
