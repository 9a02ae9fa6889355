import { mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type AskGit, getBase, testsSince } from './new-tests.ts';

/** A Git with these answers. */
const git =
  (answers: Readonly<Record<string, string>>): AskGit =>
  (args) =>
    answers[args.join(' ')];

const before = 'rev-parse --verify --quiet HEAD~1^{commit}';

describe('the commit from which tests count as new', () => {
  test.each([
    ['the fork point of a branch', { 'rev-parse HEAD': 'b2', 'merge-base HEAD origin/HEAD': 'a1' }, 'a1'],
    [
      'the previous one on the main branch',
      { 'rev-parse HEAD': 'b2', 'merge-base HEAD main': 'b2', [before]: 'b1' },
      'b1',
    ],
    ['none in a clone of one commit', { 'rev-parse HEAD': 'b2', 'merge-base HEAD main': 'b2' }, undefined],
    ['none without a repository', {}, undefined],
  ])('is %s', (_, answers, base) => {
    expect(getBase(git(answers), undefined)).toBe(base);
  });

  test('is the one in the environment', () => {
    expect(getBase(git({ 'rev-parse --verify --quiet v1^{commit}': 'c3' }), 'v1')).toBe('c3');
  });
});

describe('new tests', () => {
  test("are those that the commit's suites do not have", async () => {
    const root = await mkdtemp(join(tmpdir(), 'touchstone-new-'));
    // Files that a checkout of the commit would write.
    const checkout: AskGit = ([, command, , folder = '']) => {
      if (command !== 'add') return '';
      mkdirSync(join(folder, 'suites'), { recursive: true });
      const all = "export const allSuites = [{ name: 'a', tests: [{ title: 'old' }] }];";
      writeFileSync(join(folder, 'suites', 'index.ts'), all);
      return '';
    };
    expect(await testsSince('a1', ['a: old', 'a: new'], checkout, root)).toEqual(['a: new']);
    await rm(root, { recursive: true });
  });

  test("are unknown if the commit can't be checked out", async () => {
    expect(await testsSince('a1', ['a: new'], git({}), '/')).toBeUndefined();
  });
});
