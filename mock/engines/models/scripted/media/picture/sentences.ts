import type { Seen, View } from './see.ts';

const numbers = 'no one two three four five six seven eight nine ten eleven twelve'.split(' ');

/** What a figure is called: `red circle`, or `red area` for what is no shape. */
export function nameOf({ colour, shape }: Seen): string {
  return `${colour} ${shape ?? 'area'}`;
}

/** A view in words, such as `A red circle and two green stars on a blue background.` */
export function sentenceOf({ background, seen }: View): string {
  const ground = `${withArticle(background)} background`;
  if (seen.length === 0) return `${capital(withArticle(`plain ${background} picture`))}.`;
  return `${capital(listOf(groupsOf(seen)))} on ${ground}.`;
}

/** `a red circle`, `two green stars`. */
export function groupsOf(seen: readonly Seen[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const figure of seen) counts.set(nameOf(figure), (counts.get(nameOf(figure)) ?? 0) + 1);
  return Array.from(counts, ([name, count]) =>
    count === 1 ? withArticle(name) : `${numberOf(count)} ${many(name)}`,
  );
}

export function numberOf(count: number): string {
  return numbers[count] ?? String(count);
}

/** Joins with commas and `and`. */
export function listOf(items: readonly string[]): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1) ?? ''}`;
}

export function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

function withArticle(name: string): string {
  return `${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name}`;
}

function many(name: string): string {
  return /(?:x|ss)$/.test(name) ? `${name}es` : `${name}s`;
}
