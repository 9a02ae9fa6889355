import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeSelfSignedCertificate, makeServerCertificate } from '../../spec/certificates.ts';
import { openTls, type ServeTlsOptions } from './tls.ts';

const folder = mkdtempSync(join(tmpdir(), 'touchstone-serve-tls-'));
const file = (name: string) => join(folder, name);
const day = 86_400_000;

beforeAll(async () => {
  const self = await makeSelfSignedCertificate(['localhost'], new Date(Date.now() - 10 * day));
  const other = await makeServerCertificate(['localhost']);
  writeFileSync(file('self.pem'), self.cert);
  writeFileSync(file('self.key'), self.key);
  writeFileSync(file('both.pem'), self.key + self.cert);
  writeFileSync(file('server.pem'), other.cert);
  writeFileSync(file('chain.pem'), other.cert + other.authority);
  writeFileSync(file('server.key'), other.key);
  writeFileSync(file('locked.key'), self.key.replaceAll('PRIVATE', 'ENCRYPTED PRIVATE'));
  writeFileSync(file('damaged.pem'), self.cert.replace(/\n.{60}/, '\n'));
  writeFileSync(file('damaged.key'), self.key.replace(/\n.{60}/, '\n'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Options with `FOLDER` for the folder of the test. */
const inFolder = (options: ServeTlsOptions): ServeTlsOptions =>
  JSON.parse(JSON.stringify(options).replaceAll('FOLDER', folder));

describe('openTls', () => {
  it('serves HTTP by default', async () => {
    expect(await openTls({})).toBeUndefined();
    expect(await openTls({ tls: false, state: folder })).toBeUndefined();
  });

  it('makes a certificate for one run, and removes it', async () => {
    const made = await openTls({ tls: true });
    expect(existsSync(made?.trust ?? '')).toBe(true);
    await made?.remove();
    expect(existsSync(join(made?.trust ?? '', '..'))).toBe(false);
  });

  it('keeps a certificate with the state', async () => {
    const state = file('state');
    const first = await openTls({ tls: true, state });
    await first?.remove();
    expect((await openTls({ tls: true, state }))?.tls).toEqual(first?.tls);
    expect(first?.trust).toBe(join(state, 'tls', 'authority.pem'));
  });

  it.each([
    ['self.pem', 'self.key', 'self.pem'],
    ['both.pem', 'both.pem', 'both.pem'],
    ['chain.pem', 'server.key', 'chain.pem'],
    ['server.pem', 'server.key', null],
  ])('uses %s and %s, and makes clients trust %s', async (cert, key, trust) => {
    const given = await openTls({ tlsCert: file(cert), tlsKey: file(key) });
    expect(given?.trust).toBe(trust && file(trust));
    await given?.remove();
    expect(existsSync(file(cert))).toBe(true);
  });

  it.each<[ServeTlsOptions, string]>([
    [{ tlsCert: 'FOLDER/self.pem' }, '--tls-cert: has no effect without --tls-key'],
    [{ tls: true, tlsKey: 'FOLDER/self.key' }, '--tls-key: has no effect without --tls-cert'],
    [{ tlsCert: 'FOLDER/no.pem', tlsKey: 'FOLDER/self.key' }, 'FOLDER/no.pem: does not exist'],
    [{ tlsCert: 'FOLDER', tlsKey: 'FOLDER/self.key' }, 'FOLDER: is a folder'],
    [
      { tlsCert: 'FOLDER/self.key', tlsKey: 'FOLDER/self.key' },
      'FOLDER/self.key: contains no PEM certificate',
    ],
    [
      { tlsCert: 'FOLDER/damaged.pem', tlsKey: 'FOLDER/self.key' },
      'FOLDER/damaged.pem: contains no readable certificate',
    ],
    [{ tlsCert: 'FOLDER/self.pem', tlsKey: 'FOLDER/no.key' }, 'FOLDER/no.key: does not exist'],
    [
      { tlsCert: 'FOLDER/self.pem', tlsKey: 'FOLDER/self.pem' },
      'FOLDER/self.pem: contains no readable private key',
    ],
    [
      { tlsCert: 'FOLDER/self.pem', tlsKey: 'FOLDER/damaged.key' },
      'FOLDER/damaged.key: contains no readable private key',
    ],
    [
      { tlsCert: 'FOLDER/self.pem', tlsKey: 'FOLDER/locked.key' },
      'FOLDER/locked.key: the key has a passphrase; use one without',
    ],
    [
      { tlsCert: 'FOLDER/self.pem', tlsKey: 'FOLDER/server.key' },
      'FOLDER/server.key: does not belong to the certificate in FOLDER/self.pem',
    ],
  ])('reports in one line what is wrong with %j', async (options, message) => {
    const error = await openTls(inFolder(options)).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'serve-option', message: message.replaceAll('FOLDER', folder) });
  });

  it.each([
    ['expired on ', 30],
    ['is not valid before ', -30],
  ])('says that a certificate %s if it is, after %i days', async (words, days) => {
    const opened = openTls({ tlsCert: file('self.pem'), tlsKey: file('self.key') }, Date.now() + days * day);
    await expect(opened).rejects.toThrow(new RegExp(`^${file('self.pem')}: ${words}\\d{4}-`));
  });
});
