import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { processTree } from './process-tree.ts';

// What it reads is kept by Linux alone.
describe.runIf(process.platform === 'linux')('a tree of processes', () => {
  it('counts what a process started, and what these started, with their memory', async () => {
    const child = spawn('sh', ['-c', 'sleep 30 & sleep 30 & echo ready; wait'], {
      detached: true,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    try {
      await once(child.stdout, 'data');
      const tree = await processTree(child.pid ?? 0);
      expect(tree.processes).toBe(3);
      expect(tree.own).toBeGreaterThan(0);
      expect(tree.others).toBeGreaterThan(0);
    } finally {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      await once(child, 'close');
    }
  });

  it('is empty where the process has gone', async () => {
    const child = spawn('true', { stdio: 'ignore' });
    await once(child, 'close');
    expect(await processTree(child.pid ?? 0)).toEqual({ processes: 1, own: 0, others: 0 });
  });
});
