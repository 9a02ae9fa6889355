import { defineMutants, mutant } from '../mutant.ts';

const screenshot = 'mock/services/browser-rendering/actions.ts';
const visit = 'mock/services/browser-rendering/to-visit.ts';
const settings = 'mock/engines/browser/local/page-settings.ts';
const tags = 'mock/engines/browser/local/page-settings.ts';
const given = 'mock/engines/browser/local/navigation.ts';
const fields = 'spec/services/browser-rendering/schemas/page.ts';

const takes = '{ ...options, selector }';
const oneSource = 'if ((url === undefined) !== (html === undefined)) return;';
const source = 'return url === undefined ? { html } : { url };';
const styles = '...styleTags.map(';

/** Pictures of pages. */
export const screenshotMutants = defineMutants([
  mutant('BR-SHOT-1', 'answers-pictures-as-text', {
    file: screenshot,
    replace: "encoding = 'binary'",
    by: "encoding = 'base64'",
    first: 'answers with the image itself',
  }),
  mutant('BR-SHOT-2', 'cuts-html-off', {
    file: given,
    replace: 'page.setContent(html,',
    by: 'page.setContent(html.slice(0, html.length / 2),',
    first: 'boxes',
  }),
  mutant('BR-SHOT-3', 'takes-pictures-without-scripts', {
    file: screenshot,
    replace: 'visit: { scroll: scrollPage }',
    by: 'visit: { scroll: scrollPage, javaScript: false }',
    first: 'script',
  }),
  mutant('BR-SHOT-4', 'takes-pictures-of-the-front-page', {
    file: visit,
    replace: source,
    by: "return url === undefined ? { html } : { url: new URL('/', url).href };",
    first: 'redirect',
  }),
  mutant('BR-SHOT-5', 'takes-pictures-of-nothing', {
    file: visit,
    replace: source,
    by: "return url === undefined ? { html: '<p></p>' } : { url };",
    first: 'boxes',
  }),
  mutant('BR-SHOT-6', 'takes-pictures-without-a-page', {
    file: fields,
    replace: oneSource,
    by: 'if (url === undefined || html === undefined) return;',
  }),
  mutant('BR-SHOT-8', 'paints-the-empty-part-white', {
    file: screenshot,
    replace: takes,
    by: '{ ...options, omitBackground: false, selector }',
  }),
  mutant('BR-SHOT-9', 'takes-pictures-of-the-window-alone', {
    file: screenshot,
    replace: takes,
    by: '{ ...options, fullPage: false, selector }',
  }),
  mutant('BR-SHOT-10', 'takes-pictures-of-more-than-the-clip', {
    file: screenshot,
    replace: takes,
    by: '{ ...options, clip: undefined, selector }',
  }),
  mutant('BR-SHOT-11', 'cuts-clips-at-the-window', {
    file: screenshot,
    replace: takes,
    by: '{ ...options, captureBeyondViewport: false, selector }',
  }),
  mutant('BR-SHOT-12', 'keeps-its-own-width', {
    file: visit,
    replace: 'width: width || viewport.width',
    by: 'width: viewport.width',
  }),
  mutant('BR-SHOT-13', 'keeps-its-own-height', {
    file: visit,
    replace: 'height: height || viewport.height',
    by: 'height: viewport.height',
  }),
  mutant('BR-SHOT-15', 'waits-for-the-load-alone', {
    file: visit,
    replace: "[gotoOptions.waitUntil ?? 'domcontentloaded'].flat()",
    by: "[gotoOptions.waitUntil ?? 'domcontentloaded'].flat().map((event) => (event === 'networkidle0' ? 'load' : event))",
  }),
  mutant('BR-SHOT-16', 'has-its-own-patience', {
    file: visit,
    replace: 'navigationMs(gotoOptions.timeout)',
    by: 'navigationMs()',
  }),
  mutant('BR-SHOT-17', 'loads-pages-without-cookies', {
    file: visit,
    replace: 'cookies: request.cookies',
    by: 'cookies: undefined',
  }),
  mutant('BR-SHOT-18', 'loads-pages-without-credentials', {
    file: visit,
    replace: 'credentials: request.authenticate',
    by: 'credentials: undefined',
  }),
  mutant('BR-SHOT-19', 'adds-scripts-of-files-alone', {
    file: tags,
    replace: '...scriptTags.map(',
    by: '...scriptTags.filter(({ url }) => url !== undefined).map(',
  }),
  mutant('BR-SHOT-20', 'adds-styles-of-files-alone', {
    file: tags,
    replace: styles,
    by: '...styleTags.filter(({ url }) => url !== undefined).map(',
  }),
  mutant('BR-SHOT-21', 'adds-styles-of-requests-alone', {
    file: tags,
    replace: styles,
    by: '...styleTags.filter(({ url }) => url === undefined).map(',
  }),
  mutant('BR-SHOT-22', 'takes-pictures-of-more-than-the-element', {
    file: screenshot,
    replace: takes,
    by: '{ ...options }',
  }),
  mutant('BR-SHOT-23', 'keeps-its-own-user-agent', {
    file: settings,
    replace: 'visit.userAgent === undefined ?',
    by: 'true ?',
  }),
  mutant('BR-SHOT-24', 'writes-pictures-into-json', {
    unfit: 'The contract has no JSON around a picture.',
    tamper: {
      response: async (response) => {
        if (!response.headers.get('content-type')?.startsWith('image/')) return response;
        const result = Buffer.from(await response.arrayBuffer()).toString('base64');
        return Response.json({ success: true, result });
      },
    },
    first: 'answers with the image itself',
  }),
  mutant('BR-SHOT-35', 'calls-pictures-text', {
    file: screenshot,
    replace: ": { mediaType: `image/${options.type ?? 'png'}`,",
    by: ": { mediaType: 'text/plain',",
    first: 'answers with image/png',
  }),
]);
