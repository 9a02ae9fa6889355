/** Control characters, marks that reverse the direction of text, line separators, and surrogates without a partner. */
const unprintable = /[\p{Cc}\p{Cs}\p{Bidi_Control}\u2028\u2029]/gu;

/**
 * Text for a terminal: whatever could move its cursor, change its colours or reorder its letters is escaped as in JSON.
 *
 * @example
 * toTerminalText('\u001b[31mred') // '\\u001b[31mred'
 */
export function toTerminalText(text: string): string {
  return text.replace(unprintable, escaped);
}

const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
