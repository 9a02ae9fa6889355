import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from '../../../harness/context.ts';

/** An empty folder that is there until the test ends. */
export async function temporaryFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'touchstone-git-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
