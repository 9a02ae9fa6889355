import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { infoSchema } from '../../spec/services/touchstone/schemas.ts';

const script = join(import.meta.dirname, '..', 'touchstone.ts');
const folder = mkdtempSync(join(tmpdir(), 'touchstone-seeds-'));
const children = new Set<ChildProcess>();
afterEach(async () => {
  for (const child of children) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGKILL');
    await once(child, 'close');
  }
  children.clear();
});
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

/** Starts a command with this test's own runtime. */
function start(args: readonly string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [script, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.add(child);
  const texts = { out: '', err: '' };
  child.stdout.on('data', (chunk) => {
    texts.out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    texts.err += chunk;
  });
  const ended = once(child, 'close').then(([code]) => ({ code, ...texts }));
  return { child, texts, ended };
}

async function serve(args: readonly string[], env?: Record<string, string>) {
  const { child, texts, ended } = start(['serve', '--json', '--port', '0', '--no-browser', ...args], env);
  const line = new Promise<void>((resolve) => {
    child.stdout.on('data', () => texts.out.includes('\n') && resolve());
  });
  await Promise.race([line, ended.then(({ err }) => Promise.reject(new Error(err)))]);
  const info = infoSchema.parse(JSON.parse(texts.out));
  const origin = new URL(info.api ?? '').origin;
  const get = async (path: string) =>
    (
      await fetch(`${origin}/client/v4${path}`, { headers: { authorization: `Bearer ${info.api_token}` } })
    ).json();
  return {
    info,
    origin,
    get,
    async stop() {
      child.kill('SIGTERM');
      return (await ended).code;
    },
  };
}

const shop = () => file('shop.yaml', 'zones: [{ name: shop.test }]\n');
const names = async (served: Awaited<ReturnType<typeof serve>>) => {
  const { result }: { result: { name: string }[] } = await served.get('/zones');
  return result.map(({ name }) => name);
};

describe('touchstone serve --seed', { timeout: 120_000 }, () => {
  it('applies files in order, and restores them at a reset', async () => {
    const more = file(
      'more.json',
      '{ "zones": [{ "name": "shop.test", "plan": "pro" }, { "name": "b.test" }] }',
    );
    const served = await serve(['--seed', shop(), '--seed', more]);
    expect(await names(served)).toEqual(['example.localhost', 'shop.test', 'b.test']);
    const { result } = await served.get('/zones?name=shop.test');
    expect(result[0].plan.legacy_id).toBe('pro');
    const headers = { authorization: `Bearer ${served.info.api_token}` };
    await fetch(`${served.info.api}/zones/${result[0].id}`, { method: 'DELETE', headers });
    expect(await names(served)).toEqual(['example.localhost', 'b.test']);
    await fetch(`${served.origin}/_touchstone/reset`, { method: 'POST' });
    expect(await names(served)).toEqual(['example.localhost', 'shop.test', 'b.test']);
    expect(await served.stop()).toBe(0);
  });

  it('reads files from the configuration and the environment too', async () => {
    const config = file('config.json', JSON.stringify({ seeds: [shop()], seed: 7 }));
    const one = await serve(['--config', config]);
    expect(await names(one)).toContain('shop.test');
    await one.stop();
    const two = await serve([], { TOUCHSTONE_SEEDS: shop() });
    expect(await names(two)).toContain('shop.test');
    await two.stop();
  });

  it('serves nothing for invalid files, and lists all problems', async () => {
    const wrong = file('wrong.yaml', 'zones:\n  - nam: a.test\ntokens: 5\n');
    const state = join(folder, 'untouched');
    const { code, out, err } = await start(['serve', '--port', '0', '--seed', wrong, '--state', state]).ended;
    expect([code, out]).toEqual([2, '']);
    expect(err.replaceAll(wrong, 'wrong.yaml').trimEnd().split('\n')).toEqual([
      'touchstone: 3 problems in the seeds:',
      expect.stringContaining('wrong.yaml:3:1: tokens: must be a list, not 5'),
      expect.stringContaining('wrong.yaml:2:5: zones[0].name: is missing: a text'),
      expect.stringContaining('wrong.yaml:2:5: zones[0].nam: is an unknown member; did you mean name?'),
    ]);
  });

  it('creates repositories and objects in an empty folder, and keeps those of an earlier run', async () => {
    const state = join(folder, 'state');
    const seed = file(
      'kept.yaml',
      `
namespaces: [{ name: tools, repositories: [{ name: one, files: { a: A } }, { name: two }] }]
buckets: [{ name: object-storage-example, objects: { cat-pic.jpg: first } }]
`,
    );
    const args = ['--seed', seed, '--state', state];
    const first = await serve(args);
    const account = `/accounts/${first.info.account_id}/artifacts/namespaces/tools/repos`;
    const repos = async (served: typeof first) => {
      const { result }: { result: { name: string }[] } = await served.get(account);
      return result.map(({ name }) => name).sort();
    };
    expect(await repos(first)).toEqual(['one', 'two']);
    const picture = async ({ info }: typeof first) => (await fetch(`${info.objects}/cat-pic.jpg`)).text();
    expect(await picture(first)).toBe('first');
    const headers = { authorization: `Bearer ${first.info.api_token}` };
    await fetch(`${first.info.api}${account}/two`, { method: 'DELETE', headers });
    const secret = { 'x-custom-auth-key': first.info.auth_key_secret };
    await fetch(`${first.info.objects}/cat-pic.jpg`, { method: 'PUT', headers: secret, body: 'mine' });
    expect(await first.stop()).toBe(0);
    const second = await serve(args);
    expect(await repos(second)).toEqual(['one']);
    expect(await picture(second)).toBe('mine');
    expect(await second.stop()).toBe(0);
  });

  it('leaves nothing of a refused seed in a folder', async () => {
    const state = join(folder, 'clean');
    const seed = {
      namespaces: [{ name: 'tools', repositories: [{ name: 'one', files: { a: 'A' } }] }],
      buckets: [{ name: 'files', objects: { a: 'A', ['k'.repeat(1100)]: 'B' } }],
    };
    const json = file('half.json', JSON.stringify(seed));
    const refused = await start(['serve', '--port', '0', '--seed', json, '--state', state]).ended;
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('1024 bytes')]);
    expect(readdirSync(join(state, 'repositories'))).toEqual([]);
    const served = await serve(['--state', state]);
    const { result } = await served.get(`/accounts/${served.info.account_id}/artifacts/namespaces`);
    expect(result).toEqual([]);
    await served.stop();
  });
});

describe('touchstone seed', { timeout: 120_000 }, () => {
  it('checks files together', async () => {
    const good = await start(['seed', 'check', shop()]).ended;
    expect([good.code, good.out.trim()]).toEqual([0, `${shop()}: valid. 1 account, 2 zones.`]);
    const none = await start(['seed', 'check', shop(), join(folder, 'none.yaml')]).ended;
    expect([none.code, none.err]).toEqual([2, expect.stringContaining('none.yaml: does not exist')]);
  });

  it('prints the schema', async () => {
    const { code, out } = await start(['seed', 'schema']).ended;
    expect([code, JSON.parse(out).title]).toEqual([0, 'Touchstone seed file']);
  });
});
