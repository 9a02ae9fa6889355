import { readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { getImports } from '../check/imports.ts';

/**
 * All sources that the given ones load, themselves included, by any kind of import, including types.
 *
 * @param leftOut optional sources
 */
export function getSources(
  root: string,
  entries: readonly string[],
  leftOut: readonly string[] = [],
): readonly string[] {
  const found = new Set<string>();
  const visit = (file: string) => {
    if (found.has(file) || leftOut.includes(file)) return;
    found.add(file);
    for (const { to } of getImports(root, file)) if (to.endsWith('.ts')) visit(to);
    for (const path of namedBy(root, file)) if (path.endsWith('.ts')) visit(path);
  };
  for (const entry of entries) visit(entry);
  return [...found].sort();
}

/** Files and folders in code folders that sources read at run time. */
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

const urls = /new URL\(\s*['"]([^'"]+)['"],\s*import\.meta\.url\s*\)/g;
const joins = /join\(\s*import\.meta\.dirname((?:,\s*'[^']+')+)\s*\)/g;

/**
 * The files that a source names relative to itself, with `new URL('./page.css', import.meta.url)` or
 * `join(import.meta.dirname, 'worker', 'runner.py')`, as paths from the folder of the source.
 */
export function filesNamedIn(text: string): readonly string[] {
  return [
    ...Array.from(text.matchAll(urls), ([, path = '']) => path),
    ...Array.from(text.matchAll(joins), ([, parts = '']) =>
      Array.from(parts.matchAll(/'([^']+)'/g), ([, part]) => part).join('/'),
    ),
  ];
}

const relativeSource = /(['"`])(\.\.?\/[^'"`\n]*)\.ts\1/g;
const joinedSource = /(join\(\s*import\.meta\.dirname(?:,\s*'[^']+')*,\s*'[^']+)\.ts'/g;
const fixture = /(['"`])((?:\.\.\/)+fixtures\/)/g;

/**
 * Adjusts the relative names in a compiled file: sources are JavaScript now, and the fixtures, which are not copied,
 * are one folder further up.
 *
 * @param text compiled JavaScript or declarations; the compiler leaves names in declarations unchanged, and those of
 * files that are not imported
 */
export function translate(text: string): string {
  return text
    .replaceAll(relativeSource, '$1$2.js$1')
    .replaceAll(joinedSource, "$1.js'")
    .replaceAll(fixture, '$1../$2');
}
