import { defineMutants } from '../mutant.ts';

const enter = 'mock/access/enter.ts';
const entered =
  'const actor = authenticateFor(id, credentialHeaders(request.headers, endpoint), credentials);';
const renders = "id.startsWith('browser-rendering.')";

/** Who may have pages rendered. */
export const accessMutants = defineMutants([
  {
    id: 'renders-for-keys-alone',
    requirement: 'BR-AUTH-1',
    does: 'It takes no API token where pages are rendered.',
    file: enter,
    replace: entered,
    by: `if (${renders} && request.headers.has('authorization')) throw new ApiError('token-unknown');\n    ${entered}`,
  },
  {
    id: 'renders-for-anybody',
    requirement: 'BR-AUTH-2',
    does: 'It renders pages for a request without credentials.',
    file: enter,
    replace: entered,
    by: `if (${renders} && !/auth/.test([...request.headers.keys()].join())) return undefined;\n    ${entered}`,
  },
]);

const links = 'mock/services/browser-rendering/actions.ts';
const found = 'mock/engines/browser/local/open-page.ts';
const answer = 'mock/services/browser-rendering/kept-files.ts';

const works = 'work: (page) => page.links({ visibleOnly: visibleLinksOnly }),';
const visibly = '{ visibleOnly: visibleLinksOnly }';
const chosen = 'excludeExternalLinks ? value';

/** The links of pages. */
export const linkMutants = defineMutants([
  {
    id: 'finds-the-first-link-alone',
    requirement: 'BR-LINK-1',
    does: 'It answers the first link of a page.',
    file: found,
    replace: "querySelectorAll('a[*|href], area[href]')",
    by: "querySelectorAll(':nth-child(1 of a[*|href], area[href])')",
    first: 'answers with the links of a page in result',
  },
  {
    id: 'reads-links-without-scripts',
    requirement: 'BR-LINK-2',
    does: 'It reads the links of pages whose scripts have not run.',
    file: links,
    replace: works,
    by: `visit: { javaScript: false },\n      ${works}`,
  },
  {
    id: 'leaves-hidden-links-out-by-itself',
    requirement: 'BR-LINK-4',
    does: 'It leaves hidden links out where nothing is said about them.',
    file: links,
    replace: visibly,
    by: '{ visibleOnly: visibleLinksOnly ?? true }',
  },
  {
    id: 'lists-hidden-links-all-the-same',
    requirement: 'BR-LINK-5',
    does: 'It lists every link, whatever visibleLinksOnly says.',
    file: links,
    replace: visibly,
    by: '{ visibleOnly: false }',
  },
  {
    id: 'leaves-external-links-out-by-itself',
    requirement: 'BR-LINK-6',
    does: 'It leaves links to other domains out where nothing is said about them.',
    file: links,
    replace: 'excludeExternalLinks = false',
    by: 'excludeExternalLinks = true',
  },
  {
    id: 'lists-external-links-unless-all-are-visible',
    requirement: 'BR-LINK-7',
    does: 'It leaves links to other domains out where visibleLinksOnly is true too.',
    file: links,
    replace: chosen,
    by: 'excludeExternalLinks && visibleLinksOnly ? value',
  },
  {
    id: 'reads-links-with-its-own-user-agent',
    requirement: 'BR-LINK-8',
    does: 'It reads the links of a page with a user agent of its own.',
    file: links,
    replace: works,
    by: `visit: { userAgent: 'Mozilla/5.0' },\n      ${works}`,
  },
  {
    id: 'answers-links-without-success',
    requirement: 'BR-LINK-9',
    does: 'It leaves success out of the answer.',
    unfit: 'The contract has success in each answer.',
    file: answer,
    replace: '{ success: true, result,',
    by: '{ result,',
    first: 'answers with the links of a page in result',
  },
  {
    id: 'answers-links-as-they-are-written',
    requirement: 'BR-LINK-10',
    does: 'It answers links as they stand in the page, and not where they lead.',
    file: found,
    replace: 'links.push(link.href);',
    by: "links.push(link.getAttribute('href') ?? '');",
    first: 'answers with the links of a page in result',
  },
]);
