import { readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { importsOf } from '../check/imports.ts';
import { filesNamedIn } from './files-named-in.ts';

/**
 * All sources that the given ones load, in whatever way, themselves included; types count too.
 *
 * @param leftOut sources that are loaded only where they are there
 */
export function sourcesOf(
  root: string,
  entries: readonly string[],
  leftOut: readonly string[] = [],
): readonly string[] {
  const found = new Set<string>();
  const visit = (file: string) => {
    if (found.has(file) || leftOut.includes(file)) return;
    found.add(file);
    for (const { to } of importsOf(root, file)) if (to.endsWith('.ts')) visit(to);
    for (const path of namedBy(root, file)) if (path.endsWith('.ts')) visit(path);
  };
  for (const entry of entries) visit(entry);
  return [...found].sort();
}

/** Files and folders below the folders of code that sources read when they run. */
export function dataBehind(root: string, sources: readonly string[]): readonly string[] {
  const named = sources.flatMap((source) => namedBy(root, source));
  return [...new Set(named.filter((path) => !path.endsWith('.ts') && !path.startsWith('fixtures/')))];
}

function namedBy(root: string, file: string): readonly string[] {
  const folder = dirname(join(root, file));
  return filesNamedIn(readFileSync(join(root, file), 'utf8')).map((name) =>
    relative(root, resolve(folder, name)).split(sep).join('/'),
  );
}
