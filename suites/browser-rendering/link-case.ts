import type { Level } from '../../spec/requirement.ts';
import type { KnownRequirementId } from '../../spec/requirements.ts';
import { equal, ok, show } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import type { Site, SiteAnswer, SiteAnswers } from '../harness/page-sites.ts';

import type { Test } from '../harness/suite.ts';
import { getLinks, html, type Members } from './rendering.ts';

/**
 * A page and the links that are found on it. In pages, requests and links `{{site}}` stands for the base URL of the
 * site, `{{origin}}` for its origin, `{{host}}` for its host without a port, `{{page}}` for the URL of the page.
 */
export interface LinkCase {
  readonly title: string;
  readonly requirements: readonly KnownRequirementId[];
  /** Left out, it is what the requirements say. */
  readonly atMost?: Level;
  /** What the site has at `/shop/page.html`: HTML, or an answer. */
  readonly page: string | SiteAnswer;
  /** What else it has. */
  readonly files?: SiteAnswers;
  /** What the request says beside the URL. */
  readonly request?: Members;
  readonly links: readonly string[];
  /** Links that the answer must not have; requirements of the seed ask for no more than these and {@link links}. */
  readonly absent?: readonly string[];
}

const pagePath = '/shop/page.html';

/** A text with its marks filled in. */
function filled(text: string, url: string): string {
  const { origin, hostname } = new URL(url);
  return text
    .replaceAll('{{site}}', url)
    .replaceAll('{{origin}}', origin)
    .replaceAll('{{host}}', hostname)
    .replaceAll('{{page}}', url + pagePath);
}

function filledAnswer(answer: string | SiteAnswer, url: string): string | SiteAnswer {
  if (typeof answer === 'string') return filled(answer, url);
  const { body } = answer;
  return typeof body === 'string' ? { ...answer, body: filled(body, url) } : answer;
}

/** What a case's site has. */
export const getAnswers =
  ({ page, files = {} }: Pick<LinkCase, 'page' | 'files'>) =>
  (url: string): SiteAnswers => ({ ...files, [pagePath]: filledAnswer(page, url) });

/** The address of the page of a case. */
export const getPage = ({ url }: Site): string => url + pagePath;

/** A part of a page, and the links that are found in it, with the same marks. */
export interface SheetCase extends Omit<LinkCase, 'page' | 'files' | 'request'> {
  /** What stands in the body; it must hold nothing that reaches beyond it. */
  readonly body: string;
}

const markPath = '/mark/';

/** The bodies of cases, one behind the other, each behind a link that says where it begins. */
const toStyleSheet = (cases: readonly SheetCase[]): string =>
  html(
    cases.map(({ body }, at) => `<a href="{{site}}${markPath}${at}">${at}</a><div>${body}</div>`).join('\n'),
  );

/** The links that stand behind the link of a case and before that of the next one. */
function linksBehind(mark: string, links: readonly string[], at: number): readonly string[] {
  const [begin, end] = [links.indexOf(mark + at), links.indexOf(mark + (at + 1))];
  ok(begin >= 0, `result lacks ${mark + at}`);
  return links.slice(begin + 1, end < 0 ? undefined : end);
}

/**
 * Holds the links of each case against those that are expected, read from one page that has all of them: tests of a
 * run that ask for it share one rendering.
 *
 * @param name of the page's site, which no other page of the run has
 */
export function sheetTests(
  name: string,
  cases: readonly SheetCase[],
  { request = {}, files = {} }: Pick<LinkCase, 'request' | 'files'> = {},
): Test<KnownRequirementId>[] {
  const answers = getAnswers({ page: toStyleSheet(cases), files });
  return cases.map(({ title, requirements, atMost, ...item }, at) => ({
    title,
    requirements,
    ...(atMost && { atMost }),
    features: ['browser', 'pages'],
    run: async (t) => {
      const site = await t.sharedSite(name, answers);
      const found = await t.sharing(() => getLinks(t, { url: getPage(site), ...request }));
      const own = () => linksBehind(site.url + markPath, found, at);
      await judgeLinks(t, { requirements, ...item }, { site, found, own });
    },
  }));
}

/** Whether a requirement rests on the seed, which leaves order, repetition and spelling of links open. */
const isOfSeed = (id: KnownRequirementId): boolean => /^BR-LINK-(?:[1-9]|10)$/.test(id);

/**
 * Fails unless each of the wanted links is among those of a page, and none of the unwanted ones: in whatever order, as
 * often as it likes, absolute or relative.
 */
export function hasLinks(
  found: readonly string[],
  page: string,
  { wanted, unwanted = [] }: { readonly wanted: readonly string[]; readonly unwanted?: readonly string[] },
): void {
  const whole = (link: string) => URL.parse(link, page)?.href ?? link;
  const all = new Set(found.map(whole));
  for (const link of wanted) ok(all.has(whole(link)), `result lacks ${link}: ${show(found)}`);
  for (const link of unwanted) ok(!all.has(whole(link)), `result has ${link}: ${show(found)}`);
}

/** Judges each requirement of a case: those of the seed by what is there, the others by the very list. */
async function judgeLinks(
  t: TestContext,
  { requirements, links, absent = [] }: Pick<LinkCase, 'requirements' | 'links' | 'absent'>,
  { site, found, own }: { site: Site; found: readonly string[]; own: () => readonly string[] },
): Promise<void> {
  const fill = (list: readonly string[]) => list.map((link) => filled(link, site.url));
  for (const id of requirements) {
    await t.check(id, () => {
      if (isOfSeed(id)) hasLinks(found, getPage(site), { wanted: fill(links), unwanted: fill(absent) });
      else equal(own(), fill(links), 'the links');
    });
  }
}

/** Reads the links of the page of a case, and holds them against those that are expected. */
export function linkTest(item: LinkCase): Test<KnownRequirementId> {
  const { title, requirements, atMost, request = {} } = item;
  return {
    title,
    requirements,
    ...(atMost && { atMost }),
    features: ['browser', 'pages'],
    run: async (t) => {
      const site = await t.site(getAnswers(item));
      const found = await getLinks(t, { url: getPage(site), ...request });
      await judgeLinks(t, item, { site, found, own: () => found });
    },
  };
}
