import { describe, expect, it } from 'vitest';
import { responseOf } from './response-of.ts';

const headers = { 'content-type': 'application/json', 'x-one': '1', date: 'Thu, 01 Jan 2026 00:00:00 GMT' };

describe('responseOf', () => {
  it.each([
    ['a text', '{"a":1}'],
    ['nothing', null],
    ['bytes', new TextEncoder().encode('{"a":1}')],
  ])('makes of %s what a Response is made of', async (_, body) => {
    const made = responseOf(body, { status: 201, headers });
    const expected = new Response(body, { status: 201, headers });
    expect([made.status, [...made.headers], made.body === null]).toEqual([
      expected.status,
      [...expected.headers],
      expected.body === null,
    ]);
    expect(await made.text()).toBe(await expected.text());
  });

  it('has headers that belong to it alone', () => {
    const first = responseOf('', { status: 200, headers });
    first.headers.set('x-one', '2');
    expect(responseOf('', { status: 200, headers }).headers.get('x-one')).toBe('1');
  });
});
