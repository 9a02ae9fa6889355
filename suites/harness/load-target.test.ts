import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { TargetError } from './errors.ts';
import { type LoadTargetOptions, loadTarget } from './load-target.ts';
import { mockFeatures, type Target } from './target.ts';
import { makeFolder } from './testing/make-folder.ts';

const zone_id = '023e105f4ecef8ad9ca31a8372d0c353';
const api = 'http://127.0.0.1:4800/client/v4';
const far = 'https://api.example.com/client/v4';
const given = { api, zone_id, api_token: 'x' };

type Files = Readonly<Record<string, unknown>>;

function folder(files: Files = {}): string {
  const path = makeFolder();
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(join(path, name), typeof content === 'string' ? content : JSON.stringify(content));
  }
  return path;
}

const unreachable = () => Promise.reject(new TypeError('fetch failed'));
type Options = LoadTargetOptions & { readonly files?: Files };

const load = ({ files, ...options }: Options) =>
  loadTarget({ cwd: folder(files), env: {}, fetch: unreachable, ...options });
const answers = (body: unknown) => () => Promise.resolve(Response.json(body));

describe('loadTarget', () => {
  const hook = { ...given, webhook_certificate: 'hook.pem' };
  const certificate = 'hook.pem';
  const storage = {
    TOUCHSTONE_OBJECTS: 'http://127.0.0.1:4802/',
    TOUCHSTONE_AUTH_KEY_SECRET: 'hidden',
    TOUCHSTONE_ALLOWED_KEY: 'cat.jpg',
  };
  test.each<[string, LoadTargetOptions, readonly string[], Partial<Target>?]>([
    ['a complete description', {}, ['pages'], { edge: null, pages: { host: '127.0.0.1', port: 0 } }],
    [
      'applications',
      {
        env: { ...storage, TOUCHSTONE_WORKER: 'http://127.0.0.1:4804' },
        flags: { ...given, interpreter: api },
      },
      ['bindings', 'code-interpreter', 'object-storage', 'pages'],
    ],
    [
      'an open application',
      { flags: { ...given, objects_open: 'http://127.0.0.1:4802' } },
      ['object-storage', 'object-storage-open', 'pages'],
    ],
    [
      'webhooks to this machine',
      { flags: hook },
      ['pages', 'webhook'],
      { webhook: { certificate, host: '127.0.0.1', port: 0 } },
    ],
    [
      'webhooks to another host',
      { flags: hook, env: { TOUCHSTONE_WEBHOOK_HOST: 'hooks.test', TOUCHSTONE_WEBHOOK_PORT: '8443' } },
      ['pages', 'webhook'],
      { webhook: { certificate, host: 'hooks.test', port: 8443 } },
    ],
    ['a target elsewhere', { flags: { ...given, api: far } }, [], { pages: null }],
    [
      'pages that a target elsewhere reaches',
      {
        flags: { ...given, api: far },
        env: { TOUCHSTONE_PAGES_HOST: 'https://pages.test', TOUCHSTONE_PAGES_PORT: '8080' },
      },
      ['pages'],
      { pages: { host: 'https://pages.test', port: 8080 } },
    ],
    ['a claimed browser', { flags: { ...given, features: ['browser'] } }, ['browser', 'pages']],
  ])('derives the features of %s', async (_, options, features, members = {}) => {
    const target = await load({ flags: given, ...options });
    expect([...target.features].sort()).toEqual(features);
    expect(target).toMatchObject(members);
  });

  test.each([
    ['objects', { objects: 'http://one.test', auth_key_secret: 'x', allowed_key: 'y' }],
    ['objects_open', { objects_open: 'http://one.test' }],
    ['interpreter', { interpreter: 'http://one.test' }],
    ['worker', { worker: 'http://one.test' }],
    ['edge', { edge: 'http://one.test' }],
    ['repo_tokens', { repo_tokens: [{ repo: 'one', remote: 'http://one.test' }] }],
  ])('takes a target without the API that has only %s', async (_, flags) => {
    const { api: shown, hasApi, credentials, secrets } = await load({ flags });
    expect([shown, hasApi, credentials.get('full')]).toEqual(['http://one.test', false, {}]);
    expect(secrets).not.toContain('');
    expect((await load({ flags: { ...flags, api, api_token: 'x' } })).hasApi).toBe(true);
  });

  const one = 'http://one.test';
  test.each<[string, Options['flags'], boolean]>([
    ['object-storage', { objects: one, auth_key_secret: 'x', allowed_key: 'y' }, true],
    ['object-storage', { objects_open: one }, true],
    ['code-interpreter', { interpreter: one }, true],
    ['bindings', { worker: one }, true],
    ['markdown', { edge: one, zone_name: 'one.test' }, true],
    ['markdown', {}, false],
    ['inference', { objects_open: one }, false],
  ])('needs a token for %s with %o only where it needs the API', async (service, flags, loads) => {
    const load1 = (more: Partial<Options> = {}) =>
      load({ flags: { ...flags, api }, services: new Set([service]), ...more });
    const reason = `No server answers at ${api}`;
    if (loads) expect((await load1()).hasApi).toBe(true);
    else await expect(load1()).rejects.toThrow(reason);
    if (!loads) await expect(load1({ fetch: answers({}) })).rejects.toThrow('lacks api_token');
    await expect(load({ flags: { ...flags, api } })).rejects.toThrow(reason);
  });

  test('prefers flags over the environment, and the environment over the file', async () => {
    const file = { api, zone_id, api_token: 'file', zone_name: 'file.test', email: 'f' };
    const cwd = folder({ 'touchstone.target.json': file });
    const env = { TOUCHSTONE_TOKEN: 'environment', TOUCHSTONE_ZONE_NAME: 'environment.test' };
    const target = await load({ cwd, env, flags: { api_token: 'flag', read_token: undefined } });
    expect(target.credentials.get('full')).toEqual({ authorization: 'Bearer flag' });
    expect([target.zoneName, target.zoneId]).toEqual(['environment.test', zone_id]);
  });

  test('reads what serve --json prints', async () => {
    const line = {
      ...{ name: 'touchstone', version: '0.1.0', api, edge: 'http://127.0.0.1:4801', objects: null },
      ...{ interpreter: null, account_id: zone_id, zone_id, zone_name: 'example.localhost' },
      ...{ api_token: 'full', read_token: 'read', gateway_token: 'gateway' },
      ...{ email: 'a@example.com', api_key: 'key', origin: null },
    };
    const target = await load({ cwd: folder({ 'target.json': line }), file: 'target.json' });
    const roles = ['full', 'gateway', 'key', 'legacy', 'none', 'read'];
    expect([...target.credentials.keys()].sort()).toEqual(roles);
    const features = ['edge', 'gateway-token', 'legacy-auth', 'pages', 'read-only-token', ...mockFeatures];
    expect([...target.features].sort()).toEqual(features.sort());
    expect(target.secrets).toEqual(['full', 'read', 'gateway', 'key']);
  });

  test('imports a module', async () => {
    const module = `export const target: object = ${JSON.stringify(given)};`;
    expect((await load({ cwd: folder({ 'touchstone.target.ts': module }) })).api).toBe(api);
  });

  const own = {
    ...{ name: 'touchstone', api: 'http://elsewhere/client/v4', zone_id },
    ...{ edge: 'http://127.0.0.1:4801', api_token: 'seeded', read_token: 'seeded' },
  };
  test.each([
    ['all that is missing', undefined, ['full', 'key', 'none', 'read'], zone_id],
    ['credentials of its zone only', 'a'.repeat(32), ['full', 'key', 'none'], 'a'.repeat(32)],
  ])('asks our own server for %s, without following redirects', async (_, zone, roles, found) => {
    const asked: string[] = [];
    const target = await load({
      flags: { api, api_token: 'mine', zone_id: zone },
      fetch: async ({ redirect, url }) => {
        asked.push(`${redirect} ${url}`);
        return Response.json(own);
      },
    });
    expect(asked).toEqual(['manual http://127.0.0.1:4800/_touchstone/info']);
    expect([...target.credentials.keys()].sort()).toEqual(roles);
    expect(target.credentials.get('full')).toEqual({ authorization: 'Bearer mine' });
    expect([target.api, target.zoneId, target.edge]).toEqual([api, found, own.edge]);
  });

  const lacks = `The target ${api} lacks api_token (--token or TOUCHSTONE_TOKEN)`;
  const moved = { status: 301, headers: { location: 'https://other.test/' } };
  test.each<[string, Options, string]>([
    ['no base URL', {}, 'No target: give its base URL'],
    ['an invalid base URL', { flags: { api: 'localhost' } }, 'base URL: localhost is not a URL'],
    ['a base URL of another scheme', { flags: { ...given, api: 'ftp://x/v4' } }, 'http or https'],
    ['missing credentials', { flags: { api }, fetch: answers({ name: 'another server' }) }, lacks],
    [
      'a redirect instead of credentials',
      { flags: { api }, fetch: async () => new Response('Moved', moved) },
      `${lacks}; it redirects to https://other.test/, which`,
    ],
    [
      'an example without its secret',
      { flags: { ...given, objects: 'http://127.0.0.1:4802', allowed_key: 'a' } },
      'lacks auth_key_secret (--auth-key-secret or TOUCHSTONE_AUTH_KEY_SECRET)',
    ],
    ['a missing server', { flags: { api } }, `No server answers at ${api}: no answer: fetch failed`],
    [
      'a server that speaks another protocol',
      { flags: { api }, fetch: () => Promise.reject(new TypeError('invalid HTTP version parsed')) },
      `The server at ${api} gives an answer that is not HTTP: invalid HTTP version parsed`,
    ],
    ['an invalid flag', { flags: { ...given, zone_id: 'a zone' } }, '--zone-id: zone_id must be an id'],
    [
      'an invalid variable',
      { flags: given, env: { TOUCHSTONE_EDGE: 'edge' } },
      'TOUCHSTONE_EDGE: edge must be',
    ],
    [
      'a file with an invalid member',
      { files: { 'a.json': { ...given, api_token: 7 } }, file: 'a.json' },
      'a.json: api_token',
    ],
    ['a file that is not JSON', { files: { 'b.json': '{' }, file: 'b.json' }, 'b.json: '],
    ['a file of a list', { files: { 'c.json': [] }, file: 'c.json' }, 'c.json: must describe the target'],
    ['a missing file', { file: 'd.json' }, 'd.json: no such file'],
  ])('reports %s in one line', async (_, options, message) => {
    const error: unknown = await load(options).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(TargetError);
    expect(String(error)).toContain(message);
    expect(String(error)).not.toContain('\n');
  });
});
