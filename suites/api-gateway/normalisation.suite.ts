import { differ, equal, ok, oneOf } from '../harness/assertions.ts';
import { defineSuite } from '../harness/suite.ts';
import { listed, operationBody, save, sendItem } from './saving.ts';

/** The form in which operations are stored, and which of them are the same. */
export const normalisationSuite = defineSuite({
  name: 'api-gateway/normalisation',
  tests: [
    {
      title: 'renames the variables of an endpoint from left to right',
      requirements: ['AG-OPS-22'],
      run: async (t) => {
        for (const [sent, stored] of [
          ['/users/{id}', '/users/{var1}'],
          ['/users/{user_id}/orders/{order_id}', '/users/{var1}/orders/{var2}'],
          ['/{b}/{a}/{c}', '/{var1}/{var2}/{var3}'],
          ['/swapped/{var2}/{var1}', '/swapped/{var1}/{var2}'],
        ] as const) {
          equal((await save(t, { endpoint: t.path(sent) })).endpoint, t.path(stored), 'result.endpoint');
        }
      },
    },
    {
      title: 'answers with the operation that exists and refreshes it',
      requirements: ['AG-OPS-23', 'AG-OPS-24'],
      // It moves the clock of a target that has one, rather than wait.
      exclusive: 'account',
      run: async (t) => {
        const first = await save(t);
        const count = (await listed(t)).length;
        // Timestamps need not carry a fraction, so the next one differs a second later.
        if (t.has('clock')) await t.clock.advance(2);
        else await new Promise((resolve) => setTimeout(resolve, 1_100));
        const second = await save(t);
        await t.check('AG-OPS-23', async () => {
          equal(second.operation_id, first.operation_id, 'result.operation_id');
          equal((await listed(t)).length, count, 'the number of operations');
        });
        await t.check('AG-OPS-24', () =>
          ok(
            Date.parse(second.last_updated) > Date.parse(first.last_updated),
            `last_updated was ${first.last_updated} and is ${second.last_updated}`,
          ),
        );
      },
    },
    {
      title: 'takes endpoints that differ in the names of variables for one operation',
      requirements: ['AG-OPS-25'],
      run: async (t) => {
        const first = await save(t, { endpoint: t.path('/users/{id}') });
        const second = await save(t, { endpoint: t.path('/users/{user}') });
        equal(second.operation_id, first.operation_id, 'result.operation_id');
        for (const other of [
          { endpoint: t.path('/users/{id}/orders') },
          { endpoint: t.path('/users/id') },
          { endpoint: t.path('/users/{id}'), method: 'POST' as const },
          { endpoint: t.path('/users/{id}'), host: t.host('shop') },
        ]) {
          differ((await save(t, other)).operation_id, first.operation_id, 'the id of another operation');
        }
      },
    },
    {
      title: 'takes a host variable that fills a label, and no other',
      requirements: ['AG-OPS-26', 'AG-OPS-27'],
      run: async (t) => {
        const zone = t.host('').slice(1);
        const hosts = [`{hostVar1}.${zone}`, `foo.{hostVar1}.${zone}`, `{hostVar2}.{hostVar1}.${zone}`];
        await t.check('AG-OPS-26', async () => {
          for (const host of hosts) {
            const { operation_id } = await save(t, { host });
            oneOf(operation_id, await listed(t), 'the id of the operation');
          }
        });
        await t.check('AG-OPS-27', () =>
          t.refused({
            good: () => sendItem(t, operationBody(t, { host: `foo.${zone}` })),
            bad: [`foo-{hostVar1}.${zone}`, `{hostVar1}-foo.${zone}`, `{a}{b}.${zone}`].map((host) => ({
              what: `for ${host}`,
              pointer: '/host',
              send: () => sendItem(t, operationBody(t, { host })),
            })),
            snapshot: () => t.snapshot('operation'),
          }),
        );
      },
    },
    {
      title: 'answers a host in lower case',
      requirements: ['AG-OPS-35'],
      run: async (t) => {
        const upper = await save(t, { host: t.host().toUpperCase() });
        equal(upper.host, t.host(), 'result.host');
        const lower = await save(t);
        equal(lower.operation_id, upper.operation_id, 'the id of the same operation in lower case');
      },
    },
  ],
});
