import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** A package of its own: Wrangler is 228 MB, which nobody wants for the sake of one check. */
const folder = resolve(import.meta.dirname, '../wrangler');

/** The program, which runs on Node. */
export const wranglerProgram = join(folder, 'node_modules/wrangler/bin/wrangler.js');

/** Installs Wrangler, unless it is there. @param bun the Bun to do it with */
export function installWrangler(bun: string): void {
  if (existsSync(wranglerProgram)) return;
  console.log('installing wrangler');
  const args = ['install', '--frozen-lockfile', '--ignore-scripts'];
  const { status } = spawnSync(bun, args, { cwd: folder, stdio: 'inherit' });
  if (status !== 0) throw new Error('wrangler could not be installed');
}
