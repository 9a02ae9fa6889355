import fc, { type Arbitrary } from 'fast-check';

/** Text as HTML: markup characters become references. */
export function escaped(value: string): string {
  return value.replace(/[&<"]/g, (c) => (c === '&' ? '&amp;' : c === '<' ? '&lt;' : '&quot;'));
}

const marks = '*_~`[]()!<>&#+-=|\\.:;"\'/@$%^{}?,'.split('');
const runs = [
  '**',
  '__',
  '~~',
  '``',
  '```',
  '~~~',
  '![',
  '](',
  '](x)',
  '[x]: y',
  '<b>',
  '</p>',
  '<!-- x -->',
  '<?',
];
const starters = [
  '1.',
  '2)',
  '1. ',
  '- ',
  '+ ',
  '* ',
  '# ',
  '> ',
  '---',
  '***',
  '===',
  '| - |',
  ':--',
  '&#42;',
];
const others = ['&amp;', '&copy', '&copy;', '&x;', '<http://a.b>', '“', '—', '»', '€', '\u00ad'];

/** Pieces of text with a meaning in Markdown or HTML, or in the rules of emphasis. */
export const textPiece: Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('word', 'a', 'B2', '7', 'é', '日本', '😀', 'नमस्ते') },
  { weight: 2, arbitrary: fc.constantFrom(' ', ' ', '\n', '  \n ', '\t') },
  { weight: 3, arbitrary: fc.constantFrom(...marks, ...runs, ...starters, ...others) },
);

const text = fc.array(textPiece, { minLength: 1, maxLength: 6 }).map((pieces) => pieces.join(''));

/** Text without spaces at its edges, which emphasis can't contain. */
const trimmedText = text.map((value) => value.replace(/^[ \t\n]+|[ \t\n]+$/g, '') || 'x');

const urlPieces = 'https://example.com/ /a/b ?q=1&copy=2 #top mailto:a@b.c a é &amp; %20'.split(' ');
const destination = fc
  .array(fc.constantFrom(...urlPieces, '()', ...'() <>*_\\[]"\'&%`!|'.split('')), { maxLength: 5 })
  .map((pieces) => pieces.join('').trim());

const title = fc.oneof(
  { weight: 2, arbitrary: fc.constant('') },
  // Runs of spaces collapse, as in a tooltip.
  text.map((value) => ` title="${escaped(value.replace(/\s+/g, ' '))}"`),
);

/** A code span with any content, but not empty. */
const codeSpan = fc
  .array(fc.oneof(textPiece, fc.constantFrom('`', '``', ' `', '` ', '\\', '&amp;')), {
    minLength: 1,
    maxLength: 5,
  })
  .map((pieces) => `<code>${escaped(pieces.join('').replace(/\s/g, ' '))}</code>`);

const image = fc
  .tuple(text, destination, title)
  .map(([alt, src, value]) => `<img src="${escaped(src)}" alt="${escaped(alt)}"${value}>`);

/**
 * Inline HTML with a Markdown equivalent: never empty, and without spaces at the edges of elements.
 *
 * @param depth maximum nesting of elements
 */
export function inlineArbitrary(depth: number, isInLink = false): Arbitrary<string> {
  const leaf = fc.oneof(
    { weight: 6, arbitrary: trimmedText.map(escaped) },
    { weight: 1, arbitrary: codeSpan },
    { weight: 1, arbitrary: image },
  );
  if (depth === 0) return leaf;
  const marked = fc
    .tuple(fc.constantFrom('em', 'strong'), inlineArbitrary(depth - 1, isInLink))
    .map(([name, value]) => `<${name}>${value}</${name}>`);
  const piece = isInLink
    ? fc.oneof({ weight: 2, arbitrary: leaf }, { weight: 3, arbitrary: marked })
    : fc.oneof(
        { weight: 4, arbitrary: leaf },
        { weight: 4, arbitrary: marked },
        { weight: 1, arbitrary: linkArbitrary(depth - 1) },
      );
  const glue = fc.constantFrom('', '', '', ' ', '\n', '<br>', ' <br>\n');
  return fc
    .tuple(piece, fc.array(fc.tuple(glue, piece), { maxLength: 3 }))
    .map(([first, rest]) => first + rest.map(([between, value]) => between + value).join(''));
}

