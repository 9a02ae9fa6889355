import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, inject, test } from 'vitest';
import { tryDoors } from './doors.ts';
import { tryOldNode } from './old-node.ts';
import { bunProject, denoProject, npmProject } from './projects.ts';
import { findGrowth, measureSizes } from './sizes.ts';
import { compileProject, installCompilers } from './types.ts';

// The packed package, installed in empty projects.

const tarball = inject('tarball');
const folder = mkdtempSync(join(tmpdir(), 'touchstone-projects-'));
afterAll(() => rmSync(folder, { recursive: true }), 300_000);

describe('the package', { timeout: 300_000 }, () => {
  test('works on Node when npm installed it without optional packages, refuses an old Node, has declarations, and has not grown', async () => {
    const project = await npmProject(join(folder, 'npm'), tarball);
    await tryDoors(project);
    tryOldNode(project);
    await installCompilers(join(folder, 'compilers'));
    await compileProject(project.folder, join(folder, 'compilers'));
    // After intended growth: touchstone record sizes.
    expect(await findGrowth(await measureSizes(tarball, project.folder))).toEqual([]);
  });

  test('works when Bun installed it', async () => tryDoors(await bunProject(join(folder, 'bun'), tarball)));

  test('works in a project of Deno', async () => tryDoors(await denoProject(join(folder, 'deno'), tarball)));
});
