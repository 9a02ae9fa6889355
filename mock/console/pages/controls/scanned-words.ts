/** What the scanner of guardrails does, as the admin interface says it. */
export interface Conditions {
  readonly words: readonly Words[];
  readonly failing: 'unavailable' | 'credits' | null;
}

/** Words of one category. */
interface Words {
  readonly category: string;
  readonly words: readonly string[];
  readonly phases?: readonly string[] | undefined;
}

/** Words as lines of a text: `S1 (prompt): teapot, kettle`. */
export function toLines(all: readonly Words[]): string {
  return all
    .map(
      ({ category, words, phases }) =>
        `${category}${phases ? ` (${phases.join(', ')})` : ''}: ${words.join(', ')}`,
    )
    .join('\n');
}

/** The words that the lines of a text say. The server judges them. */
export function toWords(text: string): Words[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, category = '', phases, words = ''] = /^([^(:]*)(?:\(([^)]*)\))?\s*:?(.*)$/.exec(line) ?? [];
      return {
        category: category.trim(),
        words: toList(words),
        ...(phases !== undefined && { phases: toList(phases) }),
      };
    });
}

const toList = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
