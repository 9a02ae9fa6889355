import { defineMutants, mutant } from '../mutant.ts';

const enter = 'mock/api/access/enter.ts';
const entered =
  'const actor = authenticateFor(id, credentialHeaders(request.headers, endpoint), credentials);';
const renders = "id.startsWith('browser-rendering.')";

/** Authorization for rendering pages. */
export const accessMutants = defineMutants([
  mutant('BR-AUTH-1', 'renders-for-keys-alone', {
    file: enter,
    replace: entered,
    by: `if (${renders} && request.headers.has('authorization')) throw new ApiError('token-unknown');\n    ${entered}`,
  }),
  mutant('BR-AUTH-2', 'renders-for-anybody', {
    file: enter,
    replace: entered,
    by: `if (${renders} && !/auth/.test([...request.headers.keys()].join())) return undefined;\n    ${entered}`,
  }),
]);

const links = 'mock/services/browser-rendering/actions.ts';
const found = 'mock/engines/browser/local/open-page.ts';
const answer = 'mock/services/browser-rendering/kept-files.ts';

const works = 'work: (page) => page.links({ visibleOnly: visibleLinksOnly }),';
const visibly = '{ visibleOnly: visibleLinksOnly }';
const chosen = 'excludeExternalLinks ? value';

/** The links of pages. */
export const linkMutants = defineMutants([
  mutant('BR-LINK-1', 'finds-the-first-link-alone', {
    file: found,
    replace: "querySelectorAll('a[*|href], area[href]')",
    by: "querySelectorAll(':nth-child(1 of a[*|href], area[href])')",
    first: 'answers with the links of a page in result',
  }),
  mutant('BR-LINK-2', 'reads-links-without-scripts', {
    file: links,
    replace: works,
    by: `visit: { javaScript: false },\n      ${works}`,
  }),
  mutant('BR-LINK-4', 'leaves-hidden-links-out-by-itself', {
    file: links,
    replace: visibly,
    by: '{ visibleOnly: visibleLinksOnly ?? true }',
  }),
  mutant('BR-LINK-5', 'lists-hidden-links-all-the-same', {
    file: links,
    replace: visibly,
    by: '{ visibleOnly: false }',
  }),
  mutant('BR-LINK-6', 'leaves-external-links-out-by-itself', {
    file: links,
    replace: 'excludeExternalLinks = false',
    by: 'excludeExternalLinks = true',
  }),
  mutant('BR-LINK-7', 'lists-external-links-unless-all-are-visible', {
    file: links,
    replace: chosen,
    by: 'excludeExternalLinks && visibleLinksOnly ? value',
  }),
  mutant('BR-LINK-8', 'reads-links-with-its-own-user-agent', {
    file: links,
    replace: works,
    by: `visit: { userAgent: 'Mozilla/5.0' },\n      ${works}`,
  }),
  mutant('BR-LINK-9', 'answers-links-without-success', {
    unfit: 'The contract has success in each answer.',
    file: answer,
    replace: '{ success: true, result,',
    by: '{ result,',
    first: 'answers with the links of a page in result',
  }),
  mutant('BR-LINK-10', 'answers-links-as-objects', {
    unfit: 'The contract has links as strings.',
    file: answer,
    replace: '{ success: true, result,',
    by: '{ success: true, result: Array.isArray(result) ? result.map((url) => ({ url })) : result,',
    first: 'answers with the links of a page in result',
  }),
  mutant('BR-LINK-11', 'answers-links-as-they-are-written', {
    file: found,
    replace: 'links.push(link.href);',
    by: "links.push(link.getAttribute('href') ?? '');",
    first: 'answers with the links of a page in result',
  }),
]);
