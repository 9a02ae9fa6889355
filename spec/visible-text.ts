/** Characters that nobody sees, or that change the order of others: C0, C1, bidi controls, surrogates without a partner. */
const hidden = /[\p{Cc}\p{Cs}\p{Bidi_Control}\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu;

/**
 * One line of text from outside, as a terminal, a log or a page can show it: what could move a cursor, end the line,
 * change colours or reorder letters is escaped as in JSON.
 *
 * @example
 * toVisibleLine('\u001b[31mred\n') // '\\u001b[31mred\\u000a'
 */
export function toVisibleLine(text: string): string {
  return text.replace(hidden, escaped);
}

/** The same for text of several lines: line feeds and tabs stay. */
export function toVisibleText(text: string): string {
  return text.replace(hidden, (found) => (found === '\n' || found === '\t' ? found : escaped(found)));
}

const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
