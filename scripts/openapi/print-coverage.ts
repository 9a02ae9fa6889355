import { readArea } from '../../mock/documents/open-documents.ts';
import { readWithOverlays } from '../../mock/documents/read-with-overlays.ts';
import { loadRegistered } from '../../mock/services/registered.ts';
import { TouchstoneError } from '../../spec/touchstone-error.ts';
import { areaNames } from '../../spec/v4/register/areas.ts';
import { toVisibleText } from '../../spec/visible-text.ts';
import { readDocuments } from '../serve/openapi.ts';
import {
  type Coverage,
  getCoverage,
  joinCoverages,
  type Level,
  type LevelCounts,
  levels,
} from './coverage.ts';

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
export async function printCoverage(
  file: string | undefined,
  { overlay = [], json }: CoverageOptions,
): Promise<number> {
  try {
    const coverage = file === undefined ? await coverRegister() : await coverDocument(file, overlay);
    console.log(json ? JSON.stringify(coverage) : toVisibleText(formatCoverage(coverage)));
    return 0;
  } catch (error) {
    if (!(error instanceof TouchstoneError)) throw error;
    console.error(error.message);
    return 2;
  }
}

async function coverDocument(file: string, overlay: readonly string[]): Promise<Coverage> {
  const [document] = await readDocuments({ openapi: file, openapiOverlay: overlay }, () => {});
  if (!document) throw new TouchstoneError('openapi', `${file} has no document`);
  return getCoverage(readWithOverlays(document));
}

/** The coverage of the v4 API, as a mock without documents serves it. */
export async function coverRegister(): Promise<Coverage> {
  const areas = await Promise.all(
    areaNames.map(async (name) => {
      const area = await readArea(name);
      const handlers = await loadRegistered(name);
      return area ? [getCoverage(area, { invents: false, handlers })] : [];
    }),
  );
  return joinCoverages('the register of the API', areas.flat());
}

/** Formats coverage as text: a line for each tag, then what is not served. */
export function formatCoverage({ tags, operations, problems, ...all }: Coverage): string {
  const shown = levels.filter((level) => level === 'none' || usual.has(level) || all[level] > 0);
  const cells = (counts: LevelCounts) => [counts.total, ...shown.map((level) => counts[level])].map(String);
  const rows = [
    ['tag', 'operations', ...shown.map((level) => headings[level] ?? level)],
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
  const explanation = shown.flatMap((level) => {
    const meaning = meanings[level];
    return meaning === undefined ? [] : [`${level}: ${meaning}`];
  });
  return [
    ...lines,
    '',
    `${explanation.join('; ')}.`,
    ...(more.length > 0 ? ['', 'Not served:', ...more] : []),
  ].join('\n');
}

/** Columns of every table. */
const usual: ReadonlySet<Level> = new Set(['real', 'state']);
const headings: Readonly<Partial<Record<Level, string>>> = { none: 'not served' };
const meanings: Readonly<Partial<Record<Level, string>>> = {
  real: 'behaviour of the mock itself',
  state: 'records are kept, from the schema alone',
  empty: 'a read of what nothing writes',
  refused: 'an action, which the mock does not do',
  sample: 'an answer that fits',
};
