import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { watchProcess } from './markdown-watch.ts';

const linux = process.platform === 'linux';

/** A process of its own, since what other tests of this one hold and let go of would be counted too. */
const program = `
  import { watchMemory } from ${JSON.stringify(new URL('markdown-watch.ts', import.meta.url).href)};
  const memory = await watchMemory();
  let held = new Uint8Array(64_000_000).fill(1);
  if (held.length !== 64_000_000) throw new Error('it was not held');
  held = undefined;
  console.log(await memory.growth());
`;

describe('watching memory', () => {
  it.runIf(linux)('sees a peak that is over by the time it is asked', () => {
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
