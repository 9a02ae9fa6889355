import { markdownLimits } from '../../spec/engine-limits.ts';
import type { KnownRequirementId } from '../../spec/requirements.ts';
import { equal, mistaken, ok } from '../harness/assertions.ts';
import type { EdgeReply } from '../harness/edge.ts';
import { HarnessError } from '../harness/errors.ts';
import { headerRules, keptHeaders } from './answer-headers.ts';
import { type NamedCase, readBody, readGolden, readPage } from './cases.ts';
import { getFields, type MarkdownDocument, splitDocument } from './document.ts';
import { getKind, isMarkdown, mustBeMarkdown } from './kind.ts';
import { hasBlocksAndWords, hasNoneOf, toWords } from './words.ts';

/** A converted page. */
interface Converted {
  readonly reply: EdgeReply;
  readonly item: NamedCase;
  readonly document: MarkdownDocument;
  readonly golden: MarkdownDocument;
}

/** Throws a ConformanceFailure unless an answer satisfies one sentence of the seed. */
type SeedRule = (reply: EdgeReply, item: NamedCase) => void;

const converted =
  (judge: (page: Converted) => void): SeedRule =>
  (reply, item) => {
    mustBeMarkdown(reply);
    const [document, golden] = [reply.text.replaceAll('\r\n', '\n').trimStart(), readGolden(item) ?? ''].map(
      splitDocument,
    );
    if (document && golden) judge({ reply, item, document, golden });
  };

const header: (id: KnownRequirementId) => SeedRule = (id) => (reply, item) => {
  mustBeMarkdown(reply);
  headerRules[id]?.(reply, item);
};

const kept: SeedRule = (reply, item) => {
  mustBeMarkdown(reply);
  keptHeaders(reply, item);
};

const hasWords = converted(({ document, golden }) => hasBlocksAndWords(document.body, golden.body));

const lacksElement = (name: string) =>
  converted(({ reply, item }) => hasNoneOf(withoutJsonLd(reply.text), getPage(item), name));

const field = (...names: readonly string[]) =>
  converted(({ document, golden }) => {
    const [is, expected] = [fieldsIn(document), fieldsIn(golden)];
    for (const name of names) {
      equal(plain(is[name]), plain(expected[name]), `the field ${name} of the frontmatter`);
    }
  });

const hasFrontmatter = converted(({ document: { frontmatter } }) => {
  ok(frontmatter !== undefined, 'the Markdown does not begin with frontmatter');
  getFields(frontmatter);
});

/** Not converted: the page or file of the origin, with any content coding. */
const left: SeedRule = (reply, item) => {
  const isOwnMarkdown = String(item.origin.headers['content-type']).startsWith('text/markdown');
  ok(isOwnMarkdown || !isMarkdown(reply), `the answer is ${getKind(reply)}, expected the page as it is`);
  if (item.origin.encoding.length > 0) return; // the reply is text, which coded bytes are not
  const [is, expected] = [reply.text.trim(), getPage(item).trim()];
  if (is !== expected) throw mistaken('the answer', is, JSON.stringify(expected));
};

/** A page above the limit is not converted in full, whatever else happens. */
const cut: SeedRule = (reply, item) => {
  const words = behindLimit(item);
  ok(
    !isMarkdown(reply) || !reply.text.includes(words),
    `the answer is Markdown and contains text after the limit: ${words}`,
  );
};

/** A page within the limit is converted to its end. */
const full: SeedRule = (reply, item) => {
  mustBeMarkdown(reply);
  const [is, expected] = [reply.text, readGolden(item) ?? ''].map((text) =>
    toWords(text.slice(-2000)).slice(-3),
  );
  equal(is, expected, 'the last words of the Markdown');
};

const jsonLd = (compare: (actual: readonly string[], golden: readonly string[]) => void) =>
  converted(({ document, golden }) => {
    ok(document.jsonLd !== undefined, 'the Markdown does not end with a fenced `json` block');
    compare(getLines(document.jsonLd), getLines(golden.jsonLd ?? ''));
  });

