// Long: all cases of one server are together.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Info, infoSchema } from '../../spec/services/touchstone/schemas.ts';
import { edgeOverHttp } from '../../suites/harness/edge.ts';
import { fetchTrusting, trustedCertificates } from '../../suites/harness/trust.ts';
import { bun, deno, node, thisRuntime } from './runtimes.ts';

// `touchstone serve` on the runtime of this process, over sockets.

const root = resolve(import.meta.dirname, '../..');
// A browser is unpacked before its first use.
const patience = { timeout: 60_000 };

/** Permissions that Deno needs for everything except pages. */
const denoArgs = ['run', '--no-prompt', '--allow-net', '--allow-read', '--allow-env'];
const plain = { bun: [bun], deno: [deno, ...denoArgs], node: [node] }[thisRuntime];
/** Further permissions for a browser and Python. */
const whole = thisRuntime === 'deno' ? [...plain, '--allow-write', '--allow-run', '--allow-sys'] : plain;

interface Scene {
  readonly info: Info;
  readonly api: string;
  readonly edge: string;
  readonly child: ChildProcess;
  readonly exited: Promise<readonly unknown[]>;
  /** The output of the server so far: results and errors. */
  readonly output: { out: string; err: string };
}

type Case = readonly [title: string, run: (scene: Scene) => Promise<void>];

/** An origin that returns its request, and is slow for `/slow`. */
async function startOrigin() {
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    if (request.url === '/slow') await new Promise((resolve) => setTimeout(resolve, 1000));
    const text = `${request.method} ${request.url} ${request.headers.host} ${body}`;
    response.setHeader('set-cookie', ['a=1', 'b=2']);
    if (request.headers['accept-encoding'] === 'gzip') {
      response.setHeader('content-encoding', 'gzip');
      response.end(gzipSync(text));
    } else response.end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // a listening TCP server has one
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** A request for `ask`. */
interface Question {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Sends without `fetch`, which replaces Host and decodes bodies. */
function ask(url: string, { method, headers, body }: Question) {
  return new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; body: Buffer }>(
    (resolve, reject) => {
      const request = httpRequest(url, { method, headers, agent: false });
      request.on('error', reject);
      request.on('response', (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks),
          }),
        );
      });
      request.end(body);
    },
  );
}

/** Closes the connection in the middle of a body. */
async function leaveHalfway(url: string): Promise<void> {
  const request = httpRequest(url, { method: 'PUT', headers: { 'content-length': '1000000' } });
  request.on('error', () => {});
  request.write(Buffer.alloc(500_000));
  await new Promise((resolve) => setTimeout(resolve, 200));
  request.destroy();
  await new Promise((resolve) => setTimeout(resolve, 200));
}

