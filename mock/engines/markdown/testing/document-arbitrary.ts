import fc, { type Arbitrary } from 'fast-check';
import { escaped, inlineArbitrary, textPiece } from './inline-arbitrary.ts';

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
