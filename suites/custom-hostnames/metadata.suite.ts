import { equal } from '../harness/assertions.ts';
import { defineSuite, test } from '../harness/suite.ts';
import { createHostname, editHostname, hostnames, readHostname, sendEdit } from './making.ts';

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
