import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { getShots, type ScreenshotCase, screenshotCaseSchema } from '../../../spec/vectors/screenshots.ts';
import { answerFor, type SiteRequest } from '../../harness/page-sites.ts';
import { type NamedCase, toFile } from './cases.ts';
import { needsSite, requestOfShot, siteOfShot } from './shot-page.ts';

/** A case with the files of an existing case. */
const made = (name: string, members: object = {}): NamedCase => ({
  name,
  ...screenshotCaseSchema.parse({
    title: 'shows the page',
    requirements: ['BR-SHOT-2'],
    by: 'html',
    expects: { width: 4, height: 3 },
    ...members,
  }),
});

const own = (item: ScreenshotCase) => getShots(item).own;
const site = 'http://127.0.0.1:1/a';

const request = (path: string, headers: Record<string, string> = {}): SiteRequest => ({
  method: 'GET',
  path,
  query: new URLSearchParams(),
  headers: new Headers(headers),
  cookies: headers['cookie'] ? { session: headers['cookie'] } : {},
  text: '',
  at: 0,
});

describe('needsSite', () => {
  test.each<[string, object, boolean]>([
    ['HTML alone', {}, false],
    ['a page with an address', { by: 'url' }, true],
    ['files', { files: { '/a.css': { file: 'a.css' } } }, true],
    ['a request that names the site', { request: { cookies: [{ url: '{{site}}/' }] } }, true],
    ['another picture that has an address', { same: { by: 'url' } }, true],
  ])('%s', (_, members, needs) => {
    expect(needsSite(made('box-solid', members))).toBe(needs);
  });
});

describe('requestOfShot', () => {
  test('has the page or its URL, and the other members of the request', () => {
    const item = made('box-solid', { request: { selector: 'p', addStyleTag: [{ url: '{{site}}/a.css' }] } });
    const html = readFileSync(toFile('box-solid', 'page.html'), 'utf8');
    const rest = { selector: 'p', addStyleTag: [{ url: `${site}/a.css` }] };
    expect(requestOfShot(item, own(item), site)).toEqual({ html, ...rest });
    expect(requestOfShot(item, { ...own(item), by: 'url' }, site)).toEqual({ url: `${site}/`, ...rest });
  });

  test('fills in the font of squares', () => {
    const item = made('box-solid', { request: { addStyleTag: [{ content: '{{font}}' }] } });
    const font = readFileSync(toFile('../fonts', 'touchstone-square.woff')).toString('base64');
    expect(requestOfShot(item, own(item), '')).toMatchObject({
      addStyleTag: [{ content: `data:font/woff;base64,${font}` }],
    });
  });
});

describe('siteOfShot', () => {
  const needs = { cookies: { session: '1' }, headers: { 'x-a': 'b' } };
  const item = made('box-solid', {
    headers: { 'Content-Type': 'text/html', Location: '{{site}}/b' },
    status: 302,
    files: {
      '/copy': { file: 'page.html', type: 'text/plain', delayMs: 5, needs },
      '/locked': { file: 'page.html', auth: { username: 'a', password: 'b' } },
    },
  });
  const answers = siteOfShot(item, own(item))(site);

  test('answers for the page as its case says, byte for byte', () => {
    const answer = answerFor(answers, request('/'));
    expect(answer).toMatchObject({
      status: 302,
      headers: { 'content-type': 'text/html', location: `${site}/b` },
    });
    expect(Buffer.from(answer.body ?? '').equals(readFileSync(toFile('box-solid', 'page.html')))).toBe(true);
  });

  test('serves a file only to requests with the required cookies and headers', () => {
    const whole = answerFor(answers, request('/copy', { cookie: '1', 'x-a': 'b' }));
    expect(whole).toMatchObject({ headers: { 'content-type': 'text/plain' }, delayMs: 5 });
    expect(whole.status).toBeUndefined();
    for (const headers of [{}, { cookie: '1' }, { cookie: '2', 'x-a': 'b' }]) {
      expect(answerFor(answers, request('/copy', headers))).toMatchObject({
        status: 403,
        body: '<!doctype html>',
      });
    }
  });

  test('requires the credentials of a file', () => {
    expect(answerFor(answers, request('/locked')).status).toBe(401);
    const authorization = `Basic ${btoa('a:b')}`;
    expect(answerFor(answers, request('/locked', { authorization })).status).toBeUndefined();
  });
});
