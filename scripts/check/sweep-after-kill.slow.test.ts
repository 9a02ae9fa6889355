import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { firstLine } from '../first-line.ts';

const command = join(import.meta.dirname, '..', 'touchstone.ts');
const folder = mkdtempSync(join(tmpdir(), 'touchstone-'));
const target = join(folder, 'target.json');
let server: ChildProcess;
let info: { readonly api: string; readonly api_token: string; readonly account_id: string };

const start = (args: readonly string[]) =>
  spawn(process.execPath, [command, ...args], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });

beforeAll(async () => {
  const serving = start(['serve', '--port', '0', '--json', '--no-browser']);
  server = serving;
  const line = await firstLine(serving.stdout);
  writeFileSync(target, line);
  info = JSON.parse(line);
}, 60_000);

afterAll(async () => {
  if (server.exitCode === null) {
    server.kill('SIGTERM');
    await once(server, 'exit');
  }
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

const journals = () => {
  try {
    return readdirSync(join(folder, '.touchstone'));
  } catch {
    return []; // nothing was made yet
  }
};

/** Resources of a run, as the API and the admin interface list them. */
async function marked(): Promise<string[]> {
  const read = async (path: string): Promise<Record<string, unknown>[]> => {
    const headers = { authorization: `Bearer ${info.api_token}` };
    const answer = await (await fetch(`${info.api}${path}`, { headers })).json();
    return answer.result;
  };
  const account = `/accounts/${info.account_id}`;
  const gateways = await read(`${account}/ai-gateway/gateways?per_page=100`);
  const zones = await read('/zones?per_page=50');
  const configs = await Promise.all(
    zones.map(({ id }) => read(`/zones/${id}/token_validation/config?per_page=50`)),
  );
  const tenants: Record<string, unknown>[] = await (
    await fetch(new URL('/_touchstone/tenants', info.api))
  ).json();
  const names = [...[...zones, ...tenants].map(({ name }) => name), ...gateways.map(({ id }) => id)];
  return [...names, ...configs.flat().map(({ title }) => title)]
    .map(String)
    .filter((name) => name.includes('ts-'));
}

describe('a run that was killed', () => {
  test('leaves nothing behind once it was swept', { timeout: 120_000 }, async () => {
    const only = ['--only', 'token-validation', 'ai-gateway'];
    const run = start(['conform', '--target', target, '--jobs', '3', ...only]);
    run.stdout.resume();
    const created = () =>
      journals().reduce(
        (sum, file) =>
          sum + readFileSync(join(folder, '.touchstone', file), 'utf8').split('"created"').length - 1,
        0,
      );
    await expect.poll(created, { timeout: 60_000, interval: 10 }).toBeGreaterThan(25);
    run.kill('SIGKILL');
    await once(run, 'exit');
    // At least the zones of the second and third job, and the account of tests that have their own.
    expect((await marked()).length).toBeGreaterThanOrEqual(3);
    expect((await marked()).some((name) => name.endsWith('own account'))).toBe(true);
    expect(journals()).toHaveLength(1);

    const sweep = start(['conform', 'sweep', '--target', target]);
    const output = await firstLine(sweep.stdout);
    await once(sweep, 'exit');
    expect(output).toMatch(/^run \w{6} of .* \(\d+ (?:s|min) ago\): [1-9]\d* removed, 0 left/);
    expect(sweep.exitCode).toBe(0);
    expect(await marked()).toEqual([]);
    expect(journals()).toEqual([]);
  });
});
