import { decode } from 'fast-png';
import jpeg from 'jpeg-js';
import { describe, expect, it } from 'vitest';
import type { ScreenshotOptions, Viewport } from '../visit.ts';
import { failed, page, useVisits } from './visits.shared.ts';

const svg = (colour: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><rect width="40" height="40" fill="${colour}"/></svg>`;

const visits = useVisits({
  '/late-picture': page('<style>body { margin: 0 }</style><img src="/red.svg">'),
  '/red.svg': (_request, response) =>
    setTimeout(() => response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(svg('red')), 60),
});

const viewport = { width: 400, height: 300 };

const tall =
  '<style>body { margin: 0; background: rgb(10, 20, 30) }</style><div style="height: 3000px"></div>';

const boxes = `<style>body { margin: 0 } div { position: absolute }</style>
  <div id="box" style="left: 50px; top: 700px; width: 120px; height: 80px; background: rgb(0, 200, 0)"></div>
  <div id="large" style="left: 0; top: 0; width: 300px; height: 3000px"></div>
  <div id="none" style="display: none">x</div>
  <div id="flat" style="width: 0; height: 0"></div>
  <div id="line" style="width: 9px; height: 0"></div>`;

async function getSize(
  html: string,
  options: ScreenshotOptions,
  seen: Viewport = viewport,
): Promise<{ width: number; height: number; first: number[] }> {
  const png = await visits.of(html, (loaded) => loaded.screenshot(options), { viewport: seen });
  const { width, height, data, channels } = decode(png);
  return { width, height, first: [...data.subarray(0, channels)] };
}

describe('a picture', () => {
  it.each<[string, string, ScreenshotOptions, number, number, Viewport?]>([
    ['is as large as its window', tall, {}, 400, 300],
    [
      'of a window with two pixels per CSS pixel has both',
      tall,
      {},
      800,
      600,
      { ...viewport, deviceScaleFactor: 2 },
    ],
    ['of the full page has its height', tall, { fullPage: true }, 400, 3000],
    [
      'of the full page is the same in the window',
      tall,
      { fullPage: true, captureBeyondViewport: false },
      400,
      3000,
    ],
    ['of a clip is rounded', tall, { clip: { x: 10, y: 10, width: 100.4, height: 50.6 } }, 100, 51],
    ['of a clip is scaled', tall, { clip: { x: 0, y: 0, width: 100, height: 50, scale: 2 } }, 200, 100],
    ['of a clip goes on below the page', tall, { clip: { x: 0, y: 2950, width: 90, height: 100 } }, 90, 100],
    ['of an element has its size', boxes, { selector: '#box' }, 120, 80],
    ['of an element may be larger than the window', boxes, { selector: '#large' }, 300, 3000],
    [
      'of a clip of an element begins at the element',
      boxes,
      { selector: '#box', clip: { x: 0, y: 0, width: 20, height: 10 } },
      20,
      10,
    ],
  ])('%s', async (_title, html, options, width, height, seen) => {
    expect(await getSize(html, options, seen)).toMatchObject({ width, height });
  });

  it.each<[string, string, ScreenshotOptions, number[]]>([
    ['is opaque and white if the page has no colour', '', {}, [255, 255, 255]],
    ['has the colour of the page', tall, {}, [10, 20, 30]],
    ['of an element shows it', boxes, { selector: '#box' }, [0, 200, 0]],
    ['is transparent without background', '', { omitBackground: true }, [0, 0, 0, 0]],
  ])('%s', async (_title, html, options, first) => {
    expect((await getSize(html, options)).first).toEqual(
      first.length === 3 ? expect.arrayContaining(first) : first,
    );
  });

  it('is a JPEG or WebP on request, smaller with less quality', async () => {
    const [jpg, low, webp] = await visits.of(
      `<style>body { background: linear-gradient(45deg, red, blue, green) }</style>`,
      async (loaded) => [
        await loaded.screenshot({ type: 'jpeg' }),
        await loaded.screenshot({ type: 'jpeg', quality: 5 }),
        await loaded.screenshot({ type: 'webp', quality: 100 }),
      ],
      { viewport },
    );
    expect(jpeg.decode(jpg)).toMatchObject({ width: 400, height: 300 });
    expect(low.length).toBeLessThan(jpg.length);
    expect(new TextDecoder('latin1').decode(webp.subarray(0, 16))).toMatch(/^RIFF.{4}WEBPVP8/s);
  });

  it('has the same bytes every time, in a buffer of its own', async () => {
    const take = (waitMs: number) =>
      visits.of('<input autofocus style="font-size: 80px">', (loaded) => loaded.screenshot(), {
        viewport,
        waitMs,
      });
    const first = await take(0);
    // The caret blinks about twice a second, and `autofocus` takes effect with one of the first frames.
    for (const waitMs of [0, 0, 0, 0, 300, 700]) expect(await take(waitMs)).toEqual(first);
    expect(first.buffer.byteLength).toBe(first.byteLength);
  });

  it('includes what had begun to load, though the page counts as loaded before', async () => {
    const png = await visits.of(visits.url('/late-picture'), (loaded) => loaded.screenshot(), {
      viewport,
      waitUntil: ['domcontentloaded'],
    });
    expect([...decode(png).data.subarray(0, 3)]).toEqual([255, 0, 0]);
  });

  it('of a page with disabled scripts works too', async () => {
    const html = `<style>body { margin: 0; background: blue }</style><script>document.body.style.background = 'red'</script>`;
    const png = await visits.of(html, (loaded) => loaded.screenshot(), { viewport, javaScript: false });
    expect([...decode(png).data.subarray(0, 3)]).toEqual([0, 0, 255]);
  });
});

describe('a picture is refused', () => {
  const clip = { x: 0, y: 0, width: 10, height: 10 };
  it.each<[string, ScreenshotOptions, string, string]>([
    [
      'of a clip without width',
      { clip: { ...clip, width: 0 } },
      'bad-request',
      "'width' in 'clip' must be positive.",
    ],
    [
      'of a clip without height',
      { clip: { ...clip, height: 0 } },
      'bad-request',
      "'height' in 'clip' must be positive.",
    ],
    [
      'of a clip and the full page',
      { clip, fullPage: true },
      'bad-request',
      "'clip' and 'fullPage' are mutually exclusive",
    ],
    [
      'of quality and PNG',
      { quality: 50, type: 'png' },
      'bad-request',
      "png screenshots do not support 'quality'.",
    ],
    ['of quality and no type', { quality: 50 }, 'bad-request', "png screenshots do not support 'quality'."],
    [
      'of too much quality',
      { quality: 101, type: 'jpeg' },
      'bad-request',
      "Expected 'quality' (101) to be between 0 and 100, inclusive.",
    ],
    [
      'of an element that is not displayed',
      { selector: '#none' },
      'capture',
      'Node is either not visible or not an HTMLElement',
    ],
    ['of an element without width', { selector: '#flat' }, 'capture', 'Node has 0 width.'],
    ['of an element without height', { selector: '#line' }, 'capture', 'Node has 0 height.'],
    [
      'of an element that never appears',
      { selector: '#missing' },
      'timeout',
      'Waiting for selector `#missing` failed: Waiting failed: 2000ms exceeded',
    ],
    [
      'of an invalid selector',
      { selector: '##' },
      'bad-request',
      "SyntaxError: Failed to execute 'querySelector' on 'Document': '##' is not a valid selector.",
    ],
    [
      'of a clip outside of the window',
      { clip: { ...clip, y: 4000 }, captureBeyondViewport: false },
      'capture',
      'Cannot take screenshot with 0 height.',
    ],
    [
      'of too many pixels',
      { clip: { ...clip, width: 10_000, height: 10_000 } },
      'capture',
      'a picture of 100000000 pixels exceeds the limit of 16777216',
    ],
    [
      'of too many pixels after scaling',
      { clip: { ...clip, scale: 1000 } },
      'capture',
      'a picture of 100000000 pixels exceeds the limit of 16777216',
    ],
  ])('%s', async (_title, options, failure, detail) => {
    expect(await failed(visits.of(boxes, (loaded) => loaded.screenshot(options)))).toMatchObject({
      failure,
      detail,
    });
  });

  it.each<[string, string, Viewport, ScreenshotOptions, string, string]>([
    [
      'of too high a page',
      '<div style="height: 17000px"></div>',
      viewport,
      { fullPage: true },
      'capture',
      'a page with a height of 17016 pixels exceeds the limit of 16384 pixels',
    ],
    [
      'of too wide a page',
      '<div style="height: 9984px; width: 89992px"></div>',
      viewport,
      { fullPage: true },
      'capture',
      'a picture of 900000000 device pixels exceeds the limit of 67108864',
    ],
    [
      'of too large a window after scaling',
      '',
      { width: 4096, height: 4096, deviceScaleFactor: 4 },
      {},
      'capture',
      'a picture of 268435456 device pixels exceeds the limit of 67108864',
    ],
    [
      'of too large a window',
      '',
      { width: 20_000, height: 20_000 },
      {},
      'bad-request',
      'a viewport of 20000 × 20000 has 400000000 pixels; at most 16777216 are allowed',
    ],
    [
      'of too high a device scale factor',
      '',
      { ...viewport, deviceScaleFactor: 5 },
      {},
      'bad-request',
      'a device scale factor of 5 is above 4, the largest',
    ],
  ])('%s', async (_title, html, seen, options, failure, detail) => {
    const visit = visits.of(html, (loaded) => loaded.screenshot(options), { viewport: seen });
    expect(await failed(visit)).toMatchObject({ failure, detail });
  });

  it('of an unknown type', async () => {
    const visit = visits.of('', (loaded) => loaded.screenshot({ type: JSON.parse('"gif"') }));
    expect(await failed(visit)).toMatchObject({ failure: 'bad-request', detail: 'Invalid image format' });
  });
});
