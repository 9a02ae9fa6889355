import type { TestContext } from '../harness/context.ts';
import { getLinks, html, type Members } from './rendering.ts';

/** The second of three links, as a page has it. */
export interface SheetWay {
  /** HTML with a link to `/it`. */
  readonly html: string;
  /** CSS for what has the id `it`, or `around`, which is around it. */
  readonly css: string;
}

/** Ways that are asked for together. */
export interface Sheet {
  /** Name of its site, which no other page of the run has. */
  readonly name: string;
  readonly ways: readonly SheetWay[];
  /** What the request says beside URL and switch. */
  readonly request: Members;
}

/** One page of many ways, each with ids and links of its own, so that one rendering does for all of them. */
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

/** HTML or CSS with a number to each of its ids and links. */
const numbered = (text: string, at: number): string =>
  text
    .replaceAll(/href="\/(\w+)"/g, `href="/${at}/$1"`)
    .replaceAll(/\b(id|name)="(\w+)"/g, `$1="$2-${at}"`)
    .replaceAll(/#(it|around|m)\b/g, `#$1-${at}`);

/**
 * The links of one way on the page of all of them, as paths, each once and sorted. All tests of a run that ask with the same switch share
 * one rendering.
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
