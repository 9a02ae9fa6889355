import { certainties } from '../../spec/certainty.ts';
import type { OperationId } from '../../spec/contract.ts';
import type { KnownRequirementId } from '../../spec/requirements.ts';
import { array, equal, isObject, match, object, ok, oneOf } from '../harness/assertions.ts';
import type { LooseInput } from '../harness/caller.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite, type Test, test } from '../harness/suite.ts';
import { tenantFor } from './tenant-for.ts';

/** Operations of every service, with refusals among their answers. */
const asked = (t: TestContext): readonly (readonly [id: OperationId, input: LooseInput])[] => {
  const params = { zone_id: t.zoneId };
  return [
    ['user.token.verify', {}],
    ['zones.zone.get', { params }],
    ['api-gateway.operation.list', { params }],
    ['token-validation.config.list', { params }],
    ['token-validation.config.create', { params, body: {} }],
    ['token-validation.rule.preview', { params, body: {} }],
    ['touchstone.info.get', {}],
  ];
};

/** Information from the server about itself. */
export const infoSuite = defineSuite('touchstone/info', [
  {
    title: 'lists the planes, the contents of the world, and its version',
    requirements: ['TS-INFO-1', 'TS-INFO-2'],
    run: async (t) => {
      const { body } = await t.call('touchstone.info.get', {});
      const info = object(body, 'the information');
      await t.check('TS-INFO-1', async () => {
        for (const plane of ['api', 'edge']) match(info[plane], /^https?:\/\//, plane);
        const zone = await t.call('zones.zone.get', { params: { zone_id: body.zone_id } });
        equal(zone.body.result.name, info['zone_name'], 'zone_name');
        equal(zone.body.result.account.id, info['account_id'], 'account_id');
        const headers = { authorization: `Bearer ${info['api_token']}` };
        const verified = await t.as('none').send({ method: 'GET', path: '/user/tokens/verify', headers });
        t.expectSuccess(verified, 'the verification of api_token');
      });
      await t.check('TS-INFO-2', () => match(info['version'], /^\d+\.\d+\.\d+/, 'version'));
    },
  },
  {
    title: 'names the operation and the certainty of each answer',
    requirements: ['TS-INFO-3', 'TS-INFO-4'],
    run: async (t) => {
      const bases = new Set<string | null>();
      for (const [id, input] of asked(t)) {
        const { headers } = await t.ask(id, input);
        const basis = headers.get('touchstone-basis');
        bases.add(basis);
        await t.check('TS-INFO-3', () =>
          equal(headers.get('touchstone-operation'), id, 'touchstone-operation'),
        );
        await t.check('TS-INFO-4', () => oneOf(basis, certainties, `touchstone-basis of ${id}`));
      }
      await t.check('TS-INFO-4', () => ok(bases.size > 1, 'every answer rests on the same certainty'));
    },
  },
  test('TS-INFO-5', 'returns 404 for an unknown path of the admin interface', async (t) => {
    // The base URL is two segments deep, and the admin interface begins at the root.
    const get = (path: string) => t.send({ method: 'GET', path: `/../../_touchstone${path}` });
    equal((await get('/info')).status, 200, 'the status of /_touchstone/info');
    for (const path of ['/nothing', '/zones', '/info/more']) {
      equal((await get(path)).status, 404, `the status of /_touchstone${path}`);
    }
  }),
]);

/** The member of a list with an id. */
const withId = (list: unknown, id: string, what: string) =>
  array(list, what).find((one) => isObject(one) && one['id'] === id);

/** The world in the form of a seed file. */
export const seedSuite = defineSuite('touchstone/seed', [
  {
    title: "contains created resources with their ids, and names what it can't express",
    requirements: ['TS-SEED-1', 'TS-SEED-2'],
    run: async (t) => {
      const name = t.title();
      // Accounts of a seed are identified by their names.
      const tenants = [await tenantFor(t, name), await tenantFor(t, name)];
      const { body } = await t.call('touchstone.seed.get', {});
      await t.check('TS-SEED-1', () => {
        for (const { account_id, zone_id, zone_name, api_token } of tenants) {
          const account = withId(body.seed['accounts'], account_id, 'accounts');
          ok(isObject(account), `there is no account ${account_id}`);
          const zone = withId(account['zones'], zone_id, 'zones');
          ok(isObject(zone), `there is no zone ${zone_id}`);
          equal(zone['name'], zone_name, 'the name of the zone');
          const tokens = array(body.seed['tokens'], 'tokens');
          ok(
            tokens.some((token) => isObject(token) && token['value'] === api_token),
            'the token of the account is missing',
          );
        }
      });
      await t.check('TS-SEED-2', () =>
        ok(
          body.left_out.some((line) => line.includes(name)),
          'no note says that two accounts have the same name',
        ),
      );
    },
  },
]);

/** A restore removes what others have created. A target is restored only when nothing in it is worth keeping. */
const destructive = { features: ['disposable'], exclusive: true } as const;

/** Takes a snapshot that exists until the end of the test. */
async function taken(t: TestContext, name = t.title()): Promise<string> {
  await t.call('touchstone.snapshot.take', { body: { name } });
  t.after(() => t.ask('touchstone.snapshot.remove', { params: { snapshot_name: name } }));
  return name;
}

/** The world as it was, by names. */
export const snapshotsSuite = defineSuite('touchstone/snapshots', [
  {
    ...destructive,
    title: 'restores what was removed and removes what was created, twice',
    requirements: ['TS-SNAP-1', 'TS-SNAP-2'],
    run: async (t) => {
      const { id } = await t.config();
      const before = await t.snapshot();
      const snapshot_name = await taken(t);
      for (const requirement of ['TS-SNAP-1', 'TS-SNAP-2'] as const) {
        await t.call('token-validation.config.delete', { params: { zone_id: t.zoneId, config_id: id } });
        await t.call('api-gateway.operation.create-item', {
          params: { zone_id: t.zoneId },
          body: { method: 'GET', host: t.host(), endpoint: t.path('/orders') },
        });
        ok(JSON.stringify(await t.snapshot()) !== JSON.stringify(before), 'the zone is as it was before');
        await t.call('touchstone.snapshot.restore', { params: { snapshot_name } });
        await t.check(requirement, async () => equal(await t.snapshot(), before, 'the contents of the zone'));
      }
    },
  },
  test(['TS-SNAP-3', 'TS-SNAP-4'], 'is listed until it is removed', async (t) => {
    const name = await taken(t);
    const mine = async () =>
      (await t.call('touchstone.snapshot.list', {})).body.filter((one) => one.name === name);
    await t.check('TS-SNAP-3', async () => {
      const [record, ...others] = await mine();
      equal(others, [], 'others of the name');
      ok(!Number.isNaN(Date.parse(record?.taken_at ?? '')), `${record?.taken_at} is not a time`);
    });
    await t.call('touchstone.snapshot.remove', { params: { snapshot_name: name } });
    await t.check('TS-SNAP-4', async () => equal(await mine(), [], 'the snapshots of the name'));
  }),
  {
    title: 'lists the known snapshots for an unknown one',
    requirements: ['TS-SNAP-5'],
    exclusive: true,
    run: async (t) => {
      const name = await taken(t);
      const params = { snapshot_name: `${name} of another` };
      for (const operation of ['touchstone.snapshot.restore', 'touchstone.snapshot.remove'] as const) {
        const reply = await t.ask(operation, { params });
        t.expectFailure(reply, { status: 404 });
        ok(reply.text.includes(JSON.stringify(name).slice(1, -1)), `${operation} does not name ${name}`);
      }
    },
  },
]);

const reset = (t: TestContext) => t.call('touchstone.world.reset', {});

/**
 * A reset removes everything. A target is reset only when it claims that nothing in it is worth keeping, and while no
 * other test runs.
 */
const destructiveOfReset = { features: ['disposable'], exclusive: true } as const;

const removes = (
  what: string,
  requirement: KnownRequirementId,
  part: 'configuration' | 'rule' | 'operation',
  make: (t: TestContext) => Promise<unknown>,
): Test<KnownRequirementId> => ({
  ...destructiveOfReset,
  title: `removes ${what}`,
  requirements: [requirement],
  run: async (t) => {
    await make(t);
    const before = (await t.snapshot(part))[part] ?? [];
    ok(before.length > 0, `the zone contains no ${part} to remove`);
    await reset(t);
    equal(await t.snapshot(part), { [part]: [] }, 'the contents of the zone');
  },
});

/** Resetting the world to its start. */
export const resetSuite = defineSuite('touchstone/reset', [
  removes('configurations', 'TS-RESET-1', 'configuration', (t) => t.config()),
  removes('rules', 'TS-RESET-2', 'rule', (t) => t.rule()),
  removes('operations', 'TS-RESET-3', 'operation', (t) =>
    t.call('api-gateway.operation.create-item', {
      params: { zone_id: t.zoneId },
      body: { method: 'GET', host: t.host(), endpoint: t.path('/orders') },
    }),
  ),
  {
    ...destructiveOfReset,
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
    ...destructiveOfReset,
    title: 'removes model replies',
    requirements: ['TS-RESET-7'],
    run: async (t) => {
      const { id } = (
        await t.call('touchstone.model-reply.add', { body: { match: { text: t.title() }, reply: {} } })
      ).body;
      const ids = async () => (await t.call('touchstone.model-reply.list', {})).body.map((one) => one.id);
      ok((await ids()).includes(id), 'the reply is missing before the reset');
      await reset(t);
      ok(!(await ids()).includes(id), 'the reply still exists after the reset');
    },
  },
  {
    ...destructiveOfReset,
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
]);
