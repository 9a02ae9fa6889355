import { mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createMock } from '../../index.ts';
import { keptCertificate, serverNames } from './kept-certificate.ts';

const names = ['localhost', '127.0.0.1', '::1'];
const day = 86_400_000;
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'touchstone-tls-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('a certificate is made once, and only the owner can read its key', async () => {
  const first = await keptCertificate(join(folder, 'tls'), names);
  expect(await keptCertificate(join(folder, 'tls'), names)).toEqual(first);
  expect(first.trust).toBe(join(folder, 'tls', 'authority.pem'));
  expect(await readFile(first.trust, 'utf8')).not.toContain('KEY');
  if (process.platform !== 'win32')
    expect((await stat(join(folder, 'tls', 'server.pem'))).mode & 0o777).toBe(0o600);
});

test.each<[string, readonly string[], number, () => Promise<void>]>([
  ['is about to expire', names, Date.now() + 370 * day, async () => {}],
  ['lacks a name', [...names, 'fe80::1'], Date.now(), async () => {}],
  ['was damaged', names, Date.now(), () => truncate(join(folder, 'server.pem'), 200)],
  ['has lost its authority', names, Date.now(), () => rm(join(folder, 'authority.pem'))],
])('a new one is made if the kept one %s', async (_, wanted, now, change) => {
  const first = await keptCertificate(folder, names);
  await change();
  expect(await keptCertificate(folder, wanted, now)).not.toEqual(first);
});

test('a new one is made if the kept authority has not signed it', async () => {
  const first = await keptCertificate(folder, names);
  const authority = await readFile(first.trust);
  const second = await keptCertificate(folder, [...names, 'one.test']);
  await writeFile(second.trust, authority);
  expect(await keptCertificate(folder, names)).not.toEqual(second);
});

/** Requests a host over HTTPS with its certificate, and returns the status. */
function ask(base: string, host: string, ca: string): Promise<number | undefined> {
  const { port } = new URL(base);
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, servername: host, headers: { host }, ca, agent: false };
    request(options, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end();
  });
}

test('all planes of a mock serve HTTPS with it, and clients that trust the authority reach them', async () => {
  const { tls, trust } = await keptCertificate(folder, serverNames('127.0.0.1'));
  const ca = await readFile(trust, 'utf8');
  const mock = createMock();
  const { api, edge } = await mock.listen({ port: 0, tls });
  try {
    expect([api, edge]).toEqual([
      expect.stringMatching(/^https:\/\/localhost:\d+\/client\/v4$/),
      expect.stringMatching(/^https:\/\/localhost:\d+$/),
    ]);
    expect(await ask(api, 'localhost', ca)).toBe(200);
    expect(await ask(edge, 'api.example.localhost', ca)).toBe(200);
    await expect(ask(api, 'elsewhere.test', ca)).rejects.toThrow();
    await expect(
      ask(api, 'localhost', (await keptCertificate(join(folder, 'b'), names)).tls.cert),
    ).rejects.toThrow();
    await expect(fetch(api.replace('https', 'http'))).rejects.toThrow();
  } finally {
    await mock.close();
  }
});
