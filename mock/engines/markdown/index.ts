/** The conversion of HTML to Markdown. It knows nothing of zones, requests or settings. */

export type { ConversionOptions } from './conversion-options.ts';
export { MarkdownConverter } from './converter.ts';
export { markdownStream } from './markdown-stream.ts';
export { toMarkdown } from './to-markdown.ts';
