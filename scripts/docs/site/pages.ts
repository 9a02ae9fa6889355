import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

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

/** The page of the reference that is a file of the repository. `bun run docs` builds the others beside it. */
const referenceIndex = 'docs/reference/README.md';

/** Whether a page is built, so that a repository has no such file. */
export const isBuilt = (file: string) => file !== referenceIndex && /^docs\/reference\/[^/]+\.md$/.test(file);

/**
 * The page that a link to a section means: `docs/reference/README.md#zones` stands for the built page `zones`.
 *
 * Such a link leads to the page on the site; in a repository it leads to the index, which says where to read the page.
 */
export const builtPageOf = (file: string, section: string): string | undefined =>
  file === referenceIndex && section !== '' ? `docs/reference/${section}.md` : undefined;

/** What the site adds to the index of a folder: its pages, as a Git host lists files. Nothing to another page. */
export function addedTo(root: string, file: string, pages: readonly Page[]): string {
  if (file !== referenceIndex && file !== 'docs/decisions/README.md') return '';
  const others = pages.filter(
    (page) => posix.dirname(page.file) === posix.dirname(file) && page.file !== file,
  );
  const rows = others.map((page) => {
    const about = file === referenceIndex ? summary(readFileSync(join(root, page.file), 'utf8')) : '';
    return `- [${page.title}](${posix.basename(page.path)})${about}`;
  });
  return ['', ...rows, ''].join('\n');
}

/** The first sentence of a page, as `: The sentence.`, or nothing. */
export function summary(text: string): string {
  const [paragraph = ''] = /^(?:[A-Z`[]|\d{4}-).*$/m.exec(text.replaceAll(/^```[\s\S]*?^```$/gm, '')) ?? [];
  const plain = paragraph.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/^\d{4}-[^.]*\. /, '');
  const [sentence = plain] = /^(?:`[^`]*`|[^`])*?\.(?=\s|$)/.exec(plain) ?? [];
  return sentence === '' ? '' : `: ${sentence}`;
}
