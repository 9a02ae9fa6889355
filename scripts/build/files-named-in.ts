const urls = /new URL\(\s*['"]([^'"]+)['"],\s*import\.meta\.url\s*\)/g;
const joins = /join\(\s*import\.meta\.dirname((?:,\s*'[^']+')+)\s*\)/g;

/**
 * The files that a source names by where it stands itself: `new URL('./page.css', import.meta.url)` and
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
