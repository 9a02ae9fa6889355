import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { node, withNode } from '../runtimes.ts';
import { run } from './run.ts';

const root = resolve(import.meta.dirname, '../../..');

/** Settings of a strict project, which checks its libraries too and has no declarations of Node. */
const strictest = {
  ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
  ...{ skipLibCheck: false, noEmit: true, types: [] },
  ...{ target: 'es2022', lib: ['es2022', 'dom', 'dom.iterable', 'dom.asynciterable'] },
};

const ways = {
  nodenext: { module: 'nodenext', moduleResolution: 'nodenext' },
  bundler: { module: 'esnext', moduleResolution: 'bundler' },
} as const;

/** Installs the compilers that the development packages lack. */
export async function installCompilers(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), '{ "private": true }');
  const wanted = ['typescript5@npm:typescript@5.9', 'typescript6@npm:typescript@6'];
  await run(['npm', 'install', '--no-audit', '--no-fund', '--loglevel=error', ...wanted], {
    cwd: folder,
    env: withNode,
  });
}

/**
 * Compiles a file of a project against the declarations of the packages with each supported compiler: the oldest and
 * the newest with both kinds of module resolution, and the one between with one.
 *
 * @throws Error with the errors of a compiler
 */
export async function compileProject(folder: string, compilers: string, file: string): Promise<void> {
  const compiler = (name: string) => [node, join(compilers, 'node_modules', name, 'lib', 'tsc.js')];
  const own = [join(root, 'node_modules', '.bin', 'tsc')];
  for (const [command, way] of [
    [compiler('typescript5'), 'nodenext'],
    [compiler('typescript6'), 'bundler'],
    [own, 'nodenext'],
    [own, 'bundler'],
  ] as const) {
    const project = join(folder, 'tsconfig.json');
    const settings = { compilerOptions: { ...strictest, ...ways[way] }, files: [file] };
    await writeFile(project, JSON.stringify(settings));
    await run([...command, '-p', project], { cwd: folder });
  }
}
