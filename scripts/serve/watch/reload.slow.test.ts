import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { firstLine } from '../../first-line.ts';

const root = join(import.meta.dirname, '..', '..', '..');
/** The program itself: the package's `deno` is a script that forwards no signals. */
const deno: string = createRequire(import.meta.url)('deno/install_api.cjs').runInstall();
const runtimes = [
  ['Bun', process.execPath, []],
  ['Deno', deno, ['run', '-A']],
  ['Node', join(root, 'node_modules/.bin/node'), []],
] as const;

let folder = '';
let child: ChildProcess | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-reload-'));
});
afterEach(() => {
  child?.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

const write = (name: string, text: string) => writeFileSync(join(folder, name), text);

/** Starts the server in the folder; `linesAfter` makes a change, and returns the lines that follow. */
async function serve(command: string, args: readonly string[]) {
  const script = join(root, 'scripts/touchstone.ts');
  child = spawn(command, [...args, script, 'serve', '--config', 'config.json', '--watch', '--json'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  let rest = '';
  child.stderr?.on('data', (piece: Buffer) => {
    const parts = (rest + piece).split('\n');
    rest = parts.pop() ?? '';
    lines.push(...parts);
  });
  if (!child.stdout) throw new TypeError('its output is piped');
  const info = JSON.parse(await firstLine(child.stdout));
  const linesAfter = async (change: () => void, count = 1) => {
    const from = lines.length;
    change();
    while (lines.length < from + count) await new Promise((resolve) => setTimeout(resolve, 20));
    return lines.slice(from).map((line) => line.replaceAll(folder, 'FOLDER'));
  };
  const answer = async () => (await fetch(info.worker)).text();
  const headers = { authorization: `Bearer ${info.api_token}` };
  const zones = async () => {
    const { result } = await (await fetch(`${info.api}/zones`, { headers })).json();
    return result.map(({ name, plan }: { name: string; plan: { legacy_id: string } }) => [
      name,
      plan.legacy_id,
    ]);
  };
  return { info, headers, linesAfter, answer, zones };
}

const config = {
  port: 0,
  seeds: 'seed.yaml',
  replies: 'replies.json',
  stances: 'stances.json',
  worker: 'worker.ts',
  bindings: 'wrangler.jsonc',
};
const worker = `import { greeting } from './greeting.ts';
export default { fetch: (_: Request, env: { NAME: string }) => new Response(greeting + env.NAME) };
`;

describe.each(runtimes)('serve --watch on %s', (_, command, args) => {
  it('applies what changed, and refuses mistakes with their place', { timeout: 60_000 }, async () => {
    write('config.json', JSON.stringify(config));
    write('seed.yaml', 'zones:\n  - name: shop.localhost\n    plan: pro\n');
    write('replies.json', '[{ "reply": { "text": "A" } }]');
    write('stances.json', '{}');
    write('worker.ts', worker);
    write('greeting.ts', "export const greeting: string = 'Hello ';\n");
    write('wrangler.jsonc', '{ "main": "worker.ts", "vars": { "NAME": "Ada" } }');
    const { info, headers, linesAfter, answer, zones } = await serve(command, args);
    await fetch(`${info.api}/zones`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'mine.localhost', account: { id: info.account_id } }),
    });
    expect(await answer()).toBe('Hello Ada');

    expect(
      await linesAfter(() => write('seed.yaml', 'zones:\n  - name: shop.localhost\n    plan: free\n')),
    ).toEqual(['seed.yaml: applied, 1 record changed']);
    const kept = [
      ['example.localhost', 'enterprise'],
      ['shop.localhost', 'free'],
      ['mine.localhost', 'enterprise'],
    ];
    expect(await zones()).toEqual(kept);
    expect(
      await linesAfter(() => write('seed.yaml', 'zones:\n  - name: other.localhost\n    plan: gold\n')),
    ).toEqual([
      'seed.yaml:3:5: zones[0].plan: must be one of free, pro, business, enterprise, not "gold"; not applied',
    ]);
    expect(await zones()).toEqual(kept);

    expect(await linesAfter(() => write('replies.json', '[\n{ "reply": { "text": 5 } }]'))).toEqual([
      'replies.json:2:14: 0.reply.text: Invalid input; not applied',
    ]);
    expect(await linesAfter(() => write('replies.json', '{ "reply": { "text": "B" } }'))).toEqual([
      'replies.json: applied, 1 reply',
    ]);
    expect(await linesAfter(() => write('stances.json', '{ "v4.unknown-zone.status": 999 }'))).toEqual([
      'stances.json:1:3: v4.unknown-zone.status is 999, expected an HTTP status; not applied',
    ]);
    expect(await linesAfter(() => write('stances.json', '{ "v4.unknown-zone.status": 404 }'))).toEqual([
      'stances.json: applied',
    ]);
    expect((await fetch(`${info.api}/zones/${'0'.repeat(32)}`, { headers })).status).toBe(404);

    expect(await linesAfter(() => write('greeting.ts', "export const greeting: string = 'Bye ';\n"))).toEqual(
      ['worker.ts: applied'],
    );
    expect(await answer()).toBe('Bye Ada');
    const [broken] = await linesAfter(() => write('greeting.ts', '\nexport const greeting: string = ;\n'));
    expect(broken).toMatch(/^worker\.ts: can't be loaded: FOLDER\/greeting\.ts:2:33: .+; not applied$/);
    expect(await answer()).toBe('Bye Ada');
    await linesAfter(() => write('greeting.ts', "export const greeting: string = 'Hi ';\n"));
    await linesAfter(() => write('.dev.vars', 'NAME=Bob\n'));
    expect(await answer()).toBe('Hi Bob');

    const changed = { ...config, port: 1234, leeway: 5 };
    expect(await linesAfter(() => write('config.json', JSON.stringify(changed)), 2)).toEqual([
      'config.json: a restart is needed for port',
      'config.json: applied',
    ]);
    expect(await linesAfter(() => write('config.json', '{ "port": true }'))).toEqual([
      'config.json:1:3: port: must be a whole number from 0 to 65530; not applied',
    ]);
  });
});

it('a file that a seed names is watched too', { timeout: 30_000 }, async () => {
  write('config.json', JSON.stringify({ port: 0, seeds: 'seed.yaml', objectsAuth: 'off' }));
  write('seed.yaml', 'buckets: [{ name: object-storage-example, objects: { a: { file: a.txt } } }]');
  write('a.txt', 'one');
  const { info, linesAfter } = await serve(process.execPath, []);
  const read = async () => (await fetch(`${info.objects_open}/a`)).text();
  expect(await read()).toBe('one');
  expect(await linesAfter(() => write('a.txt', 'two'))).toEqual(['seed.yaml: applied, 1 record changed']);
  expect(await read()).toBe('two');
});

it('without a file to watch is refused', async () => {
  child = spawn(process.execPath, [join(root, 'scripts/touchstone.ts'), 'serve', '--watch'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  if (!child.stderr) throw new TypeError('its errors are piped');
  expect(await firstLine(child.stderr)).toBe(
    'touchstone: --watch: has no effect without --config, --seed, --replies, --stances, --worker or --bindings',
  );
});
