import { describe, expect, it } from 'vitest';
import type { JournalEntry } from '../../../../spec/services/touchstone/events.ts';
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
