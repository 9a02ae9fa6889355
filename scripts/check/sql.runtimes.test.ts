import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { killServers } from './kill-run.ts';

it('databases outlive kill -9 on every runtime', { timeout: 120_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'touchstone-sql-'));
  try {
    const report = await killServers(folder, 2, () => 1_000, ['sql']);
    expect(report.acknowledged).toBeGreaterThan(0);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
