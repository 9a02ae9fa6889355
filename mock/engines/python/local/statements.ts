/** Statements of a block of JavaScript, and where it ends: at the brace that closes it, or with the text. */
export interface Block {
  readonly statements: readonly string[];
  readonly end: number;
}

/** What a statement begins with that needs no semicolon behind its last brace. */
const endsWithBrace =
  /^\s*(?:(?:async function|function|class|if|for|while|try|switch|else|catch|finally)\b|\{)/;

/** Behind these, a slash begins a regular expression; behind anything else it divides. */
const expectsValue = /(?:[(,=:[!&|?{;+\-*%^~<>]|\b(?:return|typeof|case|in|of|void|delete|else|do))\s*$/;

/**
 * Splits a block into what stands in it side by side, which joined is the block again. It has to be written as what
 * makes code small writes it: each statement has its semicolon. `else` and the like count as statements of their own.
 */
export function statementsOf(source: string, start: number): Block {
  const statements: string[] = [];
  /** For each bracket that is open, whether the text of a template goes on behind it. */
  const open: boolean[] = [];
  let first = start;
  let at = start;
  const endAt = (end: number) => {
    if (end > first) statements.push(source.slice(first, end));
    first = end;
  };
  for (; at < source.length; at++) {
    const sign = source[at];
    if (sign === '"' || sign === "'") at = endOfText(source, at);
    else if (sign === '/') at = endOfSlash(source, at);
    else if (sign === '(' || sign === '[' || sign === '{') open.push(false);
    else if (sign === '`') enterTemplate();
    else if (sign === ')' || sign === ']') open.pop();
    else if (sign === '}') {
      if (open.length === 0) break;
      if (open.pop()) enterTemplate();
      else if (open.length === 0 && endsWithBrace.test(source.slice(first, first + 20))) endAt(at + 1);
    } else if (sign === ';' && open.length === 0) endAt(at + 1);
  }
  endAt(at);
  return { statements, end: at };

  /** Goes on to the end of the template, or into what is evaluated within it. */
  function enterTemplate(): void {
    for (at += 1; at < source.length && source[at] !== '`'; at++) {
      if (source[at] === '\\') at += 1;
      else if (source.startsWith('${', at)) {
        at += 1;
        open.push(true);
        return;
      }
    }
  }
}

function endOfText(source: string, start: number): number {
  let at = start + 1;
  while (at < source.length && source[at] !== source[start]) at += source[at] === '\\' ? 2 : 1;
  return at;
}

/** The last sign of a comment or of a regular expression; the slash itself where it divides. */
function endOfSlash(source: string, start: number): number {
  if (source.startsWith('/*', start)) return source.indexOf('*/', start) + 1;
  if (source.startsWith('//', start)) return source.indexOf('\n', start);
  if (!expectsValue.test(source.slice(Math.max(0, start - 12), start))) return start;
  let isInClass = false;
  for (let at = start + 1; at < source.length; at++) {
    if (source[at] === '\\') at += 1;
    else if (source[at] === '[') isInClass = true;
    else if (source[at] === ']') isInClass = false;
    else if (source[at] === '/' && !isInClass) return at;
  }
  return start;
}
