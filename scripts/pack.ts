/** Builds and packs the packages of this tree. Usage: bun scripts/pack.ts [FOLDER] (default: dist) */
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { build } from './build.ts';

/**
 * Packs built packages.
 *
 * @param packages their folders
 * @param folder where the tarballs go; created if missing
 * @returns the absolute paths of the tarballs
 * @throws Error when npm fails
 */
export function pack(packages: readonly string[], folder: string): readonly string[] {
  mkdirSync(folder, { recursive: true });
  return packages.map((path) => {
    const args = ['pack', '--ignore-scripts', '--silent', '--pack-destination', resolve(folder)];
    const { status, stdout, stderr, error } = spawnSync('npm', args, {
      cwd: path,
      encoding: 'utf8',
      shell: process.platform === 'win32',
    });
    if (status !== 0) throw new Error(`npm pack failed: ${error ?? stderr}`);
    return join(resolve(folder), stdout.trim());
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const dist = join(import.meta.dirname, '..', 'dist');
  for (const tarball of pack(await build(dist), process.argv[2] ?? dist)) console.log(tarball);
}
