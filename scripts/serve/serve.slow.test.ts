import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { freePorts, takePort } from '../../mock/assembly/testing/sockets.ts';
import { infoSchema } from '../../spec/services/touchstone/schemas.ts';
import { type Run, startCommand, until } from './testing/command.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanups.splice(0).reverse()) await cleanUp();
});

function run(...command: Parameters<typeof startCommand>): Run {
  const started = startCommand(...command);
  cleanups.push(started.stop);
  return started;
}

/** Starts the server and parses its one line. */
async function serveJson(args: readonly string[] = [], env: Record<string, string> = {}) {
  const started = run(['serve', '--json', ...args], { TOUCHSTONE_PORT: '0', ...env });
  await until(() => started.out().includes('\n'), started);
  const info = infoSchema.parse(JSON.parse(started.out()));
  const { api, edge } = info;
  if (api === null || edge === null) throw new Error('both planes listen');
  return { ...started, info, api, edge, headers: { authorization: `Bearer ${info.api_token}` } };
}

/** A configuration file for one test. */
function configFile(options: object): string {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-serve-'));
  cleanups.push(() => rmSync(folder, { recursive: true }));
  const config = join(folder, 'config.json');
  writeFileSync(config, JSON.stringify(options));
  return config;
}

describe('touchstone serve', () => {
  it('prints exactly one line with --json, with all that a target needs', async () => {
    const { child, out, err, info, api, edge, headers, exited } = await serveJson();
    expect(api).toMatch(/^http:\/\/localhost:\d+\/client\/v4$/);
    expect(edge).toMatch(/^http:\/\/localhost:\d+$/);
    expect(info).toMatchObject({
      objects_open: null,
      worker: null,
      zone_name: 'example.localhost',
      origin: null,
    });
    expect(Object.keys(info)).toEqual(
      expect.arrayContaining([
        ...['api', 'edge', 'objects', 'interpreter', 'account_id', 'zone_id', 'zone_name'],
        ...['api_token', 'read_token', 'gateway_token', 'email', 'api_key', 'auth_key_secret', 'allowed_key'],
      ]),
    );
    expect((await fetch(`${api}/zones/${info.zone_id}`, { headers })).status).toBe(200);
    const zone = await fetch(edge, { headers: { 'touchstone-host': `api.${info.zone_name}` } });
    expect(zone.status).toBe(200);
    child.kill('SIGTERM');
    expect(await exited).toEqual({ code: 0, signal: null });
    expect(out().trimEnd().split('\n')).toHaveLength(1);
    expect(err()).toBe('');
  });

  it('prints a table to copy from otherwise', async () => {
    const started = run(['serve', '--port', '0']);
    await until(() => started.out().includes('Ctrl-C'), started);
    for (const text of [
      'API ',
      '/client/v4',
      'api.example.localhost:',
      'Account id',
      'API token',
      'built-in page',
      'in memory, objects in a temporary folder (keep it with --state)',
      'Object storage ',
      'Code interpreter ',
      'Auth key secret ',
      'Pages ',
      'only those of this machine may reach it',
    ]) {
      expect(started.out()).toContain(text);
    }
  });

  it.each([
    [['--no-browser'], 'not rendered'],
    [['--allow-private-network'], 'may reach this machine and its networks'],
  ])('describes with %j what pages may reach', async (flags, words) => {
    const started = run(['serve', '--port', '0', ...flags]);
    await until(() => started.out().includes('Ctrl-C'), started);
    expect(started.out()).toMatch(new RegExp(`^ +Pages +${words}$`, 'm'));
  });

  it('keeps certificate and repositories in the --state folder, for one server at a time', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'touchstone-serve-'));
    cleanups.push(() => rmSync(folder, { recursive: true }));
    const state = join(folder, 'state');
    const { child, info, exited } = await serveJson(['--tls', '--state', state]);
    expect(info).toMatchObject({ state, tls_certificate: join(state, 'tls', 'authority.pem') });
    const second = run(['serve', '--port', '0', '--state', state]);
    expect(await second.exited).toEqual({ code: 2, signal: null });
    expect(second.err()).toMatch(/^touchstone: \S+ is in use by process \d+ on \S+\. Stop it, or .*\.\n$/);
    child.kill('SIGTERM');
    await exited;
    expect(readdirSync(state).sort()).toEqual(['repositories', 'state.jsonl', 'tls']);
  });

  it.each([
    ['on', /^http/, null],
    ['off', null, /^http/],
    ['both', /^http/, /^http/],
  ])('serves the forms of the object storage that --objects-auth %s selects', async (mode, auth, open) => {
    const { info } = await serveJson(['--objects-auth', mode]);
    const forms = [info.objects, info.objects_open];
    const expected = [auth, open].map((form) => (form ? expect.stringMatching(form) : null));
    expect(forms).toEqual(expected);
    const answers = await Promise.all(
      forms.map((url) => url && fetch(`${url}/a`).then(({ status }) => status)),
    );
    expect(answers).toEqual([auth && 403, open && 404]);
  });

  it('keeps objects in the --state folder, and leaves none behind without it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'touchstone-serve-'));
    cleanups.push(() => rmSync(folder, { recursive: true }));
    const put = (url: string | null) => fetch(`${url}/a`, { method: 'PUT', body: 'x'.repeat(3_000_000) });
    const temporary = join(folder, 'tmp');
    mkdirSync(temporary);
    for (const flags of [[], ['--state', join(folder, 'state')]]) {
      const server = await serveJson(['--objects-auth', 'off', ...flags], { TMPDIR: temporary });
      expect((await put(server.info.objects_open)).status).toBe(200);
      expect(readdirSync(temporary)).toHaveLength(flags.length === 0 ? 1 : 0);
      server.child.kill('SIGTERM');
      expect(await server.exited).toEqual({ code: 0, signal: null });
      expect(readdirSync(temporary)).toEqual([]);
    }
    const { info } = await serveJson(['--objects-auth', 'off', '--state', join(folder, 'state')]);
    const found = await fetch(`${info.objects_open}/a`);
    expect((await found.text()).length).toBe(3_000_000);
  });

  it('renders no pages if the file sets no browser', async () => {
    const { api, info, headers } = await serveJson(['--config', configFile({ browser: false })]);
    const answer = await fetch(`${api}/accounts/${info.account_id}/browser-rendering/content`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: '{"html":"<p>Hi</p>"}',
    });
    expect(answer.status).toBe(503);
  });

  it('prefers the browser of the environment to that of the file', async () => {
    const config = configFile({ browser: process.execPath });
    const failing = run(['serve', '--port', '0', '--config', config], { TOUCHSTONE_BROWSER: 'no-browser' });
    expect((await failing.exited).code).toBe(2);
    expect(failing.err()).toBe('touchstone: browser no-browser does not exist\n');
  });

  it('ends at once at a second signal', async () => {
    const origin = createServer((socket) => socket.on('error', () => {}));
    await new Promise<void>((resolve) => origin.listen(0, '127.0.0.1', resolve));
    cleanups.push(() => origin.close());
    const port = (origin.address() as AddressInfo).port;
    const { child, info, edge, exited } = await serveJson(['--zone-origin', `http://127.0.0.1:${port}`]);
    fetch(edge, { headers: { 'touchstone-host': info.zone_name } }).catch(() => {});
    await new Promise((resolve) => origin.once('connection', resolve));
    child.kill('SIGINT');
    await new Promise((resolve) => setTimeout(resolve, 200));
    child.kill('SIGINT');
    expect((await exited).signal).toBe('SIGINT');
  });

  it('uses the given port and those after it for the planes', async () => {
    const port = await freePorts();
    const { info } = await serveJson(['--port', String(port)]);
    expect([info.api, info.edge, info.objects, info.interpreter]).toEqual([
      `http://localhost:${port}/client/v4`,
      `http://localhost:${port + 1}`,
      `http://localhost:${port + 2}`,
      `http://localhost:${port + 3}`,
    ]);
  });

  it('reports a port in use in one line, exits with 2, and leaves nothing behind', async () => {
    const port = await freePorts();
    const { free } = await takePort(port + 1);
    cleanups.push(free);
    const failing = run(['serve', '--port', String(port)]);
    expect(await failing.exited).toEqual({ code: 2, signal: null });
    expect(failing.out()).toBe('');
    expect(failing.err()).toBe(
      `touchstone: The edge can't listen on 127.0.0.1:${port + 1}: the port is in use. Choose another port with --port, or 0 for free ones.\n`,
    );
    const first = await takePort(port);
    await first.free();
  });

  it.each([
    [['--port', 'x'], {}, "error: option '--port <n>' argument 'x' is invalid. It must be a whole number."],
    [
      ['--port', '65531'],
      {},
      "error: option '--port <n>' argument '65531' is invalid. It must be at most 65530: the server also takes the ports after it.",
    ],
    [
      ['--tenants', 'x'],
      {},
      "error: option '--tenants <mode>' argument 'x' is invalid. It must be 'strict' or 'on-demand'.",
    ],
    [['--nothing'], {}, "error: unknown option '--nothing'"],
    [
      ['--zone-origin', 'nowhere'],
      {},
      'touchstone: zone origin nowhere is neither an http(s) URL nor a folder',
    ],
    [[], { TOUCHSTONE_PORT: 'x' }, 'touchstone: TOUCHSTONE_PORT: must be a whole number from 0 to 65530'],
    [['--admin-token', 'x'], {}, 'touchstone: --admin-token: must be at least 16 characters long'],
    [['--tls-cert', 'x.pem'], {}, 'touchstone: --tls-cert: has no effect without --tls-key'],
    [['--tls-cert', 'x.pem', '--tls-key', 'x.key'], {}, 'touchstone: x.pem: does not exist'],
    [[], { TOUCHSTONE_TLS: 'maybe' }, 'touchstone: TOUCHSTONE_TLS: must be true or false'],
    [['--browser', '/nowhere/chromium'], {}, 'touchstone: browser /nowhere/chromium does not exist'],
    [
      [],
      { TOUCHSTONE_BROWSER: 'ws:/nowhere' },
      'touchstone: browser ws:/nowhere must be a URL with a host, such as ws://127.0.0.1:9222',
    ],
  ])('reports in one line what is wrong with %j %j, and exits with 2', async (args, env, line) => {
    const failing = run(['serve', ...args], env as Record<string, string>);
    expect(await failing.exited).toEqual({ code: 2, signal: null });
    expect(failing.err()).toBe(`${line}\n`);
    expect(failing.out()).toBe('');
  });

  it('prefers flags to the environment, and that to the file', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'touchstone-serve-'));
    cleanups.push(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, 'index.html'), 'from the folder');
    const config = join(folder, 'config.json');
    writeFileSync(
      config,
      JSON.stringify({
        port: 1,
        tenants: 'on-demand',
        zoneOrigin: 'http://127.0.0.1:1',
        tokens: [{ value: 'own-token', permissions: ['Zone Read'] }],
      }),
    );
    const { api, edge, info } = await serveJson(['--config', config, '--port', '0'], {
      TOUCHSTONE_PORT: '1',
      TOUCHSTONE_ZONE_ORIGIN: folder,
    });
    expect(info.origin).toBe(folder);
    const page = await fetch(edge, { headers: { 'touchstone-host': info.zone_name } });
    expect(await page.text()).toBe('from the folder');
    const headers = { authorization: 'Bearer own-token' };
    expect((await fetch(`${api}/zones/${'c'.repeat(32)}`, { headers })).status).toBe(200);
  });
});
