import { describe, expect, it } from 'vitest';
import { journalEntrySchema } from '../../spec/services/touchstone/journal.ts';
import { touchstoneLimits } from '../../spec/services/touchstone/schemas.ts';
import { type Exchange, Journal } from './journal.ts';

function exchange(more: Partial<Exchange> = {}): Exchange {
  return {
    at: Date.UTC(2030, 0, 1),
    plane: 'api',
    method: 'GET',
    url: 'http://localhost/client/v4/zones',
    operation: 'zones.zone.list',
    basis: 'documented',
    status: 200,
    durationMs: 1.5,
    requestHeaders: new Headers(),
    requestBody: null,
    responseBody: '{}',
    ...more,
  };
}

function entryOf(more: Partial<Exchange>) {
  const journal = new Journal();
  journal.note(exchange(more));
  const [entry] = journal.entries();
  if (!entry) throw new Error('an exchange was noted');
  return entry;
}

describe('Journal', () => {
  it('lists entries as the contract declares them', () => {
    expect(journalEntrySchema.parse(entryOf({}))).toEqual({
      id: 1,
      at: '2030-01-01T00:00:00.000000Z',
      plane: 'api',
      method: 'GET',
      url: 'http://localhost/client/v4/zones',
      operation: 'zones.zone.list',
      basis: 'documented',
      status: 200,
      duration_ms: 1.5,
      request_headers: {},
      request_body: null,
      configuration: null,
      response_body: '{}',
    });
  });

  it('lists the newest first and keeps no more than its limit', () => {
    const journal = new Journal();
    for (let n = 0; n < touchstoneLimits.journalEntries + 5; n++) journal.note(exchange());
    const ids = [...journal.entries()].map(({ id }) => id);
    expect(ids).toHaveLength(touchstoneLimits.journalEntries);
    expect(ids[0]).toBe(touchstoneLimits.journalEntries + 5);
    expect(ids.at(-1)).toBe(6);
  });

  it('finds the newest entry that satisfies a predicate', () => {
    const journal = new Journal();
    for (const status of [200, 404, 200]) journal.note(exchange({ status }));
    expect(journal.find((entry) => entry.status === 404)?.id).toBe(2);
    expect(journal.find((entry) => entry.status === 200)?.id).toBe(3);
    expect(journal.find((entry) => entry.status === 500)).toBeUndefined();
  });

  it('is empty and counts from one again once it is cleared', () => {
    const journal = new Journal();
    journal.note(exchange());
    journal.clear();
    expect([...journal.entries()]).toEqual([]);
    journal.note(exchange());
    expect([...journal.entries()][0]?.id).toBe(1);
  });

  it.each([
    ['authorization', 'Bearer secret'],
    ['proxy-authorization', 'Basic secret'],
    ['x-auth-key', 'secret'],
    ['cookie', 'session=secret'],
    ['x-token', 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJzZWNyZXQifQ.secret'],
    ['x-token', 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJzZWNyZXQifQ.'],
  ])('shows no credential in the header %s: %s', (name, value) => {
    const shown = entryOf({ requestHeaders: new Headers({ [name]: value }) }).request_headers[name];
    expect(shown).toContain('(masked)');
    expect(shown).not.toMatch(/secret|eyJ/);
  });

  it('shows every other header as it was', () => {
    const requestHeaders = new Headers({ 'x-auth-email': 'a@b.example', 'user-agent': 'curl/8' });
    expect(entryOf({ requestHeaders }).request_headers).toEqual({
      'x-auth-email': 'a@b.example',
      'user-agent': 'curl/8',
    });
  });

  it.each([
    ['{"kty":"oct","k":"secret","kid":"a"}', '{"kty":"oct","k":"(masked)","kid":"a"}'],
    ['{"k" : "sec\\"ret"}', '{"k" : "(masked)"}'],
    ['{"secret":"sk-one","alias":"default"}', '{"secret":"(masked)","alias":"default"}'],
    ['{"d":"secret","n":"public"}', '{"d":"(masked)","n":"public"}'],
  ])('shows no secret of a key in a body: %s', (body, shown) => {
    expect(entryOf({ requestBody: body, responseBody: body })).toMatchObject({
      request_body: shown,
      response_body: shown,
    });
  });

  it('cuts a long body and says so', () => {
    const limit = touchstoneLimits.journalBodyCharacters;
    const shown = entryOf({ responseBody: 'x'.repeat(limit + 1) }).response_body;
    expect(shown).toBe(`${'x'.repeat(limit)}…`);
    expect(entryOf({ responseBody: 'x'.repeat(limit) }).response_body).toHaveLength(limit);
  });
});
