import { describe, expect, it } from 'vitest';
import { linearPattern } from './linear-pattern.ts';

/** zod's pattern for an email address. */
const email =
  "^(?!\\.)(?!.*\\.\\.)([A-Za-z0-9_'+\\-\\.]*)[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9\\-]*\\.)+[A-Za-z]{2,}$";

describe('linearPattern', () => {
  it.each([
    ['^(?=.*\\d)(?=.*[A-Z]).{8,}$', 'Password1', 'password1'],
    [email, 'ada@example.com', 'a..b@example.com'],
    ['^(?!(?:con|[)]x)$)\\w+$', 'conman', 'con'],
    ['^(?=\\(\\)).+$', '()x', '(x'],
    ['^(?!a|b).', 'c', 'b'],
    ['\\u0041\\/', 'A/', 'B/'],
    ['^a|^b$', 'abc', 'cb'],
    ['b', 'abc', 'ac'],
  ])('%s matches %s, and not %s', (source, good, bad) => {
    expect([linearPattern(source)?.test(good), linearPattern(source)?.test(bad)]).toEqual([true, false]);
  });

  it.each(['^(a+)+$', '^(?=(a+)+$)a', '^(a|a)*$'])(
    'determines quickly that a long text does not match %s',
    (source) => {
      expect(linearPattern(source)?.test(`${'a'.repeat(1_000)}!`)).toBe(false);
    },
  );

  it.each(['(a)\\1', 'a(?=b)', '(?<=a)b', 'a{2000}', '((a{100}){100}){100}', '^(?!a)b|c', '(', '^(?=a'])(
    'cannot express %s',
    (source) => {
      expect(linearPattern(source)).toBeUndefined();
    },
  );
});
