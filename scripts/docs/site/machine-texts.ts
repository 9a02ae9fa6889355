/** The site for programs: `llms.txt`, `llms-full.txt`, and each page as Markdown beside its HTML. */
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import type { Group } from './grouped-pages.ts';
import { isToFile, resolveLink } from './links.ts';
import { addedTo, isHome, type Page, summary } from './pages.ts';

/** What `llms.txt` says about the site. */
export interface About {
  readonly title: string;
  readonly description: string;
}

/**
 * Writes the Markdown of all pages, with the files they link to, and both indexes (llmstxt.org).
 *
 * @param out folder of the built site
 */
export function writeMachineTexts(
  root: string,
  out: string,
  about: About,
  pages: readonly Page[],
  groups: readonly Group[],
): void {
  const publish = (page: Page) => {
    const { text, copied } = toSiteMarkdown(root, page, addedTo(root, page.file, pages));
    write(join(out, page.path), text);
    for (const [file, path] of copied) copy(join(root, file), join(out, path));
    return text;
  };
  const head = `# ${about.title}\n\n> ${about.description}\n`;
  const index = [head];
  const full = pages.filter(isHome).map(publish);
  for (const { title, pages } of groups) {
    index.push(`\n## ${title}\n\n`);
    for (const page of pages) {
      const text = publish(page);
      index.push(`- [${page.title}](${page.path})${summary(text)}\n`);
      full.push(`\n---\n\nPage: ${page.path}\n\n${text}`);
    }
  }
  write(join(out, 'llms.txt'), index.join(''));
  write(join(out, 'llms-full.txt'), full.join(''));
}

/** A page as it is beside its HTML: its links lead to the Markdown of other pages. */
function toSiteMarkdown(
  root: string,
  page: Page,
  added: string,
): { text: string; copied: Map<string, string> } {
  const copied = new Map<string, string>();
  const relink = (whole: string, link: string) => {
    if (!isToFile(link)) return whole;
    const { path, hash, copied: source } = resolveLink(root, page.file, link);
    if (source !== undefined) copied.set(source, path);
    return `](${posix.relative(posix.dirname(page.path), path)}${hash})`;
  };
  const source = `${readFileSync(join(root, page.file), 'utf8')}${added}`;
  const parts = source.split(/^(\s*```[\s\S]*?^\s*```$)/m);
  const text = parts.map((part, at) => (at % 2 === 1 ? part : part.replaceAll(/\]\(([^)\s]+)\)/g, relink)));
  return { text: text.join(''), copied };
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function copy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(from, to);
}
