import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hasSharedMemory } from './shared-memory.ts';

describe('hasSharedMemory', () => {
  it('is so where a folder has the room', () => {
    expect(hasSharedMemory(tmpdir(), 1)).toBe(true);
  });

  it('is not so where nothing fits, or nothing is', () => {
    expect(hasSharedMemory(tmpdir(), Number.MAX_VALUE)).toBe(false);
    expect(hasSharedMemory(join(tmpdir(), 'no such folder'))).toBe(false);
  });
});
