import { writeFile } from 'node:fs/promises';
import { TouchstoneError } from '../../spec/touchstone-error.ts';
import { toVisibleLine } from '../../spec/visible-text.ts';
import { loadTarget } from '../../suites/harness/load-target.ts';
import { type AskedStance, askStances } from '../../suites/stances/ask-stances.ts';
import { guarded, type Output, type TargetOptions, targetSources, terminal } from './common.ts';

export interface StancesOptions extends TargetOptions {
  /** Names of questions, or their prefixes. */
  readonly only?: readonly string[];
  /** File to write what the target does to, for `serve --stances`. */
  readonly write?: string;
  readonly json?: boolean;
}

/**
 * The command `conform stances`: finds out what a target does where the documents are silent, and compares it with the
 * mock.
 *
 * @returns the exit code: 0, or 2 when nothing could be asked
 */
export async function conformStances(
  url: string | undefined,
  options: StancesOptions = {},
  output: Output = terminal,
): Promise<0 | 2> {
  return guarded(output, async () => {
    const target = await loadTarget(targetSources(url, options, output));
    const asked = await askStances(target, { only: options.only });
    if (asked.length === 0)
      throw new TouchstoneError('stances', `No question starts with ${options.only?.join(' or ')}`);
    if (asked.every(({ reason }) => reason !== null))
      throw new TouchstoneError('stances', `${target.api} could not be asked anything: ${asked[0]?.reason}`);
    output.write(options.json ? getJson(target.api, asked) : toTable(target.api, asked));
    if (options.write === undefined) return 0;
    const values = getSwitches(asked);
    await writeFile(options.write, `${JSON.stringify(values, null, 2)}\n`).catch((cause: unknown) => {
      throw new TouchstoneError('stances', `${options.write} can't be written: ${String(cause)}`, { cause });
    });
    const count = Object.keys(values).length;
    if (!options.json)
      output.write(
        `\nWrote ${count} stances to ${options.write}. Use them with: serve --stances ${options.write}\n`,
      );
    return 0;
  });
}

/** The answers that a mock can adopt as stances. */
const getSwitches = (asked: readonly AskedStance[]) =>
  Object.fromEntries(
    asked.flatMap(({ id, stance, value }) => (stance.switch && value !== null ? [[id, value]] : [])),
  );

const toRecord = ({ record }: AskedStance['stance']) => `record ${record.number}, ${record.heading}`;

function getJson(target: string, asked: readonly AskedStance[]): string {
  const rows = asked.map(({ id, stance, value, otherwise, reason }) => ({
    id,
    question: stance.question,
    mock: stance.mock,
    target: value,
    otherwise,
    reason,
    switch: stance.switch !== undefined,
    basis: stance.basis ?? 'inferred',
    passage: toRecord(stance),
  }));
  return `${JSON.stringify({ target, stances: rows }, null, 2)}\n`;
}

const isDifferent = ({ stance, value, reason }: AskedStance) => reason === null && value !== stance.mock;
const isSame = ({ stance, value }: AskedStance) => value === stance.mock;

/** Placeholder for an answer that is no known value; a line below it says what the target did. */
const another = 'another';

/** Prints the questions in three groups: different answers first. */
function toTable(target: string, asked: readonly AskedStance[]): string {
  const cells = asked.flatMap(({ stance, value }) => [String(stance.mock), String(value ?? another)]);
  const width = Math.max(...cells.map(({ length }) => length)) + 2;
  const row = ({ id, stance, value, otherwise }: AskedStance) => {
    const open = stance.switch ? '' : '; no switch';
    const below = ' '.repeat(2 * width + 2);
    return [
      `  ${String(stance.mock).padEnd(width)}${String(value ?? another).padEnd(width)}${stance.question}`,
      ...(otherwise === null ? [] : [`${below}the target: ${toVisibleLine(otherwise)}`]),
      `${below}${id}: ${toRecord(stance)}${open}`,
    ].join('\n');
  };
  const part = (title: string, some: readonly AskedStance[]) =>
    some.length === 0 ? [] : [`${title}: ${some.length}`, ...some.map(row), ''];
  return [
    `${asked.length} stances of ${target}`,
    '',
    `  ${'mock'.padEnd(width)}${'target'.padEnd(width)}question`,
    '',
    ...part('Different', asked.filter(isDifferent)),
    ...part('The same', asked.filter(isSame)),
    ...notAsked(asked.filter(({ reason }) => reason !== null)),
  ].join('\n');
}

/** Questions that could not be asked, grouped by reason. */
function notAsked(some: readonly AskedStance[]): readonly string[] {
  if (some.length === 0) return [];
  const reasons = [...Map.groupBy(some, ({ reason }) => reason)];
  const rows = reasons.flatMap(([reason, those]) => [
    `  ${toVisibleLine(reason ?? '')}`,
    ...those.map(({ id, stance }) => `    ${id}: ${stance.mock}; ${toRecord(stance)}`),
  ]);
  return [`Not asked: ${some.length}`, ...rows, ''];
}
