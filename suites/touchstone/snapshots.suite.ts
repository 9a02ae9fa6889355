import { equal, ok } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite } from '../harness/suite.ts';

/** A restore takes away what others have made; so a target is restored only when nothing in it is worth keeping. */
const destructive = { features: ['disposable'], exclusive: true } as const;

/** Takes a snapshot that is there until the test is over. */
async function taken(t: TestContext, name = t.title()): Promise<string> {
  await t.call('touchstone.snapshot.take', { body: { name } });
  t.after(() => t.ask('touchstone.snapshot.remove', { params: { snapshot_name: name } }));
  return name;
}

/** The world as it was, by names. */
export const snapshotsSuite = defineSuite({
  name: 'touchstone/snapshots',
  tests: [
    {
      ...destructive,
      title: 'brings back what was removed and takes away what was made, twice',
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
          await t.check(requirement, async () => equal(await t.snapshot(), before, 'what the zone holds'));
        }
      },
    },
    {
      title: 'is listed until it is removed',
      requirements: ['TS-SNAP-3', 'TS-SNAP-4'],
      run: async (t) => {
        const name = await taken(t);
        const mine = async () =>
          (await t.call('touchstone.snapshot.list', {})).body.filter((one) => one.name === name);
        await t.check('TS-SNAP-3', async () => {
          const [record, ...others] = await mine();
          equal(others, [], 'others of the name');
          ok(!Number.isNaN(Date.parse(record?.taken_at ?? '')), `${record?.taken_at} is no time`);
        });
        await t.call('touchstone.snapshot.remove', { params: { snapshot_name: name } });
        await t.check('TS-SNAP-4', async () => equal(await mine(), [], 'the snapshots of the name'));
      },
    },
    {
      title: 'names those that there are where one is unknown',
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
  ],
});
