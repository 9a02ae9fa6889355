import type { Level } from '../../spec/requirement.ts';
import type { KnownRequirementId } from '../../spec/requirements.ts';
import { equal, ok, show } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import type { Site, SiteAnswer, SiteAnswers } from '../harness/page-sites.ts';

import type { Test } from '../harness/suite.ts';
import { getLinks, html, type Members } from './rendering.ts';

/**
 * A page and its links. In pages, requests and links `{{site}}` stands for the base URL of the site, `{{origin}}` for
 * its origin, `{{host}}` for its host without a port, `{{page}}` for the URL of the page.
 */
export interface LinkCase {
  readonly title: string;
  readonly requirements: readonly KnownRequirementId[];
  /** Defaults to the level of the requirements. */
  readonly atMost?: Level;
  /** The site's answer at `/shop/page.html`, or only its HTML. */
  readonly page: string | SiteAnswer;
  /** The site's other answers. */
  readonly files?: SiteAnswers;
  /** Members of the request in addition to the URL. */
  readonly request?: Members;
  readonly links: readonly string[];
  /** Links that must be missing. The seed's requirements only judge these and {@link links}. */
  readonly absent?: readonly string[];
}

const pagePath = '/shop/page.html';

/** A text with its placeholders filled in. */
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

/** The answers of a case's site. */
export const getAnswers =
  ({ page, files = {} }: Pick<LinkCase, 'page' | 'files'>) =>
  (url: string): SiteAnswers => ({ ...files, [pagePath]: filledAnswer(page, url) });

/** The address of the page of a case. */
export const getPage = ({ url }: Site): string => url + pagePath;

/** A part of a page and its links, with the same placeholders. */
export interface SheetCase extends Omit<LinkCase, 'page' | 'files' | 'request'> {
  /** HTML for the body, which must not affect anything outside it. */
  readonly body: string;
}

const markPath = '/mark/';

/** The bodies of cases, one after the other. Each follows a link that marks its start. */
const toStyleSheet = (cases: readonly SheetCase[]): string =>
  html(
    cases.map(({ body }, at) => `<a href="{{site}}${markPath}${at}">${at}</a><div>${body}</div>`).join('\n'),
  );

/** The links between the mark of a case and that of the next one. */
function linksBehind(mark: string, links: readonly string[], at: number): readonly string[] {
  const [begin, end] = [links.indexOf(mark + at), links.indexOf(mark + (at + 1))];
  ok(begin >= 0, `result lacks ${mark + at}`);
  return links.slice(begin + 1, end < 0 ? undefined : end);
}

/**
 * Tests that compare the links of each case with the expected ones. All cases are on one page, and the tests of a run
 * share one rendering.
 *
 * @param name of the page's site, unique in a run
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

/** Whether a requirement comes from the seed, which leaves order, repetition and spelling of links open. */
const isOfSeed = (id: KnownRequirementId): boolean => /^BR-LINK-(?:[1-9]|10)$/.test(id);

/**
 * Fails unless a page has each of the wanted links and none of the unwanted ones, in any order, any number of times,
 * absolute or relative.
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

/** Judges each requirement of a case: those of the seed by presence, the others by the exact list. */
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

/** A test that compares the links of a case's page with the expected ones. */
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
