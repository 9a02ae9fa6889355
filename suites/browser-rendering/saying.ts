import type { TestContext } from '../harness/context.ts';
import { ConformanceFailure } from '../harness/errors.ts';
import type { Site, SiteAnswers } from '../harness/page-sites.ts';

import { getLinks, html, type Members } from './rendering.ts';

/** JavaScript expressions by the name under which a page reports their values. */
export type Questions = Readonly<Record<string, string>>;

/** A page reports values as links to this host. */
const host = 'https://said.example/';

/**
 * A page that reports values: for each question a link with the value in its query. This makes values in scripts
 * visible to the links action, which is the easiest to judge.
 *
 * @param head HTML before the reporting script
 */
export const sayingPage = (questions: Questions, head = ''): string =>
  html(`<script>${sayingScript(questions)}</script>`, head);

/** The script of such a page, to be added to other pages. */
export const sayingScript = (questions: Questions): string =>
  Object.entries(questions)
    .map(
      ([name, expression]) =>
        `{ const a = document.createElement('a'); a.href = '${host}${name}?' + encodeURIComponent(String(${expression}));
        a.append('${name}'); document.body.append(a); }`,
    )
    .join('\n');

/** The values reported in a list of links; ignores other links. */
export function valuesIn(links: readonly string[]): Readonly<Record<string, string>> {
  const values = links.filter((link) => link.startsWith(host)).map((link) => new URL(link));
  return Object.fromEntries(
    values.map(({ pathname, search }) => [pathname.slice(1), decodeURIComponent(search.slice(1))]),
  );
}

/** The values that a page reported, and its site. */
export interface PageReport {
  readonly values: Readonly<Record<string, string>>;
  readonly site: Site;
}

/**
 * Opens a page with the members of a request, and returns the values it reports.
 *
 * @param files other answers of its site
 */
export async function readValues(
  t: TestContext,
  questions: Questions,
  request: Members | ((site: Site) => Members) = {},
  { files = {}, head = '' }: { readonly files?: SiteAnswers; readonly head?: string } = {},
): Promise<PageReport> {
  const site = await t.site({ ...files, '/': sayingPage(questions, head) });
  const members = typeof request === 'function' ? request(site) : request;
  const values = valuesIn(await getLinks(t, { url: `${site.url}/`, ...members }));
  return { values, site };
}

/** Questions about the default environment of a page. */
const plainQuestions: Questions = {
  width: 'innerWidth',
  height: 'innerHeight',
  factor: 'devicePixelRatio',
  touch: '"ontouchstart" in window && navigator.maxTouchPoints > 0',
  screen: 'matchMedia("screen").matches',
  print: 'matchMedia("print").matches',
  ran: '1 + 1',
  agent: 'navigator.userAgent',
  referrer: 'document.referrer',
};

/** The values that a page reports in a request with only a URL. Tests share the rendering. */
export async function readDefaults(t: TestContext): Promise<PageReport> {
  const site = await t.sharedSite('plain', { '/': sayingPage(plainQuestions) });
  return { values: valuesIn(await t.sharing(() => getLinks(t, { url: `${site.url}/` }))), site };
}

/** A header of the first request for a path; fails if there was none. */
export function getHeader({ received }: Site, path: string, name: string): string | null {
  const request = received.find((one) => one.path === path);
  if (!request) throw new ConformanceFailure(`${path} was never requested`);
  return request.headers.get(name);
}

/** The requested paths, each once, in alphabetical order. */
export const getPaths = ({ received }: Site): string[] =>
  [...new Set(received.map(({ path }) => path))].sort();
