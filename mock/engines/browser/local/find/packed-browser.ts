import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { chmod, lstat, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { z } from 'zod';
import { installRendering } from '../../../optional-packages.ts';
import type { Executable } from '../launch/launch-browser.ts';
import { type CacheFolder, checkPrivate } from './cache-folder.ts';

const packageName = '@sparticuz/chromium';

const loader = '/lib64/ld-linux-x86-64.so.2';

const manifestSchema = z.object({ name: z.literal(packageName), version: z.string().regex(/^[\w.+-]+$/) });

/**
 * The unpacked browser of an optional package, or why there is none.
 *
 * @param cache where to unpack it
 */
export async function packedBrowser(cache: () => Promise<CacheFolder>): Promise<Executable | string> {
  const here = `${process.platform} on ${process.arch}`;
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    return `${packageName}: it is for linux on x64 only, this is ${here}`;
  }
  if (!existsSync(loader))
    return `${packageName}: it needs the GNU C library, which this system lacks (musl?)`;
  const packed = await findPackage();
  if (packed === undefined) {
    return `${packageName}: it is not installed (${installRendering()})`;
  }
  try {
    const { extract } = await import('tar-fs');
    const folder = await cache();
    // The unpacked files belong to the user alone, whatever the archive says.
    const rights = { dmode: 0o700, fmode: 0o600, umask: 0o077, chown: false };
    const open = (target: string) => extract(target, rights);
    const { executable, libraries } = await unpackChromium(packed, folder.path, open);
    return { path: executable, libraries, note: folder.note };
  } catch (error) {
    return `${packageName}: it could not be unpacked: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** Resolves the package without running it: its module changes the environment when loaded. */
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

/** A packed browser: the folder of its package's archives, and its version. */
interface PackedChromium {
  readonly archives: string;
  readonly version: string;
}

/** An unpacked browser. */
interface UnpackedChromium {
  readonly executable: string;
  readonly libraries: string;
}

const markerFile = 'unpacked.json';

/** Milliseconds after which an unfinished folder counts as abandoned. */
const abandonedMs = 3_600_000;

/** Size in bytes of each file by its path in the folder. */
const markerSchema = z.record(z.string(), z.number());

/**
 * Unpacks a browser into a folder named after its version, unless a complete one exists. The folder appears under its
 * name atomically, so that two processes may unpack concurrently and neither runs an incomplete file.
 *
 * @param cache a private folder
 * @param open unpacks a tape archive into a folder
 * @throws errors of the file system
 */
export async function unpackChromium(
  packed: PackedChromium,
  cache: string,
  open: (folder: string) => NodeJS.WritableStream,
): Promise<UnpackedChromium> {
  const name = `chromium-${packed.version}-${process.arch}`;
  const target = join(cache, name);
  if (!(await isWhole(target))) {
    await removeAbandoned(cache, name);
    const part = await mkdtemp(join(cache, `${name}.part-`));
    try {
      await unpackInto(part, packed.archives, open);
      await moveInto(part, target);
    } finally {
      await rm(part, { recursive: true, force: true });
    }
  }
  return { executable: join(target, 'chromium'), libraries: join(target, 'lib') };
}

async function unpackInto(
  folder: string,
  archives: string,
  open: (folder: string) => NodeJS.WritableStream,
): Promise<void> {
  const executable = createWriteStream(join(folder, 'chromium'), { mode: 0o700 });
  const unpacked = await Promise.allSettled([
    pipeline(createReadStream(join(archives, 'chromium.br')), createBrotliDecompress(), executable),
    // The archive has one folder named `lib`.
    pipeline(createReadStream(join(archives, 'al2023.tar.br')), createBrotliDecompress(), open(folder)),
  ]);
  // Waits until both have ended, so that neither writes to a removed folder.
  for (const result of unpacked) if (result.status === 'rejected') throw result.reason;
  // An archive may set permissions of the folder itself.
  await chmod(folder, 0o700);
  await writeFile(join(folder, markerFile), JSON.stringify(await sizes(folder)), { mode: 0o600 });
}

/** If another process was faster, its folder stays. */
async function moveInto(part: string, target: string): Promise<void> {
  for (let tries = 0; tries < 5; tries++) {
    try {
      return await rename(part, target);
    } catch (error) {
      if (await isWhole(target)) return;
      if (tries === 4) throw error;
      const broken = `${part}.broken`;
      await rename(target, broken).catch(() => {});
      await rm(broken, { recursive: true, force: true });
    }
  }
}

/** Whether a folder is private and every file in it still has its size from the unpacking. */
async function isWhole(folder: string): Promise<boolean> {
  try {
    await checkPrivate(folder);
    const marker = markerSchema.parse(JSON.parse(await readFile(join(folder, markerFile), 'utf8')));
    const files = Object.entries(marker);
    const facts = await Promise.all(files.map(([file]) => lstat(join(folder, file))));
    return files.length > 1 && facts.every((fact, index) => fact.isFile() && fact.size === files[index]?.[1]);
  } catch {
    return false;
  }
}

async function sizes(folder: string): Promise<Record<string, number>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(
    await Promise.all(files.map(async (file) => [relative(folder, file), (await stat(file)).size] as const)),
  );
}

async function removeAbandoned(cache: string, name: string): Promise<void> {
  for (const entry of await readdir(cache)) {
    if (!entry.startsWith(`${name}.part-`)) continue;
    const path = join(cache, entry);
    const facts = await stat(path).catch(() => undefined);
    if (facts !== undefined && Date.now() - facts.mtimeMs > abandonedMs) {
      await rm(path, { recursive: true, force: true });
    }
  }
}
