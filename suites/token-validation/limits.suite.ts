import type { KnownRequirementId } from '../../spec/requirements.ts';
import { equal } from '../harness/assertions.ts';
import { expectSuccess } from '../harness/caller.ts';
import { defineSuite, type Test } from '../harness/suite.ts';
import { createWithKeys, kidsOf } from './requests.ts';
import { sampleKey } from './sample-keys.ts';

/** Fact sheet token-validation, section 1.9. */
const limits = { configurations: 32, keys: 16 } as const;

const keySet = (count: number) =>
  Array.from({ length: count }, (_, at) => sampleKey('ec-p256', `key-${at + 10}`, { alg: 'ES256' }));
const kids = (count: number) => keySet(count).map(({ kid }) => kid);

const credentialOperations = [
  'token-validation.credentials.replace',
  'token-validation.credentials.edit',
] as const;

/** How many configurations and keys there may be. */
export const limitsSuite = defineSuite({
  name: 'token-validation/limits',
  tests: [
    {
      title: 'holds 32 configurations in a zone and refuses the next one',
      requirements: ['TV-LIM-1', 'TV-LIM-2'],
      run: async (t) => {
        const zone = await t.zone();
        const params = { zone_id: zone.id };
        const create = () => t.ask('token-validation.config.create', { params, body: t.configBody() });
        const count = async () => {
          const query = { per_page: '50' };
          return (await t.call('token-validation.config.list', { params, query })).body.result.length;
        };
        for (let made = await count(); made < limits.configurations; made++) {
          expectSuccess(await create(), `the creation of configuration ${made + 1}`);
        }
        await t.check('TV-LIM-1', async () =>
          equal(await count(), limits.configurations, 'the number of configurations'),
        );
        await t.check('TV-LIM-2', async () => {
          t.expectFailure(await create());
          equal(await count(), limits.configurations, 'the number of configurations');
        });
      },
    },
    {
      title: 'holds 16 keys in a configuration',
      requirements: ['TV-LIM-3'],
      run: async (t) => {
        const reply = await createWithKeys(t, keySet(limits.keys));
        equal(kidsOf(reply), kids(limits.keys), 'the kids of the stored keys');
      },
    },
    {
      title: 'refuses a creation with 17 keys',
      requirements: ['TV-LIM-4'],
      run: async (t) => {
        await t.refused({
          good: () => createWithKeys(t, keySet(limits.keys)),
          bad: () => createWithKeys(t, keySet(limits.keys + 1)),
          pointer: '/credentials/keys',
        });
      },
    },
    ...credentialOperations.map(
      (operation): Test<KnownRequirementId> => ({
        title: `refuses 17 keys in ${operation}`,
        requirements: ['TV-LIM-4'],
        run: async (t) => {
          const config = await t.config();
          const params = { zone_id: t.zoneId, config_id: config.id };
          const send = (count: number) => t.ask(operation, { params, body: { keys: keySet(count) } });
          await t.refused({
            good: () => send(limits.keys),
            bad: () => send(limits.keys + 1),
            pointer: '/keys',
          });
        },
      }),
    ),
  ],
});
