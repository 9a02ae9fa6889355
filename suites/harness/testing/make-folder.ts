import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Makes a temporary folder that is removed after the running test. */
export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
