import { zoneStatuses } from '../../spec/services/zones/endpoints.ts';
import { array, equal, isObject, object, ok, oneOf } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite, test } from '../harness/suite.ts';
import { alone, createZone, domain, namesListed, zoneBody } from './making.ts';

/** Fails unless the list has exactly these zones of the run, in any order. */
async function lists(
  t: TestContext,
  query: Readonly<Record<string, unknown>>,
  expected: readonly string[],
): Promise<void> {
  const names = await namesListed(t, query);
  equal(names.sort(), [...expected].sort(), `the zones of the run for ${JSON.stringify(query)}`);
}

/** The list of zones: pages, filters and order. */
export const zoneListsSuite = defineSuite(
  'zones/lists',
  alone([
    test('ZN-LIST-1', 'lists the zones that the credentials may see', async (t) => {
      const zone = await t.zone();
      await lists(t, {}, [zone.name]);
      const own = await t.ask('zones.zone.list', { query: { name: t.zoneName } });
      const found = array(isObject(own.body) ? own.body['result'] : undefined, 'result');
      oneOf(
        t.zoneId,
        found.map((one) => object(one, 'a zone')['id']),
        'the id of the zone of the target',
      );
    }),
    test(['ZN-LIST-2', 'ZN-LIST-3'], 'honours page and per_page', async (t) => {
      const made = new Set<string>();
      for (let count = 0; count < 6; count++) made.add((await t.zone(domain(t, 'paged'))).name);
      const page = async (number: number) => {
        const query = { page: number, per_page: 5, name: 'contains:-paged.' };
        const { body } = await t.ask('zones.zone.list', { query });
        return array(isObject(body) ? body['result'] : undefined, 'result').map((one) =>
          String(object(one, 'a zone')['name']),
        );
      };
      const [first, second] = [await page(1), await page(2)];
      await t.check('ZN-LIST-3', () => equal(first.length, 5, 'the number of zones on page 1'));
      await t.check('ZN-LIST-2', () =>
        equal([...first, ...second].sort(), [...made].sort(), 'the zones of both pages'),
      );
    }),
    test(['ZN-LIST-4', 'ZN-LIST-5'], 'filters by name, exactly or in part', async (t) => {
      const one = await t.zone(domain(t, 'one'));
      const sub = await t.zone(`sub.${one.name}`);
      const two = await t.zone(domain(t, 'two'));
      await t.check('ZN-LIST-4', async () => {
        await lists(t, { name: one.name }, [one.name]);
        await lists(t, { name: `none.${one.name}` }, []);
      });
      await t.check('ZN-LIST-5', async () => {
        await lists(t, { name: `contains:${one.name}` }, [one.name, sub.name]);
        await lists(t, { name: `contains:${two.name.slice(3, -3)}` }, [two.name]);
      });
    }),
    {
      title: 'filters by status, account and type',
      requirements: ['ZN-LIST-6', 'ZN-LIST-7', 'ZN-LIST-8', 'ZN-LIST-9'],
      run: async (t) => {
        const full = await t.zone();
        const partial = zoneBody(t, { type: 'partial' });
        t.expectSuccess(await createZone(t, partial), 'the creation of a partial zone');
        const both = [full.name, partial.name];
        await t.check('ZN-LIST-6', async () => {
          for (const status of zoneStatuses) {
            const names = await namesListed(t, { status });
            equal(
              names.includes(full.name),
              status === full.status,
              `whether ${status} lists a zone that is ${full.status}`,
            );
          }
        });
        await t.check('ZN-LIST-7', async () => {
          await lists(t, { 'account.id': t.accountId }, both);
          await lists(t, { 'account.id': '0'.repeat(32) }, []);
        });
        await t.check('ZN-LIST-8', async () => {
          await lists(t, { 'account.name': full.account.name }, both);
          await lists(t, { 'account.name': `${full.account.name} of nobody` }, []);
        });
        await t.check('ZN-LIST-9', async () => {
          await lists(t, { type: ['full'] }, [full.name]);
          await lists(t, { type: ['partial'] }, [partial.name]);
          await lists(t, { type: ['secondary'] }, []);
        });
      },
    },
    test(['ZN-LIST-10', 'ZN-LIST-11'], 'orders the list as requested, in both directions', async (t) => {
      const base = domain(t);
      for (const label of ['mid', 'aaa', 'zzz']) await t.zone(`${label}.${base}`);
      const sorted = ['aaa', 'mid', 'zzz'].map((label) => `${label}.${base}`);
      const query = { order: 'name', name: `contains:${base}` };
      await t.check('ZN-LIST-10', async () =>
        equal(await namesListed(t, { ...query, direction: 'asc' }), sorted, 'the zones by name'),
      );
      await t.check('ZN-LIST-11', async () =>
        equal(
          await namesListed(t, { ...query, direction: 'desc' }),
          sorted.toReversed(),
          'the zones by name, descending',
        ),
      );
    }),
    test(['ZN-LIST-12', 'ZN-LIST-13'], 'combines filters by any or by all', async (t) => {
      const [one, two] = [await t.zone(), await t.zone()];
      const otherStatus = zoneStatuses.find((status) => status !== one.status);
      ok(otherStatus !== undefined, 'There is only one status');
      const apart = { name: one.name, status: otherStatus };
      const together = { name: one.name, status: one.status };
      await t.check('ZN-LIST-12', async () => {
        const names = await namesListed(t, { ...apart, match: 'any' });
        ok(names.includes(one.name), 'a zone that matches one of two filters is not listed');
        await lists(t, { name: one.name, 'account.id': '0'.repeat(32), match: 'any' }, [one.name]);
      });
      await t.check('ZN-LIST-13', async () => {
        await lists(t, { ...apart, match: 'all' }, []);
        await lists(t, { ...together, match: 'all' }, [one.name]);
        const names = await namesListed(t, { status: one.status, 'account.id': t.accountId, match: 'all' });
        equal(names.sort(), [one.name, two.name].sort(), 'the zones that match both filters');
      });
    }),
  ]),
);
