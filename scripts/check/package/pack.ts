import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import process from 'node:process';
import manifest from '../../../package.json' with { type: 'json' };
import { build } from '../../build.ts';

const root = resolve(import.meta.dirname, '../../..');
const kept = join(root, '.touchstone', 'packages');

/** Inputs of the package besides the sources. */
const papers = ['package.json', 'bun.lock', 'tsconfig.json', 'tsconfig.build.json', 'README.md', 'LICENSE'];

/**
 * Packs the package as `npm pack` does. It builds it first, unless the same files were built before.
 *
 * @param folder folder of the tarball; created if missing
 * @returns its absolute path
 * @throws Error when a source does not compile, or npm fails
 */
export async function pack(folder: string): Promise<string> {
  const name = `${manifest.name}-${manifest.version}.tgz`;
  const known = join(kept, fingerprint(), name);
  if (!existsSync(known)) await packTo(known);
  mkdirSync(folder, { recursive: true });
  const target = resolve(folder, name);
  copyFileSync(known, target);
  return target;
}

/** Builds and packs outside the repository, as another process may be building in it. */
async function packTo(target: string): Promise<void> {
  const stage = mkdtempSync(join(tmpdir(), 'touchstone-pack-'));
  try {
    const patterns = manifest.files.filter((pattern) => !pattern.startsWith('!') && pattern !== 'dist');
    for (const path of [...patterns, 'package.json', 'README.md', 'LICENSE'].flatMap((pattern) =>
      globSync(pattern, { cwd: root }),
    )) {
      mkdirSync(dirname(join(stage, path)), { recursive: true });
      cpSync(join(root, path), join(stage, path), { recursive: true });
    }
    await build(join(stage, 'dist'));
    const { status, stderr, error } = spawnSync('npm', ['pack', '--ignore-scripts', '--silent'], {
      cwd: stage,
      encoding: 'utf8',
      shell: process.platform === 'win32',
    });
    if (status !== 0) throw new Error(`npm pack failed: ${error ?? stderr}`);
    const folder = dirname(target);
    rmSync(kept, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    copyFileSync(join(stage, basename(target)), `${target}.new`);
    renameSync(`${target}.new`, target);
  } finally {
    rmSync(stage, { recursive: true });
  }
}

function fingerprint(): string {
  const sources = globSync('{spec,mock,suites,scripts,fixtures}/**/*', {
    cwd: root,
    exclude: (name) => name === 'node_modules' || name.endsWith('.test.ts'),
  }).sort();
  const hash = createHash('sha256');
  for (const path of [
    ...papers,
    ...sources,
    ...globSync('docs/**/*', { cwd: root }),
    'CHANGELOG.md',
    'CONTRIBUTING.md',
  ]) {
    if (!statSync(join(root, path)).isFile()) continue;
    hash.update(`${path}\0`).update(readFileSync(join(root, path)));
  }
  return hash.digest('hex').slice(0, 16);
}
