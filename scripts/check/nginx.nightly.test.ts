import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import git from 'isomorphic-git';
import http from 'isomorphic-git/http/web';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTarget, runConformance, targetFileSchema } from '../../suites/index.ts';
import { type Run, startCommand, until } from '../serve/testing/command.ts';
import { getBlocks, isNginx } from './docs/code-blocks.ts';

const root = join(import.meta.dirname, '..', '..');
const program = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/opt/homebrew/bin/nginx'].find((path) =>
  fs.existsSync(path),
);
if (program === undefined) console.log('The guides are not tried: there is no nginx on this machine.');

const token = 'touchstone-full-access-token-0000000001';
const authorized = { authorization: `Bearer ${token}` };
const seeded = '01a7362d577a6c3019a474fd6f485823';
/** Ids of accounts, spread as random ones are. */
const accounts = Array.from({ length: 24 }, (_, at) => createHash('md5').update(`${at}`).digest('hex'));

/** What runs during these tests. */
interface Farm {
  /** Addresses of nginx, for the API and for zones. */
  readonly api: string;
  readonly zones: string;
  /** Address of each server behind it. */
  readonly servers: readonly { readonly run: Run; readonly origin: string }[];
}

let farm: Farm;
const ends: (() => unknown)[] = [];
afterAll(async () => {
  for (const end of ends.toReversed()) await end();
});

describe.skipIf(program === undefined)('the configuration of nginx in docs/scaling.md', () => {
  beforeAll(async () => {
    farm = await startFarm();
  }, 60_000);

  it('sends all requests of an account to one server, and accounts to all servers', async () => {
    for (const id of accounts) {
      const space = `${farm.api}/client/v4/accounts/${id}/artifacts/namespaces/default`;
      expect((await call(`${space}/repos`, { name: 'notes' })).status).toBe(201);
      for (let again = 0; again < 3; again++)
        expect((await (await call(`${space}/repos`)).json()).result).toHaveLength(1);
      const config = `${farm.api}/client/v4/zones/${id}/token_validation/config`;
      expect((await (await call(config)).json()).result).toEqual([]);
      const journal = await (await fetch(`${farm.api}/_touchstone/journal?account_id=${id}`)).json();
      expect(journal).toHaveLength(5);
    }
    const served = await Promise.all(farm.servers.map(({ origin }) => accountsOf(origin)));
    for (const id of accounts) expect(served.filter((ids) => ids.has(id))).toHaveLength(1);
    for (const ids of served) expect(ids.size).toBeGreaterThan(1);
  });

  it('sends zone traffic to the server of the zone', async () => {
    for (const id of accounts) {
      const answer = await fetch(`${farm.zones}/lamps?of=${id}`, {
        headers: { host: `shop.${id}.localhost` },
      });
      expect(await answer.text()).toContain('/lamps');
      const path = `account_id=${id}&plane=edge`;
      const [entry] = await (await fetch(`${farm.api}/_touchstone/journal?${path}`)).json();
      expect(entry?.url).toContain(`/lamps?of=${id}`);
    }
  });

  it('sends Git to the server of its account', async () => {
    for (const id of accounts.slice(0, 6)) {
      const space = `${farm.api}/client/v4/accounts/${id}/artifacts/namespaces/default`;
      const { result } = await (await call(`${space}/repos`, { name: 'pushed' })).json();
      expect(result.remote).toBe(`${farm.api}/git/${id}/default/pushed.git`);
      const dir = fs.mkdtempSync(join(tmpdir(), 'touchstone-nginx-git-'));
      ends.push(() => fs.rmSync(dir, { recursive: true }));
      const headers = { authorization: `Bearer ${result.token}` };
      await git.init({ fs, dir, defaultBranch: 'main' });
      fs.writeFileSync(join(dir, 'readme.txt'), `Hello ${id}`);
      await git.add({ fs, dir, filepath: 'readme.txt' });
      await git.commit({ fs, dir, message: 'Begin', author: { name: 'Ada', email: 'ada@example.com' } });
      await git.push({ fs, http, dir, url: result.remote, ref: 'main', headers });
      const file = await call(`${space}/repos/pushed/file?ref=main&path=readme.txt`);
      expect(await file.text()).toContain(`Hello ${id}`);
    }
  }, 60_000);

  it('sends requests without an id to the server of the header, or of the seeded account', async () => {
    for (const id of accounts.slice(0, 6)) {
      const headers = { 'x-account-id': id };
      const zone = { name: `${id.slice(0, 8)}.test`, account: { id } };
      const { result } = await (await call(`${farm.api}/client/v4/zones`, zone, headers)).json();
      const found = await call(`${farm.api}/client/v4/zones/${result.id}`, undefined, headers);
      expect((await found.json()).result.name).toBe(zone.name);
    }
    const { result } = await (await call(`${farm.api}/client/v4/zones?name=example.localhost`)).json();
    const space = `${farm.api}/client/v4/accounts/${seeded}/artifacts/namespaces/default`;
    await call(`${space}/repos`, { name: 'seeded' });
    expect((await call(`${farm.api}/client/v4/zones/${result[0].id}`)).status).toBe(200);
    await fetch(farm.zones, { headers: { host: 'shop.example.localhost' } });
    const journal = await (await fetch(`${farm.api}/_touchstone/journal?account_id=${seeded}`)).json();
    expect(new Set(journal.map(({ plane }: { plane: string }) => plane))).toEqual(new Set(['api', 'edge']));
  });

  it('passes the suites', async () => {
    const id = accounts[0] ?? '';
    const target = {
      api: `${farm.api}/client/v4`,
      edge: farm.zones,
      zone_id: id,
      account_id: id,
      api_token: token,
    };
    const { counts, tests } = await runConformance(createTarget(targetFileSchema.parse(target)), {
      select: { services: ['user', 'token-validation', 'artifacts', 'inference/chat'], level: 'must' },
      exchanges: 'failures',
      journal: null,
    });
    const wrong = tests.filter(({ status }) => status === 'failed' || status === 'error');
    expect(wrong.map(({ id: test, reason, findings }) => ({ test, reason, findings }))).toEqual([]);
    expect(counts.passed).toBeGreaterThan(200);
  }, 300_000);

  it('answers 502 for accounts of a server that is down, and still serves the others', async () => {
    const [{ run, origin } = { run: undefined, origin: '' }] = farm.servers;
    const lost = await accountsOf(origin);
    await run?.stop();
    for (const id of accounts) {
      const { status } = await call(
        `${farm.api}/client/v4/accounts/${id}/artifacts/namespaces/default/repos`,
      );
      expect(status).toBe(lost.has(id) ? 502 : 200);
    }
  });
});