/** What a server does, in order: the last step stops it. */
const cases: readonly Case[] = [
  [
    'the API saves an operation',
    async ({ api, info }) => {
      const answer = await fetch(`${api}/zones/${info.zone_id}/api_gateway/operations/item`, {
        method: 'POST',
        headers: { authorization: `Bearer ${info.api_token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ method: 'GET', host: `api.${info.zone_name}`, endpoint: '/users/{id}' }),
      });
      expect(answer.status).toBe(200);
      const { result } = await answer.json();
      expect(result.endpoint).toBe('/users/{var1}');
    },
  ],
  [
    'the API has the zone of the seed file',
    async ({ api, info }) => {
      const answer = await fetch(`${api}/zones?name=seeded.example.localhost`, {
        headers: { authorization: `Bearer ${info.api_token}` },
      });
      expect((await answer.json()).result_info.count).toBe(1);
    },
  ],
  [
    'the API refuses an oversized body of unknown length',
    async ({ api, info }) => {
      const { status, body } = await ask(`${api}/zones`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${info.api_token}`,
          'content-type': 'application/json',
          'transfer-encoding': 'chunked',
        },
        body: Buffer.alloc(11 * 1024 * 1024, ' '),
      });
      expect(status).toBe(413);
      expect(JSON.parse(body.toString()).errors[0].code).toBe(6009);
    },
  ],
  [
    'the admin interface treats this machine as local',
    async ({ api }) => {
      const answer = await fetch(new URL('/_touchstone/clock', api));
      expect(answer.status).toBe(200);
      expect((await answer.json()).frozen).toBe(false);
    },
  ],
  [
    'the edge forwards a request by its Host, with both bodies unchanged',
    async ({ edge, info }) => {
      const { status, headers, body } = await ask(`${edge}/a?b=1`, {
        method: 'PUT',
        headers: { host: `api.${info.zone_name}`, 'accept-encoding': 'gzip' },
        body: Buffer.from('sent'),
      });
      expect(status).toBe(200);
      expect(headers['content-encoding']).toBe('gzip');
      expect(headers['set-cookie']?.length).toBe(2);
      expect(headers['touchstone-operation']).toBe('edge.request');
      expect(gunzipSync(body).toString()).toBe(`PUT /a?b=1 api.${info.zone_name} sent`);
    },
  ],
  [
    'the edge finds the zone by touchstone-host, with a body',
    async ({ edge, info }) => {
      const answer = await fetch(`${edge}/c`, {
        method: 'POST',
        headers: { 'touchstone-host': info.zone_name },
        body: 'sent',
      });
      expect(await answer.text()).toBe(`POST /c ${info.zone_name} sent`);
    },
  ],
  [
    'the edge answers for a host without a zone',
    async ({ edge }) => {
      expect((await fetch(edge)).status).toBe(421);
    },
  ],
  [
    'SIGTERM ends it with 0, after the open request',
    async ({ edge, info, child, exited, output }) => {
      const slow = fetch(`${edge}/slow`, { method: 'POST', headers: { 'touchstone-host': info.zone_name } });
      await new Promise((ready) => setTimeout(ready, 200));
      process.kill(child.pid ?? 0, 'SIGTERM');
      expect((await slow).status).toBe(200);
      const [code, signal] = await exited;
      expect(signal).toBe(null);
      expect(code).toBe(0);
      expect(output.err).toBe('');
      expect(output.out.trimEnd().split('\n').length).toBe(1);
    },
  ],
];

/** The example applications, which write to a temporary folder and start Python. */
const applications: readonly Case[] = [
  [
    'the object storage stores and returns an object, with authorization',
    async ({ info: { objects, allowed_key, auth_key_secret } }) => {
      const url = `${objects}/${allowed_key}`;
      const headers = { 'x-custom-auth-key': auth_key_secret };
      expect((await fetch(url, { method: 'PUT', body: 'bytes' })).status).toBe(403);
      expect((await fetch(url, { method: 'PUT', body: 'bytes', headers })).status).toBe(200);
      const found = await fetch(url, { headers: { range: 'bytes=1-2' } });
      expect([found.status, found.headers.get('content-length'), await found.text()]).toEqual([
        200,
        '2',
        'yt',
      ]);
    },
  ],
  [
    'the object storage accepts 30 MB in pieces, and no body of unknown length',
    async ({ info: { objects_open: open } }) => {
      const body = Buffer.alloc(30_000_000, 'x');
      const put = (headers: Record<string, string>) => ask(`${open}/large`, { method: 'PUT', headers, body });
      expect((await put({ 'transfer-encoding': 'chunked' })).status).toBe(500);
      expect((await put({ 'content-length': String(body.length) })).status).toBe(200);
      const kept = Buffer.from(await (await fetch(`${open}/large`)).arrayBuffer());
      expect(kept.equals(body)).toBe(true);
    },
  ],
  [
    'the object storage keeps the former object after a client disconnects',
    async ({ info: { objects_open: open } }) => {
      await fetch(`${open}/a`, { method: 'PUT', body: 'former' });
      await leaveHalfway(`${open}/a`);
      expect(await (await fetch(`${open}/a`)).text()).toBe('former');
    },
  ],
  [
    'the code interpreter runs what a prompt requests',
    async ({ info: { interpreter } }) => {
      const { status, body } = await ask(`${interpreter}/run`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: Buffer.from('{"input":"What is 17 times 23?"}'),
      });
      expect(status).toBe(200);
      expect(body.toString()).toContain('391');
    },
  ],
  [
    'SIGTERM ends Python too, and leaves no object behind',
    async ({ child, exited, output }) => {
      process.kill(child.pid ?? 0, 'SIGTERM');
      expect((await exited)[0]).toBe(0);
      expect(getFolders(child, 'touchstone-objects-')).toEqual([]);
      expect(output.err).toBe('');
    },
  ],
];

