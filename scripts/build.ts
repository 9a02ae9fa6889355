/**
 * Builds the packages of this tree, `touchstone` and `touchstone-conform`, each into a folder of `dist`: bundled code,
 * declarations, data and a package.json. Usage: bun scripts/build.ts
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { bundle } from './build/bundle.ts';
import { copyData } from './build/copy-data.ts';
import { declare, declareSources } from './build/declarations.ts';
import { thirdPartyLicenses } from './build/licenses.ts';
import { packageManifest } from './build/manifest.ts';
import { type Package, touchstone, touchstoneConform } from './build/packages.ts';
import { plainTypes, writePlainSource } from './build/plain-types.ts';
import { packedReadme } from './build/readme.ts';

const root = join(import.meta.dirname, '..');

/**
 * Builds the packages.
 *
 * @param folder gets a folder for each package, which is emptied first
 * @returns the folders
 * @throws Error when a source does not compile
 */
export async function build(folder: string): Promise<readonly string[]> {
  const made = [touchstone, touchstoneConform];
  const declared = mkdtempSync(join(root, 'node_modules', '.touchstone-build-'));
  try {
    const plainSource = writePlainSource(root, declared);
    const sources = made.flatMap(({ entries }) => Object.values(entries).map((path) => join(root, path)));
    await declareSources(root, [...sources, plainSource], declared);
    const plain = plainTypes(root, declared, plainSource);
    await buildPackage(touchstone, join(folder, touchstone.name), (dist) =>
      declare(declared, touchstone, dist, plain),
    );
    await buildPackage(touchstoneConform, join(folder, touchstoneConform.name), (dist) =>
      declare(declared, touchstoneConform, dist),
    );
  } finally {
    rmSync(declared, { recursive: true });
  }
  return made.map(({ name }) => join(folder, name));
}

async function buildPackage(
  made: Package,
  folder: string,
  declareInto: (dist: string) => Promise<readonly string[]>,
): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  const dist = join(folder, 'dist');
  const { data, imports, libraries } = await bundle(root, made, dist);
  const declared = await declareInto(dist);
  await copyData(root, [...data, ...made.files], folder);
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  write('package.json', `${JSON.stringify(packageManifest(made, [...imports, ...declared]), null, 2)}\n`);
  write('THIRD-PARTY-LICENSES', thirdPartyLicenses(libraries));
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  write(
    'README.md',
    packedReadme(readme, (path) => existsSync(join(folder, path))),
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await build(join(root, 'dist'));
