import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { rawHttp } from '../../../mock/assembly/testing/sockets.ts';
import { requestLogLineSchema } from '../../../spec/services/touchstone/request-log-line.ts';
import { infoSchema } from '../../../spec/services/touchstone/schemas.ts';
import { type Run, startCommand, until } from '../testing/command.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanups.splice(0).reverse()) await cleanUp();
});

const run = (args: readonly string[], env: Readonly<Record<string, string>> = {}): Run => {
  const started = startCommand(['serve', ...args], { TOUCHSTONE_PORT: '0', FORCE_COLOR: '0', ...env });
  cleanups.push(started.stop);
  return started;
};

/** Starts a server that prints its table; `log` is what comes after that. */
async function serve(args: readonly string[] = [], env: Readonly<Record<string, string>> = {}) {
  const started = run(args, env);
  await until(() => started.out().includes('Ctrl-C to stop.\n'), started);
  const log = () => started.out().split('Ctrl-C to stop.\n\n')[1] ?? '';
  const address = (label: string) =>
    new RegExp(`^ +${label} +(http://\\S+)`, 'm').exec(started.out())?.[1] ?? '';
  const api = address('API');
  const edge = address('Zone traffic').replace('api.example.', '');
  const end = async () => {
    started.child.kill('SIGTERM');
    return started.exited;
  };
  return { ...started, log, api, edge, address, end };
}

const wrong = { headers: { authorization: 'Bearer not-a-token-of-this-mock' } };
const time = String.raw`\d\d:\d\d:\d\d\.\d{3}`;

describe('the request log of serve', () => {
  it('says of each request what it was, how it ended, and why it was refused', async () => {
    const server = await serve();
    expect(server.address('Console')).toBe(server.api.replace('client/v4', ''));
    expect(server.address('API reference')).toBe(server.api.replace('client/v4', 'docs'));
    expect(server.out()).toContain('  Requests are logged below; ');
    await fetch(`${server.api}/zones?api_key=secret-1`, wrong);
    // None of these is a request of an app.
    for (const path of ['/_touchstone/info', '/', '/docs', '/openapi.json']) {
      const page = await fetch(server.api.replace('/client/v4', path), { headers: { accept: 'text/html' } });
      expect(page.status).toBe(200);
      await page.arrayBuffer();
    }
    await fetch(`${server.edge}/orders/7?token=secret-2`, {
      headers: { 'touchstone-host': 'example.localhost' },
    });
    // The end prints what is pending.
    expect(await server.end()).toEqual({ code: 0, signal: null });
    const [first, reason, hint, second, ...rest] = server.log().split('\n');
    expect(first).toMatch(
      new RegExp(
        `^${time} api  GET /client/v4/zones\\?api_key=\\(masked\\) -> 401 [\\d.]+ ms zones\\.zone\\.list$`,
      ),
    );
    expect(reason).toBe('     token-unknown: Authentication error');
    expect(hint).toMatch(/^ {5}The token is unknown to this mock/);
    expect(second).toMatch(
      new RegExp(`^${time} edge GET example\\.localhost/orders/7\\?token=\\(masked\\) -> 200 [\\d.]+ ms$`),
    );
    expect(rest).toEqual(['']);
  });

  it('leaves out what succeeds, on request', async () => {
    const server = await serve(['--log', 'errors']);
    const token = /API token +(\S+)/.exec(server.out())?.[1];
    await fetch(`${server.api}/zones`, { headers: { authorization: `Bearer ${token}` } });
    await fetch(`${server.api}/zonez`);
    await server.end();
    expect(server.log()).toMatch(new RegExp(`^${time} api  GET /client/v4/zonez -> 404 `));
    expect(server.log()).toContain('     Did you mean GET /client/v4/zones?');
  });

  it('prints nothing after the line of --json, unless a flag, a variable or the file says so', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'touchstone-log-'));
    cleanups.push(() => rmSync(folder, { recursive: true }));
    const config = join(folder, 'config.json');
    writeFileSync(config, '{ "log": "json" }');
    const cases = [
      { args: ['--json'], env: {}, lines: 0 },
      { args: ['--json', '--log', 'json'], env: {}, lines: 1 },
      { args: ['--json'], env: { TOUCHSTONE_LOG: 'json' }, lines: 1 },
      { args: ['--json', '--config', config], env: {}, lines: 1 },
      { args: ['--json', '--config', config, '--log', 'none'], env: { TOUCHSTONE_LOG: 'json' }, lines: 0 },
    ];
    await Promise.all(
      cases.map(async ({ args, env, lines: expected }) => {
        const started = run(args, env as Record<string, string>);
        await until(() => started.out().includes('\n'), started);
        const { api } = infoSchema.parse(JSON.parse(started.out()));
        await fetch(`${api}/zones`, wrong);
        started.child.kill('SIGTERM');
        await started.exited;
        const [, ...lines] = started.out().trimEnd().split('\n');
        expect(lines.map((line) => requestLogLineSchema.parse(JSON.parse(line)))).toEqual(
          Array.from({ length: expected }, () => expect.objectContaining({ status: 401, plane: 'api' })),
        );
      }),
    );
  });

  it('gives a terminal no control characters of a request', async () => {
    const server = await serve();
    const hostile = '\u001b[2J\u009b31m\u202e';
    await fetch(`${server.api}/zones/${encodeURIComponent(hostile)}`, wrong);
    const body = JSON.stringify({ [hostile]: hostile, title: hostile });
    await fetch(`${server.api}/accounts/${hostile}/ai/run/${hostile}`, { method: 'POST', body });
    await rawHttp(
      server.edge,
      Buffer.from(
        `GET /\u009b31m HTTP/1.1\r\nHost: ${hostile}.localhost\r\nConnection: close\r\n\r\n`,
        'latin1',
      ),
    );
    await server.end();
    expect(server.log()).toContain(' -> 401 ');
    expect(server.out() + server.err()).not.toMatch(/[^\P{Cc}\n]|\p{Bidi_Control}/u);
  });

  it('ends without a trace when its reader leaves, and the server goes on', async () => {
    const server = await serve();
    server.child.stdout?.destroy();
    for (let times = 0; times < 3; times++) {
      expect((await fetch(`${server.api}/zones`, wrong)).status).toBe(401);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    server.child.kill('SIGTERM');
    expect(await server.exited).toEqual({ code: 0, signal: null });
    expect(server.err()).toBe('');
  });

  it('refuses an unknown mode in one line', async () => {
    const flag = run(['--log', 'loud']);
    expect((await flag.exited).code).toBe(2);
    expect(flag.err()).toBe(
      "error: option '--log <mode>' argument 'loud' is invalid. It must be 'pretty', 'json', 'errors' or 'none'.\n",
    );
    const variable = run([], { TOUCHSTONE_LOG: 'loud' });
    expect((await variable.exited).code).toBe(2);
    expect(variable.err()).toBe('touchstone: TOUCHSTONE_LOG: must be one of pretty, json, errors, none\n');
  });
});
