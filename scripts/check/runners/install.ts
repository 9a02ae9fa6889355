import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { bun } from '../runtimes.ts';

const folder = import.meta.dirname;
const root = resolve(folder, '../../..');

/** Says what was installed, beside it. */
const stamp = join(folder, 'node_modules', '.touchstone');

/**
 * Installs the runners from the registry, and the package as it is packed: what people have. What is there already
 * stays.
 *
 * @param packed path of the package as it is packed
 */
export function installRunners(packed: string): void {
  const place = join(root, '.touchstone', 'runners');
  // Tarballs of former runs.
  rmSync(place, { recursive: true, force: true });
  mkdirSync(place, { recursive: true });
  const lock = getHash(join(folder, 'bun.lock'));
  const wanted = `${lock} ${getHash(packed)}`;
  const present = existsSync(stamp) ? readFileSync(stamp, 'utf8') : '';
  if (present === wanted) return;
  // Written again once all is there.
  rmSync(stamp, { force: true });
  if (!present.startsWith(lock)) install(['install', '--frozen-lockfile']);
  rmSync(join(folder, 'node_modules', 'touchstone'), { recursive: true, force: true });
  // Another name for other bytes: Bun knows a tarball by its path.
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
