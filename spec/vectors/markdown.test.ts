import { describe, expect, test } from 'vitest';
import { bodyOfCase, getFilling, type MarkdownCase, markdownCaseSchema, pathOfCase } from './markdown.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const made = (members: object = {}): MarkdownCase =>
  markdownCaseSchema.parse({ title: 'converts as it says', requirements: ['MD-HDR-4'], ...members });

describe('markdownCaseSchema', () => {
  test('fills in defaults', () => {
    const { request, origin, expects } = made();
    expect([request.method, request.headers]).toEqual(['GET', { accept: 'text/markdown' }]);
    expect([origin.page, origin.status, origin.length]).toEqual(['page.html', 200, 'declared']);
    expect([expects.body, expects.headers]).toEqual(['markdown', {}]);
  });

  test.each([
    { requirements: [] },
    { requirements: ['TV-KEY-4'] },
    { unknown: 1 },
    { origin: { encoding: ['rot13'] } },
    { origin: { headers: { 'Set-Cookie': 'a=1' } } },
    { request: { path: '/absolute' } },
    { fill: { with: 'a' } },
    { fill: { with: 'a', times: 1, bytes: 1 } },
    { expects: { body: 'html' } },
  ])('refuses %j', (members) => {
    expect(() => made(members)).toThrow();
  });
});

describe('pathOfCase', () => {
  test('is the folder, with the path of the request below it', () => {
    expect(pathOfCase('one', made())).toBe('/markdown/one/');
    expect(pathOfCase('one', made({ request: { path: 'a/?b=1' } }))).toBe('/markdown/one/a/?b=1');
  });
});

describe('bodyOfCase', () => {
  test('is the file if there is no fill', () => {
    const file = new Uint8Array([0xff, 0xfe, 0x00]);
    expect(bodyOfCase(made(), file)).toBe(file);
  });

  test.each([
    ['so many times', { with: 'ab', times: 3 }, '<p>{{fill}}</p>{{fill}}', '<p>ababab</p>ababab'],
    ['up to the size of the page', { with: 'ab', bytes: 12 }, '<p>{{fill}}</p>', '<p>abab </p>'],
    ['up to a place', { with: 'x', bytes: 5 }, '<p>{{fill}}{{here}}y</p>', '<p>xxy</p>'],
    ['in bytes, not letters', { with: 'é', bytes: 6 }, '<p>{{fill}}{{here}}</p>', '<p>é </p>'],
  ])('fills %s', (_, fill, page, body) => {
    expect(new TextDecoder().decode(bodyOfCase(made({ fill }), bytes(page)))).toBe(body);
  });
});

describe('getFilling', () => {
  test('is the fill of the golden too', () => {
    expect(getFilling({ with: 'ab', bytes: 12 }, bytes('<p>{{fill}}</p>'))).toBe('abab ');
  });
});
