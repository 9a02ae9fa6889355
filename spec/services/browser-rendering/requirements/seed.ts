import { bounds } from '../../../bounds.ts';
import { defineRequirements } from '../../../requirement.ts';
import { statements } from '../../../statements.ts';
import { endpoints } from '../endpoints.ts';

const doc = 'rendering-repositories-examples.md';
const endpointsPassage = `${doc}: Endpoints`;

/** The seed's requirements: screenshots and links of pages in a browser. */
export const renderingSeedRequirements = defineRequirements([
  ...statements(
    { passage: endpointsPassage, certainty: 'seed' },
    {
      'BR-SHOT-1': 'A POST to `/accounts/{account_id}/browser-rendering/screenshot` returns an image.',
      'BR-LINK-1': 'A POST to `/accounts/{account_id}/browser-rendering/links` returns a list of links.',
    },
  ),
  ...statements(
    { passage: `${doc}: What the service does`, certainty: 'seed' },
    {
      'BR-SHOT-2': 'A screenshot shows the HTML content of the page.',
      'BR-SHOT-3': 'A screenshot shows the content that the JavaScript of the page built.',
      'BR-LINK-2': 'The server finds a link that the JavaScript of the page built.',
    },
  ),
  ...statements(
    { passage: `${doc}: Screenshot request`, certainty: 'seed' },
    {
      'BR-SHOT-4': 'A screenshot request with `url` shows that page.',
      'BR-SHOT-5': 'A screenshot request with `html` shows that HTML.',
      'BR-SHOT-6': 'The server refuses a screenshot request with neither `url` nor `html`.',
      'BR-SHOT-8': 'With `omitBackground` true the empty part of a page is transparent.',
      'BR-SHOT-9': 'With `fullPage` true the picture is as high as the page.',
      'BR-SHOT-10': 'With `clip` the picture is that part of the page.',
      'BR-SHOT-11': 'With `captureBeyondViewport` true the picture shows a clip outside the viewport.',
      'BR-SHOT-12': 'The picture is as wide as `viewport.width`.',
      'BR-SHOT-13': 'The picture is as high as `viewport.height`.',
      'BR-SHOT-15': 'With `waitUntil` `networkidle0` the picture waits until no connection is active.',
      'BR-SHOT-16': 'A page that takes longer than `gotoOptions.timeout` milliseconds fails.',
      'BR-SHOT-17': 'The browser loads the page with the `cookies` of the request.',
      'BR-SHOT-18':
        'The browser loads a page behind HTTP authentication with the credentials of `authenticate`.',
      'BR-SHOT-19': 'An inline script of `addScriptTag` runs in the page.',
      'BR-SHOT-20': 'An inline style of `addStyleTag` applies to the page.',
      'BR-SHOT-21': 'An external stylesheet of `addStyleTag` applies to the page.',
      'BR-SHOT-22': 'With `selector` the picture is only that element.',
      'BR-SHOT-23': 'The browser loads the page with the `userAgent` of the request.',
      'BR-SHOT-24': 'The response body is the bytes of the image.',
    },
  ),
  ...bounds(
    {
      in: endpoints,
      operation: 'browser-rendering.screenshot.create',
      of: 'screenshot request',
      passage: `${doc}: Screenshot request`,
      certainty: 'seed',
    },
    {
      'BR-SHOT-14': ['type', '/viewport/width'],
    },
  ),
  ...statements(
    { passage: `${doc}: Links request`, certainty: 'seed' },
    {
      'BR-LINK-4': 'Hidden links are listed by default.',
      'BR-LINK-5': 'With `visibleLinksOnly` true hidden links are omitted.',
      'BR-LINK-6': 'Links to other domains are listed by default.',
      'BR-LINK-7': 'With `excludeExternalLinks` true links to other domains are omitted.',
      'BR-LINK-8': 'The browser reads a page with the `userAgent` of the request.',
      'BR-LINK-9': 'The response has `success` true.',
      'BR-LINK-10': 'The response has the links as an array of URL strings in `result`.',
    },
  ),
  ...bounds(
    {
      in: endpoints,
      operation: 'browser-rendering.links.create',
      of: 'links request',
      passage: `${doc}: Links request`,
      certainty: 'seed',
    },
    {
      'BR-LINK-3': ['missing', '/url'],
    },
  ),
  ...statements(
    { passage: `${doc}: Authentication`, certainty: 'seed' },
    {
      'BR-AUTH-1': 'The server accepts a Bearer API token.',
      'BR-AUTH-2': 'The server refuses a request without credentials.',
    },
  ),
]);
