import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { pack } from './pack.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Path of the packed package. */
    tarball: string;
  }
}

/** Packs the package once for all tests of the project; `inject('tarball')` returns its path. */
export async function setup({ provide }: TestProject): Promise<() => void> {
  const folder = await mkdtemp(join(tmpdir(), 'touchstone-package-'));
  provide('tarball', await pack(folder));
  return () => rmSync(folder, { recursive: true });
}
