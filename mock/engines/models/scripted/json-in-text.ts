/** How many beginnings of JSON are tried in one text. */
const mostTries = 20;

/**
 * Objects and lists that stand in a text as JSON, whole or among words.
 *
 * @example
 * readJsonIn('Use {"city": "Paris"} here'); // [{ city: 'Paris' }]
 */
export function readJsonIn(text: string): unknown[] {
  const found: unknown[] = [];
  let at = 0;
  for (let tried = 0; tried < mostTries; tried++) {
    const start = text.slice(at).search(/[{[]/);
    if (start < 0) break;
    const from = at + start;
    const end = closing(text, from);
    const value = end === undefined ? undefined : parse(text.slice(from, end));
    if (value !== undefined) found.push(value);
    at = value === undefined || end === undefined ? from + 1 : end;
  }
  return found;
}

/** The index after the bracket that closes the one at `start`, strings set aside. */
function closing(text: string, start: number): number | undefined {
  let depth = 0;
  let quoted = false;
  for (let index = start; index < text.length; index++) {
    const unit = text[index];
    if (quoted) {
      if (unit === '\\') index++;
      else if (unit === '"') quoted = false;
    } else if (unit === '"') quoted = true;
    else if (unit === '{' || unit === '[') depth++;
    else if ((unit === '}' || unit === ']') && --depth === 0) return index + 1;
  }
  return undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
