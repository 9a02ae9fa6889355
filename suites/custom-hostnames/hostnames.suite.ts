import { customHostnameStatuses, sslStatuses } from '../../spec/services/custom-hostnames/schemas.ts';
import { equal, match, object, ok, oneOf } from '../harness/assertions.ts';
import { defineSuite, test } from '../harness/suite.ts';
import { timestamp } from '../token-validation/requests.ts';
import {
  askHostname,
  createHostname,
  customerHost,
  deleteHostname,
  editHostname,
  getResult,
  hostnamesListed,
  readHostname,
  sendCreate,
  sendEdit,
} from './making.ts';

const ssl = { method: 'http', type: 'dv' } as const;

/** Creation, reading, changing and deletion of custom hostnames. */
export const customHostnamesSuite = defineSuite('custom-hostnames/hostnames', [
  {
    title: 'creates a custom hostname and returns it',
    requirements: ['CH-HOST-1', 'CH-HOST-2', 'CH-HOST-3', 'CH-HOST-4', 'CH-HOST-5', 'CH-LIST-1'],
    run: async (t) => {
      const hostname = customerHost(t);
      const reply = await sendCreate(t, { hostname, ssl });
      t.expectSuccess(reply, 'the creation');
      const created = getResult(reply);
      await t.check('CH-HOST-2', () => equal(reply.status, 201, 'the status'));
      await t.check('CH-HOST-3', () => match(created['id'], /./, 'result.id'));
      await t.check('CH-HOST-4', () => equal(created['hostname'], hostname, 'result.hostname'));
      const read = await askHostname(t, String(created['id']));
      t.expectSuccess(read, 'the custom hostname');
      await t.check('CH-HOST-5', () => {
        equal(read.status, 200, 'the status');
        const { id, hostname: name } = getResult(read);
        equal({ id, name }, { id: created['id'], name: hostname }, 'what was created');
      });
      await t.check('CH-LIST-1', async () =>
        equal(await hostnamesListed(t, {}, [hostname]), [hostname], 'the hostnames of the list'),
      );
    },
  },
  {
    title: 'has every member of a custom hostname',
    requirements: ['CH-HOST-10', 'CH-HOST-11', 'CH-HOST-12', 'CH-HOST-13', 'CH-HOST-18', 'CH-HOST-19'],
    run: async (t) => {
      const settings = { http2: 'on', min_tls_version: '1.2', tls_1_3: 'on', early_hints: 'off' };
      const { id } = await createHostname(t, { ssl: { ...ssl, settings } });
      const read = await readHostname(t, id);
      const certificate = object(read['ssl'], 'ssl');
      await t.check('CH-HOST-10', () => oneOf(read['status'], customHostnameStatuses, 'status'));
      await t.check('CH-HOST-11', () => oneOf(certificate['status'], sslStatuses, 'ssl.status'));
      await t.check('CH-HOST-12', () => {
        equal(certificate['method'], ssl.method, 'ssl.method');
        equal(certificate['type'], ssl.type, 'ssl.type');
      });
      await t.check('CH-HOST-13', () => {
        const kept = object(certificate['settings'], 'ssl.settings');
        for (const [name, value] of Object.entries(settings))
          equal(kept[name], value, `ssl.settings.${name}`);
      });
      await t.check('CH-HOST-18', () => match(read['created_at'], timestamp, 'created_at'));
      await t.check('CH-HOST-19', () => {
        const { type, name, value } = object(read['ownership_verification'], 'ownership_verification');
        equal(type, 'txt', 'ownership_verification.type');
        match(name, /./, 'ownership_verification.name');
        match(value, /./, 'ownership_verification.value');
      });
    },
  },
  {
    title: 'changes a custom hostname and keeps the rest',
    requirements: ['CH-HOST-6', 'CH-HOST-14', 'CH-HOST-17'],
    run: async (t) => {
      const settings = { http2: 'on', min_tls_version: '1.2' };
      const { id, hostname } = await createHostname(t, {
        ssl: { ...ssl, bundle_method: 'optimal', settings },
      });
      const reply = await sendEdit(t, id, { ssl: { method: 'txt', type: 'dv' } });
      t.expectSuccess(reply, 'the change');
      await t.check('CH-HOST-6', () => equal(reply.status, 202, 'the status'));
      const read = await readHostname(t, id);
      await t.check('CH-HOST-14', () => equal(object(read['ssl'], 'ssl')['method'], 'txt', 'ssl.method'));
      await t.check('CH-HOST-17', () => {
        equal(read['hostname'], hostname, 'hostname');
        const kept = object(read['ssl'], 'ssl');
        equal(object(kept['settings'], 'ssl.settings')['http2'], 'on', 'http2');
        equal(kept['bundle_method'], 'optimal', 'ssl.bundle_method');
      });
    },
  },
  test(['CH-HOST-15', 'CH-HOST-16'], 'keeps the requested origin', async (t) => {
    const custom_origin_server = t.host('origin');
    const { id } = await createHostname(t, {
      custom_origin_server,
      custom_origin_sni: ':request_host_header:',
    });
    const read = await readHostname(t, id);
    await t.check('CH-HOST-15', () =>
      equal(read['custom_origin_server'], custom_origin_server, 'custom_origin_server'),
    );
    await t.check('CH-HOST-16', async () => {
      equal(read['custom_origin_sni'], ':request_host_header:', 'custom_origin_sni');
      const changed = await editHostname(t, id, { custom_origin_sni: custom_origin_server });
      equal(changed['custom_origin_sni'], custom_origin_server, 'custom_origin_sni after a change');
    });
  }),
  {
    title: 'deletes a custom hostname and returns only its id',
    requirements: ['CH-HOST-7', 'CH-HOST-8', 'CH-HOST-9', 'CH-HOST-22'],
    run: async (t) => {
      const [gone, kept] = [await createHostname(t), await createHostname(t)];
      const reply = await deleteHostname(t, gone.id);
      await t.check('CH-HOST-7', () => equal(reply.status, 200, 'the status'));
      await t.check('CH-HOST-8', () => equal(reply.body, { id: gone.id }, 'the body'));
      await t.check('CH-HOST-9', async () => {
        t.expectFailure(await askHostname(t, gone.id));
        const both = [gone.hostname, kept.hostname];
        equal(await hostnamesListed(t, {}, both), [kept.hostname], 'the hostnames of the list');
      });
      await t.check('CH-HOST-22', async () => {
        const again = await createHostname(t, { hostname: gone.hostname });
        ok(again.id !== gone.id, 'the second hostname has the id of the first');
      });
    },
  },
  test('CH-HOST-20', 'keeps hostnames in lower case', async (t) => {
    const hostname = customerHost(t);
    const { id } = await createHostname(t, { hostname: hostname.toUpperCase() });
    equal((await readHostname(t, id))['hostname'], hostname, 'hostname');
  }),
  test(['CH-HOST-24', 'CH-HOST-25'], 'belongs to a single zone', async (t) => {
    const { id: zone } = await t.zone();
    const { id, hostname } = await createHostname(t);
    await t.check('CH-HOST-24', async () =>
      t.expectFailure(await sendCreate(t, { hostname }, zone), { status: 409, code: 1406 }),
    );
    await t.check('CH-HOST-25', async () => t.expectFailure(await askHostname(t, id, zone), { status: 404 }));
  }),
  test(['CH-QUOTA-1', 'CH-QUOTA-2', 'CH-QUOTA-3'], 'counts in the quota', async (t) => {
    const { id: zone_id } = await t.zone();
    const quota = async () => getResult(await t.ask('custom-hostnames.quota.get', { params: { zone_id } }));
    const before = await quota();
    await t.check('CH-QUOTA-1', () => {
      for (const member of ['allocated', 'hard_cap', 'used']) {
        ok(Number.isInteger(before[member]), `${member} is not a whole number`);
      }
    });
    await t.check('CH-QUOTA-2', () =>
      equal(before['exceeded'], Number(before['used']) > Number(before['allocated']), 'exceeded'),
    );
    await t.check('CH-QUOTA-3', async () => {
      await createHostname(t, {}, zone_id);
      equal((await quota())['used'], Number(before['used']) + 1, 'used');
    });
  }),
]);
