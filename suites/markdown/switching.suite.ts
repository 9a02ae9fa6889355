import type { KnownRequirementId } from '../../spec/requirements.ts';
import { pathOfCase } from '../../spec/vectors/markdown.ts';
import { createHostname, setMetadata } from '../custom-hostnames/making.ts';
import { equal, ok } from '../harness/assertions.ts';
import { succeeded } from '../harness/caller.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite, type Suite, type Test, test } from '../harness/suite.ts';
import { changeSetting, restoreLater } from '../settings/changing.ts';
import { caseNames, type NamedCase, readCase } from './cases.ts';
import { addConversion, below, needsFixtureSite } from './converting.ts';
import { getJudgements } from './judge.ts';
import { isMarkdown, mustBeMarkdown } from './kind.ts';

type Id = KnownRequirementId;

/** An ordinary page of the fixture site. */
const page = '/markdown/request-accept-alone/';
const otherPage = '/markdown/request-accept-listed/';

const ask = (t: TestContext, host: string, path = page, accept = 'text/markdown') =>
  t.edge({ host, path, headers: { accept } });

/** Fails unless the answer is the page as Markdown. */
async function converts(t: TestContext, host: string, path = page): Promise<void> {
  mustBeMarkdown(await ask(t, host, path));
}

/** Fails unless the answer is the page of the origin. */
async function leaves(t: TestContext, host: string, path = page): Promise<void> {
  const reply = await ask(t, host, path);
  ok(!isMarkdown(reply), `${host}${path} was converted`);
  const plain = await ask(t, host, path, 'text/html');
  equal([reply.status, reply.text], [plain.status, plain.text], 'status and body');
}

/** Sets the setting of the zone to a value until the end of the test. No seed shows that `off` is a value. */
async function setZone(t: TestContext, value: 'on' | 'off'): Promise<void> {
  await restoreLater(t);
  const reply = await changeSetting(t, value);
  if (value === 'off' && !succeeded(reply)) t.skip('the target accepts no `off` for `content_converter`');
  t.expectSuccess(reply, `the setting ${value}`);
}

/** A rule about some requests, with a matching and a different request. */
const ruled = (
  title: string,
  [on, off]: readonly [Id, Id],
  expression: (t: TestContext) => string,
  other: (t: TestContext) => readonly [host: string, path: string],
) =>
  test([on, off], title, async (t) => {
    await needsFixtureSite(t);
    await setZone(t, 'off');
    await addConversion(t, expression(t));
    await t.check(on, () => converts(t, t.host()));
    await t.check(off, async () => {
      const [host, path] = other(t);
      await needsFixtureSite(t, host);
      await leaves(t, host, path);
    });
  });

const rule = (content: Readonly<Record<string, unknown>>) => ({ action_parameters: content });

/** A zone that converts, with a rule about one page of it. */
const excepted = (title: string, id: Id, parameters: Readonly<Record<string, unknown>>) =>
  test(id, title, async (t) => {
    await needsFixtureSite(t);
    await setZone(t, 'on');
    await converts(t, t.host());
    await addConversion(t, below(t.host(), page), rule(parameters));
    await leaves(t, t.host());
    await converts(t, t.host(), otherPage);
  });

/** The three ways to switch the conversion on: Cloudflare docs, Markdown for Agents. */
export const markdownSwitchingSuite = defineSuite('markdown/switching', [
  {
    title: 'converts the pages of a zone that converts, and not those of another',
    requirements: ['MD-NEG-4', 'ST-CONV-2'],
    run: async (t) => {
      await needsFixtureSite(t);
      await setZone(t, 'off');
      await t.check('MD-NEG-4', () => leaves(t, t.host()));
      t.expectSuccess(await changeSetting(t, 'on'), 'the setting on');
      await t.check('ST-CONV-2', async () => {
        await converts(t, t.host());
        await needsFixtureSite(t, t.host('docs'));
        await converts(t, t.host('docs'), otherPage);
      });
    },
  },
  ruled(
    'converts the pages of the hostname that a rule names',
    ['RS-CONF-5', 'RS-CONF-6'],
    (t) => `http.host eq '${t.host()}'`,
    (t) => [t.host('docs'), page],
  ),
  ruled(
    'converts the pages below the prefix that a rule names',
    ['RS-CONF-7', 'RS-CONF-8'],
    () => `starts_with(http.request.uri.path, '${page}')`,
    (t) => [t.host(), otherPage],
  ),
  {
    title: 'converts the pages of custom hostnames with the metadata for it',
    requirements: ['CH-META-4', 'CH-META-5'],
    run: async (t) => {
      await needsFixtureSite(t);
      await setZone(t, 'off');
      const { id, hostname } = await createHostname(t);
      await needsFixtureSite(t, hostname);
      await addConversion(t, "lookup_json_string(cf.hostname.metadata, 'content_converter') eq 'enabled'");
      await t.check('CH-META-5', async () => {
        await setMetadata(t, id, 'disabled');
        await leaves(t, hostname);
      });
      await setMetadata(t, id, 'enabled');
      await t.check('CH-META-4', () => converts(t, hostname));
      await t.check('CH-META-5', () => leaves(t, t.host()));
    },
  },
  excepted('does not convert the pages of a rule that switches the conversion off', 'MD-ON-2', {
    content_converter: false,
  }),
  excepted('does not convert the pages of a rule that forbids reading responses', 'MD-ON-1', {
    response_body_buffering: 'none',
  }),
  test('MD-NEG-6', "forwards the client's Accept header to the origin", async (t) => {
    await needsFixtureSite(t);
    await addConversion(t, below(t.host(), '/echo'));
    const accept = 'text/markdown, text/html;q=0.7';
    const { text } = await ask(t, t.host(), '/echo', accept);
    const field = JSON.stringify(['accept', accept]);
    ok(text.toLowerCase().includes(field), `the origin received no ${field}: ${text.slice(0, 500)}`);
  }),
]);

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
