// Long: what holds on one runtime is asked of all of them, and each case stands beside the others.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { gunzipSync } from 'node:zlib';
import { type Info, infoSchema } from '../../spec/services/touchstone/schemas.ts';
import { edgeOverHttp } from '../../suites/harness/edge.ts';
import { fetchTrusting, trustedCertificates } from '../../suites/harness/trust.ts';
import { ask, equal, leaveHalfway, startOrigin } from './exchanges.ts';

/**
 * Starts `touchstone serve` on every supported runtime, talks to its planes over sockets, tells it to
 * stop, and exits 1 when anything is not as it should be.
 *
 *     bun scripts/check/serve-matrix.ts
 */
const root = resolve(import.meta.dirname, '../..');
// A browser that is used for the first time is unpacked first.
const patienceMs = 60_000;

/** The program itself: what the package calls `deno` is a script that passes no signal on. */
const deno: string = createRequire(import.meta.url)('deno/install_api.cjs').runInstall();

/** What Deno has to allow for everything but pages, and what a browser needs beside it. */
const denoArgs = ['run', '--no-prompt', '--allow-net', '--allow-read', '--allow-env'] as const;
const denoBrowserArgs = [...denoArgs, '--allow-write', '--allow-run', '--allow-sys'] as const;

const runtimes = [
  { name: 'bun', command: 'bun' in process.versions ? process.execPath : 'bun', args: [], browserArgs: [] },
  { name: 'deno', command: deno, args: denoArgs, browserArgs: denoBrowserArgs },
  { name: 'node', command: join(root, 'node_modules/.bin/node'), args: [], browserArgs: [] },
] as const;

type Runtime = (typeof runtimes)[number];

interface Scene {
  readonly info: Info;
  readonly api: string;
  readonly edge: string;
  readonly child: ChildProcess;
  readonly exited: Promise<readonly unknown[]>;
  /** What the server wrote so far: results, and complaints. */
  readonly output: { out: string; err: string };
}

type Case = readonly [title: string, run: (scene: Scene) => Promise<void>];

