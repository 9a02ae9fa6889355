import { describe, expect, test } from 'vitest';
import {
  filledIn,
  getPageAnswer,
  getShots,
  goldenName,
  type ScreenshotCase,
  screenshotCaseSchema,
  typeOfFile,
} from './screenshots.ts';

const made = (members: object = {}): ScreenshotCase =>
  screenshotCaseSchema.parse({
    title: 'shows what it says',
    requirements: ['BR-SHOT-2'],
    by: 'html',
    expects: { width: 4, height: 3 },
    ...members,
  });

describe('screenshotCaseSchema', () => {
  test('fills in defaults', () => {
    const { request, page, files, expects, tolerance, same } = made();
    expect([request, page, files, same]).toEqual([{}, 'page.html', {}, undefined]);
    expect(expects).toEqual({ type: 'png', width: 4, height: 3, pixels: {} });
    expect(tolerance).toEqual({ maxDifference: 0, differentPixels: 0 });
  });

  test.each([
    { requirements: [] },
    { requirements: ['MD-HDR-4'] },
    { by: 'file' },
    { unknown: 1 },
    { request: { html: 'x' } },
    { request: { url: 'x' } },
    { files: { 'style.css': { file: 'style.css' } } },
    { files: { '/style.css': { file: '../style.css' } } },
    { expects: { width: 4, height: 0 } },
    { expects: { width: 4, height: 3, pixels: { '1,1': 'red' } } },
    { same: {} },
    { tolerance: { maxDifference: 256, differentPixels: 0 } },
  ])('refuses %j', (members) => {
    expect(() => made(members)).toThrow();
  });
});

describe('getShots', () => {
  test('takes what another picture omits from the case', () => {
    const request = { selector: 'p' };
    const { own, same, differs } = getShots(
      made({ request, same: 'other.html', differs: { by: 'url', request: {} } }),
    );
    expect(own).toEqual({ by: 'html', page: 'page.html', request });
    expect(same).toEqual({ by: 'html', page: 'other.html', request });
    expect(differs).toEqual({ by: 'url', page: 'page.html', request: {} });
  });
});

test('getPageAnswer answers for any page as the case says for its own', () => {
  const item = made({ headers: { 'set-cookie': 'a=1' }, delayMs: 5 });
  expect(getPageAnswer(item, 'other.html')).toMatchObject({
    file: 'other.html',
    headers: { 'set-cookie': 'a=1' },
    delayMs: 5,
  });
});

test('filledIn replaces marks wherever a string has them', () => {
  const value = { a: ['{{site}}/b', 1], c: { d: 'url({{font}}) {{site}}' }, '{{site}}': null };
  const filling = { site: 'http://h:1/"$&', font: 'data:,' };
  expect(filledIn(value, filling)).toEqual({
    a: ['http://h:1/"$&/b', 1],
    c: { d: 'url(data:,) http://h:1/"$&' },
    '{{site}}': null,
  });
});

test.each([
  ['a.css', 'text/css; charset=utf-8'],
  ['a.min.js', 'text/javascript; charset=utf-8'],
  ['a.bin', 'application/octet-stream'],
])('typeOfFile finds the type of %s', (name, type) => {
  expect(typeOfFile(name)).toBe(type);
});

test.each([
  ['png', 'golden.png'],
  ['jpeg', 'golden.jpg'],
  ['webp', 'golden.webp'],
])('a golden of type %s is %s', (type, name) => {
  expect(goldenName(made({ expects: { type, width: 1, height: 1 } }))).toBe(name);
});
