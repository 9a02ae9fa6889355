import { setFunds } from '../ai-gateway/passing.ts';
import { equal, match, ok } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite } from '../harness/suite.ts';
import { errorOf, isFailure, ofEveryFailure } from './failing.ts';
import { askFor } from './rendering.ts';

const features = ['browser', 'admin', 'clock', 'free-plan'] as const;

/** Has the limits of a plan enforced until the test ends, at a standing clock. */
async function limited(t: TestContext, plan: 'free' | 'paid', at: string): Promise<void> {
  const before = (await t.call('touchstone.limits.get', {})).body;
  t.after(() => t.call('touchstone.limits.set', { body: before }));
  await t.call('touchstone.limits.set', { body: { enforced: 'all' } });
  await setFunds(t, { plan });
  await t.clock.freeze(at);
}

const ask = (t: TestContext) => askFor(t, 'browser-rendering.content.create', { html: '<p>Shop</p>' });

/** How much an account may ask for. */
export const renderingLimitsSuite = defineSuite({
  name: 'browser-rendering/limits',
  tests: [
    {
      title: 'takes one request in ten seconds on the free plan, and says when to come back',
      requirements: ['BR-LIMIT-1', 'BR-ERR-20', 'BR-ERR-31', 'BR-ERR-32'],
      judges: ofEveryFailure,
      features,
      exclusive: true,
      run: async (t) => {
        await limited(t, 'free', '2035-02-03T06:00:00Z');
        t.expectSuccess(await ask(t), 'the first request');
        await t.clock.advance(4);
        const reply = await ask(t);
        await t.check('BR-ERR-20', () => isFailure(t, reply, { status: 429 }));
        await t.check('BR-ERR-31', () => {
          equal(errorOf(reply, 2001)['message'], 'Rate limit exceeded', 'the message of code 2001');
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
      title: 'lets a request be made again after the seconds of Retry-After',
      requirements: ['BR-ERR-31'],
      features,
      exclusive: true,
      run: async (t) => {
        await limited(t, 'free', '2035-03-04T06:00:00Z');
        t.expectSuccess(await ask(t), 'the first request');
        const seconds = Number((await ask(t)).headers.get('retry-after'));
        await t.clock.advance(seconds - 1);
        equal((await ask(t)).status, 429, 'the status a second before that');
        await t.clock.advance(1);
        t.expectSuccess(await ask(t), `a request ${seconds} seconds later`);
      },
    },
    {
      title: 'takes ten requests in a second on the paid plan, and no more',
      requirements: ['BR-LIMIT-2', 'BR-ERR-20'],
      judges: ofEveryFailure,
      features,
      exclusive: true,
      run: async (t) => {
        await limited(t, 'paid', '2035-04-05T06:00:00Z');
        for (let count = 1; count <= 10; count++) t.expectSuccess(await ask(t), `request ${count}`);
        await t.check('BR-ERR-20', async () => isFailure(t, await ask(t), { status: 429, code: 2001 }));
        await t.clock.advance(1.5);
        t.expectSuccess(await ask(t), 'a request more than a second later');
      },
    },
  ],
});
