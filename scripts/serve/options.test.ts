import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { isOriginUrl, readServeOptions, ServeOptionError } from './options.ts';

const folder = mkdtempSync(join(tmpdir(), 'touchstone-options-'));
afterAll(() => rmSync(folder, { recursive: true }));

let count = 0;
function file(content: unknown, extension = 'json'): string {
  const name = join(folder, `config-${count++}.${extension}`);
  writeFileSync(name, typeof content === 'string' ? content : JSON.stringify(content));
  return name;
}

const failing = async (flags: object, env: Record<string, string> = {}) => {
  const error = await readServeOptions({ ...flags }, env).catch((thrown: unknown) => thrown);
  if (!(error instanceof ServeOptionError)) throw new Error('the options were accepted');
  expect(error.message).not.toContain('\n');
  return error.message;
};

describe('readServeOptions', () => {
  it('is empty without any option', async () => {
    expect(await readServeOptions({}, {})).toEqual({});
    expect(await readServeOptions({ port: undefined }, { TOUCHSTONE_PORT: '', OTHER: 'x' })).toEqual({});
  });

  it('prefers flags to the environment, and that to the file', async () => {
    const config = file({ port: 1, host: 'file', tenants: 'on-demand' });
    const env = { TOUCHSTONE_PORT: '2', TOUCHSTONE_HOST: 'environment' };
    expect(await readServeOptions({ config, port: 3 }, env)).toEqual({
      port: 3,
      host: 'environment',
      tenants: 'on-demand',
    });
    expect(await readServeOptions({ config, port: undefined }, {})).toMatchObject({ port: 1, host: 'file' });
  });

  it('reads every variable', async () => {
    expect(
      await readServeOptions(
        {},
        {
          TOUCHSTONE_PORT: '0',
          TOUCHSTONE_HOST: '::1',
          TOUCHSTONE_TLS: 'true',
          TOUCHSTONE_TLS_CERT: 'cert.pem',
          TOUCHSTONE_TLS_KEY: 'key.pem',
          TOUCHSTONE_STATE: 'state',
          TOUCHSTONE_ZONE_ORIGIN: 'http://localhost:3000',
          TOUCHSTONE_TENANTS: 'strict',
          TOUCHSTONE_LEEWAY: '1.5',
          TOUCHSTONE_ADMIN_TOKEN: 'a-secret-of-16-characters',
          TOUCHSTONE_BROWSER: '/usr/bin/chromium',
        },
      ),
    ).toEqual({
      port: 0,
      host: '::1',
      tls: true,
      tlsCert: 'cert.pem',
      tlsKey: 'key.pem',
      state: 'state',
      zoneOrigin: 'http://localhost:3000',
      tenants: 'strict',
      leeway: 1.5,
      adminToken: 'a-secret-of-16-characters',
      browser: '/usr/bin/chromium',
    });
  });

  it('reads everything from a file', async () => {
    const options = {
      port: 4900,
      importHttp: true,
      tokens: [
        {
          value: 'abc',
          permissions: ['Zone Read'],
          status: 'disabled',
          email: 'a@b.example',
          zones: ['a'.repeat(32)],
        },
      ],
      basis: 'documented',
      seed: 7,
      unentitledZones: ['b'.repeat(32)],
      webhookAllowHost: ['localhost', '127.0.0.1:8443'],
      webhookCa: 'webhook.pem',
      rateLimit: { quota: 5, windowSeconds: 10, enforce: true },
      browser: false,
      objectsAuth: 'off',
      allowPrivateNetwork: true,
    };
    expect(await readServeOptions({ config: file(options) }, {})).toEqual(options);
  });

  it('imports a module', async () => {
    const config = file('const options: object = { port: 4900 };\nexport default options;\n', 'ts');
    expect(await readServeOptions({ config }, {})).toEqual({ port: 4900 });
  });

  it.each([
    [{ port: 65_531 }, '--port: must be a whole number from 0 to 65530'],
    [{ port: 1.5 }, '--port: must be a whole number from 0 to 65530'],
    [{ leeway: -1 }, '--leeway: must be a number of seconds from 0 to 86400'],
    [{ tenants: 'many' }, "--tenants: must be 'strict' or 'on-demand'"],
    [{ basis: 'sure' }, '--basis: must be one of seed, documented, observed, inferred, schema'],
    [{ tls: 'maybe' }, '--tls: must be true or false'],
    [{ state: '' }, '--state: must be a folder'],
    [{ zoneOrigin: '' }, '--zone-origin: must be a URL or a folder'],
    [{ webhookCa: '' }, '--webhook-ca: must be a file'],
    [{ adminToken: 'short' }, '--admin-token: must be at least 16 characters long'],
    [{ browser: '' }, '--browser: must be a path, a ws:// URL or false'],
  ])('names the wrong flag: %j', async (flags, message) => {
    expect(await failing(flags)).toBe(message);
  });

  it.each([
    ['TOUCHSTONE_PORT', 'abc', 'must be a whole number from 0 to 65530'],
    ['TOUCHSTONE_PORT', ' 80', 'must be a whole number from 0 to 65530'],
    ['TOUCHSTONE_PORT', '-1', 'must be a whole number from 0 to 65530'],
    ['TOUCHSTONE_LEEWAY', 'long', 'must be a number of seconds from 0 to 86400'],
    ['TOUCHSTONE_TENANTS', 'Strict', "must be 'strict' or 'on-demand'"],
    ['TOUCHSTONE_ADMIN_TOKEN', 'short', 'must be at least 16 characters long'],
  ])('names the wrong variable: %s=%s', async (name, value, message) => {
    expect(await failing({}, { [name]: value })).toBe(`${name}: ${message}`);
  });

  it.each([
    [{ port: null }, 'port: must be a whole number from 0 to 65530'],
    [{ port: true }, 'port: must be a whole number from 0 to 65530'],
    [{ port: '' }, 'port: must be a whole number from 0 to 65530'],
    [{ browser: true }, 'browser: must be a path, a ws:// URL or false'],
    [{ allowPrivateNetwork: 'yes' }, 'allowPrivateNetwork: must be true or false'],
    [{ portt: 1 }, 'Unrecognized key: "portt"'],
    [{ rateLimit: { quota: 0 } }, 'rateLimit.quota: '],
    [{ tokens: [{ value: 'a b', permissions: [] }] }, 'tokens.0.value: must be a Bearer token'],
    [{ tokens: [{ value: 'a', permissions: ['Everything'] }] }, 'tokens.0.permissions.0: '],
    [[], 'Invalid input: expected object'],
    ['{', ''],
  ])('names the file and the wrong member: %j', async (content, message) => {
    const config = file(content);
    expect((await failing({ config })).replace(/:1:\d+:/, ':')).toContain(`${config}: ${message}`);
  });

  it.each([
    ['nothing.json', 'does not exist'],
    ['nothing.ts', 'does not exist'],
    ['file/inside.json', 'does not exist'],
    ['folder.json', 'is a folder'],
    ['folder.ts', 'is a folder'],
  ])('says in plain words why it can not read a file: %s %s', async (name, why) => {
    writeFileSync(join(folder, 'file'), '');
    for (const ending of ['json', 'ts']) mkdirSync(join(folder, `folder.${ending}`), { recursive: true });
    const config = join(folder, name);
    expect(await failing({ config })).toContain(`${config}: ${why}`);
  });
});

describe('isOriginUrl', () => {
  it.each(['http://localhost:3000', 'https://a.test/base/', 'HTTP://a.test'])(
    'treats %s as a URL',
    async (origin) => {
      expect(await isOriginUrl(origin)).toBe(true);
    },
  );

  it('accepts a folder as one', async () => {
    expect(await isOriginUrl(folder)).toBe(false);
  });

  it.each(['http://', 'http://a.test/?x=1', 'http://a.test/#x', 'http://user:secret@a.test', 'https:'])(
    'refuses the URL %s',
    async (origin) => {
      await expect(isOriginUrl(origin)).rejects.toThrow(ServeOptionError);
    },
  );

  it.each(['nothing/here', 'localhost:3000', 'ftp://a.test', import.meta.filename])(
    'refuses %s, which is neither',
    async (origin) => {
      await expect(isOriginUrl(origin)).rejects.toThrow(
        `zone origin ${origin} is neither an http(s) URL nor a folder`,
      );
    },
  );
});
