import { existsSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { builtPageOf, pathOfPage } from './pages.ts';

/** Where a link of a page leads on the site. */
export interface Target {
  /** Path from the root of the site: that of a page, with `.md`, or that of a copied file. */
  readonly path: string;
  /** The part from `#` on, or nothing. */
  readonly hash: string;
  /** The file to copy, when the link leads to a file that is no page. */
  readonly copied?: string;
}

/** Whether a link leads to a file of the repository, and not to the page itself or to another server. */
export const isToFile = (link: string) => !/^(?:#|\/|[a-z][a-z\d+.-]*:)/i.test(link);

/**
 * Resolves a link between files of the repository.
 *
 * A folder is its README. A file that is no page, such as a schema or a source, is copied to the site. A link to the
 * index of the reference with the name of a built page leads to that page.
 *
 * @param file the page with the link, from the root of the repository
 * @throws Error when it leads nowhere
 */
export function resolveLink(root: string, file: string, link: string): Target {
  const [before = '', ...rest] = link.split('#');
  const hash = rest.length > 0 ? `#${rest.join('#')}` : '';
  const named = posix.join(posix.dirname(file), decodeURI(before)).replace(/\/$/, '');
  const target = isFolder(root, named) ? posix.join(named, 'README.md') : named;
  if (target.startsWith('..') || !existsSync(join(root, target))) {
    throw new Error(`${file} links to ${link}, and there is no file ${target}.`);
  }
  const built = builtPageOf(target, hash.slice(1));
  if (built !== undefined && existsSync(join(root, built)))
    return { path: pathOfPage(built) ?? built, hash: '' };
  const path = pathOfPage(target);
  if (path !== undefined) return { path, hash };
  return { path: pathOfCopy(target), hash, copied: target };
}

/** Servers send `.ts` as a video, so that a browser would not show it. */
function pathOfCopy(file: string): string {
  const path = file.startsWith('docs/') ? file.slice('docs/'.length) : `source/${file}`;
  return /\.(?:json|png|svg|txt)$/.test(path) ? path : `${path}.txt`;
}

const isFolder = (root: string, path: string) =>
  existsSync(join(root, path)) && statSync(join(root, path)).isDirectory();
