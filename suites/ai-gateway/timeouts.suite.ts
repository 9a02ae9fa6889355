import { gatewayLimits } from '../../spec/services/ai-gateway/limits.ts';
import { equal, ok } from '../harness/assertions.ts';
import { defineSuite } from '../harness/suite.ts';
import { models } from '../inference/asking.ts';
import { attempted, ran, run, through, told } from './passing.ts';

const within = (milliseconds: number) => ({ 'cf-aig-request-timeout': String(milliseconds) });

/** How long a provider may take. */
export const timeoutsSuite = defineSuite({
  name: 'ai-gateway/timeouts',
  tests: [
    {
      title: 'fails a run that takes longer than it may, and answers one that does not',
      requirements: ['GW-HDR-9'],
      run: async (t) => {
        const { id } = await t.gateway();
        // Where a model can't be told to be slow, a thousandth of a second is too little for any.
        const slow = t.has('admin') ? (await told(t, { text: 'At last.', delayMs: 5000 })).prompt : t.title();
        await ran(t, id, 'Say hello.', within(gatewayLimits.requestTimeoutMs));
        const started = performance.now();
        const reply = await run(t, id, slow, within(t.has('admin') ? 100 : 1));
        ok(reply.status >= 400, `the status is ${reply.status}, expected a failure`);
        if (!t.has('admin')) return;
        const passed = performance.now() - started;
        ok(passed < 4000, `the failure came after ${passed} ms, expected about 100`);
      },
    },
    {
      title: 'does not count what comes after the first byte',
      requirements: ['GW-RETRY-4', 'GW-HDR-24'],
      features: ['admin'],
      run: async (t) => {
        const { id } = await t.gateway();
        const slowly = { text: ['One, ', 'two, ', 'three.'], tokensPerSecond: 4 };
        const { prompt } = await told(t, slowly);
        const stream = await t.stream(
          'inference.run-model',
          { params: { account_id: t.accountId, model: models.classic }, body: { prompt, stream: true } },
          through(id, within(400)),
        );
        equal(stream.status, 200, 'the status');
        const events = await stream.rest();
        ok(
          events.some(({ data }) => data.includes('three.')),
          'the stream does not come to its end',
        );
        const late = await told(t, { text: 'Late.', timeToFirstTokenMs: 5000 });
        const refused = await t.ask('inference.run-model', {
          params: { account_id: t.accountId, model: models.classic },
          headers: through(id, within(100)),
          body: { prompt: late.prompt, stream: true },
        });
        ok(refused.status >= 400, `a stream whose first byte is late has status ${refused.status}`);
      },
    },
    {
      title: 'counts the time of each attempt, and ends it',
      requirements: ['GW-RETRY-9'],
      features: ['admin'],
      run: async (t) => {
        const { id } = await t.gateway();
        const asked = await told(t, { text: 'At last.', delayMs: 20_000 });
        const started = performance.now();
        const reply = await run(t, id, asked.prompt, { ...within(100), 'cf-aig-max-attempts': '3' });
        const passed = performance.now() - started;
        ok(reply.status >= 400, `the status is ${reply.status}`);
        await attempted(asked, 3);
        ok(passed >= 290 && passed < 10_000, `three attempts of 100 ms took ${passed} ms`);
      },
    },
  ],
});
