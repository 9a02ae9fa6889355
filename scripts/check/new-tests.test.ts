import { describe, expect, test } from 'vitest';
import { type AskGit, baseOf, testsSince } from './new-tests.ts';

/** A Git that knows these answers. */
const git =
  (answers: Readonly<Record<string, string>>): AskGit =>
  (args) =>
    answers[args.join(' ')];

const before = 'rev-parse --verify --quiet HEAD~1^{commit}';

describe('the commit that new tests are counted from', () => {
  test.each([
    [
      'where a branch left the main one',
      { 'rev-parse HEAD': 'b2', 'merge-base HEAD origin/HEAD': 'a1' },
      'a1',
    ],
    [
      'the one before the last on the main one',
      { 'rev-parse HEAD': 'b2', 'merge-base HEAD main': 'b2', [before]: 'b1' },
      'b1',
    ],
    ['none in a clone of one commit', { 'rev-parse HEAD': 'b2', 'merge-base HEAD main': 'b2' }, undefined],
    ['none without a repository', {}, undefined],
  ])('is %s', (_, answers, base) => {
    expect(baseOf(git(answers), undefined)).toBe(base);
  });

  test('is what the environment says', () => {
    expect(baseOf(git({ 'rev-parse --verify --quiet v1^{commit}': 'c3' }), 'v1')).toBe('c3');
  });
});

describe('new tests', () => {
  test('are those that were not recorded then', () => {
    const table = 'sent\tbillable\tms\ttest\n1\t0\t10\ta: old';
    const then = git({ 'show a1:suites/test-costs.tsv': table });
    const root = new URL('../..', import.meta.url).pathname;
    expect(testsSince('a1', ['a: old', 'a: new'], then, root)).toEqual(['a: new']);
  });

  test('are not known where nothing was recorded then', () => {
    expect(testsSince('a1', ['a: new'], git({}), '/')).toBeUndefined();
  });
});
