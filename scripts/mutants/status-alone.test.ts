import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../suites/harness/exchange.ts';
import { differsInStatusAlone } from './status-alone.ts';

interface Answer {
  readonly url?: string;
  readonly status: number;
  readonly body?: string;
  readonly headers?: readonly (readonly [string, string])[];
}

function exchange({ url = 'http://127.0.0.1:40001/a', status, body = '{}', headers = [] }: Answer): Exchange {
  return {
    plane: 'api',
    step: null,
    request: { method: 'GET', url, headers: [], body: null },
    response: { status, headers, body },
    error: null,
    duration_ms: 1,
  };
}

const noAnswer: Exchange = { ...exchange({ status: 0 }), response: null, error: 'connection refused' };
const first = { url: 'http://127.0.0.1:40001/zones/ts-a1b2c3', status: 200, body: '{"id":"ts-a1b2c3"}' };
const alike = { url: 'http://127.0.0.1:40002/zones/ts-d4e5f6', status: 200, body: '{"id":"ts-d4e5f6"}' };

describe('differsInStatusAlone', () => {
  const cases: readonly (readonly [string, readonly Exchange[], readonly Exchange[], boolean])[] = [
    ['another status', [exchange({ status: 400 })], [exchange({ status: 403 })], true],
    [
      'another status, after differences in names and ports',
      [exchange(first), exchange({ status: 400 })],
      [exchange(alike), exchange({ status: 403 })],
      true,
    ],
    [
      'another status and its consequences',
      [exchange({ status: 400 }), exchange({ status: 200, body: 'x' })],
      [exchange({ status: 403 }), exchange({ status: 200, body: 'y' })],
      true,
    ],
    [
      'another status, id, time and date',
      [exchange({ status: 400, body: '{"id":"0123456789abcdef0","at":"2026-01-01T00:00:00Z"}' })],
      [exchange({ status: 403, body: '{"id":"fedcba98765432100","at":"2026-01-02T00:00:01Z"}' })],
      true,
    ],
    [
      'another status and another body',
      [exchange({ status: 400, body: '{"code":1}' })],
      [exchange({ status: 403, body: '{"code":2}' })],
      false,
    ],
    [
      'another status and another header',
      [exchange({ status: 400, headers: [['allow', 'GET']] })],
      [exchange({ status: 403, headers: [['allow', 'PUT']] })],
      false,
    ],
    ['another body', [exchange({ status: 200, body: 'a' })], [exchange({ status: 200, body: 'b' })], false],
    ['no answer', [exchange({ status: 200 })], [noAnswer], false],
    ['nothing', [exchange({ status: 200 })], [exchange({ status: 200 })], false],
    ['fewer exchanges', [exchange({ status: 200 })], [], false],
  ];
  it.each(cases)('judges %s', (_, right, wrong, expected) => {
    expect(differsInStatusAlone(right, wrong)).toBe(expected);
  });
});
