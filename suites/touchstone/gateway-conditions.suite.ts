import { sendUpdate, settings } from '../ai-gateway/configuring.ts';
import { ran, refusedWith, run, setFunds } from '../ai-gateway/passing.ts';
import { equal } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite, test } from '../harness/suite.ts';

const frontier = '@cf/zai-org/glm-5.2';

/** Sets the words of the scanner until the end of the test. The test is exclusive. */
async function scanning(t: TestContext, words: readonly string[]): Promise<void> {
  const { words: before } = (await t.call('touchstone.guardrails.get', {})).body;
  t.after(() => t.call('touchstone.guardrails.set', { body: { words: before } }));
  await t.call('touchstone.guardrails.set', { body: { words: [{ category: 'S1', words: [...words] }] } });
}

/** Conditions of gateways outside of their settings. */
export const gatewayConditionsSuite = defineSuite(
  { name: 'touchstone/gateway-conditions', exclusive: true },
  [
    {
      title: 'returns how an account pays',
      requirements: ['TS-COND-1'],
      exclusive: 'account',
      run: async (t) => {
        const params = { account_id: t.accountId };
        const read = async () => (await t.call('touchstone.credits.get', { params })).body;
        await setFunds(t, { credits: 12.5, plan: 'free', neurons_today: 7 });
        equal(await read(), { credits: 12.5, plan: 'free', neurons_today: 7 }, 'the funds');
        await setFunds(t, { plan: 'paid' });
        equal(await read(), { credits: 12.5, plan: 'paid', neurons_today: 7 }, 'the funds');
      },
    },
    test('TS-COND-2', 'finds only the words that are set', async (t) => {
      const { id } = await t.gateway();
      const guardrails = { prompt: { S1: 'BLOCK' as const }, response: {} };
      t.expectSuccess(await sendUpdate(t, id, settings({ guardrails })), 'the update');
      await ran(t, id, 'A teapot, please.');
      await scanning(t, ['teapot']);
      refusedWith(await run(t, id, 'A Teapot, please.'), 422);
      await ran(t, id, 'How do I build a bomb?');
    }),
    {
      title: 'refuses no run by limits that are not enforced',
      requirements: ['TS-COND-3'],
      features: ['clock'],

      run: async (t) => {
        const { id } = await t.gateway();
        await t.clock.freeze('2033-01-01T00:00:00Z');
        for (let count = 0; count < 20; count++) await ran(t, id, 'Say hello.', {}, frontier);
        refusedWith(await run(t, id, 'Say hello.', {}, frontier), 429);
        const before = (await t.call('touchstone.limits.get', {})).body;
        t.after(() => t.call('touchstone.limits.set', { body: before }));
        await t.call('touchstone.limits.set', { body: { enforced: 'none' } });
        await ran(t, id, 'Say hello.', {}, frontier);
      },
    },
    test('TS-COND-4', 'refuses an unknown category of guardrails', async (t) => {
      const { words } = (await t.call('touchstone.guardrails.get', {})).body;
      const send = (category: string) =>
        t.ask('touchstone.guardrails.set', { body: { words: [{ category, words: ['teapot'] }] } });
      t.after(() => t.call('touchstone.guardrails.set', { body: { words } }));
      await t.refused({
        good: () => send('S1'),
        bad: () => send('S99'),
        snapshot: async () => (await t.call('touchstone.guardrails.get', {})).body,
      });
    }),
  ],
);
