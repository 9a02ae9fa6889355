import type { TestContext } from '../harness/context.ts';
import { getLinks, html, type Members } from './rendering.ts';

/** The second of three links on a page. */
export interface SheetWay {
  /** HTML with a link to `/it`. */
  readonly html: string;
  /** CSS for the ids `it` and `around`, its parent. */
  readonly css: string;
}

/** Ways that share a request. */
export interface Sheet {
  /** Name of its site, unique in a run. */
  readonly name: string;
  readonly ways: readonly SheetWay[];
  /** Members of the request in addition to the URL and the switch. */
  readonly request: Members;
}

/** One page with many ways, each with its own ids and links, so that they share a rendering. */
const toStyleSheet = (ways: readonly SheetWay[]): string =>
  html(
    ways
      .map(({ html: body }, at) =>
        numbered(
          `<section class="way"><p><a href="/first">first</a></p><div id="around">${body}</div><p><a href="/last">last</a></p></section>`,
          at,
        ),
      )
      .join('\n'),
    `<style>.way { display: flow-root }
${ways.map(({ css }, at) => numbered(css, at)).join('\n')}</style>`,
  );

/** HTML or CSS with numbered ids and links. */
const numbered = (text: string, at: number): string =>
  text
    .replaceAll(/href="\/(\w+)"/g, `href="/${at}/$1"`)
    .replaceAll(/\b(id|name)="(\w+)"/g, `$1="$2-${at}"`)
    .replaceAll(/#(it|around|m)\b/g, `#$1-${at}`);

/**
 * The links of one way on the shared page, as paths, each once and sorted. All tests of a run with the same switch
 * share one rendering.
 */
export async function linksOfWay(
  t: TestContext,
  { name, ways, request }: Sheet,
  at: number,
  visibleLinksOnly: boolean,
): Promise<readonly string[]> {
  const site = await t.sharedSite(name, { '/': toStyleSheet(ways) });
  const url = `${site.url}/`;
  const body = { url, ...request, ...(visibleLinksOnly && { visibleLinksOnly }) };
  const links = await t.sharing(() => getLinks(t, body));
  const own = `${new URL(url).origin}/${at}`;
  const whole = links.map((link) => URL.parse(link, url)?.href ?? link);
  const paths = whole.filter((link) => link.startsWith(`${own}/`)).map((link) => link.slice(own.length));
  return [...new Set(paths)].sort();
}
