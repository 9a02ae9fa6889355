import { accessSync, constants, statfsSync } from 'node:fs';
import { browserLimits } from '../../../../../spec/engine-limits.ts';

/**
 * Whether processes of a browser can share memory in memory: there is no such folder on every system, and containers
 * often have 64 MiB of it, which one long page fills. Files on a disk always do, and cost
 * more to make.
 *
 * @param folder where a browser makes such memory
 */
export function hasSharedMemory(
  folder = '/dev/shm',
  leastBytes: number = browserLimits.sharedMemoryBytes,
): boolean {
  try {
    accessSync(folder, constants.W_OK);
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= leastBytes;
  } catch {
    return false;
  }
}
