import type { TestProject } from 'vitest/node';
import { packOnce, type Tarballs } from './pack.ts';

declare module 'vitest' {
  interface ProvidedContext {
    tarballs: Tarballs;
  }
}

/** Packs the packages once for all tests of the project; `inject('tarballs')` returns their paths. */
export async function setup({ provide }: TestProject): Promise<void> {
  provide('tarballs', await packOnce());
}
