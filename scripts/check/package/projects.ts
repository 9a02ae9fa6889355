import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import manifest from '../../../package.json' with { type: 'json' };
import { bun, deno, networkOfNpm, node, withNode } from '../runtimes.ts';
import type { Tarballs } from './pack.ts';
import { run } from './run.ts';

const root = resolve(import.meta.dirname, '../../..');
const fixtures = join(root, 'fixtures', 'package');

/** An empty project with the packages installed. */
export interface Project {
  readonly name: string;
  readonly folder: string;
  /** Runs a module on the runtime of the project. */
  readonly runtime: readonly string[];
  /** The command lines as this project has them. */
  readonly touchstone: readonly string[];
  readonly conform: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Whether the optional packages are installed too. */
  readonly complete: boolean;
}

/** Installs `touchstone` and MSW with npm, for Node. */
export async function npmProject(folder: string, { touchstone }: Tarballs): Promise<Project> {
  await begin(folder, { 'package.json': { private: true, type: 'module' } });
  await npmInstall(folder, touchstone, 'msw');
  const command = (name: string) => [join(folder, 'node_modules', '.bin', name)];
  return {
    ...{ name: 'npm, Node', folder, runtime: [node], env: withNode, complete: false },
    touchstone: command('touchstone'),
    conform: command('touchstone-conform'),
  };
}

/** Installs `touchstone` with npm beside another package, which the project has already. @returns its folder */
export async function projectWith(folder: string, other: string, { touchstone }: Tarballs): Promise<string> {
  await begin(folder, { 'package.json': { private: true, type: 'module' } });
  for (const packages of [[other], [touchstone, 'msw']]) {
    await run(['npm', 'install', ...quiet, ...packages], { cwd: folder, env: withNode });
  }
  return folder;
}

/** Installs `touchstone-conform` alone, for Node. */
export async function conformProject(folder: string, { conform }: Tarballs): Promise<Project> {
  await begin(folder, { 'package.json': { private: true, type: 'module' } });
  await npmInstall(folder, conform);
  return {
    ...{ name: 'npm, Node', folder, runtime: [node], env: withNode, complete: false, touchstone: [] },
    conform: [join(folder, 'node_modules', '.bin', 'touchstone-conform')],
  };
}

const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];

/** Installs packages with npm. */
export async function npmInstall(folder: string, ...packages: readonly string[]): Promise<void> {
  await run(['npm', 'install', ...quiet, ...packages], { cwd: folder, env: withNode });
}

/** What renders pages and runs Python, as arguments of an installation. */
const optionalPackages = Object.entries(manifest.optionalDependencies).map(
  ([name, range]) => `${name}@${range}`,
);

/** Installs the packages with Bun, with the optional ones. */
export async function bunProject(folder: string, tarballs: Tarballs): Promise<Project> {
  await begin(folder, { 'package.json': { private: true, type: 'module' } });
  await run([bun, 'add', tarballs.touchstone, tarballs.conform, ...optionalPackages], { cwd: folder });
  const command = (name: string) => [bun, 'x', '--bun', '--no-install', name];
  return {
    ...{ name: 'Bun', folder, runtime: [bun], env: {}, complete: true },
    touchstone: command('touchstone'),
    conform: command('touchstone-conform'),
  };
}

/** Makes Deno use the unpacked packages, since it accepts no tarballs, with the optional ones. */
export async function denoProject(folder: string, tarballs: Tarballs): Promise<Project> {
  const names = { touchstone: manifest.name, conform: 'touchstone-conform' } as const;
  const imports = Object.values(names).flatMap((name) => [
    [name, `npm:${name}@${manifest.version}`],
    [`${name}/`, `npm:/${name}@${manifest.version}/`],
  ]);
  const optional = Object.entries(manifest.optionalDependencies).map(([name, range]) => [
    name,
    `npm:${name}@${range}`,
  ]);
  await begin(folder, {
    'deno.json': {
      links: Object.keys(names).map((name) => `./${name}`),
      nodeModulesDir: 'auto',
      imports: { ...Object.fromEntries([...imports, ...optional]), msw: 'npm:msw' },
    },
  });
  for (const [name, tarball] of Object.entries(tarballs)) {
    await mkdir(join(folder, name));
    await run(['tar', '-xzf', tarball, '-C', name, '--strip-components=1'], { cwd: folder });
  }
  const env = networkOfNpm();
  await run([deno, 'install'], { cwd: folder, env });
  const runtime = [deno, 'run', '--no-prompt', '--allow-all'];
  const command = (name: string) => [...runtime, join(folder, 'node_modules', name, 'dist', 'bin.js')];
  return {
    ...{ name: 'Deno', folder, runtime, env, complete: true },
    touchstone: command(names.touchstone),
    conform: command(names.conform),
  };
}

async function begin(folder: string, files: Readonly<Record<string, unknown>>): Promise<void> {
  await mkdir(folder, { recursive: true });
  await cp(fixtures, folder, { recursive: true });
  for (const [name, value] of Object.entries(files)) {
    await writeFile(join(folder, name), JSON.stringify(value, null, 2));
  }
}
