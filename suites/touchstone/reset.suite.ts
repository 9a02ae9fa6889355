import type { KnownRequirementId } from '../../spec/requirements.ts';
import { equal, ok } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite, type Test } from '../harness/suite.ts';

const reset = (t: TestContext) => t.call('touchstone.world.reset', {});

/**
 * A reset takes everything away, whoever made it. So a target is reset only when it claims that nothing in it
 * is worth keeping, and while no other test runs.
 */
const destructive = { features: ['disposable'], exclusive: true } as const;

const removes = (
  what: string,
  requirement: KnownRequirementId,
  part: 'configuration' | 'rule' | 'operation',
  make: (t: TestContext) => Promise<unknown>,
): Test<KnownRequirementId> => ({
  ...destructive,
  title: `removes ${what}`,
  requirements: [requirement],
  run: async (t) => {
    await make(t);
    const before = (await t.snapshot(part))[part] ?? [];
    ok(before.length > 0, `the zone holds no ${part} to remove`);
    await reset(t);
    equal(await t.snapshot(part), { [part]: [] }, 'what the zone holds');
  },
});

/** Putting the world back to how it was at the start. */
export const resetSuite = defineSuite({
  name: 'touchstone/reset',
  tests: [
    removes('configurations', 'TS-RESET-1', 'configuration', (t) => t.config()),
    removes('rules', 'TS-RESET-2', 'rule', (t) => t.rule()),
    removes('operations', 'TS-RESET-3', 'operation', (t) =>
      t.call('api-gateway.operation.create-item', {
        params: { zone_id: t.zoneId },
        body: { method: 'GET', host: t.host(), endpoint: t.path('/orders') },
      }),
    ),
    {
      ...destructive,
      title: 'empties the journal',
      requirements: ['TS-RESET-4'],
      run: async (t) => {
        await t.call('user.token.verify', {});
        const journal = async () => (await t.call('touchstone.journal.list', {})).body;
        ok((await journal()).length > 0, 'the journal is empty before the reset');
        await reset(t);
        equal(await journal(), [], 'the journal');
      },
    },
    {
      ...destructive,
      title: 'takes model replies out',
      requirements: ['TS-RESET-7'],
      run: async (t) => {
        const { id } = (
          await t.call('touchstone.model-reply.add', { body: { match: { text: t.title() }, reply: {} } })
        ).body;
        const ids = async () => (await t.call('touchstone.model-reply.list', {})).body.map((one) => one.id);
        ok((await ids()).includes(id), 'the reply is not there before the reset');
        await reset(t);
        ok(!(await ids()).includes(id), 'the reply is there after the reset');
      },
    },
    {
      ...destructive,
      title: 'keeps account, zone and tokens',
      requirements: ['TS-RESET-5'],
      run: async (t) => {
        const before = (await t.call('touchstone.info.get', {})).body;
        await reset(t);
        equal((await t.call('touchstone.info.get', {})).body, before, 'the information');
        const { body } = await t.call('zones.zone.get', { params: { zone_id: before.zone_id } });
        equal(body.result.name, before.zone_name, 'the name of the zone');
        equal(body.result.account.id, before.account_id, 'the account of the zone');
        for (const token of [before.api_token, before.read_token, before.gateway_token]) {
          const headers = { authorization: `Bearer ${token}` };
          const reply = await t.as('none').send({ method: 'GET', path: '/user/tokens/verify', headers });
          t.expectSuccess(reply, 'the verification of a token');
        }
      },
    },
  ],
});
