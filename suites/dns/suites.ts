import type { Reply } from '../../spec/client.ts';
import { equal, match, object, ok } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite, type Suite, test } from '../harness/suite.ts';
import { getError, getResult, sendJson } from '../v4/answers.ts';

type DnsRecord = Readonly<Record<string, unknown>>;

const recordsPath = (t: TestContext) => `/zones/${t.zoneId}/dns_records`;

/** A new name below the zone, without the zone. */
const newName = () => `touchstone-${crypto.randomUUID().slice(0, 8)}`;

/** Removes a record after the test; an answer that names none needs no removal. */
function removeLater(t: TestContext, { id }: DnsRecord): void {
  t.after(() => t.send({ method: 'DELETE', path: `${recordsPath(t)}/${String(id)}` }));
}

/** Creates a record that ends with the test. */
async function create(t: TestContext, given: DnsRecord): Promise<DnsRecord> {
  const reply = await sendJson(t, 'POST', recordsPath(t), given);
  if ([401, 403].includes(reply.status)) t.skip('the credential may not create DNS records');
  const made = object(getResult(t, reply), 'result');
  removeLater(t, made);
  return made;
}

/** Sends a record that should be refused; one that is not is removed. */
async function refused(t: TestContext, given: DnsRecord): Promise<DnsRecord> {
  const reply = await sendJson(t, 'POST', recordsPath(t), given);
  if (reply.status < 300) removeLater(t, object(getResult(t, reply), 'result'));
  return getError(reply);
}

async function list(t: TestContext, name: string): Promise<readonly DnsRecord[]> {
  const path = `${recordsPath(t)}?name=${encodeURIComponent(name)}.${t.zoneName}`;
  const result = getResult(t, await t.send({ method: 'GET', path }));
  ok(Array.isArray(result), 'result is no list');
  return result.map((one) => object(one, 'a record'));
}

const batch = (t: TestContext, body: object): Promise<Reply> =>
  sendJson(t, 'POST', `${recordsPath(t)}/batch`, body);

const address = (name: string, content = '192.0.2.1') => ({ type: 'A', name, content, ttl: 60 });

/** DNS records, on names that no other test uses. */
export const dnsSuites: readonly Suite[] = [
  defineSuite('dns/records', [
    test('DNS-NAME-1', 'completes a name', async (t) => {
      const name = newName();
      const part = await create(t, address(name));
      equal(part['name'], `${name}.${t.zoneName}`, 'name of a part');
      const whole = await create(t, address(`${name}.${t.zoneName}`, '192.0.2.2'));
      equal(whole['name'], `${name}.${t.zoneName}`, 'name of a whole name');
      const root = await create(t, { type: 'TXT', name: '@', content: `"${name}"`, ttl: 60 });
      equal(root['name'], t.zoneName, 'name of @');
    }),
    test('DNS-NAME-2', 'writes names in Punycode', async (t) => {
      const name = newName();
      const made = await create(t, address(`bücher.${name}`));
      equal(made['name'], `xn--bcher-kva.${name}.${t.zoneName}`, 'name');
    }),
    test('DNS-TTL-1', 'has an automatic TTL', async (t) => {
      const { ttl: _, ...without } = address(newName());
      equal((await create(t, without))['ttl'], 1, 'ttl of a record without one');
      equal((await create(t, { ...address(newName()), proxied: true }))['ttl'], 1, 'ttl of a proxied record');
    }),
    test('DNS-TTL-2', 'refuses a TTL that is too short or too long', async (t) => {
      await refused(t, { ...address(newName()), ttl: 2 });
      await refused(t, { ...address(newName()), ttl: 86_401 });
    }),
    test('DNS-BESIDE-1', 'has no CNAME beside an address', async (t) => {
      const [first, second] = [newName(), newName()];
      const alias = (name: string) => ({ type: 'CNAME', name, content: t.zoneName, ttl: 60 });
      await create(t, address(first));
      await refused(t, alias(first));
      await create(t, alias(second));
      await refused(t, address(second));
    }),
    test(['DNS-BATCH-1', 'DNS-BATCH-2'], 'runs a batch in its order, or nothing of it', async (t) => {
      const name = newName();
      const { id } = await create(t, address(name));
      const alias = { type: 'CNAME', name, content: t.zoneName, ttl: 60 };
      const bad = { ...address(newName()), content: 'no address' };
      getError(await batch(t, { deletes: [{ id }], posts: [bad] }));
      equal(
        (await list(t, name)).map((one) => one['id']),
        [id],
        'records after a batch that is refused',
      );
      const result = object(getResult(t, await batch(t, { posts: [alias], deletes: [{ id }] })), 'result');
      await t.check('DNS-BATCH-1', async () => {
        const now = await list(t, name);
        for (const one of now) removeLater(t, one);
        equal(
          now.map((one) => one['type']),
          ['CNAME'],
          'records after a batch',
        );
        ok(Array.isArray(result['posts']) && result['posts'].length === 1, 'result.posts is no list of one');
      });
    }),
    test('DNS-FILE-1', 'exports and imports a zone file', async (t) => {
      const name = newName();
      const { id } = await create(t, address(name, '192.0.2.7'));
      const exported = await t.send({ method: 'GET', path: `${recordsPath(t)}/export` });
      match(exported.text, new RegExp(`^${name}\\S*\\s.*192\\.0\\.2\\.7`, 'm'), 'the file');
      await t.send({ method: 'DELETE', path: `${recordsPath(t)}/${String(id)}` });
      const form = new FormData();
      const line = exported.text.split('\n').find((one) => one.startsWith(name)) ?? '';
      form.set('file', new Blob([`$ORIGIN ${t.zoneName}.\n${line}\n`]), 'zone.txt');
      getResult(t, await t.send({ method: 'POST', path: `${recordsPath(t)}/import`, body: form }));
      const now = await list(t, name);
      for (const one of now) removeLater(t, one);
      equal(
        now.map((one) => one['content']),
        ['192.0.2.7'],
        'content after the import',
      );
    }),
  ]),
];
