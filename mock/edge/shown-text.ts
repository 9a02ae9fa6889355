/** Most characters to show of a value or an expression. */
const mostCharacters = 120;

/** The beginning of a long text. */
export function shortened(text: string): string {
  return text.length > mostCharacters ? `${text.slice(0, mostCharacters)}…` : text;
}

export const quote = (text: string) => JSON.stringify(text);
