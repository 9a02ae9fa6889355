import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { anchorOf } from '../../docs/anchors.ts';
import { builtPageOf, isBuilt } from '../../docs/site/pages.ts';

/**
 * Links of a page to files and sections that a repository lacks.
 *
 * @param built names of built pages: a link to the index of the reference may end in one
 */
export function brokenLinks(root: string, page: string, built: ReadonlySet<string>): string[] {
  return getLinks(root, page).filter((link) => {
    const [path = '', section] = link.split('#');
    const named = path === '' ? page : posix.join(posix.dirname(page), path);
    const file = join(root, named);
    if (isBuilt(named) || !existsSync(file)) return true;
    if (section !== undefined && built.has(section) && builtPageOf(named, section) !== undefined)
      return false;
    if (section === undefined || !statSync(file).isFile() || !file.endsWith('.md')) return false;
    return !getAnchors(readFileSync(file, 'utf8')).includes(section);
  });
}

/** Links of a page to other files, and to its own sections. */
export function getLinks(root: string, page: string): string[] {
  const text = withoutCode(readFileSync(join(root, page), 'utf8'));
  return [...text.matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)].map(([, link = '']) => link);
}

/** The anchors of the sections of a page. */
export function getAnchors(text: string): string[] {
  const seen = new Map<string, number>();
  return [...withoutCode(text).matchAll(/^#+ (.*)$/gm)].map(([, title = '']) => {
    const anchor = anchorOf(title);
    const before = seen.get(anchor) ?? 0;
    seen.set(anchor, before + 1);
    return before === 0 ? anchor : `${anchor}-${before}`;
  });
}

const withoutCode = (text: string) => text.replaceAll(/^\s*```[\s\S]*?^\s*```$/gm, '');
