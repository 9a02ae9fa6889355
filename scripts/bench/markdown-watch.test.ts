import { describe, expect, it } from 'vitest';
import { watchMemory, watchProcess } from './markdown-watch.ts';

describe('watching memory', () => {
  it.runIf(process.platform === 'linux')('sees a peak that is over by the time it is asked', async () => {
    const memory = await watchMemory();
    let held: Uint8Array | undefined = new Uint8Array(64_000_000).fill(1);
    expect(held.length).toBe(64_000_000);
    held = undefined;
    expect(await memory.growth()).toBeGreaterThan(60_000_000);
  });

  it.runIf(process.platform === 'linux')('watches other processes', async () => {
    const memory = await watchProcess(process.pid);
    expect(await memory.growth()).toBeGreaterThanOrEqual(0);
  });
});
