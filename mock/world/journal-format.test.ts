import { describe, expect, it } from 'vitest';
import { createMock } from '../index.ts';
import { type Exchange, Journal } from './journal.ts';
import { formatJournal, formatUnknownRequests } from './journal-format.ts';

function createJournal(...exchanges: readonly Partial<Exchange>[]): Journal {
  const journal = new Journal();
  for (const exchange of exchanges) {
    journal.note({
      at: Date.UTC(2030, 0, 1, 12, 30, 1, 250),
      plane: 'api',
      method: 'GET',
      url: 'http://localhost:4800/client/v4/zones?page=2',
      operation: 'zones.zone.list',
      basis: 'documented',
      status: 200,
      durationMs: 1.54,
      requestHeaders: new Headers(),
      requestBody: null,
      responseBody: null,
      ...exchange,
    });
  }
  return journal;
}

it('writes one line per request, oldest first, and one per reason', () => {
  const journal = createJournal(
    {},
    { method: 'POST', status: 403, durationMs: 12.3, basis: 'seed', explain: () => ['one', 'two'] },
    { plane: 'edge', url: 'https://api.example.localhost/orders', operation: null },
  );
  const text = [
    '#1 12:30:01.250 GET /zones?page=2 -> 200 zones.zone.list (documented, 1.5 ms)',
    '#2 12:30:01.250 POST /zones?page=2 -> 403 zones.zone.list (seed, 12 ms)',
    '     one',
    '     two',
    '#3 12:30:01.250 GET https://api.example.localhost/orders -> 200 (documented, 1.5 ms)',
  ].join('\n');
  expect(formatJournal(journal.entries())).toBe(text);
  expect(String(journal)).toBe(text);
});

it('is empty without requests', () => {
  expect(formatJournal(createJournal().entries())).toBe('');
});

describe('formatUnknownRequests', () => {
  it('is undefined if every request matched an operation', () => {
    expect(formatUnknownRequests(createMock().unknown())).toBeUndefined();
  });

  it('names each route with its count, and the nearest operation', async () => {
    const mock = createMock();
    for (let time = 0; time < 2; time++) await mock.fetch(new Request('http://localhost/client/v4/zonez'));
    const text = formatUnknownRequests(mock.unknown());
    expect(text).toMatch(
      /^touchstone: no operation matches 2 requests:\n {2}2 × GET \/client\/v4\/zonez\n {4}/,
    );
    expect(text).toContain('/client/v4/zones');
  });

  it('limits the number of routes', () => {
    const route = { method: 'GET', path: '/a', count: 1, explanation: [] };
    expect(formatUnknownRequests(Array.from({ length: 23 }, () => route))).toMatch(
      /matches 23 requests:[\s\S]*\n {2}and 3 more$/,
    );
  });
});
