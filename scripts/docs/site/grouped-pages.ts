import { isHome, type Page } from './pages.ts';

/** A group of the sidebar with its pages. */
export interface Group {
  readonly title: string;
  readonly pages: readonly Page[];
}

/**
 * Finds the pages of each group of the sidebar. The home page is in none.
 *
 * @param groups `files` are paths; `docs/decisions/*` stands for the pages below that folder that no group names
 * @throws Error for a page in no group, and for a named file that is no page
 */
export function groupPages<Named extends { readonly title: string; readonly files: readonly string[] }>(
  pages: readonly Page[],
  groups: readonly Named[],
): readonly (Group & Named)[] {
  const named = new Set(groups.flatMap(({ files }) => files));
  const left = new Map(pages.filter((page) => !isHome(page)).map((page) => [page.file, page]));
  const take = (files: readonly string[]) =>
    files.map((file) => {
      const page = left.get(file);
      left.delete(file);
      if (page === undefined) throw new Error(`The sidebar has ${file} twice, or there is no such page.`);
      return page;
    });
  const below = (folder: string) =>
    [...left.keys()].filter((file) => file.startsWith(folder) && !named.has(file));
  const grouped = groups.map((group) => {
    const files = group.files.flatMap((file) => (file.endsWith('*') ? below(file.slice(0, -1)) : [file]));
    return { ...group, pages: take(files) };
  });
  if (left.size > 0) {
    throw new Error(`No group of docs/.vitepress/sidebar.ts has ${[...left.keys()].join(', ')}.`);
  }
  return grouped;
}
