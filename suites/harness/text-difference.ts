import { diffArrays } from 'diff';

/** Lines of context around a difference. */
const context = 3;

/** Maximum lines of a difference. */
const shownLines = 60;

/** Total of differing lines above which the two texts are shown as blocks. */
const maxEditLength = 1000;

type Step = readonly [mark: ' ' | '-' | '+', line: string];

/**
 * Shows the difference of two texts line by line, like `diff -u`: `-` is expected, `+` is actual. Shows spaces at the
 * end of a line as `·`, since they have a meaning in Markdown.
 *
 * @returns undefined when the texts are equal
 *
 * @example
 * getDifference('a\nB\n', 'a\nb\n') // '  a\n- b\n+ B'
 */
export function getDifference(actual: string, expected: string): string | undefined {
  if (actual === expected) return undefined;
  const all = compare(expected.split('\n'), actual.split('\n'));
  const near = new Set<number>();
  for (const [index, [mark]] of all.entries()) {
    if (mark === ' ') continue;
    for (let at = index - context; at <= index + context; at++) near.add(at);
  }
  const lines: string[] = [];
  let last = -1;
  for (const [index, [mark, line]] of all.entries()) {
    if (!near.has(index)) continue;
    if (index > last + 1) lines.push(`  ... line ${index + 1}`);
    lines.push(`${mark} ${visible(line)}`.trimEnd());
    last = index;
  }
  const more = lines.length - shownLines;
  return [...lines.slice(0, shownLines), ...(more > 0 ? [`... and ${more} more lines`] : [])].join('\n');
}

/** Splits both texts into lines; texts with little in common are shown as one block each. */
function compare(before: readonly string[], after: readonly string[]): Step[] {
  const changes = diffArrays([...before], [...after], { maxEditLength });
  if (changes === undefined) return [...steps('-', before), ...steps('+', after)];
  return changes.flatMap(({ value, added, removed }) => steps(added ? '+' : removed ? '-' : ' ', value));
}

const steps = (mark: Step[0], lines: readonly string[]) => lines.map((line): Step => [mark, line]);

const visible = (line: string): string => {
  const marked = line.replace(/[ \t]+$/, (blanks) => blanks.replaceAll(' ', '·').replaceAll('\t', '→'));
  return marked.length > 240 ? `${marked.slice(0, 240)}... (${marked.length} characters)` : marked;
};
