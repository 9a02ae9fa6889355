import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { TargetError } from './errors.ts';
import { type LoadTargetOptions, loadTarget } from './load-target.ts';
import { mockFeatures } from './target.ts';

const zone_id = '023e105f4ecef8ad9ca31a8372d0c353';
const api = 'http://127.0.0.1:4800/client/v4';

function folder(files: Readonly<Record<string, string>> = {}): string {
  const path = mkdtempSync(join(tmpdir(), 'touchstone-target-'));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(path, name), content);
  return path;
}

const unreachable = () => Promise.reject(new TypeError('fetch failed'));
const load = (options: LoadTargetOptions) =>
  loadTarget({ cwd: folder(), env: {}, fetch: unreachable, ...options });

describe('loadTarget', () => {
  test('derives features from the configured applications', async () => {
    const env = {
      TOUCHSTONE_OBJECTS: 'http://127.0.0.1:4802/',
      TOUCHSTONE_AUTH_KEY_SECRET: 'hidden',
      TOUCHSTONE_ALLOWED_KEY: 'cat.jpg',
      TOUCHSTONE_WORKER: 'http://127.0.0.1:4804',
    };
    const given = { api, zone_id, api_token: 'x' };
    const target = await load({ env, flags: { ...given, interpreter: 'http://127.0.0.1:4803' } });
    expect([...target.features]).toEqual(
      expect.arrayContaining(['bindings', 'code-interpreter', 'object-storage']),
    );
    expect(target.features.has('object-storage-open')).toBe(false);
    expect(target.objects?.authorizing?.url).toBe('http://127.0.0.1:4802');
    expect(target.secrets).toContain('hidden');
    const open = await load({ flags: { ...given, objects_open: 'http://127.0.0.1:4802' } });
    expect([...open.features]).toEqual(expect.arrayContaining(['object-storage', 'object-storage-open']));
  });

  test('prefers flags over the environment, and the environment over the file', async () => {
    const cwd = folder({
      'touchstone.target.json': JSON.stringify({
        api,
        zone_id,
        api_token: 'file',
        zone_name: 'file.test',
        email: 'f',
      }),
    });
    const env = { TOUCHSTONE_TOKEN: 'environment', TOUCHSTONE_ZONE_NAME: 'environment.test' };
    const target = await load({ cwd, env, flags: { api_token: 'flag', read_token: undefined } });
    expect(target.credentials.get('full')).toEqual({ authorization: 'Bearer flag' });
    expect([target.zoneName, target.zoneId]).toEqual(['environment.test', zone_id]);
  });

  test('reads what serve --json prints', async () => {
    const line = {
      ...{ name: 'touchstone', version: '0.1.0', api, edge: 'http://127.0.0.1:4801', objects: null },
      ...{
        interpreter: null,
        account_id: zone_id,
        zone_id,
        zone_name: 'example.localhost',
        api_token: 'full',
      },
      ...{
        read_token: 'read',
        gateway_token: 'gateway',
        email: 'a@example.com',
        api_key: 'key',
        origin: null,
      },
    };
    const cwd = folder({ 'target.json': JSON.stringify(line) });
    const target = await load({ cwd, file: 'target.json' });
    expect([...target.credentials.keys()].sort()).toEqual([
      'full',
      'gateway',
      'key',
      'legacy',
      'none',
      'read',
    ]);
    expect([...target.features].sort()).toEqual(
      ['edge', 'gateway-token', 'legacy-auth', 'pages', 'read-only-token', ...mockFeatures].sort(),
    );
    expect(target.secrets).toEqual(['full', 'read', 'gateway', 'key']);
  });

  test('has webhooks when it has a certificate for their receiver', async () => {
    const flags = { api, zone_id, api_token: 'x' };
    const silent = await load({ flags });
    expect([silent.webhook, silent.features.has('webhook')]).toEqual([null, false]);
    const local = await load({ flags: { ...flags, webhook_certificate: 'hook.pem' } });
    expect(local.webhook).toEqual({ certificate: 'hook.pem', host: '127.0.0.1', port: 0 });
    expect(local.features.has('webhook')).toBe(true);
    const env = { TOUCHSTONE_WEBHOOK_HOST: 'hooks.example.com', TOUCHSTONE_WEBHOOK_PORT: '8443' };
    const reached = await load({ flags: { ...flags, webhook_certificate: 'hook.pem' }, env });
    expect(reached.webhook).toEqual({ certificate: 'hook.pem', host: 'hooks.example.com', port: 8443 });
  });

  test('has pages when the target reaches this machine', async () => {
    const flags = { api, zone_id, api_token: 'x' };
    const local = await load({ flags });
    expect([local.pages, local.features.has('pages')]).toEqual([{ host: '127.0.0.1', port: 0 }, true]);
    const far = { ...flags, api: 'https://api.example.com/client/v4' };
    const silent = await load({ flags: far });
    expect([silent.pages, silent.features.has('pages')]).toEqual([null, false]);
    const env = { TOUCHSTONE_PAGES_HOST: 'https://pages.example.com', TOUCHSTONE_PAGES_PORT: '8080' };
    const reached = await load({ flags: far, env });
    expect(reached.pages).toEqual({ host: 'https://pages.example.com', port: 8080 });
    expect(reached.features.has('pages')).toBe(true);
  });

  test('has a browser only when the description claims it', async () => {
    const described = { api, zone_id, api_token: 'x', name: 'touchstone' };
    const has = async (members: object) => {
      const cwd = folder({ 'touchstone.target.json': JSON.stringify({ ...described, ...members }) });
      return (await load({ cwd })).features.has('browser');
    };
    expect(await has({})).toBe(false);
    expect(await has({ features: ['browser'] })).toBe(true);
  });

  test('imports a module', async () => {
    const cwd = folder({
      'touchstone.target.ts': `export const target: object = ${JSON.stringify({ api, zone_id, api_token: 'x' })};`,
    });
    expect((await load({ cwd })).api).toBe(api);
  });

  test('asks our own server for missing members', async () => {
    const asked: string[] = [];
    const info = {
      name: 'touchstone',
      api: 'http://elsewhere/client/v4',
      zone_id,
      api_token: 'seeded',
      edge: null,
    };
    const target = await load({
      flags: { api },
      fetch: async (request) => {
        asked.push(`${request.redirect} ${request.url}`);
        return Response.json(info);
      },
    });
    expect(asked).toEqual(['manual http://127.0.0.1:4800/_touchstone/info']);
    expect([target.api, target.zoneId]).toEqual([api, zone_id]);
  });

  test('sends no request when the description is complete', async () => {
    const target = await load({ flags: { api: `${api}/`, zone_id, api_token: 'x' } });
    expect([target.api, target.edge, [...target.features]]).toEqual([api, null, ['pages']]);
  });

  const own = {
    name: 'touchstone',
    edge: 'http://127.0.0.1:4801',
    api_token: 'seeded',
    read_token: 'seeded',
  };
  test.each([
    ['accepts everything that our own server knows about its zone', zone_id, ['full', 'key', 'none', 'read']],
    ['takes no credentials for another zone', 'a'.repeat(32), ['full', 'key', 'none']],
  ])('%s, and explicit members win', async (_, seeded, roles) => {
    const target = await load({
      flags: { api, zone_id: seeded, api_token: 'mine' },
      fetch: () => Promise.resolve(Response.json({ ...own, zone_id })),
    });
    expect([...target.credentials.keys()].sort()).toEqual(roles);
    expect(target.credentials.get('full')).toEqual({ authorization: 'Bearer mine' });
    expect([target.edge, target.features.has('events')]).toEqual([own.edge, true]);
  });

  const info = (body: unknown) => () => Promise.resolve(Response.json(body));
  const cases: readonly (readonly [string, LoadTargetOptions, string])[] = [
    ['no base URL', {}, 'No target: give its base URL'],
    ['an invalid base URL', { flags: { api: 'localhost' } }, 'base URL: localhost is not a URL'],
    [
      'a base URL of another scheme',
      { flags: { api: 'ftp://x/v4', zone_id, api_token: 'x' } },
      'http or https',
    ],
    [
      'missing credentials',
      { flags: { api }, fetch: info({ name: 'another server' }) },
      `The target ${api} lacks api_token (--token or TOUCHSTONE_TOKEN)`,
    ],
    [
      'a redirect instead of credentials',
      {
        flags: { api },
        fetch: async () =>
          new Response('Moved', { status: 301, headers: { location: 'https://other.test/' } }),
      },
      `The target ${api} lacks api_token (--token or TOUCHSTONE_TOKEN); it redirects to https://other.test/, which`,
    ],
    [
      'a missing token',
      { flags: { api, zone_id }, fetch: info([]) },
      `The target ${api} lacks api_token (--token or TOUCHSTONE_TOKEN)`,
    ],
    [
      'an example without its secret',
      { flags: { api, zone_id, api_token: 'x', objects: 'http://127.0.0.1:4802', allowed_key: 'a' } },
      'The object-storage example lacks auth_key_secret (--auth-key-secret or TOUCHSTONE_AUTH_KEY_SECRET)',
    ],
    ['a missing server', { flags: { api } }, `No server answers at ${api}: no answer: fetch failed`],
    [
      'an invalid flag',
      { flags: { api, zone_id: 'a zone', api_token: 'x' } },
      '--zone-id: zone_id must be an id, without spaces and slashes',
    ],
    [
      'an invalid variable',
      { flags: { api, zone_id, api_token: 'x' }, env: { TOUCHSTONE_EDGE: 'edge' } },
      'TOUCHSTONE_EDGE: edge must be an http or https URL',
    ],
    [
      'a file with an invalid member',
      { cwd: folder({ 'a.json': JSON.stringify({ api, zone_id, api_token: 7 }) }), file: 'a.json' },
      'a.json: api_token',
    ],
    ['a file that is not JSON', { cwd: folder({ 'b.json': '{' }), file: 'b.json' }, 'b.json: '],
    [
      'a file that is not an object',
      { cwd: folder({ 'c.json': '[]' }), file: 'c.json' },
      'c.json: must describe the target',
    ],
    ['a missing file', { file: 'd.json' }, 'd.json: no such file'],
  ];
  test.each(cases)('reports %s in one line', async (_, options, message) => {
    const error: unknown = await load(options).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(TargetError);
    const text = error instanceof Error ? error.message : '';
    expect(text).toContain(message);
    expect(text).not.toContain('\n');
  });
});
