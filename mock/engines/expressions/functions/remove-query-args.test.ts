import { describe, expect, it } from 'vitest';
import { refusalOf, resultOf } from '../testing/call.ts';

describe('remove_query_args', () => {
  it.each([
    ['order=asc&country=GB', '"country"', 'order=asc'],
    ['order=asc&country=GB', '"order"', 'country=GB'],
    ['order=asc&country=GB', '"search"', 'order=asc&country=GB'],
    ['category=Foo&order=desc&category=Bar', '"order"', 'category=Foo&category=Bar'],
    ['category=Foo&order=desc&category=Bar', '"category"', 'order=desc'],
    ['a=1&b&c=2=3&d=', '"b", "c"', 'a=1&d='],
    ['', '"a"', ''],
  ])('of %j without %s is %j', (query, names, expected) => {
    const fields = { 'http.request.uri.query': query };
    expect(resultOf(`remove_query_args(http.request.uri.query, ${names})`, fields)).toBe(expected);
  });

  it.each(['remove_query_args(str, "a")', 'remove_query_args(lower(http.request.uri.query), "a")'])(
    '%s is refused: only the query can stand there',
    (source) => {
      expect(refusalOf(source)).toContain(
        'must be one of http.request.uri.query, raw.http.request.uri.query',
      );
    },
  );
});
