import { zoneStatuses, zoneTypes } from '../../spec/services/zones/endpoints.ts';
import { array, differ, equal, match, object, ok, oneOf, show } from '../harness/assertions.ts';
import { defineSuite, test } from '../harness/suite.ts';
import {
  alone,
  createZone,
  domain,
  getDomain,
  getResult,
  getZones,
  namesListed,
  zoneBody,
} from './making.ts';

const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/i;
const hexId = /^[0-9a-f]{32}$/;
const neverGiven = '00000000000000000000000000000000';

/** Creation, reading, changing and deletion of zones. */
export const zonesSuite = defineSuite(
  'zones/zones',
  alone([
    {
      title: 'creates a zone and returns it',
      requirements: ['ZN-ZONE-1', 'ZN-ZONE-2', 'ZN-ZONE-3', 'ZN-ZONE-4'],
      run: async (t) => {
        const body = zoneBody(t);
        const reply = await createZone(t, body);
        t.expectSuccess(reply, 'the creation');
        const result = getResult(reply);
        await t.check('ZN-ZONE-2', () => equal(reply.status, 200, 'the status'));
        await t.check('ZN-ZONE-3', () => equal(result['name'], body.name, 'result.name'));
        await t.check('ZN-ZONE-4', () => equal(result['type'], 'full', 'result.type'));
        await t.check('ZN-ZONE-1', async () =>
          oneOf(body.name, await namesListed(t), 'the name of the zone'),
        );
      },
    },
    {
      title: 'has every member of a zone',
      requirements: [
        'ZN-ZONE-7',
        'ZN-ZONE-8',
        'ZN-ZONE-9',
        'ZN-ZONE-10',
        'ZN-ZONE-11',
        'ZN-ZONE-12',
        'ZN-ZONE-13',
        'ZN-ZONE-14',
        'ZN-ZONE-15',
        'ZN-ZONE-16',
        'ZN-ZONE-17',
        'ZN-ZONE-21',
      ],
      run: async (t) => {
        const body = zoneBody(t);
        const created = getResult(await createZone(t, body));
        const read = getResult(await t.ask('zones.zone.get', { params: { zone_id: String(created['id']) } }));
        await t.check('ZN-ZONE-21', () => equal(read['id'], created['id'], 'result.id'));
        for (const zone of [created, read]) {
          await t.check('ZN-ZONE-7', () => match(zone['id'], hexId, 'id'));
          await t.check('ZN-ZONE-8', () => equal(zone['name'], body.name, 'name'));
          await t.check('ZN-ZONE-9', () => oneOf(zone['status'], zoneStatuses, 'status'));
          await t.check('ZN-ZONE-10', () =>
            ok(typeof zone['paused'] === 'boolean', `paused is ${show(zone['paused'])}, expected a boolean`),
          );
          await t.check('ZN-ZONE-11', () => array(zone['name_servers'], 'name_servers'));
          await t.check('ZN-ZONE-12', () => match(zone['created_on'], timestamp, 'created_on'));
          await t.check('ZN-ZONE-13', () => match(zone['modified_on'], timestamp, 'modified_on'));
          await t.check('ZN-ZONE-14', () => {
            const { id, name } = object(zone['account'], 'account');
            equal(id, t.accountId, 'account.id');
            match(name, /./, 'account.name');
          });
          await t.check('ZN-ZONE-15', () => object(zone['owner'], 'owner'));
          await t.check('ZN-ZONE-16', () => object(zone['meta'], 'meta'));
          await t.check('ZN-ZONE-17', () => object(zone['plan'], 'plan'));
        }
      },
    },
    test('ZN-ZONE-5', 'accepts each of the four types', async (t) => {
      for (const type of zoneTypes) {
        const reply = await createZone(t, zoneBody(t, { type }));
        t.expectSuccess(reply, `the creation of a zone of the type ${type}`);
        equal(getResult(reply)['type'], type, 'result.type');
      }
    }),
    test('ZN-ZONE-19', 'refuses a name of more than 253 characters', (t) =>
      t.refused({
        good: () => createZone(t, zoneBody(t, { name: getDomain(t, 253) })),
        bad: () => createZone(t, zoneBody(t, { name: getDomain(t, 254) })),
        pointer: '/name',
        snapshot: getZones(t),
      }),
    ),
    test('ZN-ZONE-20', 'refuses a name with a label of more than 63 characters', (t) =>
      t.refused({
        good: () => createZone(t, zoneBody(t, { name: `${'l'.repeat(63)}.${domain(t)}` })),
        bad: () => createZone(t, zoneBody(t, { name: `${'l'.repeat(64)}.${domain(t)}` })),
        pointer: '/name',
        snapshot: getZones(t),
      }),
    ),
    test('ZN-ZONE-22', 'pauses a zone and resumes it', async (t) => {
      const { id, name } = await t.zone();
      const params = { zone_id: id };
      for (const paused of [true, false]) {
        const { body } = await t.call('zones.zone.edit', { params, body: { paused } });
        equal(body.result.paused, paused, 'result.paused');
        const read = await t.call('zones.zone.get', { params });
        equal(read.body.result.paused, paused, 'paused of the read zone');
        equal(read.body.result.name, name, 'name of the read zone');
      }
    }),
    test(['ZN-ZONE-23', 'ZN-ZONE-24'], 'deletes a zone and returns its id', async (t) => {
      const [gone, kept] = [await t.zone(), await t.zone()];
      const { body } = await t.call('zones.zone.delete', { params: { zone_id: gone.id } });
      await t.check('ZN-ZONE-24', () => equal(body.result.id, gone.id, 'result.id'));
      await t.check('ZN-ZONE-23', async () => {
        const names = await namesListed(t);
        ok(!names.includes(gone.name), 'the deleted zone is still listed');
        ok(names.includes(kept.name), 'the other zone is gone');
      });
    }),
    test('ZN-ZONE-25', 'returns code 1061 for an existing name', async (t) => {
      const body = zoneBody(t);
      await t.refused({
        good: () => createZone(t, body),
        bad: () => createZone(t, body),
        code: 1061,
        snapshot: getZones(t),
      });
    }),
    test('ZN-ZONE-26', 'returns code 1002 for a name that is not a domain', async (t) => {
      const mark = t.title('').trim();
      const wrong = [
        mark,
        `${mark} .example.com`,
        `${mark}..example.com`,
        `-${mark}.example.com`,
        `x://${mark}.example.com`,
      ];
      await t.refused({
        good: () => createZone(t, zoneBody(t)),
        bad: wrong.map((name) => ({
          what: `for ${name}`,
          send: () => createZone(t, zoneBody(t, { name })),
        })),
        code: 1002,
        snapshot: getZones(t),
      });
    }),
    test('ZN-ZONE-27', 'returns code 9109 for an unknown zone id', async (t) => {
      const params = { zone_id: neverGiven };
      for (const id of ['zones.zone.get', 'zones.zone.delete', 'token-validation.config.list'] as const) {
        t.expectFailure(await t.ask(id, { params }), { code: 9109 });
      }
    }),
    test('ZN-ZONE-28', 'deletes everything in a zone with it', async (t) => {
      const name = domain(t);
      const first = await t.zone(name);
      const params = { zone_id: first.id };
      const made = await t.call('token-validation.config.create', { params, body: t.configBody() });
      const operation = { method: 'GET' as const, host: `api.${name}`, endpoint: t.path('/orders') };
      await t.call('api-gateway.operation.create-item', { params, body: operation });
      await t.call('zones.zone.delete', { params });
      t.expectFailure(await t.ask('token-validation.config.list', { params }));
      const config_id = made.body.result.id;
      const second = await t.zone(name);
      differ(second.id, first.id, 'the id of a zone of the same name');
      const again = { zone_id: second.id };
      t.expectFailure(await t.ask('token-validation.config.get', { params: { ...again, config_id } }));
      const configs = await t.call('token-validation.config.list', { params: again });
      equal(configs.body.result, [], 'the configurations of the new zone');
      const operations = await t.call('api-gateway.operation.list', { params: again });
      equal(operations.body.result, [], 'the operations of the new zone');
    }),
  ]),
);
