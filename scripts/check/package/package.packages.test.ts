import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { touchstone, touchstoneConform } from '../../build/packages.ts';
import { node } from '../runtimes.ts';
import { tryAlone, tryConform, tryDoors } from './doors.ts';
import { tryOldNode } from './old-node.ts';
import { bunProject, conformProject, denoProject, npmInstall, npmProject, projectWith } from './projects.ts';
import { run } from './run.ts';
import { findExcess, measureSizes } from './sizes.ts';
import { compileProject, installCompilers } from './types.ts';

// The packed packages, installed in empty projects.

const tarballs = inject('tarballs');
const folder = mkdtempSync(join(tmpdir(), 'touchstone-projects-'));
const compilers = join(folder, 'compilers');
beforeAll(() => installCompilers(compilers), 300_000);
afterAll(() => rmSync(folder, { recursive: true }), 300_000);

describe('the packages', { timeout: 600_000 }, () => {
  test('work on Node when npm installed them, refuse an old Node, have declarations, and are small', async () => {
    const project = await npmProject(join(folder, 'npm'), tarballs);
    expect(await findExcess(await measureSizes(tarballs, project.folder))).toEqual([]);
    await tryAlone(project, [...project.touchstone, 'conform'], 'touchstone-conform');
    await tryDoors(project);
    tryOldNode(project, touchstone);
    await compileProject(project.folder, compilers, 'use.ts');
  });

  test('work together on Node when npm installed them', async () => {
    const project = await npmProject(join(folder, 'both'), tarballs);
    await npmInstall(project.folder, tarballs.conform);
    await tryConform(project);
    tryOldNode(project, touchstoneConform);
    await compileProject(project.folder, compilers, 'use-conform.ts');
  });

  test('work beside Vitest 3', async () => {
    const cwd = await projectWith(join(folder, 'vitest-3'), 'vitest@3', tarballs);
    const output = await run([node, 'node_modules/vitest/vitest.mjs', 'run'], { cwd });
    expect(output).toMatch(/1 passed/);
  });

  test('judge with touchstone-conform alone', async () => {
    const project = await conformProject(join(folder, 'conform'), tarballs);
    await tryAlone(project, project.conform, 'touchstone');
  });

  test('work when Bun installed them', async () => {
    const project = await bunProject(join(folder, 'bun'), tarballs);
    await tryDoors(project);
    await tryConform(project);
  });

  test('work in a project of Deno', async () => {
    const project = await denoProject(join(folder, 'deno'), tarballs);
    await tryDoors(project);
    await tryConform(project);
  });
});
