import { type Equivalent, reasons } from './equivalents.ts';
import { operators } from './find-faults.ts';
import type { Judgement } from './messages.ts';
import type { JudgedFault } from './pool.ts';

export interface Counts {
  /** Faults judged equivalent by hand, grouped by reason. */
  readonly equivalent: Readonly<Partial<Record<Equivalent['why'], number>>>;
  /** Faults that no test reaches. */
  readonly unreached: number;
}

const fates: Readonly<Record<Judgement['fate'], string>> = {
  failed: 'by a failed test',
  skipped: 'by a skipped test',
  broken: 'as the server breaks',
  hung: 'as the server hangs',
  survived: 'not at all',
};

export const isCaught = ({ judgement }: JudgedFault): boolean => judgement.fate !== 'survived';

/** The share of faults that are caught, without equivalent ones. */
export const shareCaught = (judged: readonly JudgedFault[]): number =>
  judged.filter(isCaught).length / Math.max(judged.length, 1);

/** A fault that no test noticed. */
export function survivorLines({ fault, judgement, reach }: JudgedFault): string[] {
  const tests = `${judgement.ran} ${judgement.ran === 1 ? 'test passes' : 'tests pass'}`;
  return [
    `${fault.file}:${fault.line}  ${fault.operator}  (${tests}${reach.left > 0 ? `, ${reach.left} not run` : ''})`,
    `  - ${short(fault.before)}`,
    `  + ${short(fault.after)}`,
  ];
}

/** Summarizes the outcomes of all faults. */
export function summary(judged: readonly JudgedFault[], { equivalent, unreached }: Counts): string[] {
  const caught = judged.filter(isCaught).length;
  const known = Object.values(equivalent).reduce((sum, count) => sum + count, 0);
  const reached = judged.length + known;
  const how = Object.entries(fates).map(([fate, words]) => {
    return `  ${String(judged.filter(({ judgement }) => judgement.fate === fate).length).padStart(5)} ${words}`;
  });
  const byOperator = operators.map((operator) => {
    const own = judged.filter(({ fault }) => fault.operator === operator);
    return `  ${operator.padEnd(12)}${String(own.filter(isCaught).length).padStart(5)} of ${own.length}`;
  });
  return [
    '',
    `${caught} of ${judged.length} faults caught, which is ${percent(shareCaught(judged))}:`,
    ...how,
    '',
    ...byOperator,
    '',
    `${known} more are listed in scripts/mutants/random/equivalents.json:`,
    ...Object.entries(equivalent).map(
      ([why, count]) => `  ${String(count).padStart(5)} ${why}: ${reasons[why as Equivalent['why']]}`,
    ), // its own keys
    `No test reaches ${unreached} more, ${percent(unreached / Math.max(unreached + reached, 1))} of what was drawn.`,
  ];
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;

function short(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > 160 ? `${line.slice(0, 157)}...` : line;
}
