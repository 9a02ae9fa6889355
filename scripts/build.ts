/**
 * Builds the package: compiles every source that an entry point loads to JavaScript with declarations in `dist`, one
 * file per source. Usage: bun scripts/build.ts (`npm pack` runs it)
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { pyodideFolder } from '../mock/engines/python/local/pyodide-files.ts';
import { makeSnapshot, packedFolder, snapshotName } from '../mock/engines/python/local/snapshot.ts';
import { bundleConsole, consoleFiles } from '../mock/serve/front/console-files.ts';
import manifest from '../package.json' with { type: 'json' };
import { dataBehind, getSources, translate } from './build/sources.ts';

const root = join(import.meta.dirname, '..');

/** Commands for work on the project. */
const cloneOnly = ['scripts/clone-commands.ts'];

/** The entry points of the package: its sub-paths, its `#names`, and the command line. */
export function entries(): readonly string[] {
  const exported = Object.values(manifest.exports).flatMap((target) =>
    typeof target === 'object' ? [target.bun] : [],
  );
  const imported = Object.values(manifest.imports).flatMap((target) => Object.values(target));
  return [...exported, ...imported, 'scripts/bin.ts'].map((path) => path.replace('./', ''));
}

/**
 * Builds into a folder, which is emptied first.
 *
 * @param folder takes the place of `dist`, next to `fixtures`
 * @throws Error when a source does not compile, or Python is missing
 */
export async function build(folder: string): Promise<void> {
  const sources = getSources(root, entries(), cloneOnly);
  rmSync(folder, { recursive: true, force: true });
  await compile(sources, folder);
  for (const source of sources) {
    for (const ending of ['.js', '.d.ts']) {
      const path = join(folder, source.replace(/\.ts$/, ending));
      writeFileSync(path, translate(readFileSync(path, 'utf8')));
    }
  }
  for (const data of dataBehind(root, sources)) {
    mkdirSync(dirname(join(folder, data)), { recursive: true });
    cpSync(join(root, data), join(folder, data), { recursive: true });
  }
  // The compiler would copy imported fixtures; they are next to `dist` already.
  rmSync(join(folder, 'fixtures'), { recursive: true, force: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify(innerManifest(), null, 2));
  const strange = globSync('**/*.js', { cwd: folder })
    .map((path) => path.split(sep).join('/').replace(/\.js$/, '.ts'))
    .filter((path) => !sources.includes(path));
  if (strange.length > 0) throw new Error(`The build contains unexpected files: ${strange.join(', ')}`);
  await addConsole(folder);
  await addSnapshot(folder);
}

/** Adds the console and the API reference as browsers load them. */
async function addConsole(folder: string): Promise<void> {
  const sources = join(root, 'mock', 'console');
  const target = join(folder, 'mock', 'console');
  for (const { name, entry } of consoleFiles) {
    mkdirSync(dirname(join(target, name)), { recursive: true });
    if (entry === undefined) cpSync(join(sources, name), join(target, name));
    else writeFileSync(join(target, name), await bundleConsole(join(sources, entry)));
  }
}

/** Adds the Python snapshot, which the first program would otherwise take seconds to make. */
async function addSnapshot(folder: string): Promise<void> {
  const target = packedFolder(folder);
  mkdirSync(target, { recursive: true });
  const pyodide = pyodideFolder();
  const made = await makeSnapshot(pyodide, join(target, snapshotName(pyodide)));
  if (made === undefined) throw new Error('The Python snapshot is missing; is pyodide installed?');
}

/** Inside `dist` the `#names` refer to the built files; its package.json says nothing else. */
function innerManifest() {
  const { version, type, sideEffects } = manifest;
  return { version, type, sideEffects, imports: JSON.parse(translate(JSON.stringify(manifest.imports))) };
}

async function compile(sources: readonly string[], folder: string): Promise<void> {
  const temporary = mkdtempSync(join(root, 'node_modules', '.touchstone-build-'));
  try {
    const project = join(temporary, 'tsconfig.json');
    const settings = {
      extends: relative(temporary, join(root, 'tsconfig.build.json')),
      compilerOptions: { rootDir: root, outDir: folder },
      files: sources.map((source) => join(root, source)),
    };
    writeFileSync(project, JSON.stringify(settings));
    const compiler = join(root, 'node_modules', '.bin', 'tsc');
    const child = spawn(compiler, ['-p', project], { cwd: root, stdio: ['ignore', 2, 2] });
    const [code] = await once(child, 'exit');
    if (code !== 0) throw new Error('The sources do not compile; see above.');
  } finally {
    rmSync(temporary, { recursive: true });
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await build(join(root, 'dist'));
