import { array, equal, isObject, ok } from '../harness/assertions.ts';
import { defineSuite } from '../harness/suite.ts';
import { tenantFor } from './tenant-for.ts';

/** The member of a list that has an id. */
const withId = (list: unknown, id: string, what: string) =>
  array(list, what).find((one) => isObject(one) && one['id'] === id);

/** The world as a seed file would say it. */
export const seedSuite = defineSuite({
  name: 'touchstone/seed',
  tests: [
    {
      title: "has what was made, with its id, and names what it can't say",
      requirements: ['TS-SEED-1', 'TS-SEED-2'],
      run: async (t) => {
        const name = t.title();
        // Accounts of a seed are told apart by their names.
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
              'the token of the account is not there',
            );
          }
        });
        await t.check('TS-SEED-2', () =>
          ok(
            body.left_out.some((line) => line.includes(name)),
            'nothing says that two accounts have the same name',
          ),
        );
      },
    },
  ],
});
