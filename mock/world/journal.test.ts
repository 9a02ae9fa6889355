import { describe, expect, it } from 'vitest';
import { contract } from '../../spec/contract.ts';
import { journalEntrySchema } from '../../spec/services/touchstone/events.ts';
import { touchstoneLimits } from '../../spec/services/touchstone/schemas.ts';
import { type Exchange, Journal } from './journal.ts';
import { NotedHeaders } from './journal-entry.ts';
import type { JournalQuery } from './journal-query.ts';
import type { AnsweredRequest } from './journal-reader.ts';

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

function toEntry(more: Partial<Exchange>) {
  const journal = new Journal();
  journal.note(exchange(more));
  const [entry] = journal.entries();
  if (!entry) throw new Error('an exchange was recorded');
  return entry;
}

describe('Journal', () => {
  it('lists entries as the contract declares them', () => {
    expect(journalEntrySchema.parse(toEntry({}))).toEqual({
      id: 1,
      at: '2030-01-01T00:00:00.000000Z',
      plane: 'api',
      method: 'GET',
      url: 'http://localhost/client/v4/zones',
      operation: 'zones.zone.list',
      account_id: null,
      zone_id: null,
      basis: 'documented',
      status: 200,
      duration_ms: 1.5,
      explanation: [],
      request_headers: {},
      request_body: null,
      configuration: null,
      response_body: '{}',
    });
  });

  it('lists the latest first and keeps no more than its limit', () => {
    const journal = new Journal();
    for (let n = 0; n < touchstoneLimits.journalEntries + 5; n++) journal.note(exchange());
    const ids = [...journal.entries()].map(({ id }) => id);
    expect(ids).toHaveLength(touchstoneLimits.journalEntries);
    expect(ids[0]).toBe(touchstoneLimits.journalEntries + 5);
    expect(ids.at(-1)).toBe(6);
  });

  it('finds the latest entry that satisfies a predicate', () => {
    const journal = new Journal();
    for (const status of [200, 404, 200]) journal.note(exchange({ status }));
    expect(journal.find((entry) => entry.status === 404)?.id).toBe(2);
    expect(journal.find((entry) => entry.status === 200)?.id).toBe(3);
    expect(journal.find((entry) => entry.status === 500)).toBeUndefined();
  });

  const url = 'http://api.test/client/v4/zones/023e/settings?page=2';
  const body = '{"title":"a","keys":[{"kid":"one","alg":"ES256"}]}';
  it.each<[JournalQuery, boolean]>([
    [{}, true],
    [{ operation: 'zones.zone.list' }, true],
    [{ operation: 'zones.zone.get' }, false],
    [{ method: 'post' }, true],
    [{ method: 'GET' }, false],
    [{ path: '/client/v4/zones/023e/settings' }, true],
    [{ path: '/zones/023e/settings' }, true],
    [{ path: '/zones/{zone_id}/settings' }, true],
    [{ path: '/zones/{zone_id}/settings?page=2' }, true],
    [{ path: '/zones/{zone_id}/settings?page=3' }, false],
    [{ path: '/zones/{zone_id}' }, false],
    [{ path: '/settings' }, false],
    [{ path: /\/settings\?page=\d$/g }, true],
    [{ path: /^\/settings/ }, false],
    [{ status: 200 }, true],
    [{ status: [403, 200] }, true],
    [{ status: 403 }, false],
    [{ plane: 'edge' }, false],
    [{ basis: 'documented' }, true],
    [{ basis: 'seed' }, false],
    [{ accountId: 'a', zoneId: 'z' }, true],
    [{ accountId: 'b' }, false],
    [{ zoneId: 'y' }, false],
    [{ ray: 'r' }, true],
    [{ ray: 's' }, false],
    [{ since: '2030-01-01T00:00:00Z' }, true],
    [{ since: new Date('2030-01-01T00:00:01Z') }, false],
    [{ body: { title: 'a' } }, true],
    [{ body: { keys: [{ kid: 'one' }] } }, true],
    [{ body: { keys: [] } }, false],
    [{ body: { title: 'b' } }, false],
    [{ body: { title: undefined } }, false],
    [{ body }, true],
  ])('finds by %o: %s', (query, found) => {
    const journal = new Journal();
    journal.note(exchange({ url, method: 'POST', accountId: 'a', zoneId: 'z', ray: 'r', requestBody: body }));
    expect(journal.count(query)).toBe(found ? 1 : 0);
    expect(journal.find(query) !== undefined).toBe(found);
  });

  it('finds no body if there is none or it is not JSON', () => {
    const journal = new Journal();
    journal.note(exchange());
    journal.note(exchange({ requestBody: 'a=b' }));
    expect(journal.count({ body: {} })).toBe(0);
  });

  it('refuses an invalid date', () => {
    expect(() => new Journal().find({ since: 'yesterday' })).toThrow(
      'since is "yesterday", which is not a date.',
    );
  });

  it('finds the latest first, up to a limit', () => {
    const journal = new Journal();
    for (const status of [200, 404, 200]) journal.note(exchange({ status }));
    expect(journal.findAll({ status: 200 }).map(({ id }) => id)).toEqual([3, 1]);
    expect(journal.findAll({}, 2).map(({ id }) => id)).toEqual([3, 2]);
    expect(journal.count()).toBe(3);
  });

  it('has a part for one account, and one for a zone', () => {
    const journal = new Journal();
    journal.note(exchange({ accountId: 'a' }));
    journal.note(exchange({ accountId: 'a', zoneId: 'z' }));
    journal.note(exchange({ accountId: 'b' }));
    journal.note(exchange());
    const getIds = (place: Parameters<Journal['of']>[0]) =>
      [...journal.of(place).entries()].map(({ id }) => id);
    expect([getIds({ accountId: 'a' }), getIds({ zoneId: 'z' }), getIds({ accountId: 'c' })]).toEqual([
      [2, 1],
      [2],
      [],
    ]);
    expect(journal.of({ accountId: 'a' }).find({ status: 200 })?.id).toBe(2);
  });

  it('returns the reasons of an exchange, evaluated on demand', () => {
    const journal = new Journal();
    let asked = 0;
    journal.note(
      exchange({
        explain: () => {
          asked++;
          return ['because of eyJhbGciOiJub25lIn0.eyJzdWIiOiJzZWNyZXQifQ.secret', 'x'.repeat(600)];
        },
      }),
    );
    expect(asked).toBe(0);
    expect(journal.find({})?.explanation).toEqual(['because of (masked)', `${'x'.repeat(500)}…`]);
  });

  it('is empty and counts from one again once it is cleared', () => {
    const journal = new Journal();
    journal.note(exchange());
    journal.clear();
    expect([...journal.entries()]).toEqual([]);
    journal.note(exchange());
    expect([...journal.entries()][0]?.id).toBe(1);
  });

  it('counts requests without an operation by method and path, the most frequent first', () => {
    const journal = new Journal();
    const ask = (method: string, path: string) =>
      journal.noteUnknown({ method, url: `http://localhost${path}`, explanation: [path] });
    ask('GET', '/a');
    for (const digit of '123') ask('GET', `/zones/${digit.repeat(32)}/b?x=${digit}`);
    ask('POST', '/a');
    expect(journal.unknown()).toEqual([
      { method: 'GET', path: '/zones/{id}/b', count: 3, explanation: [`/zones/${'1'.repeat(32)}/b?x=1`] },
      { method: 'GET', path: '/a', count: 1, explanation: ['/a'] },
      { method: 'POST', path: '/a', count: 1, explanation: ['/a'] },
    ]);
    for (let n = 0; n < 600; n++) ask('GET', `/many/${n}`);
    expect(journal.unknown()).toHaveLength(500);
  });

  it('masks a token in a URL', () => {
    const url = 'http://a.test/?jwt=eyJhbGciOiJub25lIn0.eyJzdWIiOiJzZWNyZXQifQ.secret';
    expect(toEntry({ url }).url).toBe('http://a.test/?jwt=(masked)');
  });

  it.each([
    ['authorization', 'Bearer secret'],
    ['proxy-authorization', 'Basic secret'],
    ['x-auth-key', 'secret'],
    ['cookie', 'session=secret'],
    ['x-token', 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJzZWNyZXQifQ.secret'],
    ['x-token', 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJzZWNyZXQifQ.'],
  ])('masks the credential in the header %s: %s', (name, value) => {
    const shown = toEntry({ requestHeaders: new Headers({ [name]: value }) }).request_headers[name];
    expect(shown).toContain('(masked)');
    expect(shown).not.toMatch(/secret|eyJ/);
  });

  it('shows every other header unchanged', () => {
    const requestHeaders = new Headers({ 'x-auth-email': 'a@b.example', 'user-agent': 'curl/8' });
    expect(toEntry({ requestHeaders }).request_headers).toEqual({
      'x-auth-email': 'a@b.example',
      'user-agent': 'curl/8',
    });
  });

  it.each([
    ['{"kty":"oct","k":"secret","kid":"a"}', '{"kty":"oct","k":"(masked)","kid":"a"}'],
    ['{"k" : "sec\\"ret"}', '{"k" : "(masked)"}'],
    ['{"secret":"sk-one","alias":"default"}', '{"secret":"(masked)","alias":"default"}'],
    ['{"d":"secret","n":"public"}', '{"d":"(masked)","n":"public"}'],
  ])('masks the secret of a key in a body: %s', (body, shown) => {
    expect(toEntry({ requestBody: body, responseBody: body })).toMatchObject({
      request_body: shown,
      response_body: shown,
    });
  });

  it('masks the members that the contract marks', () => {
    const endpoint = contract['browser-rendering.markdown.create'];
    const requestBody =
      '{"cookies":[{"name":"a","value":"b"}],"authenticate":{"username":"c","password":"d1"}}';
    expect(toEntry({ endpoint, requestBody }).request_body).toBe(
      '{"cookies":[{"name":"a","value":"(masked)"}],"authenticate":{"username":"c","password":"(masked)"}}',
    );
    const answer = '{"result":{"name":"a","token":"b"},"success":true}';
    expect(
      toEntry({ endpoint: contract['artifacts.repos.create'], responseBody: answer }).response_body,
    ).toBe('{"result":{"name":"a","token":"(masked)"},"success":true}');
  });

  it('cuts a long body and marks the cut', () => {
    const limit = touchstoneLimits.journalBodyCharacters;
    const shown = toEntry({ responseBody: 'x'.repeat(limit + 1) }).response_body;
    expect(shown).toBe(`${'x'.repeat(limit)}…`);
    expect(toEntry({ responseBody: 'x'.repeat(limit) }).response_body).toHaveLength(limit);
  });
});

describe('the bytes of a journal', () => {
  const body = 'x'.repeat(10_000);
  const getIds = (journal: { entries(): Iterable<{ id: number }> }) =>
    [...journal.entries()].map(({ id }) => id);

  it('are limited: the oldest requests are dropped', () => {
    const journal = new Journal(100_000);
    for (let n = 0; n < 5; n++) journal.note(exchange({ responseBody: body }));
    expect(getIds(journal)).toEqual([5, 4]);
    journal.note(exchange());
    expect(getIds(journal)).toEqual([6, 5, 4]);
  });

  it('may exceed the limit for the latest request', () => {
    const journal = new Journal(100);
    journal.note(exchange({ accountId: 'a' }));
    journal.note(exchange({ accountId: 'a', responseBody: body }));
    expect([getIds(journal), getIds(journal.of({ accountId: 'a' }))]).toEqual([[2], [2]]);
  });

  it('are limited for accounts too: those of the longest idle account go first, then the oldest', () => {
    const journal = new Journal(100_000);
    for (const accountId of ['a', 'b', 'c']) journal.note(exchange({ accountId, responseBody: body }));
    const counts = () => ['a', 'b', 'c'].map((accountId) => getIds(journal.of({ accountId })).length);
    expect(counts()).toEqual([0, 1, 1]);
    for (let n = 0; n < 5; n++) journal.note(exchange({ accountId: 'c', responseBody: body }));
    expect(counts()).toEqual([0, 0, 2]);
  });

  it('count headers and URLs', () => {
    const journal = new Journal(100_000);
    journal.note(exchange());
    journal.note(exchange({ requestHeaders: new Headers({ a: 'x'.repeat(30_000) }) }));
    expect(getIds(journal)).toEqual([2]);
    expect(toEntry({ url: `http://a.test/${'x'.repeat(20_000)}` }).url).toHaveLength(16_385);
  });

  it('start from zero once it is cleared', () => {
    const journal = new Journal(100_000);
    for (let n = 0; n < 2; n++) journal.note(exchange({ accountId: 'a', responseBody: body }));
    journal.clear();
    for (let n = 0; n < 2; n++) journal.note(exchange({ accountId: 'a', responseBody: body }));
    expect([getIds(journal), getIds(journal.of({ accountId: 'a' }))]).toEqual([
      [2, 1],
      [2, 1],
    ]);
  });
});

describe('waiting for a request', () => {
  it('ends with an existing request', async () => {
    const journal = new Journal();
    journal.note(exchange({ status: 404 }));
    expect((await journal.waitFor({ status: 404 })).id).toBe(1);
  });

  it('ends with the first match, and ignores other requests', async () => {
    const journal = new Journal();
    const waited = journal.of({ accountId: 'a' }).waitFor((entry) => entry.status === 404);
    journal.note(exchange({ status: 404 }));
    journal.note(exchange({ accountId: 'a' }));
    journal.note(exchange({ accountId: 'a', status: 404 }));
    journal.note(exchange({ accountId: 'a', status: 404 }));
    expect((await waited).id).toBe(3);
  });

  it('ends after the time-out with the other requests', async () => {
    const journal = new Journal();
    await expect(journal.waitFor({ status: 404 }, { timeoutMs: 1 })).rejects.toThrow(
      'No matching request came within 1 ms. There were no requests at all.',
    );
    journal.note(exchange());
    await expect(journal.waitFor({ status: 404 }, { timeoutMs: 1 })).rejects.toThrow(
      /within 1 ms\. These were:\n#1 .* GET \/zones -> 200/,
    );
  });
});

describe('listening to a journal', () => {
  it('hears each request of its part, until it ends', () => {
    const journal = new Journal();
    const heard: AnsweredRequest[] = [];
    const stop = journal.of({ accountId: 'a' }).listen((request) => heard.push(request));
    journal.note(exchange());
    journal.note(exchange({ accountId: 'a', status: 0 }));
    journal.note(exchange({ accountId: 'a', status: 403 }));
    stop();
    journal.note(exchange({ accountId: 'a' }));
    expect(heard.map(({ status }) => status)).toEqual([0, 403]);
  });

  it('reads what the entry says, with masked credentials', () => {
    const journal = new Journal();
    const heard: AnsweredRequest[] = [];
    journal.explainBy(() => ['see http://a.test/?token=secret-1']);
    journal.listen((request) => heard.push(request));
    journal.note(exchange({ url: 'http://a.test/orders?token=secret-2', status: 403 }));
    const summary = heard[0]?.summary();
    expect(summary).toMatchObject({
      url: 'http://a.test/orders?token=(masked)',
      explanation: ['see http://a.test/?token=(masked)'],
    });
    expect(journal.find({})).toMatchObject(summary ?? {});
  });
});

describe('NotedHeaders', () => {
  it('keep their values when the original headers change', () => {
    const headers = new Headers({ accept: 'text/html', 'X-Empty': '' });
    const noted = new NotedHeaders(headers);
    headers.set('accept', 'image/png');
    headers.delete('x-empty');
    expect([...noted]).toEqual([
      ['accept', 'text/html'],
      ['x-empty', ''],
    ]);
    expect([noted.get('accept'), noted.get('x-empty'), noted.get('host')]).toEqual(['text/html', '', null]);
  });
});