function linkArbitrary(depth: number): Arbitrary<string> {
  return fc
    .tuple(destination, title, inlineArbitrary(depth, true))
    .map(([href, value, content]) => `<a href="${escaped(href)}"${value}>${content}</a>`);
}

const shortInline = inlineArbitrary(1);
const paragraph = inlineArbitrary(2).map((value) => `<p>${value}</p>`);
const heading = fc
  .tuple(fc.integer({ min: 1, max: 6 }), shortInline)
  .map(([level, value]) => `<h${level}>${value}</h${level}>`);

/** A line of code. This reader strips the spaces of a blank one within a list, so there is none. */
const codeLine = fc
  .array(fc.oneof(textPiece, fc.constantFrom('    ', '\t', '```', '~~~~', '&amp;')), { maxLength: 4 })
  .map((pieces) => pieces.join('').replaceAll('\n', ' ').replace(/^\s+$/, ''));

const codeBlock = fc
  .tuple(
    fc.constantFrom('', '', ' class="language-js"', ' class="language-c++"'),
    fc.array(codeLine, { maxLength: 4 }),
  )
  .map(([language, lines]) => {
    const code = lines.map((line) => `${escaped(line)}\n`).join('');
    return `<pre><code${language}>${code}</code></pre>`;
  });

function listOf(items: Arbitrary<readonly string[]>): Arbitrary<string> {
  return fc
    .tuple(fc.constantFrom('ul', 'ol', 'ul', 'ol start="0"', 'ol start="17"'), items)
    .map(
      ([tag, value]) => `<${tag}>${value.map((item) => `<li>${item}</li>`).join('')}</${tag.slice(0, 2)}>`,
    );
}

/**
 * A list whose items have text, and then blocks that may directly follow it and each other. Others would need a blank
 * line, which turns it into a list of paragraphs.
 */
function tightList(depth: number): Arbitrary<string> {
  const follower =
    depth === 0 ? fc.oneof(heading, codeBlock) : fc.oneof(heading, codeBlock, quote(depth - 1));
  const inner = depth === 0 ? fc.constant('') : fc.oneof(fc.constant(''), tightList(depth - 1));
  const item = fc
    .tuple(shortInline, inner, fc.oneof(fc.constant(''), follower))
    .map((parts) => parts.join(''));
  return fc
    .tuple(fc.constantFrom('ul', 'ol'), fc.array(item, { minLength: 1, maxLength: 3 }))
    .map(([tag, items]) => `<${tag}>${items.map((value) => `<li>${value}</li>`).join('')}</${tag}>`);
}

/** A list whose items have paragraphs; one item with one paragraph would be a tight list to any reader. */
function looseList(depth: number): Arbitrary<string> {
  const item = fc
    .tuple(paragraph, depth === 0 ? fc.constant([]) : fc.array(block(depth - 1), { maxLength: 2 }))
    .map(([first, rest]) => first + rest.join(''));
  return listOf(fc.array(item, { minLength: 2, maxLength: 3 }));
}

function quote(depth: number): Arbitrary<string> {
  return fc
    .array(block(depth), { minLength: 1, maxLength: 3 })
    .map((blocks) => `<blockquote>${blocks.join('')}</blockquote>`);
}

function block(depth: number): Arbitrary<string> {
  const simple = fc.oneof(
    { weight: 3, arbitrary: paragraph },
    { weight: 1, arbitrary: heading },
    { weight: 1, arbitrary: codeBlock },
    { weight: 1, arbitrary: fc.constant('<hr>') },
  );
  if (depth === 0) return simple;
  return fc.oneof(
    { weight: 3, arbitrary: simple },
    { weight: 1, arbitrary: tightList(depth - 1) },
    { weight: 1, arbitrary: looseList(depth - 1) },
    { weight: 1, arbitrary: quote(depth - 1) },
  );
}

/** HTML of whole documents with a Markdown equivalent: every tree reads back unchanged. */
export const documentArbitrary: Arbitrary<string> = fc
  .array(block(3), { minLength: 1, maxLength: 5 })
  .map((blocks) => blocks.join('\n'));

