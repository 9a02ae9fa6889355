import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import type { ClientScenario, Platform } from './scenario.ts';

/** A separate package: Wrangler takes 228 MB, too much to install for one check. */
export const wranglerFolder = resolve(import.meta.dirname, '../wrangler');

/** The program, which runs on Node. */
const wranglerProgram = join(wranglerFolder, 'node_modules/wrangler/bin/wrangler.js');

/** Installs Wrangler, unless it is installed. @param bun path of Bun */
export function installWrangler(bun: string): void {
  if (existsSync(wranglerProgram)) return;
  const args = ['install', '--frozen-lockfile', '--ignore-scripts'];
  const { status } = spawnSync(bun, args, { cwd: wranglerFolder, stdio: 'inherit' });
  if (status !== 0) throw new Error('could not install wrangler');
}

const node = resolve(import.meta.dirname, '../../../node_modules/.bin/node');

/** The output of a run; refusals don't throw, as they are expected too. */
interface Printed {
  readonly code: number;
  readonly text: string;
}

/** Runs a command that knows the platform from its environment alone; it finds the account itself. */
async function wrangler(platform: Platform, home: string, ...args: readonly string[]): Promise<Printed> {
  const env = {
    PATH: process.env['PATH'],
    HOME: home,
    XDG_CONFIG_HOME: home,
    CI: '1',
    WRANGLER_SEND_METRICS: 'false',
    CLOUDFLARE_API_BASE_URL: platform.api,
    CLOUDFLARE_API_TOKEN: platform.token,
  };
  try {
    const { stdout } = await promisify(execFile)(node, [wranglerProgram, ...args], {
      cwd: home,
      env,
    });
    return { code: 0, text: stdout };
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'number') throw error;
    const printed = [error, { stdout: '', stderr: '' }].map((from) =>
      'stdout' in from && 'stderr' in from ? `${from.stdout}${from.stderr}` : '',
    );
    return { code: error.code, text: printed.join('') };
  }
}

/** Runs a function with `wrangler artifacts` in its own folder. */
async function withWrangler(
  platform: Platform,
  use: (run: (...args: readonly string[]) => Promise<Printed>, home: string) => Promise<void>,
): Promise<void> {
  const home = await mkdtemp(join(tmpdir(), 'touchstone-wrangler-'));
  try {
    await use((...args) => wrangler(platform, home, 'artifacts', ...args), home);
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

/** Parses the output as JSON. */
function json({ code, text }: Printed): ReturnType<typeof JSON.parse> {
  assert.equal(code, 0, text);
  return JSON.parse(text);
}

const unique = () => `wrangler-${crypto.randomUUID().slice(0, 8)}`;

/** The platform's own command line, with only the variable of its base URL set. */
export const wranglerScenario: ClientScenario = {
  client: 'wrangler',
  steps: {
    'repositories from first to last': (platform) =>
      withWrangler(platform, async (run) => {
        const namespace = unique();
        const flags = ['--namespace', namespace, '--json'];
        const created = json(
          await run(
            'repos',
            'create',
            'Site',
            '--description',
            'A site',
            '--default-branch',
            'trunk',
            ...flags,
          ),
        );
        assert.equal(created.name, 'Site');
        assert.equal(created.default_branch, 'trunk');
        assert.match(created.remote, new RegExp(`/git/.*${namespace}/Site\\.git$`));
        assert.match(created.token, /^art_v2_/);

        const listed = json(await run('repos', 'list', ...flags));
        assert.deepEqual(
          listed.map(({ name }: { name: string }) => name),
          ['Site'],
        );
        const got = json(await run('repos', 'get', 'site', ...flags));
        assert.equal(got.description, 'A site');

        const token = json(
          await run('repos', 'issue-token', 'Site', '--scope', 'read', '--ttl', '300', ...flags),
        );
        assert.equal(token.scope, 'read');
        assert.match(token.plaintext, /^art_v2_/);

        assert.equal(json(await run('repos', 'delete', 'Site', '--force', ...flags)).deleted, true);
        assert.deepEqual(json(await run('repos', 'list', ...flags)), []);
      }),
    namespaces: (platform) =>
      withWrangler(platform, async (run) => {
        const namespace = unique();
        json(await run('repos', 'create', 'one', '--namespace', namespace, '--json'));
        const names = json(await run('namespaces', 'list', '--json')).map(
          (entry: { namespace: string }) => entry.namespace,
        );
        assert.ok(names.includes(namespace), `${names}`);
        assert.equal(json(await run('namespaces', 'get', namespace, '--json')).namespace, namespace);
        const table = await run('namespaces', 'get', namespace);
        assert.match(table.text, new RegExp(namespace));
      }),
    whoami: (platform) =>
      withWrangler(platform, async (_, home) => {
        const { code, text } = await wrangler(platform, home, 'whoami');
        assert.equal(code, 0, text);
        assert.match(text, /User API Token, associated with the email \S+@\S+/);
        assert.match(text, new RegExp(platform.accountId));
      }),
    'a fine-tune from its files': (platform) =>
      withWrangler(platform, async (_, home) => {
        await writeFile(join(home, 'adapter_config.json'), '{"model_type":"llama","r":8}');
        await writeFile(join(home, 'adapter_model.safetensors'), 'weights');
        const name = unique();
        const model = '@cf/meta/llama-3.1-8b-instruct';
        const { code, text } = await wrangler(platform, home, 'ai', 'finetune', 'create', model, name, home);
        assert.equal(code, 0, text);
        assert.match((await wrangler(platform, home, 'ai', 'finetune', 'list')).text, new RegExp(name));
      }),
    refusals: (platform) =>
      withWrangler(platform, async (run) => {
        const missing = await run('repos', 'get', 'gone', '--namespace', 'nowhere', '--json');
        assert.equal(missing.code, 1);
        assert.match(missing.text, /code: 10200|10200/);
        const wrong = await run('repos', 'create', '-bad', '--namespace', 'default', '--json');
        assert.notEqual(wrong.code, 0);
        const stranger = { ...platform, token: 'nobodys-token-0000000000000000000000000000' };
        await withWrangler(stranger, async (other) => {
          const refused = await other('namespaces', 'list', '--json');
          assert.equal(refused.code, 1);
        });
      }),
  },
};
