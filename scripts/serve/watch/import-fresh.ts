import * as nodeModules from 'node:module';
import { sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** Imports a module anew, with the modules that it imports. */
export interface FreshImport {
  /** @throws the error of the module, whose message begins with its place, if that is known */
  load(path: string): Promise<object>;
  /** Files of the last load: the module and what it imports, without packages; after a failure also those before. */
  readonly files: ReadonlySet<string>;
}

/**
 * Runtimes keep a module once it is imported. Bun can be told to forget it; Node and Deno see another URL, which a hook
 * passes on to the imports.
 *
 * @param name of what is imported, in the URLs
 */
export function createFreshImport(name: string): FreshImport {
  return 'Bun' in globalThis ? importForgetting() : importMarked(`?touchstone-${name}=`);
}

function importForgetting(): FreshImport {
  const { cache } = nodeModules.createRequire(import.meta.url);
  const files = new Set<string>();
  return {
    files,
    async load(path) {
      for (const file of [...files, path]) delete cache[file];
      const cached = new Set(Object.keys(cache));
      const before = [...files];
      files.clear();
      files.add(path);
      try {
        return await import(path);
      } catch (error) {
        const broken = getPosition(error);
        // The mistake may be in a module that was not reached this time.
        for (const file of [...before, ...(broken ? [broken.file] : [])]) files.add(file);
        throw withPlace(error, broken);
      } finally {
        for (const file of Object.keys(cache)) if (!cached.has(file) && isOfUser(file)) files.add(file);
      }
    },
  };
}

function importMarked(mark: string): FreshImport {
  const files = new Set<string>();
  let count = 0;
  nodeModules.registerHooks({
    resolve(specifier, context, next) {
      const resolved = next(specifier, context);
      const [, number] = context.parentURL?.split(mark) ?? [];
      if (number === undefined || !resolved.url.startsWith('file:')) return resolved;
      const file = fileURLToPath(resolved.url);
      if (!isOfUser(file)) return resolved;
      files.add(file);
      return { ...resolved, url: `${resolved.url}${mark}${number}` };
    },
  });
  return {
    files,
    async load(path) {
      const before = [...files];
      files.clear();
      files.add(path);
      try {
        return await import(`${pathToFileURL(path).href}${mark}${++count}`);
      } catch (error) {
        const broken = getPosition(error);
        // The mistake may be in a module that was not reached this time.
        for (const file of [...before, ...(broken ? [broken.file] : [])]) files.add(file);
        throw withPlace(error, broken);
      }
    },
  };
}

/** Whether a module is neither of a package nor of this one. */
function isOfUser(file: string): boolean {
  return !file.includes(`${sep}node_modules${sep}`) && !own.some((folder) => file.startsWith(folder));
}

const own = ['mock', 'spec', 'scripts'].map((folder) =>
  fileURLToPath(new URL(`../../../${folder}/`, import.meta.url)),
);

interface Position {
  readonly file: string;
  readonly line: string;
  readonly column: string | undefined;
}

/** The place of an error: Bun has it as a member, Node and Deno have it in the text. */
function getPosition(error: unknown): Position | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  if ('position' in error && typeof error.position === 'object' && error.position !== null) {
    const { file, line, column } = error.position as { file?: string; line?: number; column?: number };
    if (file !== undefined) return { file, line: String(line), column: String(column) };
  }
  const text = error instanceof Error ? `${error.message}\n${error.stack}` : '';
  const [, file, line, column] =
    /(?:file:\/\/)?(\/[^\s()]*?)(?:\?touchstone-\w+=\d+)?:(\d+)(?::(\d+))?\b/.exec(text) ?? [];
  // Node points at the column in the line.
  const pointer = /^ *\^/m.exec(text)?.[0].length;
  return file === undefined || line === undefined
    ? undefined
    : { file, line, column: column ?? (pointer === undefined ? undefined : String(pointer)) };
}

function withPlace(error: unknown, position: Position | undefined): Error {
  const [text = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
  const place = position && [position.file, position.line, position.column].filter(Boolean).join(':');
  return new Error(place ? `${place}: ${text}` : text, { cause: error });
}
