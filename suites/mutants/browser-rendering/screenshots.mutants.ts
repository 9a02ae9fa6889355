import { defineMutants } from '../mutant.ts';

/** Pictures of pages. */
export const screenshotMutants = defineMutants([
  {
    id: 'takes-pictures-of-the-window-alone',
    requirement: 'BR-SHOT-9',
    does: 'It forgets fullPage, so that pictures are as high as the window.',
    file: 'mock/services/browser-rendering/actions/screenshot.ts',
    replace: '{ ...options, selector }',
    by: '{ ...options, fullPage: false, selector }',
  },
  {
    id: 'keeps-its-own-user-agent',
    requirement: 'BR-SHOT-23',
    does: 'It loads pages with the user agent of its browser, whatever the request says.',
    file: 'mock/engines/browser/local/page-settings.ts',
    replace: 'visit.userAgent === undefined ?',
    by: 'true ?',
  },
]);
