import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startS3Server } from '../../engines/objects/s3/testing/s3-server.ts';
import { createMock } from '../../index.ts';
import { s3Buckets } from './s3-buckets.ts';

let server: Awaited<ReturnType<typeof startS3Server>>;
beforeAll(async () => {
  server = await startS3Server();
});
afterAll(() => server.close());

const open = () => {
  const mock = createMock({
    buckets: s3Buckets({ url: server.url, accessKeyId: 'id', secretAccessKey: 'secret' }),
  });
  const bucket = (name: string, accountId: string = mock.defaults.accountId) =>
    mock.bindings({ accountId, r2_buckets: [{ binding: 'FILES', bucket_name: name }] }).FILES;
  return { mock, bucket };
};

describe('buckets on an S3 server', () => {
  it('have their objects and names after a restart', async () => {
    const first = open();
    for (const name of ['one', 'two', 'three']) await first.bucket(name).put('a', name);
    const { mock, bucket } = open();
    const found = await bucket('two').get('a');
    expect(found && 'body' in found && (await found.text())).toBe('two');
    const path = `/_touchstone/accounts/${mock.defaults.accountId}/buckets`;
    const names = await (await mock.fetch(new Request(`http://localhost${path}`))).text();
    for (const name of ['one', 'two', 'three']) expect(names).toContain(`"${name}"`);
  });

  it('are removed with their account, and all of them by a reset, which leaves other objects', async () => {
    server.objects.set('reports/2026.csv', Buffer.from('a,b'));
    const { mock, bucket } = open();
    const tenant = mock.tenant();
    await bucket('kept').put('a', 'kept');
    await bucket('gone', tenant.accountId).put('a', 'gone');
    const keysOf = (accountId: string) =>
      [...server.objects.keys()].filter((key) => key.startsWith(`touchstone/${accountId}/`));
    expect(keysOf(tenant.accountId)).toHaveLength(2);
    tenant.remove();
    expect(await (await bucket('kept').get('a'))?.key).toBe('a');
    expect(keysOf(tenant.accountId)).toEqual([]);
    mock.reset();
    expect(await bucket('kept').get('a')).toBe(null);
    expect([...server.objects.keys()]).toEqual(['reports/2026.csv']);
  });
});
