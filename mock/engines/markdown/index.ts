/** The conversion of HTML to Markdown, independent of zones, requests and settings. */

import '../../../spec/require-node.ts';

export type { ConversionOptions } from './converter.ts';
export { MarkdownConverter, markdownStream, toMarkdown } from './converter.ts';
