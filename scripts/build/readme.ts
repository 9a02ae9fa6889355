/**
 * The README as a package has it: a link to a file of the clone that the package lacks becomes its text, and such a
 * picture goes.
 *
 * @param isPacked whether the package has a file, by its path from the root
 */
export function packedReadme(text: string, isPacked: (path: string) => boolean): string {
  return text.replaceAll(
    /(!?)\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^()\s]+)\)/g,
    (all, picture: string, label: string, target: string) => {
      const path = target.replace(/#.*$/, '').replace(/\/$/, '');
      if (/^[a-z]+:/.test(target) || path === '' || isPacked(path)) return all;
      return picture === '' ? label : '';
    },
  );
}
