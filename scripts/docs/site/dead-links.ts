import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { decodeHTMLAttribute } from 'entities';

/**
 * Links of a built site that lead to no file of it, or to no section of a page, as `page: link`. Links to other
 * servers are not followed.
 *
 * @param out folder of the built site
 * @param base the path below which it is served, when its links begin with it
 */
export function findDeadLinks(out: string, base = '/'): readonly string[] {
  const files = new Set(globSync('**/*', { cwd: out }).map((file) => file.split('\\').join('/')));
  const pages = new Map(
    [...files]
      .filter((file) => file.endsWith('.html'))
      .map((file) => [file, readPage(join(out, file))] as const),
  );
  const isDead = (from: string, link: string) => {
    const [path = '', anchor] = link.split('#');
    const named = path.startsWith(base) ? path.slice(base.length) : posix.join(posix.dirname(from), path);
    const target = path === '' ? from : named.replace(/(^|\/)$/, '$1index.html');
    if (!files.has(target)) return true;
    return (
      anchor !== undefined && anchor !== '' && !pages.get(target)?.anchors.has(decodeURIComponent(anchor))
    );
  };
  return [...pages].flatMap(([page, { links }]) =>
    [...links].filter((link) => isDead(page, link)).map((link) => `${page}: ${link}`),
  );
}

function readPage(path: string): { anchors: ReadonlySet<string>; links: ReadonlySet<string> } {
  const html = readFileSync(path, 'utf8');
  const links = [...html.matchAll(/\s(?:href|src)="([^"]*)"/g)].map(([, link = '']) =>
    decodeHTMLAttribute(link),
  );
  return {
    anchors: new Set([...html.matchAll(/\sid="([^"]*)"/g)].map(([, id = '']) => decodeHTMLAttribute(id))),
    links: new Set(links.filter((link) => !/^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(link))),
  };
}
