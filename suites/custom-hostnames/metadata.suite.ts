import { equal, ok } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite, test } from '../harness/suite.ts';
import { addCustomRules } from '../rulesets/waf.ts';
import {
  createHostname,
  customerHost,
  deleteHostname,
  editHostname,
  hostnames,
  readHostname,
  sendEdit,
  setMetadata,
} from './making.ts';

const enabled = { content_converter: 'enabled' };

/** Metadata with a JSON text of this many bytes. */
const sized = (bytes: number) => ({ note: 'x'.repeat(bytes - '{"note":""}'.length) });

/** Metadata of a customer's hostname, which rules can read. */
export const hostnameMetadataSuite = defineSuite('custom-hostnames/metadata', [
  test('CH-META-1', 'accepts metadata for an existing hostname', async (t) => {
    const { id } = await createHostname(t);
    t.expectSuccess(await sendEdit(t, id, { custom_metadata: enabled }), 'the change');
  }),
  test('CH-META-14', 'reads metadata that were set later', async (t) => {
    const { id } = await createHostname(t);
    const read = await editHostname(t, id, { custom_metadata: enabled });
    equal(read['custom_metadata'], enabled, 'custom_metadata of the read hostname');
  }),
  test('CH-META-6', 'accepts metadata with a new hostname', async (t) => {
    const { id } = await createHostname(t, { custom_metadata: enabled });
    equal((await readHostname(t, id))['custom_metadata'], enabled, 'custom_metadata of the read hostname');
  }),
  test('CH-META-7', 'keeps numbers and booleans as they are', async (t) => {
    const custom_metadata = { customer_id: '12345', redirect_to_https: true, tier: 2 };
    const { id } = await createHostname(t, { custom_metadata });
    equal(
      (await readHostname(t, id))['custom_metadata'],
      custom_metadata,
      'custom_metadata of the read hostname',
    );
  }),
  test('CH-META-8', 'refuses metadata of more than 4 KB', async (t) => {
    const { id } = await createHostname(t);
    await t.refused({
      good: () => sendEdit(t, id, { custom_metadata: sized(4000) }),
      bad: [
        { what: 'of 4097 bytes', send: () => sendEdit(t, id, { custom_metadata: sized(4097) }) },
        {
          what: 'of 4098 bytes in fewer characters',
          send: () => sendEdit(t, id, { custom_metadata: { note: 'ä'.repeat(2044) } }),
        },
      ],
      pointer: '/custom_metadata',
      snapshot: hostnames(t),
    });
  }),
  test('CH-META-11', 'replaces existing metadata', async (t) => {
    const { id } = await createHostname(t, { custom_metadata: { ...enabled, tier: 'gold' } });
    const read = await editHostname(t, id, { custom_metadata: { region: 'eu' } });
    equal(read['custom_metadata'], { region: 'eu' }, 'custom_metadata after the change');
  }),
  test('CH-META-12', 'is removed by null', async (t) => {
    const { id } = await createHostname(t, { custom_metadata: enabled });
    const read = await editHostname(t, id, { custom_metadata: null });
    equal(read['custom_metadata'], undefined, 'custom_metadata after the change');
  }),
  test(['CH-META-2', 'CH-META-9'], 'refuses metadata in a zone without access to it', async (t) => {
    const { id: zone_id } = await t.zone();
    const plan = (legacy_id: 'free' | 'enterprise') =>
      t.call('zones.zone.edit', { params: { zone_id }, body: { plan: { legacy_id } } });
    await plan('free');
    const { id: custom_hostname_id } = await createHostname(t, {}, zone_id);
    const params = { zone_id, custom_hostname_id };
    const body = { custom_metadata: enabled };
    const edit = () => t.ask('custom-hostnames.hostname.edit', { params, body });
    const refused = await edit();
    t.expectFailure(refused, { shape: 'own' });
    await t.check('CH-META-9', () => t.expectFailure(refused, { status: 403, code: 1413 }));
    await plan('enterprise');
    t.expectSuccess(await edit(), 'the change with access');
  }),
]);

/** Whether a request for a host gets the same answer as one for the zone itself. */
async function reaches(t: TestContext, host: string): Promise<boolean> {
  const path = t.path('/page');
  const own = await t.edge({ path });
  const { status } = await t.edge({ host, path });
  return status === own.status;
}

/** Requests for custom hostnames. */
export const customHostnameEdgeSuite = defineSuite('custom-hostnames/edge', [
  {
    title: 'routes requests to the origin of its zone, until it is deleted',
    requirements: ['CH-EDGE-1', 'CH-EDGE-2'],
    run: async (t) => {
      const host = customerHost(t);
      ok(!(await reaches(t, host)), "an unknown host gets the zone's answer");
      const { id } = await createHostname(t, { hostname: host });
      await t.check('CH-EDGE-1', async () =>
        equal(await reaches(t, host), true, 'whether the origin answers'),
      );
      await deleteHostname(t, id);
      await t.check('CH-EDGE-2', async () =>
        equal(await reaches(t, host), false, 'whether the origin answers'),
      );
    },
  },
  test('CH-EDGE-3', 'routes requests below a wildcard to the origin of its zone', async (t) => {
    const parent = customerHost(t);
    await createHostname(t, { hostname: `*.${parent}` });
    equal(await reaches(t, `one.${parent}`), true, 'whether the origin answers a host below the wildcard');
    equal(await reaches(t, parent), false, 'whether the origin answers the parent of the wildcard');
  }),
  test('CH-META-3', 'lets rules read the metadata of the requested hostname', async (t) => {
    const path = t.path('/tagged');
    const { id, hostname } = await createHostname(t);
    await setMetadata(t, id, 'disabled');
    for (const host of [hostname, t.host()]) await t.learn({ host, path });
    await addCustomRules(t, {
      action: 'block',
      expression: `http.request.uri.path eq "${path}" and lookup_json_string(cf.hostname.metadata, 'content_converter') eq 'enabled'`,
    });
    await t.reachesOrigin({ host: hostname, path });
    await setMetadata(t, id, 'enabled');
    await t.blocked({ host: hostname, path });
    await t.reachesOrigin({ host: t.host(), path });
  }),
]);
