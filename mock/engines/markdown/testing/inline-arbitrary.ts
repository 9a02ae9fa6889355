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

const urlPieces = [
  'https://example.com/',
  '/a/b',
  '?q=1&copy=2',
  '#top',
  'mailto:a@b.c',
  'a',
  'é',
  '&amp;',
  '%20',
];
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
