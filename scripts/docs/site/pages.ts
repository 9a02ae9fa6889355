import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A file of the repository that is a page of the site. */
export interface Page {
  /** Path from the root of the repository, such as `docs/reference/README.md`. */
  readonly file: string;
  /** Path on the site with the extension of its source, such as `reference/index.md`. */
  readonly path: string;
  /** Its first heading. */
  readonly title: string;
}

/** Files outside `docs` that are pages as well, and their paths. */
const others: Readonly<Record<string, string>> = {
  'README.md': 'index.md',
  'CHANGELOG.md': 'changelog.md',
  'CONTRIBUTING.md': 'contributing.md',
  'SECURITY.md': 'security.md',
  'docs/README.md': 'guides.md',
};

/**
 * Where a file of the repository is on the site, or `undefined` when it is no page.
 *
 * @example
 * pathOfPage('docs/reference/README.md') // 'reference/index.md'
 */
export function pathOfPage(file: string): string | undefined {
  if (Object.hasOwn(others, file)) return others[file];
  if (!/^docs\/[^.].*\.md$/.test(file) || file.includes('node_modules/')) return undefined;
  return file.replace(/^docs\//, '').replace(/(^|\/)README\.md$/, '$1index.md');
}

/** Whether a page is the one at the root of the site. */
export const isHome = ({ path }: Page) => path === 'index.md';

/** All pages, by path of their file. @throws Error for a page without a heading */
export function getPages(root: string): readonly Page[] {
  const files = globSync(['*.md', 'docs/**/*.md'], {
    cwd: root,
    exclude: (name) => name === 'node_modules',
  });
  return files.sort().flatMap((name) => {
    const file = name.split('\\').join('/');
    const path = pathOfPage(file);
    return path === undefined ? [] : [{ file, path, title: readTitle(root, file) }];
  });
}

function readTitle(root: string, file: string): string {
  const [, title] = /^# (.+)$/m.exec(readFileSync(join(root, file), 'utf8')) ?? [];
  if (title === undefined) throw new Error(`${file} has no heading of the first level, which is its title.`);
  return title.replaceAll('`', '').trim();
}

/** The text below the title of a page. */
export function firstParagraph(root: string, file: string): string {
  const [, text = ''] = /^# .+\n\n(.+)$/m.exec(readFileSync(join(root, file), 'utf8')) ?? [];
  return text;
}

/** The page that lists the records of decisions, as a Git host lists the files of the folder below its README. */
const listOfRecords = 'docs/decisions/README.md';

/** What the site adds to a page: the records below their README, and nothing to another page. */
export function addedTo(file: string, pages: readonly Page[]): string {
  if (file !== listOfRecords) return '';
  const records = pages.filter((page) => page.file.startsWith('docs/decisions/') && page.file !== file);
  return ['', ...records.map((page) => `- [${page.title}](${page.path.replace('decisions/', '')})`), ''].join(
    '\n',
  );
}
