import type { KnownRequirementId } from '../../spec/requirements.ts';
import { pathOfCase } from '../../spec/vectors/markdown.ts';
import { defineSuite, type Suite, type Test } from '../harness/suite.ts';
import { caseNames, type NamedCase, readCase } from './cases.ts';
import { addConversion, needsFixtureSite } from './converting.ts';
import { getJudgements } from './judge.ts';

/** Size of a page above which no other such page is requested at the same time. */
const largeBytes = 1_000_000;

function isLarge({ fill }: NamedCase): boolean {
  if (fill === undefined) return false;
  return ('bytes' in fill ? fill.bytes : fill.with.length * fill.times) >= largeBytes;
}

/** Requests the page of a case in a zone that converts it, and judges every requirement by itself. */
function getTest(item: NamedCase): Test<KnownRequirementId> {
  const judgements = getJudgements(item);
  return {
    title: item.title,
    requirements: judgements.map(({ id }) => id),
    // Several at a time would take most of the memory of a run.
    exclusive: isLarge(item) && 'room for large bodies',
    run: async (t) => {
      const host = t.host();
      await needsFixtureSite(t, host);
      await addConversion(t, `starts_with(http.request.uri.path, '/markdown/${item.name}/')`);
      const { method, headers } = item.request;
      const reply = await t.edge({ host, method, path: pathOfCase(item.name, item), headers });
      for (const { id, judge } of judgements) await t.check(id, () => judge(reply, host));
    },
  };
}

const cases = caseNames().map(readCase);

const createSuite = (name: string, belongs: (name: string) => boolean): Suite =>
  defineSuite(name, cases.filter((item) => belongs(item.name)).map(getTest));

const isConstruct = (name: string) => name.startsWith('construct-');
const isPage = (name: string) => name.startsWith('page-');

/** Cases about single constructs of HTML. */
export const markdownConstructsSuite = createSuite('markdown/constructs', isConstruct);

/** Whole pages like those on the web. */
export const markdownPagesSuite = createSuite('markdown/pages', isPage);

/** Cases about requests, headers, metadata, JSON-LD, limits, encodings. */
export const markdownAnswersSuite = createSuite(
  'markdown/answers',
  (name) => !isConstruct(name) && !isPage(name),
);
