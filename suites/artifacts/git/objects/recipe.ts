import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { HarnessError } from '../../../harness/errors.ts';
import { blob, commit, type GitObject, type Signature, type TreeEntry, tag, tree } from './git-object.ts';

const fileSchema = z.union([
  z.string(),
  z.object({ mode: z.string(), text: z.string() }),
  z.object({ mode: z.string().default('100644'), base64: z.string() }),
  z.object({ mode: z.string().default('100644'), repeat: z.string(), times: z.number() }),
  z.object({ mode: z.literal('160000'), commit: z.string() }),
]);

const person = z.object({ name: z.string(), email: z.string(), at: z.number(), zone: z.string() });

/** A repository described in files: commits with fixed dates, so that all ids are known in advance. */
export const recipeSchema = z.object({
  about: z.string(),
  commits: z.array(
    z.object({
      name: z.string(),
      /** Names of parent commits. */
      parents: z.array(z.string()).default([]),
      message: z.string(),
      author: person,
      committer: person.optional(),
      /** Changes from the first parent. Null deletes a file. */
      files: z.record(z.string(), fileSchema.nullable()).default({}),
    }),
  ),
  tags: z
    .array(
      z.object({
        name: z.string(),
        /** Name of a commit or a tag, or `commit:path` for a file or a folder; `commit:` is its root. */
        of: z.string(),
        message: z.string(),
        tagger: person,
      }),
    )
    .default([]),
  /** Targets by full name: a commit, a tag, or `commit:path`. */
  refs: z.record(z.string(), z.string()),
  /** Branch that `HEAD` points to. */
  head: z.string(),
  /** The ids that Git calculates for these names. */
  ids: z.record(z.string(), z.string()).default({}),
});

export type Recipe = z.output<typeof recipeSchema>;
export type RecipeFile = z.output<typeof fileSchema>;

/** The objects and refs of a recipe. */
export interface BuiltRecipe {
  readonly objects: ReadonlyMap<string, GitObject>;
  /** Id by full name. */
  readonly refs: Readonly<Record<string, string>>;
  /** Ids of commits and tags by their names in the recipe. */
  readonly ids: Readonly<Record<string, string>>;
  readonly head: string;
}

/** The names of the recipes in `fixtures/git`. */
export const recipeNames = [
  'simple',
  'merges',
  'tags',
  'modes',
  'names',
  'messages',
  'two-roots',
  'deltas',
  'empty',
] as const;

export type RecipeName = (typeof recipeNames)[number];

const recipes = new URL('../../../../fixtures/git/', import.meta.url);

export const recipeFile = (name: string): URL => new URL(`${name}.json`, recipes);

export const readRecipe = (name: RecipeName): Recipe =>
  recipeSchema.parse(JSON.parse(readFileSync(recipeFile(name), 'utf8')));

/** The bytes of a file; undefined for a submodule, which has none. */
export function getContent(file: RecipeFile): Uint8Array<ArrayBuffer> | undefined {
  if (typeof file === 'string') return new TextEncoder().encode(file);
  if ('text' in file) return new TextEncoder().encode(file.text);
  if ('repeat' in file) return new TextEncoder().encode(file.repeat.repeat(file.times));
  if ('base64' in file) return Uint8Array.from(atob(file.base64), (character) => character.charCodeAt(0));
  return undefined;
}

/** The commit of a submodule. */
export const toSubmodule = (file: RecipeFile): string =>
  typeof file === 'object' && 'commit' in file ? file.commit : '';

export const getMode = (file: RecipeFile): string => (typeof file === 'string' ? '100644' : file.mode);

/** Builds the objects of a recipe. */
export function buildRecipe(recipe: Recipe): BuiltRecipe {
  const objects = new Map<string, GitObject>();
  const named = new Map<string, GitObject>();
  const getFiles = new Map<string, ReadonlyMap<string, TreeEntry>>();
  const keep = (object: GitObject) => {
    objects.set(object.id, object);
    return object;
  };
  for (const one of recipe.commits) {
    const files = new Map(getFiles.get(one.parents[0] ?? ''));
    for (const [path, file] of Object.entries(one.files)) {
      if (file === null) files.delete(path);
      else {
        const content = getContent(file);
        const id = content ? keep(blob(content)).id : toSubmodule(file);
        files.set(path, { name: path, mode: getMode(file), id });
      }
    }
    getFiles.set(one.name, files);
    const parents = one.parents.map((parent) => find(parent).id);
    const { message, author, committer = author } = one;
    const root = folder([...files.values()], keep, (path, made) => named.set(`${one.name}:${path}`, made));
    for (const [path, { id }] of files) {
      const made = objects.get(id);
      if (made) named.set(`${one.name}:${path}`, made);
    }
    named.set(one.name, keep(commit({ tree: root.id, parents, message, author, committer })));
  }
  for (const { name, of, message, tagger } of recipe.tags) {
    named.set(name, keep(tag(find(of), name, message, tagger satisfies Signature)));
  }
  function find(name: string): GitObject {
    const object = named.get(name);
    if (!object) throw new HarnessError('recipe', `The recipe names ${name}, which it does not define`);
    return object;
  }
  const refs = Object.fromEntries(Object.entries(recipe.refs).map(([ref, name]) => [ref, find(name).id]));
  const names = [...recipe.commits, ...recipe.tags].map(({ name }) => name);
  const ids = Object.fromEntries(names.map((name) => [name, find(name).id]));
  return { objects, refs, ids, head: recipe.head };
}

/** The tree of a folder, with its subfolders. */
function folder(
  entries: readonly TreeEntry[],
  keep: (object: GitObject) => GitObject,
  made: (path: string, object: GitObject) => void,
  path = '',
): GitObject {
  const below = Map.groupBy(entries, ({ name }) =>
    name.includes('/') ? name.slice(0, name.indexOf('/')) : '',
  );
  const own = below.get('') ?? [];
  below.delete('');
  const folders = [...below].map(([name, inside]) => {
    const inner = inside.map((entry) => ({ ...entry, name: entry.name.slice(name.length + 1) }));
    return { name, mode: '40000', id: folder(inner, keep, made, `${path}${name}/`).id };
  });
  const object = keep(tree([...own, ...folders]));
  made(path.replace(/\/$/, ''), object);
  return object;
}
