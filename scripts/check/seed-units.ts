import { createHash } from 'node:crypto';

/** One statement of a seed document: a table row, or a sentence of a bullet, numbered item or paragraph. */
export interface SeedUnit {
  /** File name of the document, such as `token-validation.md`. */
  readonly document: string;
  /** Line on which the statement begins, counted from 1. */
  readonly line: number;
  /** First 16 hexadecimal digits of the SHA-256 of `text`. */
  readonly digest: string;
  /** The statement without its list marker and with collapsed white space. */
  readonly text: string;
}

interface Block {
  readonly line: number;
  readonly text: string;
}

const tableRow = /^\s*\|.*\|\s*$/;
const tableRule = /^\s*\|[\s:|-]+\|\s*$/;
const heading = /^#{1,6}\s/;
const listItem = /^\s*(?:[-*+]|\d+[.)])\s+/;

function fold(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Table rows, and list items and paragraphs with their continuation lines joined. */
function getBlocks(text: string): { readonly rows: Block[]; readonly prose: Block[] } {
  const rows: Block[] = [];
  const prose: Block[] = [];
  let open: { line: number; text: string } | undefined;
  const close = () => {
    if (open) prose.push(open);
    open = undefined;
  };
  const lines = text.split(/\r?\n/);
  for (const [at, raw] of lines.entries()) {
    const line = at + 1;
    if (tableRow.test(raw)) {
      close();
      // The row above a rule names the columns: structure, not a statement.
      const names = tableRule.test(lines[at + 1] ?? '');
      if (!names && !tableRule.test(raw)) rows.push({ line, text: fold(raw) });
    } else if (raw.trim() === '' || heading.test(raw)) {
      close();
    } else if (listItem.test(raw)) {
      close();
      open = { line, text: raw.replace(listItem, '') };
    } else if (open) {
      open.text += `\n${raw}`;
    } else {
      open = { line, text: raw };
    }
  }
  close();
  return { rows, prose };
}

/** Splits after `.`, `?` and `!` before a capital, a number or a code span, but not in code or parentheses. */
function toSentences({ line, text }: Block): Block[] {
  const sentences: Block[] = [];
  let inCode = false;
  let depth = 0;
  let start = 0;
  const push = (end: number) => {
    const piece = text.slice(start, end);
    const lead = piece.length - piece.trimStart().length;
    const newlines = text.slice(0, start + lead).split('\n').length - 1;
    if (fold(piece) !== '') sentences.push({ line: line + newlines, text: fold(piece) });
    start = end;
  };
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === '`') inCode = !inCode;
    if (inCode) continue;
    if (char === '(') depth++;
    if (char === ')') depth = Math.max(0, depth - 1);
    if (depth === 0 && /[.?!]/.test(char) && /^\s+[A-Z0-9`(]/.test(text.slice(at + 1))) push(at + 1);
  }
  push(text.length);
  return sentences;
}

/**
 * Splits a seed document into its statements: every table row, and every sentence of its bullets, numbered items and
 * paragraphs. It skips structure: headings, column names and table rules.
 *
 * @example
 * seedUnits('a.md', '# Title\n\nOne. Two.').map((unit) => unit.text) // ['One.', 'Two.']
 */
export function seedUnits(document: string, text: string): SeedUnit[] {
  const { rows, prose } = getBlocks(text);
  return [...rows, ...prose.flatMap(toSentences)]
    .sort((a, b) => a.line - b.line)
    .map((block) => ({
      document,
      line: block.line,
      digest: getDigest(block.text),
      text: block.text,
    }));
}

/** The first 16 hexadecimal digits of the SHA-256 of a statement. */
export const getDigest = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 16);
