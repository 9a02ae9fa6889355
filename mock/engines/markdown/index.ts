/** The conversion of HTML to Markdown. It knows nothing of zones, requests or settings. */

export type { ConversionOptions } from './converter.ts';
export { MarkdownConverter, markdownStream, toMarkdown } from './converter.ts';
