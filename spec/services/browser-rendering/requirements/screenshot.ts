import { bounds } from '../../../bounds.ts';
import { defineRequirements } from '../../../requirement.ts';
import { statements } from '../../../statements.ts';
import { endpoints } from '../endpoints.ts';
/** Screenshots of pages, beyond those of the seed. */
export const screenshotRequirements = defineRequirements([
  ...statements(
    { passage: 'Cloudflare docs, Browser Run /screenshot', certainty: 'documented' },
    {
      'BR-SHOT-25': 'A picture is a PNG by default.',
      'BR-SHOT-26': 'With `type` `jpeg` the picture is a JPEG.',
      'BR-SHOT-27': 'With `type` `webp` the picture is a WebP.',
      'BR-SHOT-28': 'The server refuses a `quality` for a PNG with status 400.',
      'BR-SHOT-30': 'With `clip.scale` the picture has that many pixels per pixel of the clip.',
      'BR-SHOT-31': 'With `scrollPage` content that loads on scrolling is in the picture.',
      'BR-SHOT-32': 'With `encoding` `base64` the picture is encoded as Base64.',
      'BR-SHOT-33': 'With `optimizeForSpeed` the picture has the same content.',
      'BR-SHOT-34': 'A picture has no JSON around it.',
      'BR-SHOT-53': 'A JPEG or WebP of lower `quality` has less detail.',
    },
  ),
  ...bounds(
    {
      in: endpoints,
      operation: 'browser-rendering.screenshot.create',
      of: 'screenshot request',
      passage: 'Cloudflare docs, Browser Run /screenshot',
      certainty: 'documented',
    },
    {
      'BR-SHOT-29': [
        'missing',
        ['x', 'y', 'width', 'height'].map((side) => `/screenshotOptions/clip/${side}`),
        { sentence: 'The server refuses a `clip` without x, y, width or height.' },
      ],
    },
  ),
  ...statements(
    { passage: 'Cloudflare docs, Browser Run custom fonts', certainty: 'documented' },
    {
      'BR-SHOT-56': 'A style of `addStyleTag` can bring a font.',
    },
  ),
  ...statements(
    { passage: 'cloudflare-typescript, Browser Rendering: screenshot', certainty: 'observed' },
    {
      'BR-SHOT-35': 'A PNG has the content type `image/png`.',
    },
  ),
  ...statements(
    { passage: 'inferred from puppeteer, Page.screenshot', certainty: 'inferred' },
    {
      'BR-SHOT-36': 'A JPEG has the content type `image/jpeg`.',
      'BR-SHOT-37': 'A WebP has the content type `image/webp`.',
      'BR-SHOT-38': 'A picture as Base64 is plain text.',
      'BR-SHOT-39': 'Sides of a `clip` that are not integers are rounded.',
      'BR-SHOT-44': 'The picture has the whole of an element that is larger than the viewport.',
      'BR-SHOT-45': 'A `selector` without a matching element fails.',
      'BR-SHOT-48': 'A `clip` beyond the end of the page shows the colour of the page.',
      'BR-SHOT-50': 'The empty part of a page is white by default.',
      'BR-SHOT-54': 'With `captureBeyondViewport` false a clip ends at the viewport.',
      'BR-SHOT-58':
        'With `fullPage` true the picture is as wide as the page and at least as high as the window, and the page keeps its viewport lengths.',
      'BR-SHOT-59':
        'With `selector` the picture is the box around the first matching element, with everything that covers it.',
      'BR-SHOT-60': 'Browser-dependent content and documents other than HTML look as in Chromium.',
      'BR-SHOT-55': 'With `fromSurface` the picture has the same content.',
    },
  ),
  ...bounds(
    {
      in: endpoints,
      operation: 'browser-rendering.screenshot.create',
      of: 'screenshot request',
      passage: 'inferred from puppeteer, Page.screenshot',
      certainty: 'inferred',
    },
    {
      'BR-SHOT-42': [
        ['too small', 'too large'],
        '/screenshotOptions/quality',
        { sentence: 'The server refuses a `quality` below 0 or above 100.' },
      ],
      'BR-SHOT-43': [
        'not allowed',
        '/screenshotOptions/type',
        { sentence: 'The server refuses an unknown type of picture.' },
      ],
    },
  ),
  ...statements(
    { passage: 'decision record 10: Pixels', certainty: 'inferred' },
    {
      'BR-SHOT-52':
        'A page without a system font looks to the pixel as in Chromium, within the tolerance of its case.',
    },
  ),
]);
