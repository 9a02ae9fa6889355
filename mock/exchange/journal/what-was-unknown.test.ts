import { describe, expect, it } from 'vitest';
import { createMock } from '../../index.ts';
import { whatWasUnknown } from './what-was-unknown.ts';

describe('whatWasUnknown', () => {
  it('is nothing where every request met an operation', () => {
    expect(whatWasUnknown(createMock().unknown())).toBeUndefined();
  });

  it('tells each route with how often it was asked, and what was probably meant', async () => {
    const mock = createMock();
    for (let time = 0; time < 2; time++) await mock.fetch(new Request('http://localhost/client/v4/zonez'));
    const said = whatWasUnknown(mock.unknown());
    expect(said).toMatch(
      /^touchstone: no operation was there for 2 requests:\n {2}2 × GET \/client\/v4\/zonez\n {4}/,
    );
    expect(said).toContain('/client/v4/zones');
  });

  it('leaves out what nobody would read', () => {
    const route = { method: 'GET', path: '/a', count: 1, explanation: [] };
    expect(whatWasUnknown(Array.from({ length: 23 }, () => route))).toMatch(
      /for 23 requests:[\s\S]*\n {2}and 3 more$/,
    );
  });
});
