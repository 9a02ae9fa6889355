import type { KnownRequirementId } from '../../spec/requirements.ts';
import { getShots } from '../../spec/vectors/screenshots.ts';
import { HarnessError } from '../harness/errors.ts';
import { defineSuite, type Test } from '../harness/suite.ts';
import { caseNames, type NamedCase, readCase, readGolden } from './screenshots/cases.ts';
import { judgeGolden, judgeShown } from './screenshots/judge.ts';
import { shoot } from './screenshots/shoot.ts';
import { needsSite } from './screenshots/shot-page.ts';

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
