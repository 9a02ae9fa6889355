import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const run = promisify(execFile);

test('a run in process has the same result with one process or several', async () => {
  const output = async (workers: number) => {
    const args = ['zones', 'settings', 'user', '--no-browser', '--workers', `${workers}`];
    const { stdout } = await run(process.execPath, ['scripts/check/conform-run.ts', ...args], { cwd: root });
    return stdout;
  };
  const alone = await output(1);
  expect(alone).toMatch(/^conformant \(no MUST failed\): \d+ passed, 0 failed\n$/);
  expect(await output(3)).toBe(alone);
}, 60_000);
