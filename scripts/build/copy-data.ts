import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { bundleConsole, consoleFiles } from '../../mock/serve/front/console-files.ts';

/** The console as browsers load it takes the place of its sources. */
const consoleFolder = join('mock', 'console');

/**
 * Copies files and folders that the code reads at run time to the same paths in another folder. The console is bundled,
 * and the Worker of the fixtures becomes JavaScript.
 *
 * @param paths from the root
 * @throws ConsoleError with the messages of the bundler
 */
export async function copyData(root: string, paths: readonly string[], folder: string): Promise<void> {
  for (const path of paths) {
    if (path === consoleFolder) {
      await addConsole(root, folder);
      continue;
    }
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(join(root, path), join(folder, path), { recursive: true });
  }
  compileWorker(folder);
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
async function addConsole(root: string, folder: string): Promise<void> {
  const sources = join(root, consoleFolder);
  for (const { name, entry } of consoleFiles) {
    const target = join(folder, consoleFolder, name);
    mkdirSync(dirname(target), { recursive: true });
    if (entry === undefined) cpSync(join(sources, name), target);
    else writeFileSync(target, await bundleConsole(join(sources, entry)));
  }
}
