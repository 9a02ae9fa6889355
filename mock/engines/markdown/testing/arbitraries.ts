import fc, { type Arbitrary } from 'fast-check';

/** Text as HTML: what would be markup is written as references. */
export function escaped(said: string): string {
  return said.replace(/[&<"]/g, (c) => (c === '&' ? '&amp;' : c === '<' ? '&lt;' : '&quot;'));
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

/** Pieces of text that mean something in Markdown or HTML, or that the rules of emphasis look at. */
export const textPiece: Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('word', 'a', 'B2', '7', 'é', '日本', '😀', 'नमस्ते') },
  { weight: 2, arbitrary: fc.constantFrom(' ', ' ', '\n', '  \n ', '\t') },
  { weight: 3, arbitrary: fc.constantFrom(...marks, ...runs, ...starters, ...others) },
);

const text = fc.array(textPiece, { minLength: 1, maxLength: 6 }).map((pieces) => pieces.join(''));

/** Text without spaces at its edges, which emphasis cannot hold. */
const trimmedText = text.map((said) => said.replace(/^[ \t\n]+|[ \t\n]+$/g, '') || 'x');

const urlPieces = 'https://example.com/ /a/b ?q=1&copy=2 #top mailto:a@b.c a é &amp; %20'.split(' ');
const destination = fc
  .array(fc.constantFrom(...urlPieces, '()', ...'() <>*_\\[]"\'&%`!|'.split('')), { maxLength: 5 })
  .map((pieces) => pieces.join('').trim());

const title = fc.oneof(
  { weight: 2, arbitrary: fc.constant('') },
  // Runs of spaces are one, as in a tooltip.
  text.map((said) => ` title="${escaped(said.replace(/\s+/g, ' '))}"`),
);

/** A code span: whatever is in it, but not nothing. */
const codeSpan = fc
  .array(fc.oneof(textPiece, fc.constantFrom('`', '``', ' `', '` ', '\\', '&amp;')), {
    minLength: 1,
    maxLength: 5,
  })
  .map((pieces) => `<code>${escaped(pieces.join('').replace(/\s/g, ' '))}</code>`);

const image = fc
  .tuple(text, destination, title)
  .map(([alt, src, said]) => `<img src="${escaped(src)}" alt="${escaped(alt)}"${said}>`);

/**
 * Inline HTML that Markdown can say: never empty, and without spaces at the edges of elements.
 *
 * @param depth how many elements may stand within each other
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
    .map(([name, said]) => `<${name}>${said}</${name}>`);
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
    .map(([first, rest]) => first + rest.map(([between, said]) => between + said).join(''));
}

function linkArbitrary(depth: number): Arbitrary<string> {
  return fc
    .tuple(destination, title, inlineArbitrary(depth, true))
    .map(([href, said, content]) => `<a href="${escaped(href)}"${said}>${content}</a>`);
}

const shortInline = inlineArbitrary(1);
const paragraph = inlineArbitrary(2).map((said) => `<p>${said}</p>`);
const heading = fc
  .tuple(fc.integer({ min: 1, max: 6 }), shortInline)
  .map(([level, said]) => `<h${level}>${said}</h${level}>`);

/** A line of code; this reader takes the spaces off a blank one within a list, so there is none. */
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
    .map(([tag, said]) => `<${tag}>${said.map((item) => `<li>${item}</li>`).join('')}</${tag.slice(0, 2)}>`);
}

/**
 * A list whose items hold text, and then blocks that may stand right behind it and each other; between others
 * a blank line has to stand, and makes a list of paragraphs of it.
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
    .map(([tag, items]) => `<${tag}>${items.map((said) => `<li>${said}</li>`).join('')}</${tag}>`);
}

/** A list whose items hold paragraphs; one item with one paragraph would be a tight list to any reader. */
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

/** HTML of whole documents that Markdown can say: every tree of it can be read back as it was. */
export const documentArbitrary: Arbitrary<string> = fc
  .array(block(3), { minLength: 1, maxLength: 5 })
  .map((blocks) => blocks.join('\n'));

/** Pieces of text that mean something to the rules of tables, strikethrough and emphasis, but no address. */
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
  gfmText.map((said) => ` title="${escaped(said)}"`),
);
const leaf = fc.oneof(
  { weight: 5, arbitrary: gfmText.map(escaped) },
  { weight: 1, arbitrary: gfmText.map((said) => `<code>${escaped(said)}</code>`) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(url, gfmText, gfmTitle)
      .map(([src, alt, said]) => `<img src="${escaped(src)}" alt="${escaped(alt)}"${said}>`),
  },
);

/** Inline HTML that GFM can say, never empty; none of its elements stands in one of the same name. */
function inline(names: readonly string[]): Arbitrary<string> {
  if (names.length === 0) return leaf;
  const marked = fc.constantFrom(...names).chain((name) =>
    fc.tuple(inline(names.filter((other) => other !== name)), url, gfmTitle).map(([said, href, more]) => {
      return name === 'a' ? `<a href="${escaped(href)}"${more}>${said}</a>` : `<${name}>${said}</${name}>`;
    }),
  );
  return fc
    .tuple(
      fc.oneof(leaf, marked),
      fc.array(fc.tuple(fc.constantFrom('', '', ' ', '<br>'), fc.oneof(leaf, marked)), { maxLength: 2 }),
    )
    .map(([first, rest]) => first + rest.map(([glue, said]) => glue + said).join(''));
}

const content = inline(['del', 'em', 'strong', 'a']);

/** A paragraph in which text is struck through. */
export const struckParagraph: Arbitrary<string> = content.map((said) => `<p>${said}</p>`);

/** A table with a head and a body, its columns aligned somehow. */
export const gfmTable: Arbitrary<string> = fc
  .array(fc.constantFrom('', '', ' align="left"', ' align="center"', ' align="right"'), {
    minLength: 1,
    maxLength: 3,
  })
  .chain((alignments) => {
    const row = (name: string) =>
      fc
        .tuple(...alignments.map((align) => content.map((said) => `<${name}${align}>${said}</${name}>`)))
        .map((cells) => `<tr>${cells.join('')}</tr>`);
    return fc
      .tuple(row('th'), fc.array(row('td'), { maxLength: 2 }))
      .map(
        ([head, rows]) =>
          `<table><thead>${head}</thead>${rows.length === 0 ? '' : `<tbody>${rows.join('')}</tbody>`}</table>`,
      );
  });
