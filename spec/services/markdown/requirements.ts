import { defineRequirements } from '../../requirement.ts';
import { statements } from '../../statements.ts';
import { markdownDialect } from './requirements/dialect.ts';
import { markdownExtensions } from './requirements/extensions.ts';

const doc = 'inference-and-conversion.md';
const response = `${doc}: Conversion response`;

/** Conversion of HTML to Markdown at the edge. */
export const requirements = defineRequirements([
  ...statements(
    { passage: `${doc}: What the service does`, certainty: 'seed', feature: 'edge' },
    {
      'MD-NEG-1': 'A GET whose `Accept` is `text/markdown` gets the HTML of the origin as Markdown.',
      'MD-NEG-2': 'A GET whose `Accept` lists `text/markdown` among others gets Markdown.',
      'MD-NEG-3': 'A GET whose `Accept` does not list `text/markdown` gets the unchanged HTML.',
      'MD-NEG-4': 'A zone without the feature returns the unchanged HTML.',
    },
  ),
  ...statements(
    { passage: response, certainty: 'seed', feature: 'edge' },
    {
      'MD-HDR-1': 'A converted answer keeps a security header of the origin.',
      'MD-HDR-2': 'A converted answer keeps a CORS header of the origin.',
      'MD-HDR-3': 'A converted answer keeps a caching header of the origin.',
      'MD-HDR-4': 'A converted answer keeps every `Set-Cookie` of the origin.',
      'MD-HDR-5': 'The `Content-Type` of a converted answer is `text/markdown; charset=utf-8`.',
      'MD-HDR-6': 'The `Vary` of a converted answer includes `Accept`.',
      'MD-HDR-7': 'The `Vary` of a converted answer keeps the values of the origin.',
      'MD-HDR-8': 'A converted answer does not carry the `Content-Length` of the origin.',
      'MD-HDR-9': 'A converted answer carries no `Content-Encoding` of the origin.',
      'MD-HDR-10': 'A converted answer carries no `Content-Range`.',
      'MD-HDR-11': 'A converted answer does not carry the `Transfer-Encoding` of the origin.',
      'MD-HDR-12': 'A converted answer carries no `ETag`.',
      'MD-HDR-13': 'A converted answer carries no `Last-Modified`.',
      'MD-HDR-14': 'A request with a matching `If-None-Match` gets the converted answer in full.',
      'MD-HDR-15': 'A request with a later `If-Modified-Since` gets the converted answer in full.',
      'MD-HDR-16': 'A converted answer keeps the `content-signal` of the origin unchanged.',
      'MD-HDR-17':
        'A converted answer without a `content-signal` of the origin gets `ai-train=yes, search=yes, ai-input=yes`.',
      'MD-BODY-1': 'The frontmatter is the first part of the body.',
      'MD-BODY-2': 'The frontmatter is YAML between two lines of three hyphens.',
      'MD-BODY-3': 'A page without a supported meta tag has no frontmatter.',
      'MD-BODY-4': 'The content of the body is between frontmatter and JSON-LD as Markdown.',
      'MD-BODY-5': 'The headers of a page are stripped.',
      'MD-BODY-6': 'The footers of a page are stripped.',
      'MD-BODY-7': 'The navigation of a page is stripped.',
      'MD-BODY-8': 'The scripts of a page are stripped.',
      'MD-BODY-9': 'The styles of a page are stripped.',
      'MD-LD-1': 'The JSON-LD of a page is one fenced `json` code block at the end of the body.',
      'MD-LD-2': 'A page without JSON-LD has no such block.',
      'MD-LD-3': 'Several JSON-LD scripts are in the one block, one per line, in document order.',
      'MD-LD-4': 'A script of another type leaves no trace in the body.',
      'MD-META-1': 'The field `title` is the meta name `title`.',
      'MD-META-2': 'Without the meta name, the field `title` is the meta property `og:title`.',
      'MD-META-3': 'The field `description` is the meta name `description`.',
      'MD-META-4': 'Without the meta name, the field `description` is the meta property `og:description`.',
      'MD-META-5': 'The field `image` is the meta property `og:image`.',
      'MD-META-6': 'The frontmatter omits a field without a value.',
      'MD-META-7': 'The meta name takes precedence even if the meta property comes first.',
    },
  ),
  ...statements(
    { passage: `${doc}: Limits`, certainty: 'seed', feature: 'edge' },
    {
      'MD-LIM-1': 'An origin answer that is not HTML is not converted.',
      'MD-LIM-2': 'HTML of 6,291,456 bytes is converted.',
      'MD-LIM-3': 'HTML of more than 6,291,456 bytes is not converted in full.',
      'MD-LIM-4': 'The limit applies to compressed HTML after decompression.',
    },
  ),
  ...markdownExtensions,
  ...markdownDialect,
]);