describe.skipIf(program === undefined)('the configuration of nginx in docs/cors.md', () => {
  it('passes requests of clients, with their host, and closes the admin API', async () => {
    const { origin } = await startServer(['--public-host', 'mock.example.com']);
    const port = await freePort();
    await startNginx(
      replaced(configurationOf('docs/cors.md'), {
        '127.0.0.1:4800': new URL(origin).host,
        'listen 80;': `listen 127.0.0.1:${port};`,
      }),
      port,
    );
    const url = `http://127.0.0.1:${port}`;
    const headers = { host: 'mock.example.com' };
    const space = `${url}/client/v4/accounts/${seeded}/artifacts/namespaces/default`;
    const { result } = await (await call(`${space}/repos`, { name: 'notes' }, headers)).json();
    expect(result.remote).toBe(`http://mock.example.com/git/${seeded}/default/notes.git`);
    expect((await fetch(`${url}/_touchstone/clock`, { headers })).status).toBe(403);
    expect((await fetch(`${origin}/_touchstone/clock`)).status).toBe(200);
  }, 60_000);
});

/** The configuration in a guide. */
const configurationOf = (page: string): string => getBlocks(root, page).find(isNginx)?.text ?? '';

/** A text with replacements of words that it has once. */
function replaced(text: string, words: Readonly<Record<string, string>>): string {
  let result = text;
  for (const [from, to] of Object.entries(words)) {
    expect(result.split(from), `${from} in the configuration`).toHaveLength(2);
    result = result.replace(from, to);
  }
  return result;
}

/** Sends a request with the token: a POST if there is a body. */
function call(
  url: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  return fetch(url, { ...sent, headers: { ...authorized, 'content-type': 'application/json', ...headers } });
}

/** The accounts in the journal of a server. */
async function accountsOf(origin: string): Promise<ReadonlySet<string>> {
  const entries = await (await fetch(`${origin}/_touchstone/journal?limit=1000&bodies=false`)).json();
  return new Set(entries.map(({ account_id: id }: { account_id: string | null }) => id).filter(Boolean));
}

/** Starts three servers, and nginx with the configuration of the guide. */
async function startFarm(): Promise<Farm> {
  const servers = await Promise.all([1, 2, 3].map(() => startServer(['--tenants', 'on-demand'])));
  const [apiPort, zonesPort] = [await freePort(), await freePort()];
  const ports = servers.map(({ origin, zones }, at) => ({
    [`127.0.0.1:48${at}0 `]: `${new URL(origin).host} `,
    [`127.0.0.1:48${at}1 `]: `${new URL(zones).host} `,
  }));
  const text = replaced(configurationOf('docs/scaling.md'), {
    ...Object.assign({}, ...ports),
    'listen 8080;': `listen 127.0.0.1:${apiPort};`,
    'listen 8081;': `listen 127.0.0.1:${zonesPort};`,
  });
  await startNginx(text, apiPort);
  return { api: `http://127.0.0.1:${apiPort}`, zones: `http://127.0.0.1:${zonesPort}`, servers };
}

async function startServer(flags: readonly string[]) {
  const run = startCommand(['serve', '--port', '0', '--json', ...flags]);
  ends.push(run.stop);
  await until(() => run.out().includes('\n'), run);
  const { api, edge } = JSON.parse(run.out());
  return { run, origin: new URL(api).origin, zones: edge };
}

async function startNginx(configuration: string, port: number): Promise<void> {
  const folder = fs.mkdtempSync(join(tmpdir(), 'touchstone-nginx-'));
  ends.push(() => fs.rmSync(folder, { recursive: true }));
  const file = join(folder, 'nginx.conf');
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const places = kinds.map((kind) => `${kind}_temp_path ${join(folder, kind)};`).join('\n');
  fs.writeFileSync(file, configuration.replace('http {', `http {\naccess_log off;\n${places}`));
  const own = `daemon off; pid ${join(folder, 'pid')};`;
  const args = ['-p', folder, '-c', file, '-e', join(folder, 'error.log'), '-g', own];
  const check = spawnSync(program ?? '', [...args, '-t'], { encoding: 'utf8' });
  expect(check.stderr).toContain('test is successful');
  const child: ChildProcess = spawn(program ?? '', args, { stdio: 'ignore' });
  const ended = once(child, 'exit');
  ends.push(() => child.kill('SIGTERM') && ended);
  for (let tries = 0; tries < 100; tries++) {
    if (await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined)) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(fs.readFileSync(join(folder, 'error.log'), 'utf8'));
}

/** A port that was free just now: nginx has no way to tell which one it took. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}
