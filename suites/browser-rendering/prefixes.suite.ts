import type { KnownRequirementId } from '../../spec/requirements.ts';
import { equal, isObject } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite, type Test } from '../harness/suite.ts';
import { html } from './link-case.ts';
import type { Members } from './rendering.ts';

/** The last part of the path of each action, and what it needs beside its page. */
const actions: Readonly<Record<string, Members>> = {
  screenshot: { viewport: { width: 60, height: 40 } },
  links: {},
  content: {},
  markdown: {},
  pdf: {},
  snapshot: { formats: ['content', 'markdown'] },
  scrape: { elements: [{ selector: 'a' }] },
  json: { prompt: 'What is sold here?' },
  accessibilityTree: {},
};

const send = (t: TestContext, prefix: string, action: string, body: Members) =>
  t.send({
    method: 'POST',
    path: `/accounts/${t.accountId}/${prefix}/${action}?cacheTTL=0`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

/** Members of a JSON answer, or nothing of one that is none. */
const membersOf = (body: unknown) => (isObject(body) ? Object.keys(body).sort() : null);

/** Both paths of each action. */
export const renderingPrefixesSuite = defineSuite({
  name: 'browser-rendering/prefixes',
  tests: Object.entries(actions).map(
    ([action, members]): Test<KnownRequirementId> => ({
      title: `answers ${action} alike below both prefixes`,
      requirements: ['BR-ROUTE-1', 'BR-ROUTE-2'],
      features: ['browser', 'pages'],
      run: async (t) => {
        const site = await t.site({ '/': html('<h1>Shop</h1><a href="https://example.com/">x</a>') });
        const body = { url: `${site.url}/`, ...members };
        const older = await send(t, 'browser-rendering', action, body);
        const newer = await send(t, 'browser-run', action, body);
        await t.check('BR-ROUTE-1', () => t.expectSuccess(newer, `${action} below browser-run`));
        await t.check('BR-ROUTE-2', () => {
          equal(newer.headers.get('content-type'), older.headers.get('content-type'), 'the content type');
          equal(membersOf(newer.body), membersOf(older.body), 'the members of the answer');
          // A PDF says when it was made, and a model may say the same in other words.
          if (action === 'screenshot') equal([...newer.bytes], [...older.bytes], 'the bytes of the picture');
          else if (isObject(newer.body) && isObject(older.body) && action !== 'json')
            equal(newer.body['result'], older.body['result'], 'result');
        });
        const faulty = { url: 7, ...members };
        equal(
          (await send(t, 'browser-run', action, faulty)).status,
          (await send(t, 'browser-rendering', action, faulty)).status,
          'the status of a refusal',
        );
      },
    }),
  ),
});
