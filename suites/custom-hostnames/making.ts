import type { Reply } from '../../spec/client.ts';
import { array, isObject, object } from '../harness/assertions.ts';
import { succeeded } from '../harness/caller.ts';
import type { TestContext } from '../harness/context.ts';

type Members = Readonly<Record<string, unknown>>;

/** A unique customer hostname with the mark of the run. */
export const customerHost = (t: TestContext, label = 'shop'): string => `${label}.${t.zoneLabel()}`;

/** `result` of an answer, as an object. */
export const getResult = ({ body }: Reply): Members =>
  object(isObject(body) ? body['result'] : undefined, 'result');

/** Sends any body to the creation of a custom hostname. */
export const sendCreate = (t: TestContext, body: unknown, zone_id = t.zoneId): Promise<Reply> =>
  t.ask('custom-hostnames.hostname.create', { params: { zone_id }, body });

/**
 * Creates a custom hostname. If any hostname will do, uses one of the target file instead, and removes its metadata
 * afterwards.
 */
export async function createHostname(t: TestContext, members: Members = {}, zone_id = t.zoneId) {
  const isAny = Object.keys(members).length === 0 && zone_id === t.zoneId;
  const given = isAny ? t.customHostname() : undefined;
  if (given) {
    t.after(() => sendEdit(t, given.id, { custom_metadata: {} }));
    return withId(given);
  }
  const reply = await sendCreate(t, { hostname: customerHost(t), ...members }, zone_id);
  t.expectSuccess(reply, 'the creation of a custom hostname');
  return withId(getResult(reply));
}

/** Sends any body to a custom hostname. */
export const sendEdit = (t: TestContext, id: string, body: unknown): Promise<Reply> =>
  t.ask('custom-hostnames.hostname.edit', { params: { zone_id: t.zoneId, custom_hostname_id: id }, body });

/**
 * Sets the metadata that opt a custom hostname in or out.
 *
 * @throws SkipTest where the target refuses metadata that no seed shows
 */
export async function setMetadata(t: TestContext, id: string, value: 'enabled' | 'disabled'): Promise<void> {
  const reply = await sendEdit(t, id, { custom_metadata: { content_converter: value } });
  if (value === 'disabled' && !succeeded(reply) && reply.status < 500)
    t.skip('the target accepts no metadata with `content_converter` `disabled`');
  t.expectSuccess(reply, `the metadata ${value}`);
}

/** Changes a custom hostname, and returns it from a read afterwards. */
export async function editHostname(t: TestContext, id: string, members: Members): Promise<Members> {
  t.expectSuccess(await sendEdit(t, id, members), 'the change of a custom hostname');
  return readHostname(t, id);
}

/** Reads a custom hostname. */
export async function readHostname(t: TestContext, id: string): Promise<Members> {
  const reply = await askHostname(t, id);
  t.expectSuccess(reply, 'the custom hostname');
  return getResult(reply);
}

export const askHostname = (t: TestContext, id: string, zone_id = t.zoneId): Promise<Reply> =>
  t.ask('custom-hostnames.hostname.get', { params: { zone_id, custom_hostname_id: id } });

/** Deletes a custom hostname. */
export const deleteHostname = (t: TestContext, id: string): Promise<Reply> =>
  t.ask('custom-hostnames.hostname.delete', { params: { zone_id: t.zoneId, custom_hostname_id: id } });

/** Requests the list, with any query. */
export const askList = (t: TestContext, query: Members = {}, zone_id = t.zoneId): Promise<Reply> =>
  t.ask('custom-hostnames.hostname.list', { params: { zone_id }, query });

/** The hostnames of this test among those that a query selects, in the order of the list. */
export async function hostnamesListed(
  t: TestContext,
  query: Members,
  of: readonly string[],
): Promise<string[]> {
  const records = await t.list('custom-hostnames.hostname.list', query);
  return array(records, 'the list').flatMap((record) => {
    const { hostname } = object(record, 'a custom hostname');
    return typeof hostname === 'string' && of.includes(hostname) ? [hostname] : [];
  });
}

/** The state that a refused write must not change. */
export const hostnames = (t: TestContext) => () => t.snapshot('custom hostname');

function withId(result: Members): Members & { readonly id: string; readonly hostname: string } {
  return { ...result, id: String(result['id']), hostname: String(result['hostname']) };
}
