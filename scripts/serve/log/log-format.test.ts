import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { JournalSummary } from '../../../spec/services/touchstone/events.ts';
import { requestLogLimits as limits } from '../../../spec/services/touchstone/request-log.ts';
import { requestLogLineSchema } from '../../../spec/services/touchstone/request-log-line.ts';
import { isRefused, jsonFormat, prettyFormat } from './log-format.ts';

const summary = (more: Partial<JournalSummary> = {}): JournalSummary => ({
  id: 3,
  // Without a zone, so that the local time is the same everywhere.
  at: '2030-01-01T12:00:00.250000',
  plane: 'api',
  method: 'GET',
  url: 'http://localhost:4800/client/v4/zones?page=2',
  operation: 'zones.zone.list',
  account_id: null,
  zone_id: null,
  basis: 'documented',
  status: 200,
  duration_ms: 0.42,
  explanation: [],
  ...more,
});
const refused = {
  status: 403,
  explanation: ['permission-missing: Authentication error', 'It takes Zone Read.'],
};

describe('the pretty format', () => {
  const plain = prettyFormat(false);

  it.each(['url', 'operation', 'method'] as const)(
    'shows hidden characters of %s, and stays one line',
    (name) => {
      // C0, C1, line ends, bidirectional controls.
      const hidden = '\u001b[31m\u009b2J\r\n::error::\u2028\u202e\u200f';
      const line = plain.request(summary({ [name]: `http://localhost/${hidden}` }));
      expect(line).not.toMatch(/[\p{Cc}\p{Bidi_Control}\u2028](?!$)/u);
      expect(line).toContain('\\u001b[31m\\u009b2J\\u000d\\u000a::error::\\u2028\\u202e\\u200f');
    },
  );

  it.each<[string, Partial<JournalSummary>, string]>([
    ['a call', {}, '12:00:00.250 api  GET /client/v4/zones?page=2 -> 200 0.4 ms zones.zone.list\n'],
    [
      'traffic of a zone, with its host',
      { plane: 'edge', url: 'http://api.example.localhost/orders/7', operation: null, duration_ms: 12.4 },
      '12:00:00.250 edge GET api.example.localhost/orders/7 -> 200 12 ms\n',
    ],
    [
      'a refusal, with its reasons',
      refused,
      '12:00:00.250 api  GET /client/v4/zones?page=2 -> 403 0.4 ms zones.zone.list\n     permission-missing: Authentication error\n     It takes Zone Read.\n',
    ],
    [
      'an end without an answer',
      { status: 0, explanation: ['fault-1 dropped its connection.'] },
      '12:00:00.250 api  GET /client/v4/zones?page=2 -> connection dropped 0.4 ms zones.zone.list\n     fault-1 dropped its connection.\n',
    ],
    [
      'an answer without its reasons, unless it is a refusal',
      { ...refused, status: 304 },
      '12:00:00.250 api  GET /client/v4/zones?page=2 -> 304 0.4 ms zones.zone.list\n',
    ],
  ])('shows %s', (_, more, line) => {
    expect(plain.request(summary(more))).toBe(line);
  });

  const noOperation = 'no saved operation is GET a.test/x; the nearest is GET a.test/y';
  const notApplied = 'token rule "a" (block) does not apply: no saved operation matches the request.';
  const off = 'token rule "b" (block) does not apply: it is off.';
  const behind = 'token rule "c" (block) does not apply: another one comes first.';
  it.each<[string, string[], string[]]>([
    ['no operation', [noOperation, notApplied, off], [noOperation, notApplied, off]],
    ['a selector', ['operation GET a.test/x', notApplied], [notApplied]],
    ['a rule that is off', ['operation GET a.test/x', off], [off]],
    ['no rule', [noOperation], []],
    ['another rule', ['token rule "d" (log) is satisfied: true', notApplied, behind], []],
    ['another rule that only logs', ['token rule "d" (log) is not satisfied: x', notApplied], []],
  ])('says of a request that passed why no token rule applied: %s', (_, explanation, expected) => {
    const lines = plain
      .request(summary({ plane: 'edge', explanation }))
      .split('\n')
      .slice(1, -1);
    expect(lines).toEqual(expected.map((line) => `     ${line}`));
  });

  it.each([
    [200, '32'],
    [304, '36'],
    [403, '33'],
    [500, '31'],
    [0, '31'],
  ])('colours the status %i, if colours are allowed', (status, color) => {
    const line = prettyFormat(true).request(summary({ ...refused, status }));
    expect(line).toContain(`\u001b[1m\u001b[${color}m${status || 'connection dropped'}\u001b[39m`);
    expect(stripVTControlCharacters(line)).toBe(plain.request(summary({ ...refused, status })));
  });

  it('has no control characters of a request', () => {
    const hostile = 'a\u001b[2J\u009b\u202e\ud800\nb';
    const line = plain.request(
      summary({ url: `http://localhost/${hostile}`, status: 400, explanation: [hostile] }),
    );
    const shown = 'a\\u001b[2J\\u009b\\u202e\\ud800\\u000ab';
    expect(line).toBe(`12:00:00.250 api  GET /${shown} -> 400 0.4 ms zones.zone.list\n     ${shown}\n`);
  });

  it('cuts long paths and reasons, and says where the rest is', () => {
    const long = 'x'.repeat(5_000);
    const explanation = Array.from({ length: limits.reasons + 2 }, () => long);
    const lines = plain
      .request(summary({ url: `http://localhost/${long}`, status: 400, explanation }))
      .split('\n');
    expect(lines[0]).toContain(`GET /${'x'.repeat(limits.urlCharacters - 1)}… -> 400`);
    expect(lines[1]).toBe(`     ${'x'.repeat(limits.reasonCharacters)}…`);
    expect(lines.slice(limits.reasons + 1)).toEqual([
      '     … and 2 more: GET /_touchstone/journal has all of them.',
      '',
    ]);
  });

  it('says how many requests are missing', () => {
    expect(plain.dropped(1)).toBe('… 1 request was not shown\n');
    expect(plain.dropped(1234)).toBe('… 1,234 requests were not shown\n');
  });
});

