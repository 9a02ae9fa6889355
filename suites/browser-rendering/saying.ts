import type { TestContext } from '../harness/context.ts';
import { ConformanceFailure } from '../harness/errors.ts';
import type { Site, SiteAnswers } from '../harness/page-sites.ts';

import { getLinks, html, type Members } from './rendering.ts';

/** Expressions of JavaScript by the names under which a page says what they are. */
export type Questions = Readonly<Record<string, string>>;

/** Links to this host are what a page says. */
const host = 'https://said.example/';

/**
 * A page that says what it finds: for each question a link whose query is the value. So the action of the seed
 * that is easiest to judge tells what scripts see.
 *
 * @param head what stands before the script that says it
 */
export const sayingPage = (questions: Questions, head = ''): string =>
  html(`<script>${sayingScript(questions)}</script>`, head);

/** The script of such a page, which can be added to others. */
export const sayingScript = (questions: Questions): string =>
  Object.entries(questions)
    .map(
      ([name, expression]) =>
        `{ const a = document.createElement('a'); a.href = '${host}${name}?' + encodeURIComponent(String(${expression}));
        a.append('${name}'); document.body.append(a); }`,
    )
    .join('\n');

/** What is said in a list of links; other links say nothing. */
export function saidIn(links: readonly string[]): Readonly<Record<string, string>> {
  const said = links.filter((link) => link.startsWith(host)).map((link) => new URL(link));
  return Object.fromEntries(
    said.map(({ pathname, search }) => [pathname.slice(1), decodeURIComponent(search.slice(1))]),
  );
}

/** What came of asking a page. */
export interface Heard {
  readonly said: Readonly<Record<string, string>>;
  readonly site: Site;
}

/**
 * Opens a page with the members of a request, and hears what it says.
 *
 * @param files what its site has beside `/`
 */
export async function hear(
  t: TestContext,
  questions: Questions,
  request: Members | ((site: Site) => Members) = {},
  { files = {}, head = '' }: { readonly files?: SiteAnswers; readonly head?: string } = {},
): Promise<Heard> {
  const site = await t.site({ ...files, '/': sayingPage(questions, head) });
  const members = typeof request === 'function' ? request(site) : request;
  const said = saidIn(await getLinks(t, { url: `${site.url}/`, ...members }));
  return { said, site };
}

/** What a page is asked that is shown as it is by default. */
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

/** Hears what a page says that is asked for by its address alone. Tests share it. */
export async function hearPlain(t: TestContext): Promise<Heard> {
  const site = await t.sharedSite('plain', { '/': sayingPage(plainQuestions) });
  return { said: saidIn(await t.sharing(() => getLinks(t, { url: `${site.url}/` }))), site };
}

/** A header of the first request of a path; fails where none was made. */
export function getHeader({ received }: Site, path: string, name: string): string | null {
  const request = received.find((one) => one.path === path);
  if (!request) throw new ConformanceFailure(`${path} was never asked for`);
  return request.headers.get(name);
}

/** The paths that were asked for, each once, in alphabetical order. */
export const getPaths = ({ received }: Site): string[] =>
  [...new Set(received.map(({ path }) => path))].sort();
