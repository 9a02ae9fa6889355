/** Text as Python writes it: every escape of JSON is one of Python. */
export function pythonText(text: string): string {
  return JSON.stringify(text.toWellFormed());
}

/** `[1, 2, 3]` of texts that are Python already. */
export function pythonList(items: readonly string[]): string {
  return `[${items.join(', ')}]`;
}

/** A program, line by line; what is undefined is left out. */
export function program(...lines: readonly (string | undefined)[]): string {
  return lines.filter((line) => line !== undefined).join('\n');
}

/** Python refuses to write whole numbers of more than 4,300 digits unless it is told to. */
export const anyLength = 'import sys\nsys.set_int_max_str_digits(0)';
