import { heads, lacks, refuses, refusesWith, results, says, succeedsWith } from './answers.ts';
import { defineVariations } from './variation.ts';

const links = ['browser-rendering/links', 'browser-rendering/access', 'browser-rendering/bounds'];
const pictures = ['browser-rendering/screenshot', 'browser-rendering/access'];
const failure = 'rendering-repositories-examples.md: errors of browser rendering are not shown.';
const order =
  'rendering-repositories-examples.md: `result` is a list of URLs; order and repetition are not shown.';
const more = 'Members that no seed names are allowed.';
const action = 'browser-rendering.links';

/** Rendered pages. */
export const renderingVariations = defineVariations([
  {
    id: 'lists-links-with-201',
    because: 'No status of a success is shown.',
    suites: links,
    ...succeedsWith(action, 201),
  },
  {
    id: 'lists-links-the-other-way-round',
    because: order,
    suites: links,
    ...results(action, (result) => (Array.isArray(result) ? result.toReversed() : result)),
  },
  {
    id: 'lists-links-twice',
    because: order,
    suites: links,
    ...results(action, (result) => (Array.isArray(result) ? [...result, ...result] : result)),
  },
  {
    id: 'lists-each-link-once',
    because: order,
    suites: links,
    ...results(action, (result) => (Array.isArray(result) ? [...new Set(result)] : result)),
  },
  {
    id: 'lists-links-in-a-full-envelope',
    because: more,
    suites: links,
    ...says(action, (body) => ({ ...body, errors: [], messages: [], meta: { status: 200 } })),
  },
  {
    id: 'refuses-to-render-with-422',
    because: failure,
    suites: [...links, 'browser-rendering/requests-refusals'],
    ...refusesWith('browser-rendering.', [400, 404, 408, 409], 422),
  },
  {
    id: 'refuses-to-render-in-full-envelopes',
    because: failure,
    suites: [...links, 'browser-rendering/requests-refusals'],
    ...refuses('browser-rendering.', (body) => ({
      result: null,
      success: false,
      messages: [],
      errors: body['errors'] ?? [],
    })),
  },
  {
    id: 'sends-pictures-with-201',
    because: 'No status of a success is shown.',
    suites: pictures,
    ...succeedsWith('browser-rendering.screenshot', 201),
  },
  {
    id: 'sends-pictures-as-files',
    because:
      'rendering-repositories-examples.md: the response is the image itself; its headers are not shown.',
    suites: pictures,
    ...heads('api', ({ headers: given }, headers) => {
      if (!given.get('content-type')?.startsWith('image/')) return;
      headers.set('content-disposition', 'attachment; filename="page.png"');
      headers.set('cache-control', 'no-store');
      headers.delete('x-browser-ms-used');
    }),
  },
  {
    id: 'opens-a-smaller-window-by-itself',
    because: 'rendering-repositories-examples.md: the default of `viewport` is not shown.',
    suites: ['browser-rendering/screenshot', 'browser-rendering/links', 'browser-rendering/requests'],
    file: 'spec/services/browser-rendering/limits.ts',
    replace: 'viewport: { width: 1920, height: 1080, deviceScaleFactor: 1 },',
    by: 'viewport: { width: 800, height: 600, deviceScaleFactor: 1 },',
    and: [
      {
        file: 'mock/engines/browser/local/page-settings.ts',
        replace: 'const defaultViewport: Viewport = { width: 1920, height: 1080 };',
        by: 'const defaultViewport: Viewport = { width: 800, height: 600 };',
      },
    ],
  },
  {
    id: 'has-two-actions-alone',
    because: 'rendering-repositories-examples.md, Endpoints: others are not shown.',
    suites: ['browser-rendering/access', 'browser-rendering/links', 'browser-rendering/requests'],
    foreign: true,
    ...lacks(
      'browser-rendering.content,browser-rendering.markdown,browser-rendering.pdf,browser-rendering.snapshot,browser-rendering.scrape,browser-rendering.json,browser-rendering.accessibility-tree',
    ),
  },
]);
