import type { KnownRequirementId } from '../../spec/requirements.ts';
import { setFunds } from '../ai-gateway/passing.ts';
import { equal, match, ok } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import type { SiteAnswers } from '../harness/page-sites.ts';
import { defineSuite, type Test } from '../harness/suite.ts';
import {
  type ActionId,
  askFor,
  getError,
  html,
  isFailure,
  type Members,
  ofEveryFailure,
} from './rendering.ts';

/** A stage that takes too long, and its error. */
interface Late {
  readonly what: string;
  readonly detail: KnownRequirementId;
  readonly text: string;
  readonly action?: ActionId;
  readonly page: SiteAnswers[string];
  readonly files?: SiteAnswers;
  readonly request: Members;
}

/** A page with a script that blocks it after loading. */
const stuck = (forever: string) =>
  html(`<script>addEventListener("load", () => setTimeout(() => { ${forever} }, 50))</script>`);

/** Waits for an answer that never comes, which uses no processor time. */
const blocking =
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
    what: 'an image of the page that does not come',
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
      what: `a page that hangs during its ${name}`,
      detail: 'BR-ERR-28',
      text: 'Request timed out',
      action: `browser-rendering.${name}.create`,
      page: stuck(name === 'content' ? 'for (;;);' : blocking),
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

/** Failures of requests that take too long. */
export const renderingTimeoutsSuite = defineSuite(
  'browser-rendering/timeouts',
  stages.map(
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
        ok(performance.now() - started < 20_000, 'the request took far longer than its limit');
        await isFailure(t, reply, { status: 422, code: 6002 });
        // Each of them waited for at least a quarter of a second.
        const took = Number(reply.headers.get('x-browser-ms-used'));
        await t.check('BR-META-10', () => ok(took >= 200, `x-browser-ms-used is ${took}`));
        const error = getError(reply, 6002);
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
);

const features = ['browser', 'admin', 'clock', 'free-plan'] as const;

/** Enforces the limits of a plan until the test ends, with a frozen clock. */
async function limited(t: TestContext, plan: 'free' | 'paid', at: string): Promise<void> {
  const before = (await t.call('touchstone.limits.get', {})).body;
  t.after(() => t.call('touchstone.limits.set', { body: before }));
  await t.call('touchstone.limits.set', { body: { enforced: 'all' } });
  await setFunds(t, { plan });
  await t.clock.freeze(at);
}

const ask = (t: TestContext) => askFor(t, 'browser-rendering.content.create', { html: '<p>Shop</p>' });

/** How many requests an account may send. */
export const renderingLimitsSuite = defineSuite({ name: 'browser-rendering/limits', exclusive: true }, [
  {
    title: 'accepts one request in ten seconds on the free plan, and says when to retry',
    requirements: ['BR-LIMIT-1', 'BR-ERR-20', 'BR-ERR-31', 'BR-ERR-32'],
    judges: ofEveryFailure,
    features,

    run: async (t) => {
      await limited(t, 'free', '2035-02-03T06:00:00Z');
      t.expectSuccess(await ask(t), 'the first request');
      await t.clock.advance(4);
      const reply = await ask(t);
      await t.check('BR-ERR-20', () => isFailure(t, reply, { status: 429 }));
      await t.check('BR-ERR-31', () => {
        equal(getError(reply, 2001)['message'], 'Rate limit exceeded', 'the message of code 2001');
        const seconds = reply.headers.get('retry-after');
        match(seconds, /^\d+$/, 'retry-after');
        ok(Number(seconds) >= 1 && Number(seconds) <= 10, `retry-after is ${seconds}, expected 1 to 10`);
      });
      await t.check('BR-ERR-32', () =>
        equal(Object.keys(reply.body as object).sort(), ['errors', 'success'], 'the members of the answer'),
      );
      await t.clock.advance(7);
      await t.check('BR-LIMIT-1', async () =>
        t.expectSuccess(await ask(t), 'a request eleven seconds after the first'),
      );
    },
  },
  {
    title: 'accepts a request after the seconds of Retry-After',
    requirements: ['BR-ERR-31'],
    features,

    run: async (t) => {
      await limited(t, 'free', '2035-03-04T06:00:00Z');
      t.expectSuccess(await ask(t), 'the first request');
      const seconds = Number((await ask(t)).headers.get('retry-after'));
      await t.clock.advance(seconds - 1);
      equal((await ask(t)).status, 429, 'the status a second earlier');
      await t.clock.advance(1);
      t.expectSuccess(await ask(t), `a request ${seconds} seconds later`);
    },
  },
  {
    title: 'accepts ten requests per second on the paid plan, and no more',
    requirements: ['BR-LIMIT-2', 'BR-ERR-20'],
    judges: ofEveryFailure,
    features,

    run: async (t) => {
      await limited(t, 'paid', '2035-04-05T06:00:00Z');
      for (let count = 1; count <= 10; count++) t.expectSuccess(await ask(t), `request ${count}`);
      await t.check('BR-ERR-20', async () => isFailure(t, await ask(t), { status: 429, code: 2001 }));
      await t.clock.advance(1.5);
      t.expectSuccess(await ask(t), 'a request more than a second later');
    },
  },
]);
