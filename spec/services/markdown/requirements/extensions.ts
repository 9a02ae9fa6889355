import { statements } from '../../../statements.ts';
/** What documents and observations add to the conversion of the seed. */
export const markdownExtensions = [
  ...statements(
    {
      passage: 'readthedocs.org issue 13050 and cloudflare-docs issue 29366',
      feature: 'edge',
      certainty: 'observed',
    },
    {
      'MD-NEG-5': 'A HEAD whose `Accept` is `text/markdown` is answered as without it.',
      'MD-NEG-6': 'The origin receives the `Accept` of the client.',
    },
  ),
  ...statements(
    { passage: 'decision record 5: On the way through the edge', feature: 'edge', certainty: 'inferred' },
    {
      'MD-NEG-7': 'A GET that accepts `text/markdown` with `q=0` gets the HTML as it is.',
      'MD-NEG-8': 'A GET that accepts `*/*` gets the HTML as it is.',
      'MD-NEG-9':
        'A GET that accepts `text/html` no less than `text/markdown` gets either of the two in full.',
      'MD-NEG-10': 'A GET that accepts `text/*` gets either the HTML or Markdown in full.',
      'MD-NEG-11': 'The case of `text/markdown` in `Accept` has no part in it.',
      'MD-NEG-12': 'A `text/markdown` with a parameter is accepted like one without.',
      'MD-NEG-13': 'Several `Accept` fields are read as one list.',
      'MD-NEG-14': 'Methods other than GET are answered with the HTML as it is.',
      'MD-NEG-15': 'A page that the origin gives as Markdown is passed on as it is.',
      'MD-NEG-16': 'The case and the parameters of the media type of the origin have no part in it.',
      'MD-NEG-17': 'What is not HTML is passed on byte for byte.',
      'MD-NEG-18': 'A GET that accepts `text/markdown` above `text/html` gets Markdown.',
      'MD-NEG-20': 'A page that is not converted is passed on byte for byte, with its status and its type.',
      'MD-NEG-19': 'What is not HTML keeps its tag, and its conditions and ranges hold.',
    },
  ),
  ...statements(
    { passage: 'Cloudflare docs, Response body inspection', feature: 'edge', certainty: 'documented' },
    {
      'MD-ON-1': 'A configuration rule with `response_body_buffering` `none` leaves pages unconverted.',
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
        'A configuration rule with `content_converter` false leaves its pages unconverted in a zone that converts.',
      'MD-ON-3': 'A configuration rule that is not enabled converts nothing.',
    },
  ),
  ...statements(
    {
      passage: 'Cloudflare docs, Markdown for Agents: Response headers',
      feature: 'edge',
      certainty: 'documented',
    },
    {
      'MD-HDR-18': '`Strict-Transport-Security` of the origin is kept as it is.',
      'MD-HDR-19': '`Content-Security-Policy` of the origin is kept as it is.',
      'MD-HDR-20': '`X-Frame-Options` of the origin is kept as it is.',
      'MD-HDR-21': '`Access-Control-*` headers of the origin are kept as they are.',
      'MD-HDR-22': '`Cache-Control` of the origin is kept as it is.',
      'MD-HDR-23': '`Expires` of the origin is kept as it is.',
      'MD-HDR-24': '`Age` of the origin is kept.',
      'MD-HDR-25': 'Headers of the origin that have no part in the conversion are kept as they are.',
      'MD-HDR-26': 'A converted answer carries no `x-markdown-tokens` and no `x-original-tokens`.',
      'MD-HDR-27': 'A converted answer that is streamed carries no `Content-Length`.',
    },
  ),
  ...statements(
    { passage: 'decision record 5: On the way through the edge', feature: 'edge', certainty: 'inferred' },
    {
      'MD-HDR-28': 'A `Vary` of the origin that names `Accept` names it once in the converted answer.',
      'MD-HDR-29': 'A `Vary` of the origin that is `*` still covers `Accept`.',
      'MD-HDR-30': 'The status of the origin is kept.',
      'MD-HDR-31': 'A GET with a `Range` gets the Markdown in full with status 200.',
      'MD-HDR-32': '`Content-Disposition` and digests of the origin are kept.',
      'MD-HDR-33': 'Markdown is sent without a content coding although the client accepts one.',
      'MD-HDR-34': 'The `content-signal` of an answer that is not converted is left alone.',
      'MD-HDR-35':
        'The `Vary` of a page that a client gets as HTML includes `Accept` where it could be converted.',
      'MD-HDR-36':
        'The `Content-Type` of a converted answer is spelt `text/markdown; charset=utf-8`, without more.',
    },
  ),
  ...statements(
    {
      passage: 'Cloudflare docs, Markdown for Agents: Frontmatter',
      feature: 'edge',
      certainty: 'documented',
    },
    {
      'MD-META-8': 'The element `title` is no source of the field `title`.',
      'MD-META-9': 'The rendered frontmatter has at most 65,536 bytes.',
      'MD-META-10': 'A field that is too long is left out, and the other fields stay.',
      'MD-META-11': 'Where fields do not fit together, `title` goes before `description` before `image`.',
      'MD-META-12': 'A meta name that is too long falls back to the meta property.',
    },
  ),
  ...statements(
    { passage: 'published pages of Markdown for Agents', feature: 'edge', certainty: 'observed' },
    {
      'MD-META-13': 'A value that starts with `@` comes back from YAML as it was.',
      'MD-META-14': 'The field `image` is the value as written, relative or not.',
      'MD-META-15': 'The frontmatter opens at the first byte, and one blank line follows it.',
    },
  ),
  ...statements(
    { passage: 'decision record 5: In the document', feature: 'edge', certainty: 'inferred' },
    {
      'MD-META-16': 'A value of white space only counts as none.',
      'MD-META-17': 'Each value comes back from YAML 1.2 as the same string.',
      'MD-META-18': 'Character references in a value are decoded.',
      'MD-META-19': 'The first of several meta tags with a value for a field wins.',
      'MD-META-20': 'The case of tag and attribute names has no part in it.',
      'MD-META-21': 'The order of the attributes of a meta tag has no part in it.',
    },
  ),
  ...statements(
    { passage: 'Cloudflare docs, Markdown for Agents: JSON-LD', feature: 'edge', certainty: 'documented' },
    {
      'MD-LD-5': 'JSON-LD within stripped elements is kept.',
      'MD-LD-6': 'The script with which JSON-LD exceeds 1,048,576 bytes is left out with all later ones.',
      'MD-LD-7': 'The scripts before the one with which JSON-LD exceeds 1,048,576 bytes stay.',
    },
  ),
  ...statements(
    { passage: 'published pages of Markdown for Agents', feature: 'edge', certainty: 'observed' },
    {
      'MD-LD-8': 'A JSON-LD script of one line is copied as it stands, its relative URLs too.',
      'MD-LD-9': 'A blank line stands before the block, and the body ends with its fence and a newline.',
    },
  ),
  ...statements(
    { passage: 'decision record 5: In the document', feature: 'edge', certainty: 'inferred' },
    {
      'MD-LD-11': 'The fence of the block is longer than the backticks in a script.',
      'MD-LD-12': 'A script without content adds no line.',
      'MD-LD-13': 'The case of the type of a script has no part in it.',
      'MD-LD-14': 'A JSON-LD script of several lines becomes one line.',
    },
  ),
  ...statements(
    { passage: 'Cloudflare docs, Markdown for Agents: Limits', feature: 'edge', certainty: 'documented' },
    {
      'MD-LIM-5':
        'A page whose declared size exceeds the limit is answered with 406 where `Accept` does not allow its type.',
      'MD-LIM-6': 'A page whose declared size exceeds the limit is given as it is where `Accept` allows it.',
      'MD-LIM-7': 'A page that exceeds the limit undeclared is converted up to there, with status 200.',
      'MD-LIM-8': 'A compressed page that grows past the limit is converted up to there, with status 200.',
      'MD-LIM-9': 'A JSON-LD script that the limit cuts is left out.',
    },
  ),
  ...statements(
    {
      passage: 'Cloudflare docs, Markdown for Agents: Incomplete conversion',
      feature: 'edge',
      certainty: 'documented',
    },
    {
      'MD-NOTE-1': 'An incomplete conversion says so in a comment between the body and JSON-LD.',
      'MD-NOTE-2':
        'The comment says `source HTML truncated at the conversion size limit` where the limit cut the page.',
      'MD-NOTE-3': 'The comment says `oversized front matter omitted` where a field was left out.',
      'MD-NOTE-4': 'The comment says `oversized JSON-LD omitted` where a script was left out.',
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
      'MD-CODE-6': 'A page in an unknown coding is passed on as it is.',
      'MD-CS-1': 'The `charset` of the `Content-Type` says how the bytes of a page are read.',
      'MD-CS-2': 'Without one, a byte order mark says how the bytes of a page are read.',
      'MD-CS-3': 'Without both, the meta tag `charset` says how the bytes of a page are read.',
      'MD-CS-4': 'Without all three, a page is read as UTF-8.',
      'MD-CS-5': 'A byte order mark beats the `charset` of the `Content-Type`.',
      'MD-CS-6': 'The `charset` of the `Content-Type` beats the meta tag.',
      'MD-CS-7': 'Bytes that are no text in their encoding become U+FFFD, and the rest is converted.',
      'MD-CS-8': 'A byte order mark is no part of the text.',
    },
  ),
  ...statements(
    { passage: 'Cloudflare docs, Markdown for Agents', feature: 'edge', certainty: 'documented' },
    { 'MD-BODY-10': 'The `head` of a page is stripped, its `title` too.' },
  ),
  ...statements(
    { passage: 'decision record 5: In the document', feature: 'edge', certainty: 'inferred' },
    {
      'MD-BODY-11': 'A `header` or `footer` within `article` or `main` is stripped too.',
      'MD-BODY-12': 'A page without content is an empty document.',
      'MD-BODY-13': 'The blocks of the body, its links and its words are those of the golden, and no others.',
    },
  ),
] as const;
