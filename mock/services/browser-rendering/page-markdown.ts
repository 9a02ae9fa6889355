import type { PageFacts } from '../../engines/browser/index.ts';
import { toMarkdown } from '../../engines/markdown/index.ts';

/** The Markdown of a page, in the dialect of the edge; relative links lead where they lead on the page. */
export function pageMarkdown(html: string, { finalUrl }: PageFacts): string {
  return toMarkdown(html, /^https?:/i.test(finalUrl) ? { url: finalUrl } : {});
}
