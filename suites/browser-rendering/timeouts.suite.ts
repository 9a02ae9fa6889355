import type { KnownRequirementId } from '../../spec/requirements.ts';
import { equal, match, ok } from '../harness/assertions.ts';
import type { SiteAnswers } from '../harness/page-sites.ts';
import { defineSuite, type Test } from '../harness/suite.ts';
import { errorOf, isFailure, ofEveryFailure } from './failing.ts';
import { html } from './link-case.ts';
import { type ActionId, askFor, type Members } from './rendering.ts';

/** A stage that takes too long, and what is said of it. */
interface Late {
  readonly what: string;
  readonly detail: KnownRequirementId;
  readonly text: string;
  readonly action?: ActionId;
  readonly page: SiteAnswers[string];
  readonly files?: SiteAnswers;
  readonly request: Members;
}

/** A page with a script that does not end once the page is there. */
const stuck = (forever: string) =>
  html(`<script>addEventListener("load", () => setTimeout(() => { ${forever} }, 50))</script>`);

/** Waits for an answer that never comes, which takes no time of a processor. */
const asking =
  'const request = new XMLHttpRequest(); request.open("GET", "never.png", false); request.send();';

const never: SiteAnswers = { '/never.png': { fault: 'silent' } };

const stages: readonly Late[] = [
  {
    what: 'a server that does not answer',
    detail: 'BR-ERR-26',
    text: 'Navigation timeout of 400 ms exceeded',
    page: { fault: 'silent' },
    request: { gotoOptions: { timeout: 400 } },
  },
  {
    what: 'a document that does not end',
    detail: 'BR-ERR-26',
    text: 'Navigation timeout of 350 ms exceeded',
    page: { body: html('Shop'), fault: 'hanging' },
    request: { gotoOptions: { timeout: 350 } },
  },
  {
    what: 'a picture of the page that does not come',
    detail: 'BR-ERR-26',
    text: 'Navigation timeout of 450 ms exceeded',
    page: html('<img src="never.png" alt="">'),
    files: never,
    request: { gotoOptions: { timeout: 450, waitUntil: 'load' } },
  },
  {
    what: 'an element that does not come',
    detail: 'BR-ERR-27',
    text: 'Waiting for selector `#late > .one` failed: Waiting failed: 300ms exceeded',
    page: html('Shop'),
    request: { waitForSelector: { selector: '#late > .one', timeout: 300 } },
  },
  {
    what: 'an element that does not go',
    detail: 'BR-ERR-27',
    text: 'Waiting for selector `main` failed: Waiting failed: 250ms exceeded',
    page: html('<main>Shop</main>'),
    request: { waitForSelector: { selector: 'main', hidden: true, timeout: 250 } },
  },
  ...(['content', 'links', 'screenshot'] as const).map(
    (name): Late => ({
      what: `a page that is stuck while its ${name} is asked for`,
      detail: 'BR-ERR-28',
      text: 'Request timed out',
      action: `browser-rendering.${name}.create`,
      page: stuck(name === 'content' ? 'for (;;);' : asking),
      files: never,
      request: {
        gotoOptions: { waitUntil: 'load' },
        waitForTimeout: 300,
        actionTimeout: 300,
        viewport: { width: 80, height: 60 },
      },
    }),
  ),
];

/** How requests fail that take too long. */
export const renderingTimeoutsSuite = defineSuite({
  name: 'browser-rendering/timeouts',
  tests: stages.map(
    ({ what, detail, text, page, files = {}, request, action }): Test<KnownRequirementId> => ({
      title: `fails with code 6002 for ${what}`,
      requirements: ['BR-ERR-18', 'BR-ERR-25', detail],
      judges: ofEveryFailure,
      features: ['browser', 'pages'],
      run: async (t) => {
        const site = await t.site({ ...files, '/': page });
        const started = performance.now();
        const body = { url: `${site.url}/`, ...request };
        const reply = await askFor(t, action ?? 'browser-rendering.content.create', body);
        ok(performance.now() - started < 20_000, 'it took far longer than its limit');
        await isFailure(t, reply, { status: 422, code: 6002 });
        const error = errorOf(reply, 6002);
        await t.check('BR-ERR-25', () =>
          match(
            error['message'],
            /^A timeout was reached\. Check gotoOptions\/waitForSelector\/waitForTimeout\/actionTimeout options\.$/,
            'message',
          ),
        );
        await t.check(detail, () => equal(error['detail'], text, 'detail'));
      },
    }),
  ),
});
