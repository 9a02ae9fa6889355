import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import type { JournalEntry } from '../../../../spec/services/touchstone/events.ts';
import { toCurl } from './curl.ts';
import { toTest } from './filter.ts';

const entry: JournalEntry = {
  id: 1,
  at: '2026-01-01T00:00:00.000000Z',
  plane: 'api',
  method: 'POST',
  url: 'http://localhost:4800/client/v4/zones',
  operation: 'zones.zone.create',
  account_id: null,
  zone_id: null,
  basis: 'seed',
  status: 403,
  duration_ms: 1,
  explanation: [],
  request_headers: { authorization: '(masked)', 'content-type': 'application/json', host: 'localhost:4800' },
  request_body: '{"name":"it\'s $HOME `x`.example"}',
  response_body: null,
  configuration: null,
};

describe('the filter of requests', () => {
  const filter = { text: '', plane: '', refusalsOnly: false };

  it('needs every word, in any member', () => {
    expect(toTest({ ...filter, text: 'post ZONES 403' })(entry)).toBe(true);
    expect(toTest({ ...filter, text: 'post 200' })(entry)).toBe(false);
  });

  it('selects planes and refusals, dropped connections among them', () => {
    expect(toTest({ ...filter, plane: 'edge' })(entry)).toBe(false);
    const refusals = toTest({ ...filter, refusalsOnly: true });
    expect([403, 0, 200].map((status) => refusals({ ...entry, status }))).toEqual([true, true, false]);
  });
});

describe('a request as curl', () => {
  /** The arguments that a shell makes of a command. */
  const read = (command: string) =>
    execFileSync('sh', ['-c', command.replace(/^curl/, "printf '%s\\0'")], { encoding: 'utf8' })
      .split('\0')
      .slice(0, -1);

  it('is quoted for a shell', () => {
    expect(read(toCurl(entry, 'token-1'))).toEqual([
      '-X',
      'POST',
      '-H',
      'authorization: Bearer token-1',
      '-H',
      'content-type: application/json',
      '--data-raw',
      entry.request_body,
      entry.url,
    ]);
  });

  it('has a variable for a credential that it does not know', () => {
    const hidden = { ...entry, plane: 'edge' as const, request_headers: { cookie: 'a=(masked)' } };
    expect(toCurl(hidden, 'token-1')).toContain(`-H 'cookie: a='"$SECRET"''`);
  });
});
