/**
 * Builds the packages of this tree, `touchstone` and `touchstone-conform`, each into a folder of `dist`: bundled code,
 * declarations, data and a package.json. Usage: bun scripts/build.ts
 */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { bundleConsole, consoleFiles } from '../mock/serve/front/console-files.ts';
import { bundle } from './build/bundle.ts';
import { declare, declareSources } from './build/declarations.ts';
import { thirdPartyLicenses } from './build/licenses.ts';
import { packageManifest } from './build/manifest.ts';
import { type Package, touchstone, touchstoneConform } from './build/packages.ts';
import { packedReadme } from './build/readme.ts';

const root = join(import.meta.dirname, '..');

/** The console as browsers load it takes the place of its sources. */
const consoleFolder = join('mock', 'console');

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
    const sources = made.flatMap(({ entries }) => Object.values(entries));
    await declareSources(root, sources, declared);
    for (const one of made) await buildPackage(one, declared, join(folder, one.name));
  } finally {
    rmSync(declared, { recursive: true });
  }
  return made.map(({ name }) => join(folder, name));
}

async function buildPackage(made: Package, declared: string, folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  const dist = join(folder, 'dist');
  const { data, imports, libraries } = await bundle(root, made, dist);
  await declare(declared, made, dist);
  for (const path of [...data, ...made.files]) {
    if (path === consoleFolder) await addConsole(folder);
    else copy(path, folder);
  }
  compileWorker(folder);
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  write('package.json', `${JSON.stringify(packageManifest(made, imports), null, 2)}\n`);
  write('THIRD-PARTY-LICENSES', thirdPartyLicenses(libraries));
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  write(
    'README.md',
    packedReadme(readme, (path) => existsSync(join(folder, path))),
  );
}

function copy(path: string, folder: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  cpSync(join(root, path), join(folder, path), { recursive: true });
}

/** Makes the Worker of the fixtures JavaScript: Node runs no TypeScript below `node_modules`. */
function compileWorker(folder: string): void {
  const worker = join(folder, 'fixtures', 'worker');
  const source = join(worker, 'worker.ts');
  if (!existsSync(source)) return;
  const code = new Bun.Transpiler({ loader: 'ts' }).transformSync(readFileSync(source, 'utf8'));
  writeFileSync(join(worker, 'worker.js'), code);
  rmSync(source);
  const config = join(worker, 'wrangler.jsonc');
  writeFileSync(config, readFileSync(config, 'utf8').replace('worker.ts', 'worker.js'));
}

/** Adds the console and the API reference as browsers load them. */
async function addConsole(folder: string): Promise<void> {
  const sources = join(root, consoleFolder);
  for (const { name, entry } of consoleFiles) {
    const target = join(folder, consoleFolder, name);
    mkdirSync(dirname(target), { recursive: true });
    if (entry === undefined) cpSync(join(sources, name), target);
    else writeFileSync(target, await bundleConsole(join(sources, entry)));
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await build(join(root, 'dist'));
