/** Lines around a difference that are shown. */
const context = 3;

/** Lines of a difference that are shown at most. */
const shownLines = 60;

type Step = readonly [mark: ' ' | '-' | '+', line: string];

/**
 * Shows where two texts differ, line by line as `diff -u` does: `-` is what was expected, `+` what came.
 * Blanks at the end of a line are shown as `·`, since `Markdown` gives them a meaning.
 *
 * @returns undefined when the texts are equal
 *
 * @example
 * differenceOf('a\nB\n', 'a\nb\n') // '  a\n- b\n+ B'
 */
export function differenceOf(actual: string, expected: string): string | undefined {
  if (actual === expected) return undefined;
  const steps = compare(expected.split('\n'), actual.split('\n'));
  const near = new Set<number>();
  for (const [index, [mark]] of steps.entries()) {
    if (mark === ' ') continue;
    for (let at = index - context; at <= index + context; at++) near.add(at);
  }
  const lines: string[] = [];
  let last = -1;
  for (const [index, [mark, line]] of steps.entries()) {
    if (!near.has(index)) continue;
    if (index > last + 1) lines.push(`  ... line ${index + 1}`);
    lines.push(`${mark} ${visible(line)}`.trimEnd());
    last = index;
  }
  const more = lines.length - shownLines;
  return [...lines.slice(0, shownLines), ...(more > 0 ? [`... and ${more} lines more`] : [])].join('\n');
}

/** A longest common subsequence of lines; texts that share little are shown as one block each. */
function compare(before: readonly string[], after: readonly string[]): Step[] {
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head++;
  let tail = 0;
  const room = Math.min(before.length, after.length) - head;
  while (tail < room && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
  const a = before.slice(head, before.length - tail);
  const b = after.slice(head, after.length - tail);
  const same = (lines: readonly string[]): Step[] => lines.map((line) => [' ', line]);
  return [
    ...same(before.slice(0, head)),
    ...(a.length * b.length > 4_000_000 ? blocks(a, b) : longest(a, b)),
    ...same(before.slice(before.length - tail)),
  ];
}

const blocks = (a: readonly string[], b: readonly string[]): Step[] => [
  ...a.map((line): Step => ['-', line]),
  ...b.map((line): Step => ['+', line]),
];

function longest(a: readonly string[], b: readonly string[]): Step[] {
  const width = b.length + 1;
  const lengths = new Uint32Array((a.length + 1) * width);
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      lengths[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const steps: Step[] = [];
  for (let i = 0, j = 0; i < a.length || j < b.length; ) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      steps.push([' ', a[i++] ?? '']);
      j++;
    } else if (j >= b.length || (i < a.length && at(i + 1, j) >= at(i, j + 1))) {
      steps.push(['-', a[i++] ?? '']);
    } else {
      steps.push(['+', b[j++] ?? '']);
    }
  }
  return steps;
}

const visible = (line: string): string => {
  const marked = line.replace(/[ \t]+$/, (blanks) => blanks.replaceAll(' ', '·').replaceAll('\t', '→'));
  return marked.length > 240 ? `${marked.slice(0, 240)}... (${marked.length} characters)` : marked;
};
