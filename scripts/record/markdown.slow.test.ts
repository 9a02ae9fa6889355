import { describe, expect, test } from 'vitest';
import { caseNames, readCase, readGolden } from '../../suites/markdown/cases.ts';
import { readRecordings } from './goldens.ts';
import { witnessFaults } from './markdown/witness.ts';
import { getFingerprint, getSubject, markdownRecordings, recordMarkdown } from './markdown.ts';

const cases = caseNames().map(readCase);
const golden = cases.filter((item) => readGolden(item) !== undefined);

describe('the goldens of fixtures/markdown', () => {
  test('have all been recorded from the current pages', () => {
    const recorded = Object.entries(readRecordings(markdownRecordings)).map(
      ([name, { of }]) => `${name} ${of}`,
    );
    expect(recorded).toEqual(golden.map((item) => `${item.name} ${getFingerprint(item)}`));
  });

  test('test different things', () => {
    const seen = new Map<string, string>();
    const twins = cases.flatMap((item) => {
      const subject = getSubject(item);
      const twin = seen.get(subject);
      seen.set(subject, item.name);
      return twin === undefined ? [] : [`${twin} and ${item.name}`];
    });
    expect(twins).toEqual([]);
  });

  test('keep the words that turndown keeps, unless their case explains why not', () => {
    expect(golden.flatMap((item) => witnessFaults(item))).toEqual([]);
  });

  test('are refused without a word that turndown keeps', () => {
    const item = readCase('request-accept-alone');
    const whole = readGolden(item) ?? '';
    expect(witnessFaults(item, whole)).toEqual([]);
    expect(witnessFaults(item, whole.replace('Tuesday', ''))[0]).toContain('lacks: Tuesday');
    expect(witnessFaults({ ...item, witness: 'it explains nothing' }, whole)[0]).toContain(
      '"witness" has nothing to explain',
    );
  });
});

describe('recordMarkdown', () => {
  const names = ['meta-all', 'jsonld-too-long', 'coding-zstd', 'request-accept-text-any', 'type-json'];

  test('finds the goldens up to date, and none for unconverted pages', async () => {
    const printed: string[] = [];
    const result = await recordMarkdown({ names, check: true, print: (text) => printed.push(text) });
    expect([result, printed]).toEqual([{ recorded: 4, changed: [] }, []]);
  });

  test('refuses an unknown case', async () => {
    const error: unknown = await recordMarkdown({ names: ['no-such-case'], check: true }).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toMatchObject({ code: 'markdown-case' });
  });
});
