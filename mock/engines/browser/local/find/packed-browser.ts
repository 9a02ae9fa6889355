import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { Executable } from '../launch/launch-browser.ts';
import type { CacheFolder } from './cache-folder.ts';
import { type PackedChromium, unpackChromium } from './unpack-chromium.ts';

const packageName = '@sparticuz/chromium';
const loader = '/lib64/ld-linux-x86-64.so.2';

const manifestSchema = z.object({ name: z.literal(packageName), version: z.string().regex(/^[\w.+-]+$/) });

/**
 * The browser that an optional package brings along, unpacked, or why there is none.
 *
 * @param cache where to unpack it
 */
export async function packedBrowser(cache: () => Promise<CacheFolder>): Promise<Executable | string> {
  const here = `${process.platform} on ${process.arch}`;
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    return `${packageName}: it is for linux on x64 alone, this is ${here}`;
  }
  if (!existsSync(loader))
    return `${packageName}: it needs the GNU C library, which this system lacks (musl?)`;
  const packed = await findPackage();
  if (packed === undefined) {
    return `${packageName}: this optional package is not installed (it is left out where packages are installed without optional ones, and by npm on a Node it does not know)`;
  }
  try {
    const { extract } = await import('tar-fs');
    const folder = await cache();
    // What is unpacked belongs to the user alone, whatever the archive says.
    const rights = { dmode: 0o700, fmode: 0o600, umask: 0o077, chown: false };
    const open = (target: string) => extract(target, rights);
    const { executable, libraries } = await unpackChromium(packed, folder.path, open);
    return { path: executable, libraries, note: folder.note };
  } catch (error) {
    return `${packageName}: it could not be unpacked: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** Looks the package up without running it: its module changes the environment when it is loaded. */
async function findPackage(): Promise<PackedChromium | undefined> {
  try {
    const main = createRequire(import.meta.url).resolve(packageName);
    const root = dirname(dirname(main));
    const manifest = manifestSchema.parse(JSON.parse(await readFile(join(root, 'package.json'), 'utf8')));
    return { archives: join(root, 'bin'), version: manifest.version };
  } catch {
    return undefined;
  }
}
