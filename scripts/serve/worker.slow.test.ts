import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createMock } from '../../mock/assembly/create-mock.ts';
import { infoSchema } from '../../spec/services/touchstone/schemas.ts';
import { firstLine } from '../first-line.ts';
import { findWorker } from './worker.ts';

const root = join(import.meta.dirname, '..', '..');
/** The program itself: the package's `deno` is a script that forwards no signals. */
const deno: string = createRequire(import.meta.url)('deno/install_api.cjs').runInstall();
const runtimes = [
  ['Bun', process.execPath, []],
  ['Deno', deno, ['run', '-A']],
  ['Node', join(root, 'node_modules/.bin/node'), []],
] as const;

let folder = '';
const children: ChildProcess[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'touchstone-worker-'));
  await writeFile(join(folder, 'worker.ts'), worker);
  await writeFile(join(folder, 'wrangler.jsonc'), config);
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});
afterAll(() => rm(folder, { recursive: true }));

// Written to a file that wrangler compiles: its types are not at hand there, so bindings and context are any.
const worker = `
interface Env { readonly [name: string]: any }
export default {
  async fetch(request: Request, env: Env, ctx: any): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (pathname === '/names') return Response.json(Object.keys(env).sort());
    if (pathname === '/put') {
      await env.FILES.put('a', request.body);
      return new Response(await (await env.FILES.get('a')).text());
    }
    if (pathname === '/repo') return Response.json(await env.REPOS.create('made-by-a-worker'));
    if (pathname === '/ai') return Response.json(await env.AI.run('@cf/meta/llama-3.1-8b-instruct', { prompt: 'Hi' }));
    if (pathname === '/json') return Response.json({ got: await request.json() });
    if (pathname === '/later') {
      ctx.waitUntil(new Promise((done) => setTimeout(done, 300)).then(() => env.FILES.put('later', 'done')));
      return new Response('soon');
    }
    if (pathname === '/pass') ctx.passThroughOnException();
    throw new Error('it broke at ' + pathname);
  },
};
`;

const config = `{
  "main": "worker.ts",
  "artifacts": [{ "binding": "REPOS", "namespace": "default" }],
  "r2_buckets": [{ "binding": "FILES", "bucket_name": "object-storage-example" }],
  "ai": { "binding": "AI" },
  "vars": { "GREETING": "Hello" },
  "queues": {},
}
`;

/** Serves it with a runtime, and collects its standard error. */
async function serve(command: string, args: readonly string[], flags: readonly string[]) {
  const child = spawn(
    command,
    [...args, join(root, 'scripts/touchstone.ts'), 'serve', '--json', '--port', '0', ...flags],
    { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  children.push(child);
  const output = { error: '' };
  child.stderr.on('data', (chunk) => {
    output.error += chunk;
  });
  const exited = once(child, 'close');
  return { child, output, exited, info: infoSchema.parse(JSON.parse(await firstLine(child.stdout))) };
}

describe('a Worker of TypeScript', { timeout: 60_000 }, () => {
  it.each(runtimes)('has its bindings on %s', async (_, command, args) => {
    const flags = ['--bindings', 'wrangler.jsonc', '--objects-auth', 'both'];
    const { child, output, exited, info } = await serve(command, args, flags);
    const ask = (path: string, init?: RequestInit) => fetch(`${info.worker}${path}`, init);

    expect(await (await ask('/names')).json()).toEqual(['AI', 'FILES', 'GREETING', 'REPOS']);
    expect(await (await ask('/put', { method: 'PUT', body: 'bytes' })).text()).toBe('bytes');
    expect(await (await fetch(`${info.objects_open}/a`)).text()).toBe('bytes');
    const headers = { 'content-type': 'application/json' };
    const echoed = await ask('/json', { method: 'POST', headers, body: '{"a":1}' });
    expect(await echoed.json()).toEqual({ got: { a: 1 } });
    const journal = await fetch(new URL('/_touchstone/journal?limit=1', info.api ?? ''));
    expect(await journal.json()).toMatchObject([
      { plane: 'worker', request_body: '{"a":1}', response_body: '{"got":{"a":1}}' },
    ]);
    const { remote } = await (await ask('/repo')).json();
    expect(new URL(remote).origin).toBe(new URL(info.api ?? '').origin);
    expect(await (await ask('/ai')).json()).toHaveProperty('response');

    const broken = await ask('/broken');
    expect([broken.status, await broken.text()]).toEqual([
      500,
      'error code: 1101\nError: it broke at /broken\n',
    ]);
    expect(await (await ask('/pass')).text()).toContain('GET /pass reached the origin of this zone.');
    expect(output.error).toContain('it broke at /broken');
    expect(output.error).toContain('touchstone: wrangler.jsonc:7: queues is ignored here\n');

    expect(await (await ask('/later')).text()).toBe('soon');
    expect((await fetch(`${info.objects_open}/later`)).status).toBe(404);
    await expect
      .poll(() => fetch(`${info.objects_open}/later`).then((found) => found.text()), { timeout: 5_000 })
      .toBe('done');
    child.kill('SIGTERM');
    expect((await exited)[0]).toBe(0);
  });
});

describe('a Worker', () => {
  it('is the one of --worker, whatever its configuration names', async () => {
    await writeFile(join(folder, 'other.ts'), "export default { fetch: () => new Response('other') };");
    const found = await findWorker({
      worker: join(folder, 'other.ts'),
      bindings: join(folder, 'wrangler.jsonc'),
    });
    const answer = await found.on(createMock())(new Request('http://localhost/'));
    expect(await answer.text()).toBe('other');
  });

  it.each([
    ['that does not exist', 'none.ts', undefined, 'none.ts: does not exist'],
    ['that is a folder', '.', undefined, ': is not a file'],
    ["that can't be loaded", 'broken.ts', "import 'not-a-package';", "broken.ts: can't be loaded: "],
    [
      'without a fetch handler',
      'empty.ts',
      'export default {};',
      'empty.ts: has no default export with a fetch function',
    ],
  ])('%s is refused', async (_, name, text, message) => {
    const file = join(folder, name);
    if (text !== undefined) await writeFile(file, text);
    await expect(findWorker({ worker: file })).rejects.toThrow(message);
  });

  it('is refused without a name', async () => {
    await writeFile(join(folder, 'empty.jsonc'), '{}');
    await expect(findWorker({ bindings: join(folder, 'empty.jsonc') })).rejects.toThrow(
      'empty.jsonc: has no main; name a module with --worker',
    );
  });
});
