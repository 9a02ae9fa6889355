// biome-ignore-all lint/suspicious/noTemplateCurlyInString: capture groups are written like this in the language.
import { describe, expect, it } from 'vitest';
import { refusalOf, resultOf } from '../testing/call.ts';

describe('wildcard_replace', () => {
  it.each([
    [
      'https://apps.example.com/calendar/admin?expand=true',
      '"https://*.example.com/*/*", "https://example.com/${1}/${2}/${3}"',
      'https://example.com/apps/calendar/admin?expand=true',
    ],
    [
      'https://example.com/applications/app1',
      '"/applications/*", "/apps/${1}"',
      'https://example.com/applications/app1',
    ],
    ['/calendar', '"/*", "/apps/${1}"', '/apps/calendar'],
    ['/Apps/calendar', '"/apps/*", "/${1}"', '/calendar'],
    ['/Apps/calendar', '"/apps/*", "/${1}", "s"', '/Apps/calendar'],
    ['/apps/calendar/login', '"/apps/*/login", "/${1}/login"', '/calendar/login'],
    ['a-b-c', '"*-*", "${2}|${1}|${3}|$$"', 'b-c|a||$'],
    ['é/x', '"é/*", "${1}/ü"', 'x/ü'],
    ['', '"*", "[${1}]"', '[]'],
  ])('of %s with %s is %s', (str, rest, expected) => {
    expect(resultOf(`wildcard_replace(str, ${rest})`, { str })).toBe(expected);
  });

  it.each([
    ['wildcard_replace("a", "a", "b")', 'expected argument of kind Field, but got Literal'],
    ['wildcard_replace(str, "a**", "b")', 'wildcard contains a double star'],
    ['wildcard_replace(str, "a", "${9}")', '${9} is not between ${1} and ${8}'],
    ['wildcard_replace(str, "a", "b", "i")', 'the only flag is \\"s\\"'],
  ])('%s is refused', (source, message) => {
    expect(refusalOf(source)).toContain(message);
  });
});
