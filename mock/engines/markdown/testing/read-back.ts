import { HtmlRenderer, Parser } from 'commonmark';
import { htmlOutline } from './html-outline.ts';

/** The outline of what a reader of CommonMark makes of a Markdown text. */
export function commonmarkOutline(markdown: string): string {
  return htmlOutline(new HtmlRenderer().render(new Parser().parse(markdown)));
}
