import coverage from '../../spec/seed-coverage.json' with { type: 'json' };
import texts from '../../spec/seed-statements.json' with { type: 'json' };

/** A statement of a seed, word for word. */
export interface Quote {
  /** File name of the document, such as `token-validation.md`. */
  readonly document: string;
  /** Its first line, counted from 1. */
  readonly line: number;
  readonly text: string;
}

const textByDigest: Readonly<Record<string, string>> = texts;

/** The statements of the seeds behind a requirement; empty for a requirement from other documents. */
export function getQuotes(requirement: string): Quote[] {
  return coverage.flatMap(({ document, line, digest, requirements = [] }) =>
    requirements.includes(requirement) ? [{ document, line, text: plain(textByDigest[digest] ?? '') }] : [],
  );
}

/** The cells of a table row, without their frame. */
function plain(text: string): string {
  if (!text.startsWith('|')) return text;
  const cells = text.slice(1, -1).split(/(?<!\\)\|/);
  return cells
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '')
    .join(' · ');
}