const getRepositories = ({ api, info }: Scene) => ({
  url: `${api}/accounts/${info.account_id}/artifacts/namespaces/kept/repos`,
  headers: { authorization: `Bearer ${info.api_token}`, 'content-type': 'application/json' },
});

const endsAndKeepsItsFolder: Case = [
  'SIGTERM releases the folder for the next server',
  async ({ child, exited }) => {
    process.kill(child.pid ?? 0, 'SIGTERM');
    expect((await exited)[0]).toBe(0);
    expect(readdirSync(state).sort()).toEqual(['objects', 'repositories', 'state.jsonl', 'tls']);
  },
];

/** HTTPS with a generated certificate, and a folder that the next server continues with. */
const secured: readonly Case[] = [
  [
    'has its own address in its OpenAPI document',
    async ({ api, info }) => {
      const { origin } = new URL(api);
      const answer = await fetchTrusting(info.tls_certificate)(new Request(`${origin}/openapi.json`));
      const { servers, paths } = await answer.json();
      expect(servers[0].url).toBe(origin);
      expect(origin).toMatch(/^https:/);
      expect(Object.keys(paths)).toContain('/client/v4/zones');
    },
  ],
  [
    'the API keeps a repository over HTTPS',
    async (scene) => {
      const { url, headers } = getRepositories(scene);
      const trusting = fetchTrusting(scene.info.tls_certificate);
      const made = await trusting(new Request(url, { method: 'POST', headers, body: '{"name":"one"}' }));
      expect([made.ok, new URL(scene.api).protocol]).toEqual([true, 'https:']);
    },
  ],
  [
    'the edge answers for its zone over HTTPS',
    async ({ edge, info }) => {
      const send = edgeOverHttp(edge, trustedCertificates(info.tls_certificate));
      const host = `api.${info.zone_name}`;
      const request = { method: 'GET', path: '/a', host, headers: [], body: undefined };
      const { status, text } = await send(request, AbortSignal.timeout(5000));
      expect([status, text]).toEqual([200, `GET /a ${host} `]);
    },
  ],
  [
    'the object storage stores an object over HTTPS',
    async ({ info }) => {
      const trusting = fetchTrusting(info.tls_certificate);
      const url = `${info.objects}/${info.allowed_key}`;
      const headers = { 'x-custom-auth-key': info.auth_key_secret };
      const stored = await trusting(new Request(url, { method: 'PUT', headers, body: 'kept' }));
      expect(stored.status).toBe(200);
      expect(await (await trusting(new Request(url))).text()).toBe('kept');
    },
  ],
  [
    'a refusal reaches a client that still sends 60 MB',
    async ({ api, info }) => {
      const url = `${new URL(api).origin}/git/${info.account_id}/kept/one.git/git-receive-pack`;
      const headers = {
        authorization: `Bearer ${info.api_token}`,
        'content-type': 'application/x-git-receive-pack-request',
      };
      const body = new Uint8Array(60_000_000);
      const answer = await fetchTrusting(info.tls_certificate)(
        new Request(url, { method: 'POST', headers, body }),
      );
      expect([answer.status, await answer.text()]).toEqual([403, 'Invalid or expired token']);
    },
  ],
  endsAndKeepsItsFolder,
];

const resumed: readonly Case[] = [
  [
    'has the repository and the object',
    async (scene) => {
      const trusting = fetchTrusting(scene.info.tls_certificate);
      const { url, headers } = getRepositories(scene);
      expect((await trusting(new Request(`${url}/one`, { headers }))).status).toBe(200);
      const object = new Request(`${scene.info.objects}/${scene.info.allowed_key}`);
      expect(await (await trusting(object)).text()).toBe('kept');
    },
  ],
  endsAndKeepsItsFolder,
];

