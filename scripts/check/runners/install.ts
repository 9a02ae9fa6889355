import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { bun } from '../runtimes.ts';

const folder = import.meta.dirname;
const root = resolve(folder, '../../..');

/** Records what was installed. */
const stamp = join(folder, 'node_modules', '.touchstone');

/**
 * Installs the runners from the registry, and the package from its tarball, as users do. An existing installation
 * stays.
 *
 * @param packed path of the tarball
 */
export function installRunners(packed: string): void {
  const place = join(root, '.touchstone', 'runners');
  // Tarballs of earlier runs.
  rmSync(place, { recursive: true, force: true });
  mkdirSync(place, { recursive: true });
  const lock = getHash(join(folder, 'bun.lock'));
  const wanted = `${lock} ${getHash(packed)}`;
  const present = existsSync(stamp) ? readFileSync(stamp, 'utf8') : '';
  if (present === wanted) return;
  // Written again once the installation is complete.
  rmSync(stamp, { force: true });
  if (!present.startsWith(lock)) install(['install', '--frozen-lockfile']);
  rmSync(join(folder, 'node_modules', 'touchstone'), { recursive: true, force: true });
  // Other bytes need another name: Bun identifies a tarball by its path.
  const tarball = join(place, `touchstone-${getHash(packed)}.tgz`);
  copyFileSync(packed, tarball);
  install(['add', '--no-save', tarball]);
  writeFileSync(stamp, wanted);
}

function install(args: readonly string[]): void {
  const { status } = spawnSync(bun, [...args, '--ignore-scripts'], { cwd: folder, stdio: 'ignore' });
  if (status !== 0) throw new Error(`bun ${args.join(' ')} failed`);
}

function getHash(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex').slice(0, 16);
}
