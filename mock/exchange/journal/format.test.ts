import { expect, it } from 'vitest';
import { type Exchange, Journal } from '../../world/journal.ts';
import { formatJournal } from './format.ts';

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

it('gives a line for each request, oldest first, and one for each reason', () => {
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

it('is empty where there was no request', () => {
  expect(formatJournal(createJournal().entries())).toBe('');
});
