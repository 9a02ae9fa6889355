import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pack } from '../check/package/pack.ts';
import { npmProject } from '../check/package/projects.ts';
import { measureSizes, writeSizes } from '../check/package/sizes.ts';

/** Writes the maximum sizes of the package: `scripts/check/package/sizes.json`. */
export async function recordSizes(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'touchstone-sizes-'));
  try {
    const tarball = await pack(folder);
    const project = await npmProject(join(folder, 'npm'), tarball);
    await writeSizes(await measureSizes(tarball, project.folder));
  } finally {
    await rm(folder, { recursive: true });
  }
}
