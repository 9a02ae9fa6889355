import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeStorage, keepAll, readAll, text } from '../testing/storage-cases.ts';
import { s3Storage } from './s3-storage.ts';
import { startS3Server } from './testing/s3-server.ts';

let server: Awaited<ReturnType<typeof startS3Server>>;
beforeAll(async () => {
  server = await startS3Server();
});
afterAll(() => server.close());

let places = 0;
const at = (prefix: string, accessKeyId = 'id') =>
  s3Storage({ url: server.url, accessKeyId, secretAccessKey: 'secret', prefix });

describeStorage('on a server of S3', async () => {
  const prefix = `place-${++places}/`;
  return { again: () => at(prefix) };
});

describe('objects on a server of S3', () => {
  it('are sent in parts if large, and leave nothing behind when discarded', async () => {
    const storage = at('large/');
    const whole = new Uint8Array(40_000_000).map((_, byte) => (byte * 31) % 253);
    const blob = await keepAll(storage, whole.subarray(0, 17_000_000), whole.subarray(17_000_000));
    expect((await readAll(storage, blob, 0, whole.length)).equals(whole)).toBe(true);
    const discarded = storage.receive();
    await discarded.write(whole);
    expect(server.uploads.size).toBe(1);
    await discarded.discard();
    expect(server.uploads.size).toBe(0);
    expect([...server.objects.keys()].filter((key) => key.startsWith('large/'))).toEqual([
      `large/blobs/${blob}`,
    ]);
  }, 60_000);

  it('have generated names, whatever their keys', async () => {
    const storage = at('names/');
    for (const key of ['../../x', 'ä?b#c', '']) await storage.keepNote({ name: `object ${key}`, text: key });
    const names = [...server.objects.keys()].filter((key) => key.startsWith('names/'));
    expect(names).toHaveLength(3);
    for (const name of names) expect(name).toMatch(/^names\/notes\/[0-9a-f]{64}$/);
  });

  it('report the server’s message when it refuses', async () => {
    const refused = at('', 'somebody');
    const error = {
      name: 'S3Error',
      message: expect.stringMatching(/^GET .* is answered with 403: .*AccessDenied/),
    };
    await expect(refused.load()).rejects.toMatchObject(error);
    await expect(refused.keepNote({ name: 'a', text: text('b').toString() })).rejects.toThrow('403');
  });
});
