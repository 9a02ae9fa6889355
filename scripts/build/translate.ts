const relativeSource = /(['"`])(\.\.?\/[^'"`\n]*)\.ts\1/g;
const joinedSource = /(join\(\s*import\.meta\.dirname(?:,\s*'[^']+')*,\s*'[^']+)\.ts'/g;
const fixture = /(['"`])((?:\.\.\/)+fixtures\/)/g;

/**
 * Has what a compiled file names still be what it means: sources are JavaScript now, and the fixtures, which are not
 * copied, are one folder further up.
 *
 * @param text JavaScript or declarations, as the compiler gives them: it leaves the names in declarations, and those
 *   of programs and files that are not imported
 */
export function translate(text: string): string {
  return text
    .replaceAll(relativeSource, '$1$2.js$1')
    .replaceAll(joinedSource, "$1.js'")
    .replaceAll(fixture, '$1../$2');
}