/** Pieces of text with a meaning in tables, strikethrough and emphasis, but no addresses. */
const gfmPiece = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('word', 'a', '7', 'é', '日本', '😀') },
  { weight: 1, arbitrary: fc.constantFrom(' ', ' ') },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      ...'| \\ \\| || ~ ~~ ~~~ * _ ** ` `` [ ] ( ) ! < >'.split(' '),
      ...[
        '&',
        '&amp;',
        '#',
        '-',
        '---',
        ':--',
        ':-:',
        '+',
        '=',
        '.',
        '1.',
        '"',
        '“',
        '—',
        '[x]',
        '[ ]',
        '$',
        '^',
      ],
    ),
  },
);
const gfmText = fc
  .array(gfmPiece, { minLength: 1, maxLength: 5 })
  .map((pieces) => pieces.join('').trim() || 'x');
const url = fc.constantFrom('/a', '/a|b', '/a\\|b', '#~~x~~', '?q=*', '/a b', '(', '');
const gfmTitle = fc.oneof(
  fc.constant(''),
  gfmText.map((value) => ` title="${escaped(value)}"`),
);
const leaf = fc.oneof(
  { weight: 5, arbitrary: gfmText.map(escaped) },
  { weight: 1, arbitrary: gfmText.map((value) => `<code>${escaped(value)}</code>`) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(url, gfmText, gfmTitle)
      .map(([src, alt, value]) => `<img src="${escaped(src)}" alt="${escaped(alt)}"${value}>`),
  },
);

/** Inline HTML with a GFM equivalent, never empty, with no element inside one of the same name. */
function inline(names: readonly string[]): Arbitrary<string> {
  if (names.length === 0) return leaf;
  const marked = fc.constantFrom(...names).chain((name) =>
    fc.tuple(inline(names.filter((other) => other !== name)), url, gfmTitle).map(([value, href, more]) => {
      return name === 'a' ? `<a href="${escaped(href)}"${more}>${value}</a>` : `<${name}>${value}</${name}>`;
    }),
  );
  return fc
    .tuple(
      fc.oneof(leaf, marked),
      fc.array(fc.tuple(fc.constantFrom('', '', ' ', '<br>'), fc.oneof(leaf, marked)), { maxLength: 2 }),
    )
    .map(([first, rest]) => first + rest.map(([glue, value]) => glue + value).join(''));
}

const content = inline(['del', 'em', 'strong', 'a']);

/** A paragraph with strikethrough text. */
export const struckParagraph: Arbitrary<string> = content.map((value) => `<p>${value}</p>`);

/** A table with a head and a body, and columns of any alignment. */
export const gfmTable: Arbitrary<string> = fc
  .array(fc.constantFrom('', '', ' align="left"', ' align="center"', ' align="right"'), {
    minLength: 1,
    maxLength: 3,
  })
  .chain((alignments) => {
    const row = (name: string) =>
      fc
        .tuple(...alignments.map((align) => content.map((value) => `<${name}${align}>${value}</${name}>`)))
        .map((cells) => `<tr>${cells.join('')}</tr>`);
    return fc
      .tuple(row('th'), fc.array(row('td'), { maxLength: 2 }))
      .map(
        ([head, rows]) =>
          `<table><thead>${head}</thead>${rows.length === 0 ? '' : `<tbody>${rows.join('')}</tbody>`}</table>`,
      );
  });

const addressStarts =
  'http://x.example/ https://x.example www. http://www.x.example/ ftp://x.example/ HTTPS://'.split(' ');
const addressParts = '* ** _ ~ ~~ [ ] ( ) ` \\ & &amp;copy; &lt;b> | ! # a b7 / . , : ; ? = \' " é'.split(
  ' ',
);
const markedParts = [
  ...['<b>x</b>', '<em>x</em>', '<del>x</del>', '<code>x</code>', '<a href="/x">x</a>', '<br>', ' '],
  ...['<img src="/x" alt="x">', '<b>http://x.example/</b>', '<code>http://x.example/`</code>'],
  '<a href="http://x.example/*">http://x.example/*</a>',
];

/** Text with bare addresses, which GFM makes links of, and marks in and around them. */
export const addressesArbitrary: Arbitrary<string> = fc
  .array(
    fc.oneof(
      { weight: 2, arbitrary: fc.constantFrom(...addressStarts) },
      { weight: 4, arbitrary: fc.constantFrom(...addressParts) },
      { weight: 2, arbitrary: fc.constantFrom(...markedParts) },
    ),
    { minLength: 1, maxLength: 8 },
  )
  .map((pieces) => pieces.join(''));