describe('the JSON format', () => {
  it('has a line for each request, as its schema says', () => {
    const line = jsonFormat.request(summary(refused));
    expect(line).toMatch(/^\{"id":3,"at":.*\}\n$/);
    expect(JSON.parse(line)).toEqual(summary(refused));
    const at = '2030-01-01T12:00:00.250000Z';
    expect(
      requestLogLineSchema.parse(JSON.parse(jsonFormat.request(summary({ ...refused, at })))),
    ).toBeTruthy();
    expect(requestLogLineSchema.parse(JSON.parse(jsonFormat.dropped(1234)))).toEqual({ dropped: 1234 });
  });

  it('is safe to print in a terminal, and means the same', () => {
    const explanation = ['a\u001b[2J\u007f\u009b\u202e\u2028b🌷'];
    const line = jsonFormat.request(summary({ explanation }));
    expect(line).toContain('a\\u001b[2J\\u007f\\u009b\\u202e\\u2028b🌷');
    expect(JSON.parse(line).explanation).toEqual(explanation);
  });

  it('cuts long texts', () => {
    const long = 'x'.repeat(5_000);
    const { url, explanation } = JSON.parse(jsonFormat.request(summary({ url: long, explanation: [long] })));
    expect([url.length, explanation[0].length]).toEqual([
      limits.urlCharacters + 1,
      limits.reasonCharacters + 1,
    ]);
  });
});

it('counts refusals, failures and dropped connections as errors', () => {
  expect([0, 200, 304, 399, 400, 503].map(isRefused)).toEqual([true, false, false, false, true, true]);
});
