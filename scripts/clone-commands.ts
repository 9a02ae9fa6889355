import process from 'node:process';
import type { Command } from 'commander';
import { wholeNumber } from './option-values.ts';

/** What `touchstone record` writes, by the word for it. */
const recordings: Readonly<Record<string, (names: readonly string[], check: boolean) => Promise<number>>> = {
  fonts: async () => done((await import('./record/fonts.ts')).recordFonts()),
  git: async () => done((await import('./record/git.ts')).recordGit()),
  inference: async (names) => (await import('./record/inference.ts')).printInferenceRecording(names),
  jwt: async () => done((await import('./record/jwt.ts')).recordJwt()),
  markdown: async (names) => (await import('./record/markdown.ts')).printMarkdownRecording(names),
  reference: async () => done((await import('./docs/reference.ts')).recordReference()),
  async schema() {
    await (await import('./record/results-schema.ts')).recordResultsSchema();
    await (await import('./record/stances-schema.ts')).recordStancesSchema();
    await (await import('./record/target-schema.ts')).recordTargetSchema();
    return done((await import('./record/seed-schema.ts')).recordSeedSchema());
  },
  screenshots: async (names, check) =>
    (await import('./record/screenshots.ts')).printScreenshotRecording(names, check),
  sizes: async () => done((await import('./record/sizes.ts')).recordSizes()),
};

const done = async (recorded: Promise<unknown>) => {
  await recorded;
  return 0;
};

/** Adds the commands that need a clone of this project, and the packages that are installed for work on it. */
export function addCloneCommands(program: Command): void {
  program
    .command('mutants')
    .description(
      'serve wrong servers, one fault each, and have the suites catch them; exits 1 when one is not caught',
    )
    .argument('[id...]', 'mutants or requirements, or beginnings of requirement ids (default: all of them)')
    .option('--requirement <id...>', 'requirement ids, or their beginnings')
    .option('--service <name...>', 'first parts of requirement ids, such as TV or INF')
    .option('--missing', 'list each MUST that no wrong server breaks')
    .option('--allow-missing', 'exit with 0 although a MUST has no wrong server')
    .option(
      '--nearby',
      'say whether tests of other requirements catch what survives (default: for all of them)',
    )
    .option('--write', 'write the table into docs/mutants.md')
    .option('--lawful', 'serve lawful variations instead, which no MUST may fail; ids are theirs, or suites')
    .option('--sample <n>', 'take so many lawful variations, from all over the list', wholeNumber)
    .option(
      '--random <n>',
      'make faults by chance instead, in files of the mock whose paths begin with ID',
      wholeNumber,
    )
    .option('--seed <n>', 'make the same faults by chance again (default: 1)', wholeNumber)
    .option('--jobs <n>', 'processes at the same time (default: one for each core)', wholeNumber)
    .option('--json', 'print one JSON document')
    .action(async (ids: readonly string[], options) => {
      const { mutants } = await import('./mutants.ts');
      process.exitCode = await mutants(ids, options);
    });

  const known = Object.keys(recordings)
    .map((word) => `'${word}'`)
    .join(', ')
    .replace(/, ([^,]*)$/, ' and $1');
  program
    .command('record')
    .description('write golden files anew')
    .argument('<what>', `which: ${known.replace(' and ', ' or ')}`)
    .argument(
      '[case...]',
      'cases of fixtures/inference, fixtures/markdown or fixtures/screenshots (default: all of them); for costs, files of results (default: reports/results.json)',
    )
    .option('--check', 'compare the golden files of screenshots, and write none')
    .action(async (what: string, names: readonly string[], { check = false }: { check?: boolean }) => {
      if (check && what !== 'screenshots') {
        program.error('touchstone record takes --check for screenshots alone', { exitCode: 2 });
      }
      const record = Object.hasOwn(recordings, what) ? recordings[what] : undefined;
      if (!record) return program.error(`touchstone record knows ${known}, not '${what}'`, { exitCode: 2 });
      process.exitCode = await record(names, check);
    });
}
