/**
 * Packs the package, installs it in empty projects with npm, Bun and Deno, goes in by each door there, compiles against
 * its declarations and measures it; exits 1 when something is not as it should be.
 *
 *     bun scripts/check/package/package-matrix.ts
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { tryDoors } from './doors.ts';
import { pack } from './pack.ts';
import { bunProject, denoProject, npmProject, type Project } from './projects.ts';
import { run } from './run.ts';
import { findGrowth, measureSizes } from './sizes.ts';
import { compileProject, installCompilers } from './types.ts';

const folder = await mkdtemp(join(tmpdir(), 'touchstone-package-'));
const failures: unknown[] = [];

/** Does one part; what fails is told at the end, so that all of it is known. */
async function part<T>(title: string, does: () => Promise<T>): Promise<T | undefined> {
  const begun = performance.now();
  try {
    const made = await does();
    console.log(`ok: ${title}, ${((performance.now() - begun) / 1000).toFixed(1)} s`);
    return made;
  } catch (error) {
    failures.push(error);
    console.log(`FAILED: ${title}`);
    return undefined;
  }
}

async function importTimes({ name, folder: cwd, runtime, env }: Project): Promise<void> {
  const taken: number[] = [];
  for (let round = 0; round < 4; round++) {
    taken.push(Number(await run([...runtime, 'import-time.mjs'], { cwd, env })));
  }
  const best = Math.min(...taken).toFixed(0);
  console.log(`import of touchstone/handlers, ${name}: ${best} ms after MSW (best of ${taken.length})`);
}

try {
  const tarball = await part('packed', () => pack(folder));
  if (tarball !== undefined) {
    const compilers = part('compilers installed', () => installCompilers(join(folder, 'compilers')));
    const [npm, ...others] = await Promise.all([
      part('installed with npm', () => npmProject(join(folder, 'npm'), tarball)),
      part('installed with Bun', () => bunProject(join(folder, 'bun'), tarball)),
      part('installed with Deno', () => denoProject(join(folder, 'deno'), tarball)),
    ]);
    await compilers;
    if (npm) {
      await part('sizes', async () => {
        const sizes = await measureSizes(tarball, npm.folder);
        console.log(
          Object.entries(sizes)
            .map(([name, bytes]) => `${name} ${bytes} bytes`)
            .join(', '),
        );
        const grown = await findGrowth(sizes);
        if (grown.length > 0)
          throw new Error(`${grown.join('\n')}\nIf that is meant: touchstone record sizes`);
      });
    }
    const compiled = npm && part('declarations', () => compileProject(npm.folder, join(folder, 'compilers')));
    for (const project of [npm, ...others]) {
      if (!project) continue;
      await part(`doors, ${project.name}`, () => tryDoors(project));
      await importTimes(project);
    }
    await compiled;
  }
} finally {
  await rm(folder, { recursive: true });
}
for (const failure of failures) console.error(failure);
process.exit(failures.length > 0 ? 1 : 0);
