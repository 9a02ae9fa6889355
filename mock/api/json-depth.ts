/**
 * Whether objects and lists of a JSON text stand more than so many deep in one another. It is found without building
 * them, and for any text.
 *
 * @example
 * isDeeper('{"a":[1]}', 1) // true
 */
export function isDeeper(text: string, most: number): boolean {
  if (text.length <= most) return false;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case quote:
        at = endOfString(text, at);
        break;
      case openBrace:
      case openBracket:
        if (++depth > most) return true;
        break;
      case closeBrace:
      case closeBracket:
        depth--;
    }
  }
  return false;
}

const [quote, backslash, openBrace, closeBrace, openBracket, closeBracket] = [
  0x22, 0x5c, 0x7b, 0x7d, 0x5b, 0x5d,
];

/** Where the string ends that begins here. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let before = at - 1;
    while (text.charCodeAt(before) === backslash) before--;
    if ((at - before) % 2 === 1) return at;
  }
  return text.length;
}
