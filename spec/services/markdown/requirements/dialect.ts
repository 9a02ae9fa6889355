import { statements } from '../../../statements.ts';

const sheet = 'fact sheet markdown-conversion';
const dialect = { passage: `${sheet} 6`, feature: 'edge' } as const;
const stripping = { passage: `${sheet} 5`, feature: 'edge' } as const;
const urls = { passage: `${sheet} 6, URLs`, feature: 'edge' } as const;

/** How each construct is spelt since October 2026 ("Gen 2"), what is left of other elements, and links. */
export const markdownDialect = [
  ...statements(
    { ...dialect, certainty: 'observed' },
    {
      'MD-DIA-1': 'A heading is as many `#` as its level, and inline code stays code in it.',
      'MD-DIA-2': 'An item of an unordered list starts with `- `.',
      'MD-DIA-3': 'A nested list is indented by the width of the marker it stands under.',
      'MD-DIA-4': 'An ordered list counts up from `1.`.',
      'MD-DIA-5': 'Emphasis is `*x*`.',
      'MD-DIA-6': 'Strong text is `**x**`.',
      'MD-DIA-7': 'Inline code stands in backticks.',
      'MD-DIA-8': 'A code block is fenced by three backticks.',
      'MD-DIA-9': 'The class `language-x` of a code block becomes its info string.',
      'MD-DIA-10': 'The fence of a code block is longer than the backticks in it.',
      'MD-DIA-11': 'A code block in a list item is indented to the item.',
      'MD-DIA-12': 'A table is a pipe table with one blank around each cell and `---` below its head.',
      'MD-DIA-13': 'Inline code, links and emphasis stay what they are in a cell of a table.',
      'MD-DIA-14': 'A list in a cell of a table is `<ul><li>`.',
      'MD-DIA-15': 'A link is `[text](url)` with the URL as it is.',
      'MD-DIA-16': 'An image is `![alt](url)`, and without alternative text `![](url)`.',
      'MD-DIA-17': 'An image in a link is `[![alt](image)text](url)`.',
      'MD-DIA-18': 'A line break is two blanks and a newline.',
      'MD-DIA-19': 'Each line of a block quote starts with `> `.',
      'MD-DIA-20': '`details` and `summary` are kept as HTML with blank lines around them.',
      'MD-DIA-21': 'The caption of a figure is emphasised.',
      'MD-DIA-22': '`_`, `*` and `[` in prose are escaped, and `]` is not.',
      'MD-DIA-23': 'One blank line stands between blocks.',
      'MD-DIA-24': 'White space within a code block is kept as it is.',
    },
  ),
  ...statements(
    { ...dialect, certainty: 'inferred' },
    {
      'MD-DIA-25': 'An ordered list counts up from its `start`.',
      'MD-DIA-26': 'Struck text is `~~x~~`.',
      'MD-DIA-27': 'Inline code that holds backticks stands in a longer run of them.',
      'MD-DIA-28': 'A `pre` without `code` is a code block.',
      'MD-DIA-29': 'A pipe in a cell of a table is `\\|`.',
      'MD-DIA-30': 'A line break in a cell of a table is `<br>`.',
      'MD-DIA-31': 'The alignment of a column of a table is a colon in the line below its head.',
      'MD-DIA-32': 'A table in a cell of a table loses none of its cells.',
      'MD-DIA-33': 'A URL with blanks stands between `<` and `>`.',
      'MD-DIA-34': 'The `title` of a link or an image stands in quotes behind the URL.',
      'MD-DIA-35': 'A bare `>` stands between the blocks of a block quote.',
      'MD-DIA-36': '`dl`, `dt` and `dd` are kept as HTML.',
      'MD-DIA-37': '`sup`, `sub`, `mark`, `u` and `ins` are kept as HTML.',
      'MD-DIA-38':
        'What would start a heading, a list, a quote, code or HTML in prose is escaped, so that it stays prose.',
      'MD-DIA-39': 'Character references are decoded.',
      'MD-DIA-40': 'A decoded text that would read as a character reference is escaped.',
      'MD-DIA-41': 'No blank comes between a link and the letters before it.',
      'MD-DIA-42': 'Emphasis within emphasis stays two emphases, the inner one `_x_`.',
      'MD-DIA-43': 'Two lists that follow each other stay two lists.',
      'MD-DIA-44': 'A list whose items hold paragraphs has blank lines between them.',
      'MD-DIA-45': 'A run of white space in prose is one blank.',
      'MD-DIA-46': 'Text behind a heading in a list item starts a line of its own.',
      'MD-DIA-47': 'A thematic break is `---`.',
      'MD-DIA-48': '`kbd` and `samp` are inline code.',
      'MD-DIA-49': 'A checkbox at the start of a list item is `[ ]` or `[x]`.',
      'MD-DIA-50': 'A quotation in `q` stands in quotes.',
    },
  ),
  ...statements(
    { ...stripping, certainty: 'observed' },
    {
      'MD-DIA-51': '`div`, `section`, `article`, `main`, `figure` and unknown elements leave their content.',
      'MD-DIA-52': 'The content of `aside` is kept.',
      'MD-DIA-53': 'The text of a `button` is kept.',
      'MD-DIA-54': 'Text that is hidden from sight is kept.',
      'MD-DIA-55': 'A drawing in `svg` without text leaves no trace.',
    },
  ),
  ...statements(
    { ...stripping, certainty: 'inferred' },
    {
      'MD-DIA-56': '`noscript` leaves no trace.',
      'MD-DIA-57': '`iframe` leaves no trace.',
      'MD-DIA-58': '`template` leaves no trace.',
      'MD-DIA-59': 'A comment leaves no trace.',
      'MD-DIA-60': 'The text of labels, options and text areas is kept.',
    },
  ),
  ...statements(
    { ...urls, certainty: 'documented' },
    {
      'MD-URL-1': 'A relative `href` is resolved against the URL of the page.',
      'MD-URL-2': 'A relative `src` is resolved against the URL of the page.',
      'MD-URL-3': '`../` is resolved against a URL that ends in a slash as RFC 3986 says in section 5.2.3.',
    },
  ),
  ...statements(
    { ...urls, certainty: 'observed' },
    {
      'MD-URL-4': 'A link that is a fragment only stays as it is.',
      'MD-URL-5': 'Query strings, percent-encodings and letters beyond ASCII in URLs are kept.',
    },
  ),
  ...statements(
    { ...urls, certainty: 'inferred' },
    {
      'MD-URL-6': 'A `href` that starts with a slash is resolved against the root of the host.',
      'MD-URL-7': 'A `href` that is a query only is resolved against the path of the page.',
      'MD-URL-8': 'A `href` that starts with two slashes gets the scheme of the page.',
      'MD-URL-9': 'A `mailto:` or `tel:` link stays as it is.',
      'MD-URL-10': '`base` does not change what links are resolved against.',
      'MD-URL-11': 'An absolute URL stays as it is.',
    },
  ),
  ...statements(
    { ...dialect, certainty: 'observed' },
    {
      'MD-TEXT-1':
        'The fields, the body and the JSON-LD are those of the golden, the last two character for character.',
    },
  ),
] as const;
