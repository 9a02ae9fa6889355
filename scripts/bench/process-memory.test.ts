import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { processTree, watchProcess } from './process-memory.ts';

const linux = process.platform === 'linux';

/** A process of its own, since the memory of other tests in this one would count too. */
const program = `
  import { watchMemory } from ${JSON.stringify(new URL('process-memory.ts', import.meta.url).href)};
  const memory = await watchMemory();
  let held = new Uint8Array(64_000_000).fill(1);
  if (held.length !== 64_000_000) throw new Error('it was not held');
  held = undefined;
  console.log(await memory.growth());
`;

describe('watching memory', () => {
  it.runIf(linux)('sees a peak that is over before the reading', () => {
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    expect(Number(stdout)).toBeGreaterThan(60_000_000);
  });

  it.runIf(linux)('watches other processes', async () => {
    const memory = await watchProcess(process.pid);
    expect(await memory.growth()).toBeGreaterThanOrEqual(0);
  });
});

// Only Linux provides these figures.
describe.runIf(process.platform === 'linux')('a tree of processes', () => {
  it('counts the descendants of a process, with their memory', async () => {
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

  it('is empty when the process is gone', async () => {
    const child = spawn('true', { stdio: 'ignore' });
    await once(child, 'close');
    expect(await processTree(child.pid ?? 0)).toEqual({ processes: 1, own: 0, others: 0 });
  });
});
