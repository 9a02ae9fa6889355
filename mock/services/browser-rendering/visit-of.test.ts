import { describe, expect, it } from 'vitest';
import { defaultUserAgent } from '../../../spec/services/browser-rendering/limits.ts';
import { visitOf } from './visit-of.ts';

const url = 'https://shop.test/';

describe('visitOf', () => {
  it('has the defaults of the platform', () => {
    expect(visitOf({ url })).toMatchObject({
      source: { url },
      viewport: { width: 1920, height: 1080, deviceScaleFactor: 1 },
      userAgent: defaultUserAgent,
      waitUntil: ['domcontentloaded'],
      navigationMs: 30_000,
      actionMs: undefined,
      waitForSelector: undefined,
      requests: undefined,
    });
  });

  it('takes HTML in the place of a URL', () => {
    expect(visitOf({ html: '<p>' }).source).toEqual({ html: '<p>' });
  });

  it.each([
    [
      { width: 0, height: 0 },
      { width: 1920, height: 1080, deviceScaleFactor: 1 },
    ],
    [
      { width: 400, height: 300, deviceScaleFactor: 0 },
      { width: 400, height: 300, deviceScaleFactor: 1 },
    ],
    [
      { width: 400, height: 300, deviceScaleFactor: 2, isMobile: true },
      { width: 400, height: 300, deviceScaleFactor: 2, isMobile: true },
    ],
  ])('shows %j in %j', (viewport, expected) => {
    expect(visitOf({ url, viewport }).viewport).toEqual(expected);
  });

  it.each([
    ['load', ['load']],
    [
      ['load', 'networkidle0'],
      ['load', 'networkidle0'],
    ],
  ] as const)('waits until %s', (waitUntil, expected) => {
    const asked = typeof waitUntil === 'string' ? waitUntil : [...waitUntil];
    expect(visitOf({ url, gotoOptions: { waitUntil: asked } }).waitUntil).toEqual(expected);
  });

  it('takes a limit of 0 for none, and for the navigation the longest there is', () => {
    const visit = visitOf({
      url,
      actionTimeout: 0,
      gotoOptions: { timeout: 0 },
      waitForSelector: { selector: 'h1', timeout: 0 },
    });
    expect(visit).toMatchObject({
      actionMs: undefined,
      navigationMs: 60_000,
      waitForSelector: { selector: 'h1', timeoutMs: undefined },
    });
  });

  it('carries every member of a request', () => {
    const cookies = [{ name: 'a', value: 'b', domain: 'shop.test' }];
    const visit = visitOf({
      url,
      cookies,
      authenticate: { username: 'u', password: 'p' },
      setExtraHTTPHeaders: { 'x-a': 'b' },
      setJavaScriptEnabled: false,
      emulateMediaType: 'print',
      gotoOptions: { timeout: 1, referer: 'https://r.test/', referrerPolicy: 'origin' },
      addScriptTag: [{ content: '1' }],
      addStyleTag: [{ url: 'https://s.test/a.css' }],
      allowResourceTypes: ['document'],
      rejectResourceTypes: ['image'],
      allowRequestPattern: ['a'],
      rejectRequestPattern: ['b'],
      waitForSelector: { selector: 'h1', hidden: true, timeout: 2 },
      waitForTimeout: 3,
      actionTimeout: 4,
      bestAttempt: true,
      userAgent: 'me',
    });
    expect(visit).toMatchObject({
      cookies,
      credentials: { username: 'u', password: 'p' },
      headers: { 'x-a': 'b' },
      javaScript: false,
      mediaType: 'print',
      navigationMs: 1,
      referrer: 'https://r.test/',
      referrerPolicy: 'origin',
      scriptTags: [{ content: '1' }],
      styleTags: [{ url: 'https://s.test/a.css' }],
      requests: { allowTypes: ['document'], rejectTypes: ['image'] },
      waitForSelector: { selector: 'h1', hidden: true, timeoutMs: 2 },
      waitMs: 3,
      actionMs: 4,
      bestAttempt: true,
      userAgent: 'me',
    });
    expect(visit.requests?.allowPatterns?.[0]?.test('a')).toBe(true);
    expect(visit.requests?.rejectPatterns?.[0]?.test('a')).toBe(false);
  });
});
