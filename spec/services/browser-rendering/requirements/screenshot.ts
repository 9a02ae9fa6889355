import { bounds } from '../../../bounds.ts';
import { defineRequirements } from '../../../requirement.ts';
import { statements } from '../../../statements.ts';
import { browserRenderingEndpoints } from '../endpoints.ts';
/** Pictures of pages, beside what the seed says of them. */
export const screenshotRequirements = defineRequirements([
  ...statements(
    { passage: 'Cloudflare docs, Browser Run /screenshot', certainty: 'documented' },
    {
      'BR-SHOT-25': 'A picture is a PNG when no type is asked for.',
      'BR-SHOT-26': 'With `type` `jpeg` the picture is a JPEG.',
      'BR-SHOT-27': 'With `type` `webp` the picture is a WebP.',
      'BR-SHOT-28': 'A `quality` for a PNG is refused with status 400.',
      'BR-SHOT-30': 'With `clip.scale` the picture has that many pixels for one of the clip.',
      'BR-SHOT-31': 'With `scrollPage` what is loaded on scrolling is in the picture.',
      'BR-SHOT-32': 'With `encoding` `base64` the picture is encoded as Base64.',
      'BR-SHOT-33': 'With `optimizeForSpeed` the picture shows the same.',
      'BR-SHOT-34': 'A picture has no JSON around it.',
      'BR-SHOT-53': 'A JPEG or WebP of lower `quality` has less detail.',
    },
  ),
  ...bounds(
    {
      in: browserRenderingEndpoints,
      operation: 'browser-rendering.screenshot.create',
      of: 'screenshot request',
      passage: 'Cloudflare docs, Browser Run /screenshot',
      certainty: 'documented',
    },
    {
      'BR-SHOT-29': [
        'missing',
        ['x', 'y', 'width', 'height'].map((side) => `/screenshotOptions/clip/${side}`),
        { sentence: 'A `clip` without x, y, width or height is refused.' },
      ],
    },
  ),
  ...statements(
    { passage: 'Cloudflare docs, Browser Run custom fonts', certainty: 'documented' },
    {
      'BR-SHOT-56': 'A style of `addStyleTag` may bring a font.',
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
      'BR-SHOT-39': 'The sides of a `clip` that are no integers are rounded.',
      'BR-SHOT-40': 'A `clip` whose width or height is not positive is refused.',
      'BR-SHOT-41': 'A `clip` together with `fullPage` is refused.',
      'BR-SHOT-57': 'A `selector` together with `fullPage` is refused.',
      'BR-SHOT-44': 'An element that is larger than the viewport is in the picture whole.',
      'BR-SHOT-45': 'A `selector` that finds nothing fails.',
      'BR-SHOT-46': 'A `selector` whose element is not displayed fails.',
      'BR-SHOT-47': 'A `selector` whose element has no width fails.',
      'BR-SHOT-48': 'A `clip` beyond the end of the page shows the colour of the page.',
      'BR-SHOT-49': 'A viewport that is too large to be drawn is refused.',
      'BR-SHOT-50': 'The empty part of a page is white when nothing is said about it.',
      'BR-SHOT-51': 'The same request gives the same picture.',
      'BR-SHOT-54': 'With `captureBeyondViewport` false a clip ends where the viewport does.',
      'BR-SHOT-58':
        'With `fullPage` true the picture is as wide as the page and at least as high as the window, whose lengths the page keeps.',
      'BR-SHOT-59':
        'With `selector` the picture is the box around the first such element, with what lies over it.',
      'BR-SHOT-60':
        'What is left to a browser, and documents other than HTML, are shown as Chromium shows them.',
      'BR-SHOT-7': 'A screenshot request with both `url` and `html` is refused.',
      'BR-SHOT-55': 'With `fromSurface` the picture shows the same.',
    },
  ),
  ...bounds(
    {
      in: browserRenderingEndpoints,
      operation: 'browser-rendering.screenshot.create',
      of: 'screenshot request',
      passage: 'inferred from puppeteer, Page.screenshot',
      certainty: 'inferred',
    },
    {
      'BR-SHOT-42': [
        ['too small', 'too large'],
        '/screenshotOptions/quality',
        { sentence: 'A `quality` below 0 or above 100 is refused.' },
      ],
      'BR-SHOT-43': [
        'not allowed',
        '/screenshotOptions/type',
        { sentence: 'A type of picture that nobody knows is refused.' },
      ],
    },
  ),
  ...statements(
    { passage: 'decision record 10: Pixels', certainty: 'inferred' },
    {
      'BR-SHOT-52':
        'A page that shows no font of the system looks to the pixel as Chromium draws it, within the tolerance of its case.',
    },
  ),
]);
