import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { killServers } from './kill-run.ts';

it('kill -9, a hundred times, loses nothing that was answered', { timeout: 900_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'touchstone-kill-'));
  try {
    const report = await killServers(folder, 100, (round) => 20 + ((round * 37) % 200));
    expect(report.acknowledged).toBeGreaterThan(1000);
    console.log(`kill -9: ${JSON.stringify(report)}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
