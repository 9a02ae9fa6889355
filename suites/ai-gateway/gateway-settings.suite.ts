import type { KnownRequirementId } from '../../spec/requirements.ts';
import { equal } from '../harness/assertions.ts';
import { defineSuite, type Test } from '../harness/suite.ts';
import { readGateway, runThrough, sendUpdate, settings, stateOf, updateGateway } from './configuring.ts';

interface Bound {
  readonly title: string;
  readonly id: KnownRequirementId;
  readonly setting: string;
  /** Values that are taken. */
  readonly taken: readonly unknown[];
  /** Values that are refused, each by itself. */
  readonly refused: readonly unknown[];
}

const bounds: readonly Bound[] = [
  {
    title: 'counts requests in fixed or sliding windows alone',
    id: 'GW-CONF-20',
    setting: 'rate_limiting_technique',
    taken: ['fixed', 'sliding'],
    refused: ['rolling', 1],
  },
];

/** The settings of a gateway: what they take, and when they hold. */
export const gatewaySettingsSuite = defineSuite({
  name: 'ai-gateway/gateway-settings',
  tests: [
    ...bounds.map(
      ({ title, id: requirement, setting, taken, refused }): Test<KnownRequirementId> => ({
        title,
        requirements: [requirement],
        run: async (t) => {
          const { id } = await t.gateway();
          for (const value of taken.slice(1)) {
            const reply = await sendUpdate(t, id, { ...settings(), [setting]: value });
            t.expectSuccess(reply, `an update with ${setting} ${value}`);
            equal(Reflect.get(await readGateway(t, id), setting), value, setting);
          }
          await t.refused({
            good: () => sendUpdate(t, id, { ...settings(), [setting]: taken[0] }),
            bad: refused.map((value) => ({
              what: `with ${setting} ${value}`,
              pointer: `/${setting}`,
              send: () => sendUpdate(t, id, { ...settings(), [setting]: value }),
            })),
            snapshot: stateOf(t, id),
          });
        },
      }),
    ),
    {
      title: 'answers 400 and code 7001 for a wrong setting',
      requirements: ['GW-CONF-17'],
      run: async (t) => {
        const { id } = await t.gateway();
        await t.refused({
          good: () => sendUpdate(t, id, settings()),
          bad: [
            {
              what: 'with a text as cache_ttl',
              send: () => sendUpdate(t, id, { ...settings(), cache_ttl: '60' }),
            },
            {
              what: 'with a number as collect_logs',
              send: () => sendUpdate(t, id, { ...settings(), collect_logs: 1 }),
            },
          ],
          status: 400,
          code: 7001,
          snapshot: stateOf(t, id),
        });
      },
    },
    {
      title: 'keeps a cache_ttl of null as 0',
      requirements: ['GW-CONF-25'],
      run: async (t) => {
        const { id, cache_ttl } = await t.gateway({ cache_ttl: null });
        equal(cache_ttl, 0, 'cache_ttl of the creation');
        const cached = await updateGateway(t, id, settings({ cache_ttl: 60 }));
        equal(cached.cache_ttl, 60, 'cache_ttl of an update');
        equal((await updateGateway(t, id, settings({ cache_ttl: null }))).cache_ttl, 0, 'cache_ttl');
      },
    },
    {
      title: 'holds the settings of an update for the next run',
      requirements: ['GW-CONF-28'],
      run: async (t) => {
        const { id } = await t.gateway();
        const limits = { rate_limiting_limit: 1, rate_limiting_interval: 3600 } as const;
        for (const run of ['first', 'second']) t.expectSuccess(await runThrough(t, id), `the ${run} run`);
        await updateGateway(t, id, settings({ ...limits, rate_limiting_technique: 'sliding' }));
        // The one that the limit allows, unless those before the update count as well.
        await runThrough(t, id);
        t.expectFailure(await runThrough(t, id), { status: 429, shape: 'own' });
        await updateGateway(t, id, settings());
        t.expectSuccess(await runThrough(t, id), 'the run after the limit went');
      },
    },
  ],
});