/** Every sentence of the seed, applied to the answer to a case: inference-and-conversion, Conversion response. */
export const seedRules: Readonly<Partial<Record<KnownRequirementId, SeedRule>>> = {
  'MD-NEG-1': hasWords,
  'MD-NEG-2': hasWords,
  'MD-NEG-3': left,
  'MD-HDR-1': kept,
  'MD-HDR-2': kept,
  'MD-HDR-3': kept,
  'MD-HDR-4': kept,
  'MD-HDR-5': header('MD-HDR-5'),
  'MD-HDR-6': header('MD-HDR-6'),
  'MD-HDR-7': header('MD-HDR-7'),
  'MD-HDR-8': header('MD-HDR-8'),
  'MD-HDR-9': header('MD-HDR-9'),
  'MD-HDR-10': header('MD-HDR-10'),
  'MD-HDR-11': header('MD-HDR-11'),
  'MD-HDR-12': header('MD-HDR-12'),
  'MD-HDR-13': header('MD-HDR-13'),
  'MD-HDR-14': hasWords,
  'MD-HDR-15': hasWords,
  'MD-HDR-16': kept,
  'MD-HDR-17': header('MD-HDR-17'),
  'MD-BODY-1': hasFrontmatter,
  'MD-BODY-2': hasFrontmatter,
  'MD-BODY-3': converted(({ document: { frontmatter } }) =>
    ok(frontmatter === undefined, `the Markdown has frontmatter: ${frontmatter}`),
  ),
  'MD-BODY-4': hasWords,
  'MD-BODY-5': lacksElement('header'),
  'MD-BODY-6': lacksElement('footer'),
  'MD-BODY-7': lacksElement('nav'),
  'MD-BODY-8': lacksElement('script'),
  'MD-BODY-9': lacksElement('style'),
  'MD-LD-1': jsonLd((actual, golden) => equal(actual.join(''), golden.join(''), 'the JSON-LD')),
  'MD-LD-2': converted(({ document }) =>
    ok(document.jsonLd === undefined, `the Markdown ends with JSON-LD: ${document.jsonLd}`),
  ),
  'MD-LD-3': jsonLd((actual, golden) => equal(actual, golden, 'the lines of JSON-LD')),
  'MD-LD-4': converted(({ reply, item }) =>
    hasNoneOf(reply.text, getPage(item), 'script', (tag) => !/ld\+json/i.test(tag)),
  ),
  'MD-META-1': field('title'),
  'MD-META-2': field('title'),
  'MD-META-3': field('description'),
  'MD-META-4': field('description'),
  'MD-META-5': field('image'),
  'MD-META-6': converted(({ document, golden }) => {
    const expected = fieldsIn(golden);
    for (const [name, value] of Object.entries(fieldsIn(document))) {
      ok(expected[name] !== undefined, `the frontmatter has the field ${name}: ${JSON.stringify(value)}`);
    }
  }),
  'MD-META-7': field('title', 'description'),
  'MD-LIM-1': left,
  'MD-LIM-2': full,
  'MD-LIM-3': cut,
  'MD-LIM-4': (reply, item) => (readBody(item).length > markdownLimits.htmlBytes ? cut : full)(reply, item),
};

const getPage = (item: NamedCase) => new TextDecoder().decode(readBody(item));

const fieldsIn = ({ frontmatter }: MarkdownDocument): Readonly<Record<string, string>> =>
  frontmatter === undefined ? {} : getFields(frontmatter);

/** A value without the characters that a line break in its source may become. */
const plain = (value: string | undefined) => value?.replace(/\s+/g, ' ').trim();

const withoutJsonLd = (text: string) => {
  const { jsonLd: block } = splitDocument(text);
  return block === undefined ? text : text.slice(0, text.lastIndexOf(block));
};

/** The lines between the fences, without blanks that have no meaning in JSON. */
const getLines = (block: string): string[] =>
  block
    .split('\n')
    .slice(1, -1)
    .map((line) => {
      try {
        return JSON.stringify(JSON.parse(line));
      } catch {
        return line.replace(/\s+/g, '');
      }
    });

/** The words of the page after its limit. */
function behindLimit(item: NamedCase): string {
  const [, behind = ''] = new TextDecoder().decode(readPage(item)).split('{{here}}');
  const words = behind.replace(/<[^>]*>/g, ' ').match(/\S+(?: \S+)*/)?.[0];
  if (words !== undefined) return words;
  throw new HarnessError('markdown-case', `${item.name} has no words after {{here}}`);
}
