import { describe, expect, it } from 'vitest';
import type { Visit } from '../visit.ts';
import { isTraceless } from './traceless.ts';
import { useVisits } from './visits.shared.ts';

const of = (html: string, rest: Omit<Visit, 'source'> = {}) => isTraceless({ source: { html }, ...rest });

describe('isTraceless', () => {
  it.each([
    '',
    'Shop',
    '<p>Shop</p>',
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title></head><body>Shop</body></html>',
    "<META CHARSET='UTF-8'/><p>Shop",
    '<style>p { color: red }</style><p style="margin: 0" class="on">Shop',
    '<a href="https://example.com/?on=1">Shop</a>',
    '<svg viewBox="0 0 1 1"><linearGradient id="a"><stop/></linearGradient><rect fill="url(#a)"/></svg>',
    '<img src="data:image/png;base64,iVBO" alt="">',
    '<button disabled>Buy</button><input placeholder="Name"><p content="1" data-condition="a">',
    '1 < 2 & 2 > 1',
  ])('holds for %s', (html) => {
    expect(of(html)).toBe(true);
  });

  it.each([
    '<script>1</script>',
    '<SCRIPT src="a.js">',
    '<svg><script>1</script></svg>',
    '<p onclick="a()">',
    '<p class="a"onclick="a()">',
    '<p/ONCLICK\n=\na()>',
    '<svg/onload=a()>',
    '<iframe src="about:blank"></iframe>',
    '<frameset><frame></frameset>',
    '<object data="a.svg"></object>',
    '<embed src="a.svg">',
    '<link rel="stylesheet" href="data:text/css,">',
    '<base href="https://example.com/">',
    '<base/href=//example.com>',
    '<meta http-equiv="refresh" content="0">',
    '<meta name="viewport" content="width=200">',
    '<meta name="color-scheme" content="dark">',
    '<meta charset="utf-8" name="color-scheme" content="dark">',
    '<meta charset="shift_jis">',
    '<meta>',
    '<style title="a">p { color: red }</style>',
    '<style media="print">p { color: red }</style>',
    '<input autofocus>',
    '<form action="https://example.com/"></form>',
    '<video src="a.webm"></video>',
    '<svg><animate attributeName="x"/></svg>',
    '<svg><set attributeName="x"/></svg>',
    '<my-shop></my-shop>',
    '<noscript>a</noscript>',
    '<p title="<script>">',
    '<!-- <script> -->',
  ])('does not hold for %s', (html) => {
    expect(of(html)).toBe(false);
  });

  it('does not hold for an address', () => {
    expect(isTraceless({ source: { url: 'https://example.com/' } })).toBe(false);
  });

  it.each<[string, Omit<Visit, 'source'>]>([
    ['a user agent, which no server sees', { userAgent: 'Reader' }],
    ['a window', { viewport: { width: 10, height: 20, deviceScaleFactor: 1, isLandscape: true } }],
    ['events and times', { waitUntil: ['load'], navigationMs: 1, actionMs: 1, bestAttempt: true, waitMs: 1 }],
    ['an element to wait for', { waitForSelector: { selector: 'p' } }],
    ['scrolling', { scroll: true }],
  ])('holds with %s', (_, rest) => {
    expect(of('<p>Shop', rest)).toBe(true);
  });

  it.each<[string, Omit<Visit, 'source'>]>([
    ['a phone', { viewport: { width: 10, height: 20, isMobile: true } }],
    ['a touch screen', { viewport: { width: 10, height: 20, hasTouch: true } }],
    ['a finer screen', { viewport: { width: 10, height: 20, deviceScaleFactor: 2 } }],
    ['cookies', { cookies: [] }],
    ['credentials', { credentials: { username: 'a', password: 'b' } }],
    ['headers', { headers: {} }],
    ['scripts turned off', { javaScript: false }],
    ['a medium', { mediaType: 'print' }],
    ['rules for requests', { requests: {} }],
    ['scripts', { scriptTags: [] }],
    ['style sheets', { styleTags: [] }],
  ])('does not hold with %s', (_, rest) => {
    expect(of('<p>Shop', rest)).toBe(false);
  });
});