const cases: readonly Case[] = [
  [
    'the API saves an operation that it is sent',
    async ({ api, info }) => {
      const answer = await fetch(`${api}/zones/${info.zone_id}/api_gateway/operations/item`, {
        method: 'POST',
        headers: { authorization: `Bearer ${info.api_token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ method: 'GET', host: `api.${info.zone_name}`, endpoint: '/users/{id}' }),
      });
      equal(answer.status, 200);
      const { result } = await answer.json();
      equal(result.endpoint, '/users/{var1}');
    },
  ],
  [
    'the API has the zone of the seed file',
    async ({ api, info }) => {
      const answer = await fetch(`${api}/zones?name=seeded.example.localhost`, {
        headers: { authorization: `Bearer ${info.api_token}` },
      });
      equal((await answer.json()).result_info.count, 1);
    },
  ],
  [
    'the API refuses a body over the limit that declares no length',
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
      equal(status, 413);
      equal(JSON.parse(body.toString()).errors[0].code, 6009);
    },
  ],
  [
    'the admin interface takes this machine for its own',
    async ({ api }) => {
      const answer = await fetch(new URL('/_touchstone/clock', api));
      equal(answer.status, 200);
      equal((await answer.json()).frozen, false);
    },
  ],
  [
    'the edge passes a request on by its Host, both bodies as they are',
    async ({ edge, info }) => {
      const { status, headers, body } = await ask(`${edge}/a?b=1`, {
        method: 'PUT',
        headers: { host: `api.${info.zone_name}`, 'accept-encoding': 'gzip' },
        body: Buffer.from('sent'),
      });
      equal(status, 200);
      equal(headers['content-encoding'], 'gzip');
      equal(headers['set-cookie']?.length, 2);
      equal(headers['touchstone-operation'], 'edge.request');
      equal(gunzipSync(body).toString(), `PUT /a?b=1 api.${info.zone_name} sent`);
    },
  ],
  [
    'the edge takes the zone from touchstone-host, with a body',
    async ({ edge, info }) => {
      const answer = await fetch(`${edge}/c`, {
        method: 'POST',
        headers: { 'touchstone-host': info.zone_name },
        body: 'sent',
      });
      equal(await answer.text(), `POST /c ${info.zone_name} sent`);
    },
  ],
  [
    'the edge answers for a host that is no zone',
    async ({ edge }) => {
      equal((await fetch(edge)).status, 421);
    },
  ],
  [
    'SIGTERM ends it with 0, after the request that is on its way',
    async ({ edge, info, child, exited, output }) => {
      const slow = fetch(`${edge}/slow`, { method: 'POST', headers: { 'touchstone-host': info.zone_name } });
      await new Promise((ready) => setTimeout(ready, 200));
      child.kill('SIGTERM');
      equal((await slow).status, 200);
      const [code, signal] = await exited;
      equal(signal, null);
      equal(code, 0);
      equal(output.err, '');
      equal(output.out.trimEnd().split('\n').length, 1);
    },
  ],
];

/** Text, gradients and a script: what differs first where something is drawn differently. */
const page = `<body style="margin:0;font:20px sans-serif;background:linear-gradient(#fff,#06c)">
  <p style="transform:rotate(3deg)">Grumpy wizards <b>make</b> toxic brew</p><canvas></canvas><script>
  const pen = document.querySelector('canvas').getContext('2d');
  pen.arc(60, 60, 40, 0, 5); pen.fill(); pen.fillText('drawn', 120, 60);</script>`;

/** Checksums of the pictures that each runtime took. */
const pictures = new Map<string, string>();

let passed = 0;
let failed = 0;
const origin = await startOrigin();
const state = mkdtempSync(join(tmpdir(), 'touchstone-matrix-'));
const seed = `${state}.yaml`;
writeFileSync(seed, 'zones: [{ name: seeded.example.localhost }]\n');
for (const runtime of runtimes) await tryRuntime(runtime);
for (const runtime of runtimes) await tryApplications(runtime);
for (const runtime of runtimes) await tryTls(runtime);
for (const runtime of runtimes) await tryPages(runtime);
await check('a page has the same bytes on all of them, whichever of them serves it', async () => {
  equal(pictures.size, runtimes.length);
  equal(new Set(pictures.values()).size, 1);
});
origin.close();
for (const path of [state, seed]) rmSync(path, { recursive: true });
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 || passed === 0 ? 1 : 0);

function tryRuntime({ name, command, args }: Runtime): Promise<void> {
  const use = async (scene: Scene) => {
    for (const [title, run] of cases) await check(`${name}: ${title}`, () => run(scene));
  };
  return withServer(name, command, [...args], use, ['--seed', seed]);
}

/** The example applications, which write to a temporary folder and start Python. */
async function tryApplications({ name, command, browserArgs }: Runtime): Promise<void> {
  const options = ['--objects-auth', 'both'];
  await withServer(`${name}, with its applications`, command, [...browserArgs], use, options);

  async function use({ info, child, exited, output }: Scene): Promise<void> {
    const { objects, objects_open: open, interpreter, allowed_key: key } = info;
    const secret = { 'x-custom-auth-key': info.auth_key_secret };
    await check(`${name}: the object storage keeps and gives what it is sent, to who may`, async () => {
      const url = `${objects}/${key}`;
      equal((await fetch(url, { method: 'PUT', body: 'bytes' })).status, 403);
      equal((await fetch(url, { method: 'PUT', body: 'bytes', headers: secret })).status, 200);
      const found = await fetch(url, { headers: { range: 'bytes=1-2' } });
      equal(`${found.status} ${found.headers.get('content-length')} ${await found.text()}`, '200 2 yt');
    });
    await check(`${name}: the object storage takes 30 MB in pieces, and none of unknown length`, async () => {
      const body = Buffer.alloc(30_000_000, 'x');
      const put = (framing: Record<string, string>) =>
        ask(`${open}/large`, { method: 'PUT', headers: framing, body });
      equal((await put({ 'transfer-encoding': 'chunked' })).status, 500);
      equal((await put({ 'content-length': String(body.length) })).status, 200);
      equal(Buffer.from(await (await fetch(`${open}/large`)).arrayBuffer()).equals(body), true);
    });
    await check(
      `${name}: the object storage has the former object after a client that went away`,
      async () => {
        await fetch(`${open}/a`, { method: 'PUT', body: 'former' });
        await leaveHalfway(`${open}/a`);
        equal(await (await fetch(`${open}/a`)).text(), 'former');
      },
    );
    await check(`${name}: the code interpreter runs what a prompt asks for`, async () => {
      const { status, body } = await ask(`${interpreter}/run`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: Buffer.from('{"input":"What is 17 times 23?"}'),
      });
      equal(status, 200);
      if (!body.includes('391')) throw new Error(`${body} tells no product`);
    });
    await check(`${name}: SIGTERM ends Python too, and leaves no object behind`, async () => {
      child.kill('SIGTERM');
      equal((await exited)[0], 0);
      equal(foldersOf(child, 'touchstone-objects-').length, 0);
      equal(output.err, '');
    });
  }
}

/** HTTPS with a certificate of its own, and a folder that the next runtime goes on with. */
async function tryTls({ name, command, browserArgs }: Runtime): Promise<void> {
  const options = ['--tls', '--state', state];
  await withServer(`${name}, with --tls and --state`, command, [...browserArgs], use, options);

  async function use({ info, api, edge, child, exited }: Scene): Promise<void> {
    const trusting = fetchTrusting(info.tls_certificate);
    const repositories = `${api}/accounts/${info.account_id}/artifacts/namespaces/${name}/repos`;
    const headers = { authorization: `Bearer ${info.api_token}`, 'content-type': 'application/json' };
    await check(`${name}: the API keeps a repository over HTTPS`, async () => {
      const made = { method: 'POST', headers, body: '{"name":"one"}' };
      equal((await trusting(new Request(repositories, made))).ok, true);
      equal(new URL(api).protocol, 'https:');
    });
    await check(`${name}: the edge answers for its zone over HTTPS`, async () => {
      const send = edgeOverHttp(edge, trustedCertificates(info.tls_certificate));
      const host = `api.${info.zone_name}`;
      const { status, text } = await send(
        { method: 'GET', path: '/a', host, headers: [], body: undefined },
        5000,
      );
      equal(status, 200);
      equal(text, `GET /a ${host} `);
    });
    await check(`${name}: the object storage keeps what it was sent over HTTPS`, async () => {
      const url = `${info.objects}/${info.allowed_key}`;
      const secret = { 'x-custom-auth-key': info.auth_key_secret };
      const former = await trusting(new Request(url));
      const before = runtimes[runtimes.findIndex((one) => one.name === name) - 1];
      equal(await former.text(), before?.name ?? 'Object Not Found');
      const stored = await trusting(new Request(url, { method: 'PUT', headers: secret, body: name }));
      equal(stored.status, 200);
      equal(await (await trusting(new Request(url))).text(), name);
    });
    await check(`${name}: a refusal reaches who still sends 60 MB`, async () => {
      const url = `${new URL(api).origin}/git/${info.account_id}/${name}/one.git/git-receive-pack`;
      const type = { 'content-type': 'application/x-git-receive-pack-request' };
      const pushed = { method: 'POST', headers: { ...headers, ...type }, body: new Uint8Array(60_000_000) };
      const answer = await trusting(new Request(url, pushed));
      equal(`${answer.status} ${await answer.text()}`, '403 Invalid or expired token');
    });
    await check(`${name}: SIGTERM leaves the folder to the next server`, async () => {
      child.kill('SIGTERM');
      equal((await exited)[0], 0);
      equal(readdirSync(state).sort().join(), 'artifacts.json,objects,repositories,tls');
    });
  }
}

async function tryPages({ name, command, args, browserArgs }: Runtime): Promise<void> {
  await withServer(`${name}, with a browser`, command, [...browserArgs], async (scene) => {
    await check(`${name}: the API draws a page`, async () => {
      pictures.set(name, await checksumOf(await screenshot(scene)));
    });
    await check(`${name}: SIGTERM ends the browser too, and leaves nothing of it behind`, async () => {
      equal(leftBy(scene.child).length, 1);
      scene.child.kill('SIGTERM');
      equal((await scene.exited)[0], 0);
      equal(leftBy(scene.child).length, 0);
      // Deno says so once to every server that looks whether its client is still there.
      equal(scene.output.err.replace(/^Deno\.serve: request\.signal .*\n/, ''), '');
    });
  });
  await check(`${name}: a program that draws a page ends by itself`, async () => {
    const run = [...browserArgs, 'scripts/check/rendering-run.ts'];
    const { status, stdout, stderr } = spawnSync(command, run, { cwd: root, encoding: 'utf8' });
    if (status !== 0) throw new Error(`${stdout}${stderr}`);
  });
  if (args.length === 0) return;
  await withServer(`${name}, without leave to run a browser`, command, [...args], async (scene) => {
    await check(`${name}: the API says that there is no browser where it may not be run`, async () => {
      equal((await screenshot(scene)).status, 503);
    });
  });
}

async function withServer(
  name: string,
  command: string,
  args: readonly string[],
  use: (scene: Scene) => Promise<void>,
  options: readonly string[] = [],
): Promise<void> {
  const child = spawn(
    command,
    [
      ...args,
      'scripts/touchstone.ts',
      'serve',
      '--port',
      '0',
      '--json',
      '--zone-origin',
      origin.url,
      ...options,
    ],
    { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const exited = once(child, 'close');
  try {
    let scene: Scene | undefined;
    await check(`${name}: prints one line when it is ready`, async () => {
      scene = await ready(child, exited);
    });
    if (scene) await use(scene);
  } finally {
    child.kill('SIGKILL');
  }
}

function screenshot({ api, info }: Scene): Promise<Response> {
  return fetch(`${api}/accounts/${info.account_id}/browser-rendering/screenshot`, {
    method: 'POST',
    headers: { authorization: `Bearer ${info.api_token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ html: page, viewport: { width: 400, height: 300 } }),
  });
}

async function checksumOf(answer: Response): Promise<string> {
  equal(answer.headers.get('content-type'), 'image/png');
  return createHash('sha256')
    .update(new Uint8Array(await answer.arrayBuffer()))
    .digest('hex');
}

/** Folders of browsers that a program runs. */
function leftBy(child: ChildProcess): string[] {
  return foldersOf(child, 'touchstone-browser-');
}

/** Temporary folders of a program, by what their names begin with. */
function foldersOf({ pid }: ChildProcess, prefix: string): string[] {
  return readdirSync(tmpdir()).filter((name) => {
    if (!name.startsWith(prefix)) return false;
    try {
      return readFileSync(join(tmpdir(), name, 'owner'), 'utf8').startsWith(`${pid} `);
    } catch {
      return false; // Somebody else's, which is gone by now.
    }
  });
}

async function check(title: string, run: () => Promise<void>): Promise<void> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`no end after ${patienceMs} ms`)), patienceMs);
  try {
    await Promise.race([run(), late.promise]);
    passed++;
    console.log(`ok - ${title}`);
  } catch (error) {
    failed++;
    console.log(`not ok - ${title}: ${error instanceof Error ? error.message : error}`);
  } finally {
    clearTimeout(timer);
  }
}

async function ready(child: ChildProcess, exited: Promise<readonly unknown[]>): Promise<Scene> {
  const output = { out: '', err: '' };
  child.stderr?.on('data', (chunk) => {
    output.err += chunk;
  });
  const line = new Promise<void>((resolve) => {
    child.stdout?.on('data', (chunk) => {
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