const draw = ({ api, info }: Scene) =>
  fetch(`${api}/accounts/${info.account_id}/browser-rendering/screenshot`, {
    method: 'POST',
    headers: { authorization: `Bearer ${info.api_token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ html: '<h1>Drawn</h1>', viewport: { width: 400, height: 300 } }),
  });

const pages: readonly Case[] = [
  [
    'the API renders a page',
    async (scene) => {
      const answer = await draw(scene);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
    },
  ],
  [
    'SIGTERM ends the browser too, and leaves no files of it',
    async ({ child, exited, output }) => {
      expect(getFolders(child, 'touchstone-browser-')).toHaveLength(1);
      process.kill(child.pid ?? 0, 'SIGTERM');
      expect((await exited)[0]).toBe(0);
      expect(getFolders(child, 'touchstone-browser-')).toEqual([]);
      // Deno prints this once for every server that checks whether its client is still connected.
      expect(output.err.replace(/^Deno\.serve: request\.signal .*\n/, '')).toBe('');
    },
  ],
];

const withoutBrowser: readonly Case[] = [
  [
    'the API says that there is no browser if it may not be run',
    async (scene) => expect((await draw(scene)).status).toBe(503),
  ],
];

let origin: Awaited<ReturnType<typeof startOrigin>>;
const folder = mkdtempSync(join(tmpdir(), 'touchstone-serve-'));
const state = join(folder, 'state');
const seed = join(folder, 'seed.yaml');

beforeAll(async () => {
  writeFileSync(seed, 'zones: [{ name: seeded.example.localhost }]\n');
  origin = await startOrigin();
});

afterAll(() => {
  origin.close();
  rmSync(folder, { recursive: true });
});

/** Tests of one server, in order. */
function serving(
  title: string,
  command: readonly string[],
  options: readonly string[],
  cases: readonly Case[],
) {
  describe(`touchstone serve ${title} on ${thisRuntime}`, () => {
    let scene: Scene;
    beforeAll(async () => {
      scene = await start(command, options);
    });
    afterAll(() => {
      scene.child.kill('SIGKILL');
    });
    test.each(cases)('%s', patience, (_, run) => run(scene));
  });
}

/** Starts a server. @throws Error when it ends before it is ready */
async function start([program = '', ...args]: readonly string[], options: readonly string[]): Promise<Scene> {
  const flags = ['serve', '--port', '0', '--json', '--zone-origin', origin.url, ...options];
  const child = spawn(program, [...args, 'scripts/touchstone.ts', ...flags], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'close');
  const output = { out: '', err: '' };
  child.stderr.on('data', (chunk) => {
    output.err += chunk;
  });
  const line = new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk) => {
      output.out += chunk;
      if (output.out.includes('\n')) resolve();
    });
  });
  const ended = exited.then(() => {
    throw new Error(`it ended: ${output.err}`);
  });
  await Promise.race([line, ended]);
  ended.catch(() => {});
  const info = infoSchema.parse(JSON.parse(output.out));
  const { api, edge } = info;
  if (api === null || edge === null) throw new Error('a plane does not listen');
  return { info, api, edge, child, exited, output };
}

/** Temporary folders of a program, by prefix. */
function getFolders({ pid }: ChildProcess, prefix: string): string[] {
  return readdirSync(tmpdir()).filter((name) => {
    if (!name.startsWith(prefix)) return false;
    try {
      return readFileSync(join(tmpdir(), name, 'owner'), 'utf8').startsWith(`${pid} `);
    } catch {
      return false; // Somebody else's, which is gone by now.
    }
  });
}

serving('', plain, ['--seed', seed], cases);
serving('with its applications', whole, ['--objects-auth', 'both'], applications);
serving('--tls --state', whole, ['--tls', '--state', state], secured);
serving('on the state of the server before', whole, ['--tls', '--state', state], resumed);
serving('with a browser', whole, [], pages);
if (thisRuntime === 'deno') serving('without permission to run a browser', plain, [], withoutBrowser);
