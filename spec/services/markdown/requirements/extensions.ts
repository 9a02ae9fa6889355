import { statements } from '../../../statements.ts';
/** Conversion behaviour from documents and observations beyond the seed. */
export const markdownExtensions = [
  ...statements(
    {
      passage: 'readthedocs.org issue 13050 and cloudflare-docs issue 29366',
      feature: 'edge',
      certainty: 'observed',
    },
    {
      'MD-NEG-5': 'A HEAD whose `Accept` is `text/markdown` gets the same answer as without it.',
      'MD-NEG-6': 'The origin receives the `Accept` of the client.',
    },
  ),
  ...statements(
    { passage: 'decision record 5: On the way through the edge', feature: 'edge', certainty: 'inferred' },
    {
      'MD-NEG-7': 'A GET that accepts `text/markdown` with `q=0` gets the unchanged HTML.',
      'MD-NEG-8': 'A GET that accepts `*/*` gets the unchanged HTML.',
      'MD-NEG-9':
        'A GET whose `q` of `text/html` is at least that of `text/markdown` gets either of the two in full.',
      'MD-NEG-10': 'A GET that accepts `text/*` gets either the HTML or Markdown in full.',
      'MD-NEG-11': 'The case of `text/markdown` in `Accept` does not matter.',
      'MD-NEG-12': 'The server treats `text/markdown` with a parameter like one without.',
      'MD-NEG-13': 'The server reads several `Accept` fields as one list.',
      'MD-NEG-14': 'Methods other than GET get the unchanged HTML.',
      'MD-NEG-15': 'A page that the origin returns as Markdown passes through unchanged.',
      'MD-NEG-16': 'The case and the parameters of the media type of the origin do not matter.',
      'MD-NEG-17': 'An answer that is not HTML passes through byte for byte.',
      'MD-NEG-18': 'A GET that prefers `text/markdown` to `text/html` gets Markdown.',
      'MD-NEG-20': 'A page that is not converted passes through byte for byte, with its status and its type.',
      'MD-NEG-19': 'An answer that is not HTML keeps its `ETag`, and conditional and range requests work.',
    },
  ),
  ...statements(
    { passage: 'Cloudflare docs, Response body inspection', feature: 'edge', certainty: 'documented' },
    {
      'MD-ON-1':
        'With a configuration rule that sets `response_body_buffering` to `none`, pages are not converted.',
    },
  ),
  ...statements(
    {
      passage: 'inferred from Cloudflare docs, Configuration Rules settings',
      feature: 'edge',
      certainty: 'inferred',
    },
    {
      'MD-ON-2':
        'A configuration rule with `content_converter` false turns conversion off for its pages in a zone that converts.',
    },
  ),
  ...statements(
    {
      passage: 'Cloudflare docs, Markdown for Agents: Response headers',
      feature: 'edge',
      certainty: 'documented',
    },
    {
      'MD-HDR-18': 'A converted answer keeps `Strict-Transport-Security` of the origin unchanged.',
      'MD-HDR-19': 'A converted answer keeps `Content-Security-Policy` of the origin unchanged.',
      'MD-HDR-20': 'A converted answer keeps `X-Frame-Options` of the origin unchanged.',
      'MD-HDR-21': 'A converted answer keeps `Access-Control-*` headers of the origin unchanged.',
      'MD-HDR-22': 'A converted answer keeps `Cache-Control` of the origin unchanged.',
      'MD-HDR-23': 'A converted answer keeps `Expires` of the origin unchanged.',
      'MD-HDR-24': 'A converted answer keeps `Age` of the origin.',
      'MD-HDR-25':
        'A converted answer keeps headers of the origin that the conversion does not affect unchanged.',
      'MD-HDR-26': 'A converted answer carries no `x-markdown-tokens` and no `x-original-tokens`.',
      'MD-HDR-27': 'A streamed converted answer carries no `Content-Length`.',
    },
  ),
  ...statements(
    { passage: 'decision record 5: On the way through the edge', feature: 'edge', certainty: 'inferred' },
    {
      'MD-HDR-28': 'If `Vary` of the origin names `Accept`, the converted answer names it once.',
      'MD-HDR-29': 'A `Vary` of `*` from the origin still covers `Accept`.',
      'MD-HDR-30': 'A converted answer keeps the status of the origin.',
      'MD-HDR-31': 'A GET with a `Range` gets the Markdown in full with status 200.',
      'MD-HDR-32': 'A converted answer keeps `Content-Disposition` and digests of the origin.',
      'MD-HDR-33': 'Markdown has no content coding even if the client accepts one.',
      'MD-HDR-34': 'An answer that is not converted keeps its `content-signal`, or its absence.',
      'MD-HDR-35': 'The `Vary` of an HTML answer that could have been converted includes `Accept`.',
      'MD-HDR-36': 'The `Content-Type` of a converted answer is exactly `text/markdown; charset=utf-8`.',
    },
  ),
  ...statements(
    {
      passage: 'Cloudflare docs, Markdown for Agents: Frontmatter',
      feature: 'edge',
      certainty: 'documented',
    },
    {
      'MD-META-8': 'The element `title` is not a source of the field `title`.',
      'MD-META-9': 'The rendered frontmatter has at most 65,536 bytes.',
      'MD-META-10': 'The frontmatter omits a field that is too long and keeps the other fields.',
      'MD-META-11':
        'If not all fields fit, `title` takes precedence over `description`, and `description` over `image`.',
      'MD-META-12': 'A meta name that is too long falls back to the meta property.',
    },
  ),
  ...statements(
    { passage: 'published pages of Markdown for Agents', feature: 'edge', certainty: 'observed' },
    {
      'MD-META-13': 'A value that starts with `@` survives a YAML parser unchanged.',
      'MD-META-14': 'The field `image` is the value as written, relative or not.',
      'MD-META-15': 'The frontmatter begins at the first byte, and one blank line follows it.',
    },
  ),
  ...statements(
    { passage: 'decision record 5: In the document', feature: 'edge', certainty: 'inferred' },
    {
      'MD-META-16': 'A value of only white space counts as missing.',
      'MD-META-17': 'Each value survives a YAML 1.2 parser as the same string.',
      'MD-META-18': 'Character references in a value are decoded.',
      'MD-META-19': 'The first of several meta tags with a value for a field wins.',
      'MD-META-20': 'The case of tag and attribute names does not matter.',
      'MD-META-21': 'The order of the attributes of a meta tag does not matter.',
    },
  ),
  ...statements(
    { passage: 'Cloudflare docs, Markdown for Agents: JSON-LD', feature: 'edge', certainty: 'documented' },
    {
      'MD-LD-5': 'The conversion keeps JSON-LD within stripped elements.',
      'MD-LD-6':
        'The script with which JSON-LD exceeds 1,048,576 bytes is omitted, and so are all later ones.',
      'MD-LD-7': 'The scripts before the one with which JSON-LD exceeds 1,048,576 bytes stay.',
    },
  ),
  ...statements(
    { passage: 'published pages of Markdown for Agents', feature: 'edge', certainty: 'observed' },
    {
      'MD-LD-8': 'A JSON-LD script of one line stays unchanged, including its relative URLs.',
      'MD-LD-9': 'The block has a blank line before it, and the body ends with its fence and a newline.',
    },
  ),
  ...statements(
    { passage: 'decision record 5: In the document', feature: 'edge', certainty: 'inferred' },
    {
      'MD-LD-11': 'The fence of the block is longer than the backticks in a script.',
      'MD-LD-12': 'A script without content adds no line.',
      'MD-LD-13': 'The case of the type of a script does not matter.',
      'MD-LD-14': 'A JSON-LD script of several lines becomes one line.',
    },
  ),
  ...statements(
    { passage: 'Cloudflare docs, Markdown for Agents: Limits', feature: 'edge', certainty: 'documented' },
    {
      'MD-LIM-5':
        'A page with a declared size above the limit gets status 406 if `Accept` does not allow its type.',
      'MD-LIM-6':
        'A page with a declared size above the limit is returned unchanged if `Accept` allows its type.',
      'MD-LIM-7':
        'A page that exceeds the limit without a declared size is converted up to the limit, with status 200.',
      'MD-LIM-8':
        'A compressed page that exceeds the limit when decompressed is converted up to the limit, with status 200.',
      'MD-LIM-9': 'A JSON-LD script that the limit cuts off is omitted.',
    },
  ),
  ...statements(
    {
      passage: 'Cloudflare docs, Markdown for Agents: Incomplete conversion',
      feature: 'edge',
      certainty: 'documented',
    },
    {
      'MD-NOTE-1': 'An incomplete conversion has a comment about it between the body and JSON-LD.',
      'MD-NOTE-2':
        'The comment says `source HTML truncated at the conversion size limit` if the limit cut off the page.',
      'MD-NOTE-3': 'The comment says `oversized front matter omitted` if a field is missing.',
      'MD-NOTE-4': 'The comment says `oversized JSON-LD omitted` if a script is missing.',
      'MD-NOTE-5': 'Several reasons in the comment are separated by `; `.',
    },
  ),
  ...statements(
    {
      passage: 'inferred from Cloudflare docs, Markdown for Agents: Incomplete conversion',
      feature: 'edge',
      certainty: 'inferred',
    },
    { 'MD-NOTE-6': 'A complete conversion has no such comment.' },
  ),
  ...statements(
    { passage: 'decision record 5: In the document', feature: 'edge', certainty: 'inferred' },
    {
      'MD-CODE-1': 'A page in `gzip` is decoded and converted.',
      'MD-CODE-2': 'A page in `br` is decoded and converted.',
      'MD-CODE-3': 'A page in `zstd` is decoded and converted.',
      'MD-CODE-4': 'A page in `deflate` is decoded and converted.',
      'MD-CODE-5': 'A page in several codings is decoded and converted.',
      'MD-CODE-6': 'A page in an unknown coding passes through unchanged.',
      'MD-CS-1': 'The `charset` of the `Content-Type` sets the encoding of a page.',
      'MD-CS-2': 'Without that `charset`, a byte order mark sets the encoding of a page.',
      'MD-CS-3': 'Without both, the meta tag `charset` sets the encoding of a page.',
      'MD-CS-4': 'Without all three, the encoding of a page is UTF-8.',
      'MD-CS-5': 'A byte order mark overrides the `charset` of the `Content-Type`.',
      'MD-CS-6': 'The `charset` of the `Content-Type` overrides the meta tag.',
      'MD-CS-7': 'Bytes that are invalid in their encoding become U+FFFD, and the rest is converted.',
      'MD-CS-8': 'A byte order mark is not part of the text.',
    },
  ),
  ...statements(
    { passage: 'Cloudflare docs, Markdown for Agents', feature: 'edge', certainty: 'documented' },
    { 'MD-BODY-10': 'The conversion strips the `head` of a page, including its `title`.' },
  ),
  ...statements(
    { passage: 'decision record 5: In the document', feature: 'edge', certainty: 'inferred' },
    {
      'MD-BODY-11': 'The conversion also strips a `header` or `footer` within `article` or `main`.',
      'MD-BODY-12': 'A page without content is an empty document.',
      'MD-BODY-13': 'The blocks of the body, its links and its words match the golden exactly.',
    },
  ),
] as const;
