import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { runGit } from './git-client.ts';
import type { Recipe } from './git-recipes.ts';
import { BenchError } from './processes.ts';

/** To be counted up when a recipe changes, as what was made of the old one is kept. */
const edition = 1;

/** Where repositories that were made once are kept for the next run. */
const cache = join(tmpdir(), `touchstone-bench-git-${edition}`);

/**
 * The folder of a bare repository that is what its recipe says, packed as Git packs; made when it is asked for the
 * first time.
 *
 * @throws BenchError when Git does not take the recipe
 */
export async function repositoryOf(recipe: Recipe): Promise<string> {
  const folder = join(cache, `${recipe.name}.git`);
  if (existsSync(folder)) return folder;
  console.error(`bench: making ${recipe.name}`);
  const making = `${folder}.${process.pid}`;
  await mkdir(cache, { recursive: true });
  await runGit(['init', '--quiet', '--bare', '--initial-branch=main', making]);
  const child = spawn('git', ['-C', making, 'fast-import', '--quiet'], {
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  const ended = once(child, 'exit');
  await pipeline(recipe.stream(), child.stdin);
  const [code] = await ended;
  if (code !== 0) throw new BenchError('bench', `git fast-import of ${recipe.name} ended with ${code}`);
  await runGit(['-C', making, 'repack', '-a', '-d', '-q']);
  await runGit(['-C', making, 'pack-refs', '--all']);
  await rename(making, folder);
  return folder;
}

/** Bytes of the packs of a bare repository. */
export async function packBytes(folder: string): Promise<number> {
  const packs = join(folder, 'objects', 'pack');
  const names = (await readdir(packs)).filter((name) => name.endsWith('.pack'));
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(packs, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}
