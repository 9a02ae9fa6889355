import { statements } from '../../../statements.ts';
/** The Markdown of each construct since October 2026 ("Gen 2"), other elements, and links. */
export const markdownDialect = [
  ...statements(
    { passage: 'published pages of Markdown for Agents', feature: 'edge', certainty: 'observed' },
    {
      'MD-DIA-1': 'A heading has as many `#` as its level and keeps inline code.',
      'MD-DIA-2': 'An item of an unordered list starts with `- `.',
      'MD-DIA-3': 'A nested list is indented by the width of its parent marker.',
      'MD-DIA-4': 'An ordered list counts up from `1.`.',
      'MD-DIA-5': 'Emphasis is `*x*`.',
      'MD-DIA-6': 'Strong text is `**x**`.',
      'MD-DIA-7': 'Inline code is in backticks.',
      'MD-DIA-8': 'A code block has fences of three backticks.',
      'MD-DIA-9': 'The class `language-x` of a code block becomes its info string.',
      'MD-DIA-10': 'The fence of a code block is longer than the backticks in it.',
      'MD-DIA-11': 'A code block in a list item has the indentation of the item.',
      'MD-DIA-12': 'A table is a pipe table with one space around each cell and `---` below its head.',
      'MD-DIA-13': 'A table cell keeps inline code, links and emphasis.',
      'MD-DIA-14': 'A list in a table cell is `<ul><li>`.',
      'MD-DIA-15': 'A link is `[text](url)` with the unchanged URL.',
      'MD-DIA-16': 'An image is `![alt](url)`, and without alternative text `![](url)`.',
      'MD-DIA-17': 'An image in a link is `[![alt](image)text](url)`.',
      'MD-DIA-18': 'A line break is two spaces and a newline.',
      'MD-DIA-19': 'Each line of a block quote starts with `> `.',
      'MD-DIA-20': '`details` and `summary` stay HTML with blank lines around them.',
      'MD-DIA-21': 'The caption of a figure is emphasised.',
      'MD-DIA-22': '`_`, `*` and `[` in prose are escaped, and `]` is not.',
      'MD-DIA-23': 'Blocks have one blank line between them.',
      'MD-DIA-24': 'A code block keeps its white space.',
    },
  ),
  ...statements(
    { passage: 'decision record 6', feature: 'edge', certainty: 'inferred' },
    {
      'MD-DIA-25': 'An ordered list counts up from its `start`.',
      'MD-DIA-26': 'Struck text is `~~x~~`.',
      'MD-DIA-27': 'Inline code that contains backticks is in a longer run of backticks.',
      'MD-DIA-28': 'A `pre` without `code` is a code block.',
      'MD-DIA-29': 'A pipe in a table cell is `\\|`.',
      'MD-DIA-30': 'A line break in a table cell is `<br>`.',
      'MD-DIA-31': 'The alignment of a table column is a colon in the line below its head.',
      'MD-DIA-32': 'A table in a table cell keeps all its cells.',
      'MD-DIA-33': 'A URL with spaces is between `<` and `>`.',
      'MD-DIA-34': 'The `title` of a link or an image is in quotes after the URL.',
      'MD-DIA-35': 'The blocks of a block quote have a line with only `>` between them.',
      'MD-DIA-36': '`dl`, `dt` and `dd` stay HTML.',
      'MD-DIA-37': '`sup`, `sub`, `mark`, `u` and `ins` stay HTML.',
      'MD-DIA-38':
        'Prose that would start a heading, a list, a quote, code or HTML is escaped, so that it stays prose.',
      'MD-DIA-39': 'Character references are decoded.',
      'MD-DIA-40': 'Decoded text that would read as a character reference is escaped.',
      'MD-DIA-41': 'The conversion inserts no space between a link and the letters before it.',
      'MD-DIA-42': 'Emphasis within emphasis stays two emphases, the inner one `_x_`.',
      'MD-DIA-43': 'Two adjacent lists stay two lists.',
      'MD-DIA-44': 'A list whose items contain paragraphs has blank lines between them.',
      'MD-DIA-45': 'White space in prose collapses to one space.',
      'MD-DIA-46': 'Text after a heading in a list item starts a new line.',
      'MD-DIA-47': 'A thematic break is `---`.',
      'MD-DIA-48': '`kbd` and `samp` are inline code.',
      'MD-DIA-49': 'A checkbox at the start of a list item is `[ ]` or `[x]`.',
      'MD-DIA-50': 'A quotation in `q` is in quotes.',
    },
  ),
  ...statements(
    { passage: 'published pages of Markdown for Agents', feature: 'edge', certainty: 'observed' },
    {
      'MD-DIA-51':
        '`div`, `section`, `article`, `main`, `figure` and unknown elements are replaced by their content.',
      'MD-DIA-52': 'The conversion keeps the content of `aside`.',
      'MD-DIA-53': 'The conversion keeps the text of a `button`.',
      'MD-DIA-54': 'The conversion keeps visually hidden text.',
      'MD-DIA-55': 'A drawing in `svg` without text leaves no trace.',
    },
  ),
  ...statements(
    { passage: 'decision record 5: In the document', feature: 'edge', certainty: 'inferred' },
    {
      'MD-DIA-56': '`noscript` leaves no trace.',
      'MD-DIA-57': '`iframe` leaves no trace.',
      'MD-DIA-58': '`template` leaves no trace.',
      'MD-DIA-59': 'A comment leaves no trace.',
      'MD-DIA-60': 'The conversion keeps the text of labels, options and text areas.',
    },
  ),
  ...statements(
    { passage: 'Cloudflare docs, Markdown for Agents', feature: 'edge', certainty: 'documented' },
    {
      'MD-URL-1': 'A relative `href` is resolved against the URL of the page.',
      'MD-URL-2': 'A relative `src` is resolved against the URL of the page.',
      'MD-URL-3': '`../` is resolved against a URL that ends in a slash as in RFC 3986, section 5.2.3.',
    },
  ),
  ...statements(
    { passage: 'published pages of Markdown for Agents', feature: 'edge', certainty: 'observed' },
    {
      'MD-URL-4': 'A link that is only a fragment stays unchanged.',
      'MD-URL-5': 'URLs keep query strings, percent-encodings and non-ASCII letters.',
    },
  ),
  ...statements(
    { passage: 'decision record 5: In the document', feature: 'edge', certainty: 'inferred' },
    {
      'MD-URL-6': 'A `href` that starts with a slash is resolved against the root of the host.',
      'MD-URL-7': 'A `href` that is only a query is resolved against the path of the page.',
      'MD-URL-8': 'A `href` that starts with two slashes gets the scheme of the page.',
      'MD-URL-9': 'A `mailto:` or `tel:` link stays unchanged.',
      'MD-URL-10': '`base` does not affect the resolution of links.',
      'MD-URL-11': 'An absolute URL stays unchanged.',
    },
  ),
  ...statements(
    { passage: 'published pages of Markdown for Agents', feature: 'edge', certainty: 'observed' },
    {
      'MD-TEXT-1':
        'The fields, the body and the JSON-LD match the golden, the last two character for character.',
    },
  ),
] as const;
