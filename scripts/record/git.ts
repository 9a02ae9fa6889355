import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import {
  getContent,
  getMode,
  type Recipe,
  type RecipeFile,
  recipeFile,
  recipeNames,
  recipeSchema,
  toSubmodule,
} from '../../suites/artifacts/git/objects/recipe.ts';

/** The command `record git`: makes the repositories of `fixtures/git` with Git, and saves the ids. */
export async function recordGit(): Promise<void> {
  for (const name of recipeNames) {
    const file = recipeFile(name);
    const content = JSON.parse(await readFile(file, 'utf8'));
    const ids = await idsByGit(recipeSchema.parse(content));
    await writeFile(file, `${JSON.stringify({ ...content, ids }, null, 2)}\n`);
  }
}

/**
 * Makes a repository from a recipe with Git, command by command.
 *
 * @returns the ids of its commits and tags by name
 * @throws if Git is missing, or finds the result unsound
 */
export async function idsByGit(recipe: Recipe): Promise<Record<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), 'touchstone-recipe-'));
  try {
    return makeRepository(recipe, folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

type Person = Recipe['commits'][number]['author'];

function makeRepository(recipe: Recipe, folder: string): Record<string, string> {
  const clean = { PATH: process.env['PATH'], HOME: folder, GIT_CONFIG_NOSYSTEM: '1', LC_ALL: 'C' };
  const git = (args: readonly string[], input: string | Uint8Array = '', env: Record<string, string> = {}) =>
    execFileSync('git', ['-C', folder, ...args], {
      input,
      env: { ...clean, ...env },
      stdio: ['pipe', 'pipe', 'ignore'],
    })
      .toString()
      .trim();
  git(['init', '--quiet', '--bare']);
  git(['config', 'core.protectNTFS', 'false']);
  const known: Record<string, string> = {};
  const files = new Map<string, Map<string, RecipeFile>>();
  for (const { name, parents, message, author, committer = author, files: changes } of recipe.commits) {
    const all = new Map(files.get(parents[0] ?? ''));
    for (const [path, file] of Object.entries(changes)) {
      if (file === null) all.delete(path);
      else all.set(path, file);
    }
    files.set(name, all);
    const lines = [...all].map(([path, file]) => {
      const content = getContent(file);
      const id = content ? git(['hash-object', '-w', '--stdin'], content) : toSubmodule(file);
      return `${getMode(file)} ${id}\t${path}\0`;
    });
    const index = { GIT_INDEX_FILE: join(folder, `index-${name}`) };
    git(['update-index', '--add', '-z', '--index-info'], lines.join(''), index);
    const root = git(['write-tree'], '', index);
    known[`${name}:`] = root;
    const people = { ...toPerson('AUTHOR', author), ...toPerson('COMMITTER', committer) };
    const before = parents.flatMap((parent) => ['-p', known[parent] ?? parent]);
    known[name] = git(['commit-tree', root, ...before, '-F', '-'], message, people);
  }
  for (const { name, of, message, tagger } of recipe.tags) {
    const [commit = '', path] = of.split(':');
    const target = path === undefined ? (known[of] ?? '') : git(['rev-parse', `${known[commit]}:${path}`]);
    const people = toPerson('COMMITTER', tagger);
    git(['tag', '--annotate', '--cleanup=verbatim', '--file=-', name, target], message, people);
    known[name] = git(['rev-parse', `refs/tags/${name}`]);
  }
  git(['fsck', '--strict']);
  const names = [...recipe.commits, ...recipe.tags].map(({ name }) => name);
  return Object.fromEntries(names.map((name) => [name, known[name] ?? '']));
}

const toPerson = (role: 'AUTHOR' | 'COMMITTER', { name, email, at, zone }: Person) => ({
  [`GIT_${role}_NAME`]: name,
  [`GIT_${role}_EMAIL`]: email,
  // Git reads a small number as a year unless an `@` marks it as seconds.
  [`GIT_${role}_DATE`]: `@${at} ${zone}`,
});
