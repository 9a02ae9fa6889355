import { cp, mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import manifest from '../../../package.json' with { type: 'json' };
import { bun, deno, networkOfNpm, node, withNode } from '../runtimes.ts';
import { run } from './run.ts';

const root = resolve(import.meta.dirname, '../../..');
const fixtures = join(root, 'fixtures', 'package');

/** An empty project with the package installed. */
export interface Project {
  readonly name: string;
  readonly folder: string;
  /** Runs a module on the runtime of the project. */
  readonly runtime: readonly string[];
  /** The command line as this project has it. */
  readonly touchstone: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Whether the optional packages are installed too. */
  readonly complete: boolean;
}

/** Installs the package with npm, for Node, without the heavy packages. */
export async function npmProject(folder: string, tarball: string): Promise<Project> {
  await begin(folder, { 'package.json': { private: true, type: 'module' } });
  const flags = ['--omit=optional', '--no-audit', '--no-fund', '--loglevel=error'];
  await run(['npm', 'install', ...flags, tarball], { cwd: folder, env: withNode });
  const touchstone = [join(folder, 'node_modules', '.bin', 'touchstone')];
  return { name: 'npm, Node', folder, runtime: [node], touchstone, env: withNode, complete: false };
}

/** Installs the package with Bun. */
export async function bunProject(folder: string, tarball: string): Promise<Project> {
  await begin(folder, { 'package.json': { private: true, type: 'module' } });
  await run([bun, 'add', tarball], { cwd: folder });
  const touchstone = [bun, 'x', '--bun', '--no-install', 'touchstone'];
  return { name: 'Bun', folder, runtime: [bun], touchstone, env: {}, complete: true };
}

/** Makes Deno use the unpacked package, since it accepts no tarballs. */
export async function denoProject(folder: string, tarball: string): Promise<Project> {
  const { name, version } = manifest;
  const imports = {
    [name]: `npm:${name}@${version}`,
    [`${name}/`]: `npm:/${name}@${version}/`,
    msw: 'npm:msw',
  };
  const settings = { links: ['./package'], nodeModulesDir: 'auto', imports };
  await begin(folder, { 'deno.json': settings });
  await run(['tar', '-xzf', basename(tarball)], { cwd: await copyTo(tarball, folder) });
  const env = networkOfNpm();
  await run([deno, 'install'], { cwd: folder, env });
  const main = join(folder, 'node_modules', name, manifest.bin.touchstone);
  const runtime = [deno, 'run', '--no-prompt', '--allow-all'];
  return { name: 'Deno', folder, runtime, touchstone: [...runtime, main], env, complete: true };
}

async function begin(folder: string, files: Readonly<Record<string, unknown>>): Promise<void> {
  await mkdir(folder, { recursive: true });
  await cp(fixtures, folder, { recursive: true });
  for (const [name, value] of Object.entries(files)) {
    await writeFile(join(folder, name), JSON.stringify(value, null, 2));
  }
}

async function copyTo(file: string, folder: string): Promise<string> {
  await cp(file, join(folder, basename(file)));
  return dirname(join(folder, basename(file)));
}
