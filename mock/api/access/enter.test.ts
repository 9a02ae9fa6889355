import { describe, expect, test } from 'vitest';
import { isMeantByThisMachine } from './enter.ts';

const local = 'http://localhost:4800/_touchstone/reset';

describe('recognizes requests that this machine sent on its own behalf', () => {
  test.each([
    ['to this machine, of no page', local, undefined, true],
    ['to an address of this machine', 'http://127.0.0.1:4800/_touchstone/info', undefined, true],
    ['to its address of version 6', 'http://[::1]:4800/_touchstone/info', undefined, true],
    ['of a page of this machine', local, 'http://app.localhost:3000', true],
    ['of a page of somebody else', local, 'https://evil.example', false],
    ['of a page of nobody', local, 'null', false],
    [
      'to a name that somebody else lets lead here',
      'http://evil.example:4800/_touchstone/reset',
      undefined,
      false,
    ],
  ])('%s', (_, url, origin, meant) => {
    const headers = new Headers(origin === undefined ? {} : { origin });
    expect(isMeantByThisMachine({ url, headers })).toBe(meant);
  });
});
