// biome-ignore-all lint/suspicious/noTemplateCurlyInString: capture groups are written like this in the language.
import { describe, expect, it } from 'vitest';
import { refusalOf, resultOf } from '../testing/call.ts';

describe('regex_replace', () => {
  it.each([
    ['regex_replace("/foo/bar", "/bar$", "/baz")', '/foo/baz'],
    ['regex_replace("/x", "^/y$", "/mumble")', '/x'],
    ['regex_replace("/foo", "^/FOO$", "/x")', '/foo'],
    ['regex_replace("/a/a", "/a", "/b")', '/b/a'],
    ['regex_replace("/b", "^/b$", "/b$$")', '/b$'],
    ['regex_replace("/foo/a/path", "^/foo/([^/]*)/(.*)$", "/bar/${2}/${1}")', '/bar/path/a'],
    ['regex_replace("ab", "(x)?b", "[${1}${8}]")', 'a[]'],
    ['regex_replace("éaé", "a", "ü")', 'éüé'],
    ['regex_replace("a\\\\b", r"\\\\", "a")', 'aab'],
    ['regex_replace("aa", "", "x")', 'xaa'],
  ])('%s is %s', (source, expected) => {
    expect(resultOf(source)).toBe(expected);
  });

  it('works on values of the request', () => {
    expect(resultOf('regex_replace(str, "^/v1/", "/v2/")', { str: '/v1/v1/' })).toBe('/v2/v1/');
    expect(resultOf('regex_replace(str, "a", "b")')).toBeUndefined();
  });

  it.each([
    ['regex_replace(str, "(", "x")', 'missing closing )'],
    ['regex_replace(str, "a", "${9}")', '${9} is not between ${1} and ${8}'],
    ['regex_replace(str, "a", "${0}")', '${0} is not between ${1} and ${8}'],
    [`regex_replace(str, "a", "${'${1}'.repeat(9)}")`, 'no more than eight replacement references'],
    ['regex_replace(str, bin, "x")', 'expected argument of kind Literal, but got Field'],
  ])('%s is refused', (source, message) => {
    expect(refusalOf(source)).toContain(message);
  });
});
