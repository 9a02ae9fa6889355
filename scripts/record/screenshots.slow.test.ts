import { describe, expect, test } from 'vitest';
import { requirementById } from '../../spec/requirements.ts';
import { getShots } from '../../spec/vectors/screenshots.ts';
import { caseNames, readCase, readGolden } from '../../suites/browser-rendering/screenshots/cases.ts';
import { judgeShown } from '../../suites/browser-rendering/screenshots/judge.ts';
import { createPictureFiles } from '../../suites/harness/picture-judge.ts';
import { readRecordings } from './goldens.ts';
import { getFingerprint, getSubject, recordScreenshots, screenshotRecordings } from './screenshots.ts';

const cases = caseNames().map(readCase);

describe('the cases of fixtures/screenshots', () => {
  test('are at least sixty, and test different things', () => {
    expect(cases.length).toBeGreaterThanOrEqual(60);
    const seen = new Map<string, string>();
    const twins = cases.flatMap((item) => {
      const subject = getSubject(item);
      const twin = seen.get(subject);
      seen.set(subject, item.name);
      return twin === undefined ? [] : [`${twin} and ${item.name}`];
    });
    expect(twins).toEqual([]);
  });

  test('are bound to existing requirements', () => {
    const unknown = cases.flatMap(({ name, requirements }) =>
      requirements.filter((id) => requirementById(id) === undefined).map((id) => `${name}: ${id}`),
    );
    expect(unknown).toEqual([]);
  });

  test("describe the picture without our pixels, unless it can't be read", () => {
    const silent = cases.filter((item) => {
      const { same, differs } = getShots(item);
      const colours = Object.keys(item.expects.pixels).length;
      return item.expects.type !== 'webp' && colours === 0 && !same && !differs;
    });
    expect(silent.map(({ name }) => name)).toEqual([]);
  });

  test('have goldens recorded from the current pages', () => {
    const recorded = Object.entries(readRecordings(screenshotRecordings)).map(
      ([name, { of }]) => `${name} ${of}`,
    );
    expect(recorded).toEqual(cases.map((item) => `${item.name} ${getFingerprint(item)}`));
  });

  test('have goldens that match their descriptions', async () => {
    const files = createPictureFiles(null);
    for (const item of cases) {
      const own = readGolden(item) ?? new Uint8Array();
      await judgeShown(item, { own, same: undefined, differs: undefined }, undefined, files);
    }
  });
});

describe('recordScreenshots', () => {
  test('finds the goldens up to date, byte for byte', async () => {
    const names = ['box-solid', 'gradient-radial', 'script-fetch', 'text-font-file'];
    const printed: string[] = [];
    const result = await recordScreenshots({ names, check: true, print: (text) => printed.push(text) });
    expect([result, printed]).toEqual([{ recorded: 4, changed: [] }, []]);
  }, 60_000);

  test('refuses an unknown case', async () => {
    const error: unknown = await recordScreenshots({ names: ['no-such-case'], check: true }).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toMatchObject({ code: 'screenshot-case' });
  });
});
