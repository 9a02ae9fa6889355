import { describe, expect, it } from 'vitest';
import { touchstoneLimits } from '../../spec/services/touchstone/schemas.ts';
import { type Exchange, Journal } from './journal.ts';
import { selectsExchange } from './journal-query.ts';

const exchange = (more: Partial<Exchange> = {}): Exchange => ({
  at: Date.UTC(2030, 0, 1),
  plane: 'api',
  method: 'GET',
  url: 'http://localhost/client/v4/zones',
  operation: null,
  basis: 'documented',
  status: 200,
  durationMs: 1,
  requestHeaders: new Headers({ accept: '*/*' }),
  requestBody: null,
  responseBody: null,
  ...more,
});

function journalOf(...exchanges: readonly Partial<Exchange>[]): Journal {
  const journal = new Journal();
  for (const one of exchanges) journal.note(exchange(one));
  return journal;
}

const all = () => true;

function take(tail: ReturnType<Journal['tail']>, most = 100) {
  const { entries, missed } = tail.take(all, most, false);
  return { ids: entries.map(({ id }) => id), missed };
}

describe('JournalTail', () => {
  it('takes what came since the last call, oldest first', () => {
    const journal = journalOf({}, {});
    const tail = journal.tail();
    expect(take(tail)).toEqual({ ids: [], missed: 0 });
    journal.note(exchange());
    journal.note(exchange());
    expect(take(tail)).toEqual({ ids: [3, 4], missed: 0 });
    expect(take(tail)).toEqual({ ids: [], missed: 0 });
  });

  it.each([
    ['the entry that the reader has', 1, [2, 3]],
    ['the start, for an id from before a reset', 9, [1, 2, 3]],
  ])('starts after %s', (_, after, ids) => {
    expect(take(journalOf({}, {}, {}).tail(after))).toEqual({ ids, missed: 0 });
  });

  it('takes the newest and counts the others, also those that the journal dropped', () => {
    const journal = new Journal();
    const tail = journal.tail();
    const { journalEntries } = touchstoneLimits;
    for (let n = 0; n < journalEntries + 7; n++) journal.note(exchange());
    const { ids, missed } = take(tail, 2);
    expect([ids, missed]).toEqual([[journalEntries + 6, journalEntries + 7], journalEntries + 5]);
  });

  it('does not count removed requests as missed', () => {
    const journal = new Journal();
    const tail = journal.tail();
    for (const accountId of ['a', 'b', 'a']) journal.note(exchange({ accountId }));
    journal.remove('a');
    expect(take(tail)).toEqual({ ids: [2], missed: 0 });
  });

  it('takes only what matches, with explanations, headers and bodies on request', () => {
    let explained = 0;
    const explain = () => [`${++explained}`];
    const journal = journalOf({ status: 404, responseBody: '{}', explain }, { explain });
    const selects = selectsExchange({ status: 404 });
    const bare = { id: 1, explanation: [], request_headers: {}, response_body: null };
    expect(journal.tail(0).take(selects, 9, false)).toMatchObject({ entries: [bare] });
    expect(explained).toBe(0);
    const whole = { id: 1, explanation: ['1'], request_headers: { accept: '*/*' }, response_body: '{}' };
    expect(journal.tail(0).take(selects, 9, true)).toMatchObject({ entries: [whole] });
  });

  it('waits for the next request, and ends when the journal is cleared', async () => {
    const journal = new Journal();
    const tail = journal.tail();
    const waiting = tail.next(tail.over);
    journal.note(exchange());
    expect(await waiting).toBe(true);
    take(tail);
    const last = tail.next(tail.over);
    journal.clear();
    expect(await last).toBe(false);
    expect(tail.over.aborted).toBe(true);
  });
});

describe('Journal.remove', () => {
  it('removes the entries of one account, and keeps ids and bytes right', () => {
    const journal = new Journal(10_000);
    const urls = (accountId: string) => ({ accountId, url: `http://a/${'x'.repeat(300)}` });
    for (const account of ['a', 'b', 'a']) journal.note(exchange(urls(account)));
    expect(journal.remove('a')).toBe(2);
    expect(journal.findAll({}).map(({ id }) => id)).toEqual([2]);
    expect(journal.of({ accountId: 'a' }).count()).toBe(0);
    for (const account of ['a', 'a']) journal.note(exchange(urls(account)));
    expect(journal.findAll({}).map(({ id }) => id)).toEqual([5, 4, 2]);
    expect(journal.get(2)?.id).toBe(2);
    expect(journal.get(1)).toBeUndefined();
    expect(journal.remove()).toBe(3);
    expect([journal.count(), journal.of({ accountId: 'b' }).count()]).toEqual([0, 0]);
  });

  it('finds an entry that only its account still has', () => {
    const journal = journalOf({ accountId: 'a' });
    for (let n = 0; n < touchstoneLimits.journalEntries; n++) journal.note(exchange({ accountId: 'b' }));
    expect(journal.get(1)?.account_id).toBe('a');
  });
});
