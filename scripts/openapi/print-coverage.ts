import { readWithOverlays } from '../../mock/documents/read-with-overlays.ts';
import { TouchstoneError } from '../../spec/touchstone-error.ts';
import { toVisibleText } from '../../spec/visible-text.ts';
import { readDocuments } from '../serve/openapi.ts';
import { type Coverage, getCoverage, type LevelCounts, levels } from './coverage.ts';

export interface CoverageOptions {
  /** Files or URLs of overlays, applied in order. */
  readonly overlay?: readonly string[];
  readonly json?: boolean;
}

/**
 * The command `openapi coverage`: says what of a document is served, and how.
 *
 * @returns the exit code: 0, or 2 for a file that is no document or overlay
 */
export async function printCoverage(file: string, { overlay = [], json }: CoverageOptions): Promise<number> {
  try {
    const [document] = await readDocuments({ openapi: file, openapiOverlay: overlay }, () => {});
    if (!document) return 2;
    const coverage = getCoverage(readWithOverlays(document));
    console.log(json ? JSON.stringify(coverage) : toVisibleText(formatCoverage(coverage)));
    return 0;
  } catch (error) {
    if (!(error instanceof TouchstoneError)) throw error;
    console.error(error.message);
    return 2;
  }
}

/** Formats coverage as text: a line for each tag, then what is not served. */
export function formatCoverage({ tags, operations, problems, ...all }: Coverage): string {
  const rows = [
    ['tag', 'operations', 'real', 'state', 'sample', 'not served'],
    ...tags.map((tag) => [tag.tag, ...cells(tag)]),
    ['all', ...cells(all)],
  ];
  const width = Math.max(...rows.map(([first = '']) => first.length));
  const lines = rows.map(([first = '', ...others]) =>
    [first.padEnd(width), ...others.map((cell) => cell.padStart(10))].join('  '),
  );
  const missing = operations.flatMap(({ method, path, reason }) =>
    reason === undefined ? [] : [`${method} ${path}: ${reason}`],
  );
  const wrong = problems.map(({ pointer, problem }) => `${pointer}: ${problem}`);
  const more = [...missing, ...wrong];
  return [...lines, '', explanation, ...(more.length > 0 ? ['', 'Not served:', ...more] : [])].join('\n');
}

const cells = (counts: LevelCounts) => [counts.total, ...levels.map((level) => counts[level])].map(String);

const explanation =
  'real: behaviour of the mock itself; state: records are kept, from the schema alone; sample: an answer that fits.';
