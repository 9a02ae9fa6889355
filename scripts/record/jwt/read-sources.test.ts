import { describe, expect, it } from 'vitest';
import { readSources, readTokens } from './read-sources.ts';

const configuration = {
  token_sources: ['http.request.headers["authorization"][0]', 'http.request.cookies["session"][0]'],
};

describe('readSources', () => {
  it.each<[string, [string, string][], (string | undefined)[]]>([
    ['nothing', [], [undefined, undefined]],
    ['a header in any case', [['AUTHORIZATION', 'Bearer a']], ['Bearer a', undefined]],
    ['a cookie among others', [['cookie', 'x=1; session=a=b; y=2']], [undefined, 'a=b']],
    ['a cookie with an encoded name', [['cookie', '%73ession=a%2E']], [undefined, 'a%2E']],
    ['the first of two cookies', [['cookie', 'session=a; session=b']], [undefined, 'a']],
    ['no cookie of another case', [['cookie', 'Session=a']], [undefined, undefined]],
    [
      'the first of two headers',
      [
        ['authorization', 'a'],
        ['authorization', 'b'],
      ],
      ['a', undefined],
    ],
  ])('reads %s', (_, headers, values) => {
    expect(readSources(configuration, headers)).toEqual(values);
  });

  it('refuses a source that it does not know', () => {
    expect(() => readSources({ token_sources: ['http.host'] }, [])).toThrow('http.host is not a source');
  });
});

describe('readTokens', () => {
  it('strips Bearer and leaves passwords out', () => {
    expect(
      readTokens(configuration, [
        ['authorization', 'Bearer a'],
        ['cookie', 'session=b'],
      ]),
    ).toEqual(['a', 'b']);
    expect(
      readTokens(configuration, [
        ['authorization', 'Basic eA=='],
        ['cookie', 'session='],
      ]),
    ).toEqual([]);
  });
});
