import fc, { type Arbitrary } from 'fast-check';
import { escaped } from './inline-arbitrary.ts';

/** Pieces of text that mean something to the rules of tables, strikethrough and emphasis, but no address. */
const piece = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('word', 'a', '7', 'é', '日本', '😀') },
  { weight: 1, arbitrary: fc.constantFrom(' ', ' ') },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      ...[
        '|',
        '\\',
        '\\|',
        '||',
        '~',
        '~~',
        '~~~',
        '*',
        '_',
        '**',
        '`',
        '``',
        '[',
        ']',
        '(',
        ')',
        '!',
        '<',
        '>',
      ],
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
const text = fc.array(piece, { minLength: 1, maxLength: 5 }).map((pieces) => pieces.join('').trim() || 'x');
const url = fc.constantFrom('/a', '/a|b', '/a\\|b', '#~~x~~', '?q=*', '/a b', '(', '');
const title = fc.oneof(
  fc.constant(''),
  text.map((said) => ` title="${escaped(said)}"`),
);
const leaf = fc.oneof(
  { weight: 5, arbitrary: text.map(escaped) },
  { weight: 1, arbitrary: text.map((said) => `<code>${escaped(said)}</code>`) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(url, text, title)
      .map(([src, alt, said]) => `<img src="${escaped(src)}" alt="${escaped(alt)}"${said}>`),
  },
);

/** Inline HTML that GFM can say, never empty; none of its elements stands in one of the same name. */
function inline(names: readonly string[]): Arbitrary<string> {
  if (names.length === 0) return leaf;
  const marked = fc.constantFrom(...names).chain((name) =>
    fc.tuple(inline(names.filter((other) => other !== name)), url, title).map(([said, href, more]) => {
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
