import { spawn } from 'node:child_process';
import { createCipheriv } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { runGit } from './git-client.ts';
import { BenchError } from './processes.ts';

/** A deterministic repository: a stream that `git fast-import` reads. */
export interface Recipe {
  /** The name of its folder. */
  readonly name: string;
  stream(): Generator<string | Uint8Array, void>;
}

const directories = 40;
const filesEach = 10;
const linesEach = 40;

/**
 * A history on one branch, in which each commit changes one line of one file: four objects a commit, namely a commit,
 * two trees and a blob.
 *
 * @param commits number of commits
 */
export function historyRecipe(commits: number): Recipe {
  return {
    name: `history-${commits}`,
    *stream() {
      const files = new Map<string, string[]>();
      for (let n = 0; n < commits; n++) {
        const file = (n * 7919) % (directories * filesEach);
        const path = `part-${file % directories}/file-${Math.floor(file / directories)}.txt`;
        const lines = files.get(path) ?? Array.from({ length: linesEach }, (_, at) => line(path, at, 0));
        lines[n % linesEach] = line(path, n % linesEach, n + 1);
        files.set(path, lines);
        yield commit(n, `Change ${path}\n`);
        const text = lines.join('');
        yield `M 100644 inline ${path}\ndata ${text.length}\n${text}\n`;
      }
    },
  };
}

/**
 * A history on one branch of 16,000 files in 400 folders, of which each commit changes one line of 20 in 20 folders:
 * even the newest commit alone is many objects.
 *
 * @param commits number of commits; the first has 16,402 objects, and each of the others 42
 */
export function wideRecipe(commits: number): Recipe {
  const [folders, filesEach, changed] = [400, 40, 20];
  return {
    name: `wide-${commits}`,
    *stream() {
      const path = (folder: number, file: number) => `part-${folder}/file-${file}.txt`;
      const text = (name: string, version: number) => {
        const lines = Array.from({ length: linesEach }, (_, at) => line(name, at, at === 0 ? version : 0));
        return lines.join('');
      };
      for (let n = 0; n < commits; n++) {
        yield commit(n, `Change ${n}\n`);
        const touched = n === 0 ? folders : changed;
        for (let folder = 0; folder < touched; folder++) {
          const files = n === 0 ? filesEach : 1;
          for (let file = 0; file < files; file++) {
            const name =
              n === 0 ? path(folder, file) : path((n * 7 + folder * 19) % folders, (n * 11) % filesEach);
            const content = text(name, n);
            yield `M 100644 inline ${name}\ndata ${content.length}\n${content}\n`;
          }
        }
      }
    },
  };
}

/** One commit of incompressible files. */
function blobsRecipe(count: number, bytes: number): Recipe {
  return {
    name: `blobs-${count}-${bytes}`,
    *stream() {
      yield commit(0, 'Add files\n');
      for (let n = 0; n < count; n++) {
        yield `M 100644 inline file-${n}.bin\ndata ${bytes}\n`;
        yield noise(n, bytes);
        yield '\n';
      }
    },
  };
}

/** 52 MB. */
export const largeFiles = blobsRecipe(10, 5 * 1024 * 1024);

/** As many branches on few commits. */
export function refsRecipe(count: number): Recipe {
  return {
    name: `refs-${count}`,
    *stream() {
      yield* historyRecipe(10).stream();
      for (let n = 0; n < count; n++) {
        yield `reset refs/heads/topic/${String(n).padStart(6, '0')}\nfrom refs/heads/main\n\n`;
      }
    },
  };
}

function commit(n: number, message: string): string {
  const person = `A Writer <writer@example.com> ${1_700_000_000 + n * 60} +0000`;
  return `commit refs/heads/main\ncommitter ${person}\ndata ${message.length}\n${message}\n`;
}

/** A unique line: incompressible data has to be sent. */
function line(path: string, at: number, version: number): string {
  let state = (version * 2_654_435_761 + at * 40_503 + path.length) >>> 0;
  let words = '';
  for (let word = 0; word < 6; word++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    words += ` ${state.toString(36)}`;
  }
  return `${path}:${at}${words}\n`;
}

/** Pseudorandom bytes, the same in each run. */
function noise(seed: number, length: number): Uint8Array {
  const key = Buffer.alloc(16, seed + 1);
  return createCipheriv('aes-128-ctr', key, Buffer.alloc(16)).update(Buffer.alloc(length));
}

/** Increase it when a recipe changes, since earlier results are cached. */
const edition = 1;

/** A cache of repositories for later runs. */
const cache = join(tmpdir(), `touchstone-bench-git-${edition}`);

/**
 * The folder of a bare repository made from its recipe and packed by Git; made at its first use.
 *
 * @throws BenchError when Git refuses the recipe
 */
export async function getRepository(recipe: Recipe): Promise<string> {
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
