import { dirname, relative, resolve, sep } from 'node:path';

/** The files that sources name relative to themselves. */
export interface NamedFiles {
  /** Sources that start on their own, such as threads. */
  readonly programs: readonly string[];
  /** Files and folders that are read at run time. */
  readonly data: readonly string[];
}

const urls = /new URL\(\s*['"](\.[^'"]+)['"],\s*import\.meta\.url\s*\)/g;
const joins = /join\(\s*import\.meta\.dirname((?:,\s*'[^']+')+)\s*\)/g;

/** The name of a built file without its ending: that of its source, with dashes. */
export const builtName = (source: string): string => source.replace(/\.tsx?$/, '').replaceAll('/', '-');

/**
 * Makes a source name its files where the package has them: all built files are in `dist`, and data have the same path
 * as in a clone. It understands `new URL('./page.css', import.meta.url)` and `join(import.meta.dirname, 'worker',
 * 'runner.py')`.
 *
 * @param root folder of the clone
 * @param file absolute path of the source
 * @param leftOut sources that the package lacks; their names stay
 * @returns the source, and the paths of the files from the root
 */
export function placeFiles(
  root: string,
  file: string,
  text: string,
  leftOut: readonly string[],
): { readonly text: string; readonly named: NamedFiles } {
  const named = { programs: [] as string[], data: [] as string[] };
  const place = (name: string): string | undefined => {
    const path = relative(root, resolve(dirname(file), name))
      .split(sep)
      .join('/');
    if (leftOut.includes(path)) return undefined;
    if (path.endsWith('.ts')) {
      named.programs.push(path);
      return `./${builtName(path)}.js`;
    }
    named.data.push(path);
    return `../${path}${name.endsWith('/') ? '/' : ''}`;
  };
  const placed = text
    .replaceAll(urls, (all, name: string) => {
      const path = place(name);
      return path === undefined ? all : `new URL('${path}', import.meta.url)`;
    })
    .replaceAll(joins, (all, parts: string) => {
      const path = place(Array.from(parts.matchAll(/'([^']+)'/g), ([, part]) => part).join('/'));
      return path === undefined ? all : `join(import.meta.dirname, '${path}')`;
    });
  return { text: placed, named };
}
