import { heads, texts } from './answers.ts';
import { defineVariations, type Variation } from './variation.ts';

const suites = ['markdown'];
const dialect = 'inference-and-conversion.md: the body is Markdown, in no dialect that is shown.';
const header = 'Headers that no seed names are allowed, and names are case-insensitive.';

/** Markdown in another dialect. */
export const markdownDialectVariations = defineVariations([
  written('marks-items-with-stars', dialect, (line) => line.replace(/^((?:> ?)*\s*)- /, '$1* ')),
  written('marks-items-with-pluses', dialect, (line) => line.replace(/^((?:> ?)*\s*)- /, '$1+ ')),
  written('numbers-items-with-parentheses', dialect, (line) => line.replace(/^(\s*\d+)\. /, '$1) ')),
  written('underlines-headings', dialect, (line) =>
    line.replace(/^(#{1,2}) (.+)$/, (_, marks: string, text: string) =>
      [text, (marks === '#' ? '=' : '-').repeat(Math.max(text.length, 3))].join('\n'),
    ),
  ),
  written('closes-headings', dialect, (line) => line.replace(/^(#+) (.+)$/, '$1 $2 $1')),
  written('keeps-elements-with-their-attributes', dialect, (line) =>
    line.replace(/^(#+) (.+)$/, '$1 <span class="var const document function" style="color: red">$2</span>'),
  ),
  written('draws-rules-with-stars', dialect, (line) => line.replace(/^---$/, '* * *')),
  written('writes-tables-narrowly', dialect, (line) =>
    line.startsWith('| ') ? line.replaceAll(' | ', '|').replace(/^\| /, '|').replace(/ \|$/, '|') : line,
  ),
  written('marks-strong-with-underscores', dialect, (line) =>
    line.replaceAll(/(?<![^\s])\*\*([^*_]+)\*\*(?![^\s])/g, '__$1__'),
  ),
  written('points-links-in-angle-brackets', dialect, (line) =>
    line.replaceAll(/\]\((https?:[^\s()<>]+)\)/g, '](<$1>)'),
  ),
  whole('fences-code-with-tildes', dialect, (text) => refenced(text, () => '~~~')),
  whole('fences-code-with-more-backticks', dialect, (text) => refenced(text, (mark) => `${mark}\`\``)),
  whole('parts-blocks-by-two-empty-lines', dialect, (text) =>
    outsideFences(text, (line) => (line === '' ? '\n' : line)),
  ),
  whole('ends-without-a-line-end', dialect, (text) => text.trimEnd()),
  whole('ends-with-empty-lines', dialect, (text) => `${text}\n\n`),
  whole('ends-lines-with-crlf', dialect, (text) => text.replaceAll('\n', '\r\n')),
  whole(
    'quotes-every-field',
    'inference-and-conversion.md: frontmatter is YAML, whose scalars are plain or quoted.',
    (text) =>
      inFrontmatter(text, (line) =>
        line.replace(
          /^(\w+): (?!["'])(.*)$/,
          (_, name: string, value: string) => `${name}: ${JSON.stringify(value)}`,
        ),
      ),
  ),
  whole('orders-fields-otherwise', 'YAML: the order of the members of a mapping has no meaning.', (text) =>
    text.replace(
      /^---\n([\s\S]*?)\n---\n/,
      (_, lines: string) => `---\n${lines.split('\n').reverse().join('\n')}\n---\n`,
    ),
  ),
]);

/** Headers of converted answers. */
export const markdownHeaderVariations = defineVariations([
  {
    id: 'varies-by-accept-with-a-capital',
    because: header,
    suites,
    ...heads('edge', (_, headers) => {
      const vary = headers.get('vary');
      if (vary !== null) headers.set('vary', vary.replaceAll(/\baccept\b/g, 'Accept'));
    }),
  },
  {
    id: 'varies-by-accept-first',
    because: 'inference-and-conversion.md: `Vary` includes `Accept`, in no order that is shown.',
    suites,
    ...heads('edge', (_, headers) => {
      const names = headers
        .get('vary')
        ?.split(',')
        .map((name) => name.trim());
      if (names) headers.set('vary', names.reverse().join(','));
    }),
  },
  {
    id: 'adds-headers-to-pages',
    because: header,
    suites: ['markdown', 'token-validation/edge-keys'],
    ...heads('edge', (_, headers) => {
      headers.set('server', 'other');
      headers.set('x-markdown-tokens', '12');
      headers.set('cf-cache-status', 'DYNAMIC');
    }),
  },
  {
    id: 'sends-none-of-our-headers-with-pages',
    because: header,
    suites: ['markdown', 'token-validation/edge-keys'],
    ...heads('edge', (_, headers) => {
      for (const name of [...headers.keys()])
        if (/^(?:touchstone-(?!site)|cf-ray)/.test(name)) headers.delete(name);
    }),
  },
  {
    id: 'leaves-vary-of-other-pages-alone',
    because:
      'inference-and-conversion.md, Conversion response: the sentence on `Vary` is about converted pages.',
    suites,
    ...heads('edge', ({ headers: given }, headers) => {
      const vary = headers.get('vary');
      if (vary === null || given.get('content-type')?.startsWith('text/markdown')) return;
      const kept = vary.split(/,\s*/).filter((name) => name !== 'accept');
      if (kept.length > 0) headers.set('vary', kept.join(', '));
      else headers.delete('vary');
    }),
  },
]);

/** Whether a page was converted: Markdown of the origin has no `Content-Signal` header. */
function isMarkdown({ headers, body }: Response): boolean {
  const type = headers.get('content-type') ?? '';
  return body !== null && type.startsWith('text/markdown') && headers.has('content-signal');
}

function whole(id: string, because: string, change: (text: string) => string): Variation {
  return { id, because, suites, ...texts('edge', isMarkdown, change) };
}

/** Rewrites each line outside of fences and the frontmatter. */
function written(id: string, because: string, change: (line: string) => string): Variation {
  return whole(id, because, (text) => outsideFences(text, change));
}

function outsideFences(text: string, change: (line: string) => string): string {
  let fence: string | undefined;
  const lines = text.split('\n');
  let front = lines[0] === '---' ? lines.indexOf('---', 1) : -1;
  return lines
    .map((line) => {
      if (front-- >= 0) return line;
      const [mark] = /^(?:\s|> ?|[-*+] |\d+[.)] )*(`{3,}|~{3,})/.exec(line)?.slice(1) ?? [];
      if (mark !== undefined && (fence === undefined || mark === fence)) {
        fence = fence === undefined ? mark : undefined;
        return line;
      }
      return fence === undefined ? change(line) : line;
    })
    .join('\n');
}

const inFrontmatter = (text: string, change: (line: string) => string) =>
  text.replace(
    /^---\n([\s\S]*?)\n---\n/,
    (_, lines: string) => `---\n${lines.split('\n').map(change).join('\n')}\n---\n`,
  );

/** Rewrites the fences of unindented code and of JSON-LD. */
function refenced(text: string, fenced: (mark: string) => string): string {
  let open: string | undefined;
  return text
    .split('\n')
    .map((line) => {
      const [, mark = '', info = ''] = /^(`{3,})([^`]*)$/.exec(line) ?? [];
      const isFence = open === undefined ? mark !== '' : line === open;
      if (!isFence) return line;
      open = open === undefined ? mark : undefined;
      return `${fenced(mark)}${info}`;
    })
    .join('\n');
}