describe('a reused page', () => {
  const visits = useVisits({}, { pagesAtOnce: 1 });
  const plain = '<!doctype html><p>Shop</p><input value="a"><button>Buy</button>';

  it.each([
    ['in quirks mode', '<p>Shop'],
    ['written from the right', '<!doctype html><html dir="rtl"><body dir="rtl">Shop'],
    [
      'that is dark',
      '<!doctype html><style>:root { color-scheme: dark; background: #123 } * { color: red }</style>a',
    ],
    ['that is high', '<!doctype html><div style="height: 5000px"></div><p id="end">end'],
    ['with content above everything else', '<!doctype html><dialog open>a</dialog><details open>b</details>'],
    [
      'that moves',
      '<!doctype html><style>@keyframes a { to { opacity: 0 } } p { animation: a 1s infinite }</style><p>a',
    ],
    [
      'with names of its own',
      '<!doctype html><style>@property --a { syntax: "*"; inherits: true; initial-value: red } @layer a, b; @counter-style c { symbols: x }</style>',
    ],
    [
      'with fonts of its own',
      '<!doctype html><style>@font-face { font-family: Arimo; src: url(data:font/woff2,) }</style>a',
    ],
    [
      'in columns that scroll',
      '<!doctype html><body style="overflow: scroll; columns: 3; zoom: 2; writing-mode: vertical-rl">a',
    ],
  ])('shows what a new page shows after a page %s', async (_, before) => {
    const picture = () => visits.of(plain, (page) => page.screenshot({ fullPage: true }));
    const asNew = await picture();
    const first = visits.place().page;
    await visits.of(
      before,
      async (page) => {
        await page.screenshot({ fullPage: true, omitBackground: true });
        await page.pdf({ landscape: true });
        await page.accessibilityTree();
        await page.links();
      },
      { scroll: true, viewport: { width: 300, height: 200 } },
    );
    expect(visits.place().page).toBe(first);
    expect(await picture()).toEqual(asNew);
    expect(visits.place().page).toBe(first);
    const other = await visits.of(plain, (page) => page.screenshot({ fullPage: true }), { styleTags: [] });
    expect(visits.place().page).not.toBe(first);
    expect(other).toEqual(asNew);
  });

  it('places letters like a new page even if their first picture was enlarged', async () => {
    // By then the page that may have shown these letters is gone.
    await visits.of(`<img src="${visits.url('/a.png')}">`, async () => {}, { waitUntil: ['load'] });
    visits.requests();
    const clip = { x: 0, y: 0, width: 50, height: 50, scale: 4 };
    await visits.of(plain, (page) => page.screenshot({ clip }));
    const { page } = visits.place();
    const again = await visits.of(plain, (loaded) => loaded.screenshot());
    expect(visits.place().page).toBe(page);
    const asNew = await visits.of(plain, (loaded) => loaded.screenshot(), { styleTags: [] });
    expect(visits.place().page).not.toBe(page);
    expect(again).toEqual(asNew);
  });

  it('is not one that has requested something', async () => {
    await visits.of('<p>a', async () => {});
    const { page } = visits.place();
    await visits.of(`<img src="${visits.url('/a.png')}">`, async () => {}, { waitUntil: ['load'] });
    expect(visits.place().page).toBe(page);
    expect(visits.requests()).toHaveLength(1);
    await visits.of('<p>a', async () => {});
    expect(visits.place().page).not.toBe(page);
  });

  it('is not one whose visit failed', async () => {
    await visits.of('<p>a', async () => {});
    const { page } = visits.place();
    await expect(visits.of('<p>a', (loaded) => loaded.screenshot({ selector: '#none' }))).rejects.toThrow();
    expect(visits.place().page).toBe(page);
    await visits.of('<p>a', async () => {});
    expect(visits.place().page).not.toBe(page);
  });
});
