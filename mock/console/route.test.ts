import { expect, it } from 'vitest';
import { hashTo, readRoute } from './route.ts';

it('reads what it writes, whatever the names are', () => {
  const { segments, query } = readRoute(hashTo(['objects', 'a/b?c#d %'], { tab: 'x&y=z' }));
  expect(segments).toEqual(['objects', 'a/b?c#d %']);
  expect(query.get('tab')).toBe('x&y=z');
});

it('keeps a segment that is no percent-encoding', () => {
  expect(readRoute('#/zones/%zz').segments).toEqual(['zones', '%zz']);
});
