/**
 * Builds one executable file for this platform with the server, the suites and Bun: everything but rendered pages and
 * Python, whose packages stay outside. Usage: bun scripts/executable.ts [FILE] (default: dist/touchstone-linux-x64)
 */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import process from 'node:process';
import { copyData } from './build/copy-data.ts';
import { thirdPartyLicenses } from './build/licenses.ts';
import { bundleSources, type NeededFiles } from './executable/bundle-sources.ts';
import { licensesFile } from './executable/places.ts';

const root = join(import.meta.dirname, '..');

const commandLine = 'scripts/executable/start.ts';

/** The Worker that `conform` serves for the tests of bindings. */
const worker = 'fixtures/worker';

const ofBun = `
${'-'.repeat(80)}

Bun ${Bun.version}: https://bun.com/docs/project/license lists its licence (MIT) and those of its libraries.
`;

/**
 * Builds the executable file.
 *
 * @throws Error with the messages of the bundler
 */
export async function buildExecutable(file: string): Promise<void> {
  const { entries, data, libraries } = await findSources([commandLine]);
  const stage = mkdtempSync(join(tmpdir(), 'touchstone-executable-'));
  try {
    await copyData(root, [...data, worker], stage);
    writeFileSync(join(stage, basename(licensesFile)), thirdPartyLicenses(libraries) + ofBun);
    mkdirSync(dirname(file), { recursive: true });
    await bundleSources(root, entries, {
      outfile: resolve(file),
      assets: readdirSync(stage).map((name) => join(stage, name)),
      // It behaves the same in every folder.
      autoloadBunfig: false,
      autoloadDotenv: false,
    });
  } finally {
    rmSync(stage, { recursive: true });
  }
}

/** Finds all that the file needs: a program can start others. */
async function findSources(
  entries: readonly string[],
): Promise<NeededFiles & { readonly entries: readonly string[] }> {
  const needed = await bundleSources(root, entries);
  const all = [...new Set([...entries, ...needed.programs])];
  return all.length === entries.length ? { ...needed, entries } : findSources(all);
}

if (import.meta.main) {
  const { platform, arch, argv } = process;
  const file = argv[2] ?? join(root, 'dist', `touchstone-${platform}-${arch}`);
  await buildExecutable(file);
  console.log(resolve(file));
}
