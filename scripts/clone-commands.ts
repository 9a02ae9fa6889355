import process from 'node:process';
import type { Command } from 'commander';
import { TouchstoneError } from '../spec/touchstone-error.ts';
import { addConform } from './conform/command.ts';
import { addFixtureSite } from './fixture-site-command.ts';
import { wholeNumber } from './option-values.ts';

/** What `touchstone record` writes, by argument. */
const recordings: Readonly<Record<string, (names: readonly string[], check: boolean) => Promise<number>>> = {
  fonts: async () => done((await import('./record/fonts.ts')).recordFonts()),
  git: async () => done((await import('./record/git.ts')).recordGit()),
  inference: async (names) => (await import('./record/inference.ts')).printInferenceRecording(names),
  jwt: async () => done((await import('./record/jwt.ts')).recordJwt()),
  markdown: async (names) => (await import('./record/markdown.ts')).printMarkdownRecording(names),
  reference: async () => done((await import('./docs/record-examples.ts')).recordReference()),
  async schema() {
    await (await import('./record/results-schema.ts')).recordResultsSchema();
    await (await import('./record/stances-schema.ts')).recordStancesSchema();
    await (await import('./record/target-schema.ts')).recordTargetSchema();
    return done((await import('./record/seed-schema.ts')).recordSeedSchema());
  },
  async v4([document]) {
    if (document === undefined)
      throw new TouchstoneError(
        'option',
        'record v4 needs a file: the OpenAPI document with formats and limits',
      );
    (await import('./record/v4.ts')).recordV4(document);
    return 0;
  },
  screenshots: async (names, check) =>
    (await import('./record/screenshots.ts')).printScreenshotRecording(names, check),
};

const done = async (recorded: Promise<unknown>) => {
  await recorded;
  return 0;
};

/** Adds the commands of the package touchstone-conform, and those that need a clone and its development dependencies. */
export function addCloneCommands(program: Command): void {
  addConform(program.command('conform'));
  addFixtureSite(program);
  program
    .command('mutants')
    .description('run the suites against wrong servers, one fault each; exits 1 when a fault is not caught')
    .argument('[id...]', 'mutants, requirements, or prefixes of requirement ids (default: all)')
    .option('--requirement <id...>', 'requirement ids, or their prefixes')
    .option('--service <name...>', 'first parts of requirement ids, such as TV or INF')
    .option('--missing', 'list each MUST without a wrong server')
    .option('--allow-missing', 'exit with 0 even when a MUST has no wrong server')
    .option(
      '--nearby',
      'say whether tests of other requirements catch the survivors (default when all are judged)',
    )
    .option('--write', 'write the counts in docs/mutants.md')
    .option(
      '--lawful',
      'run lawful variations instead, which must fail no MUST; ids name variations or suites',
    )
    .option('--sample <n>', 'take this many lawful variations, spread over the list', wholeNumber)
    .option(
      '--random <n>',
      'make random faults instead, in files of the mock whose paths begin with ID',
      wholeNumber,
    )
    .option('--seed <n>', 'seed of the random faults (default: 1)', wholeNumber)
    .option('--jobs <n>', 'parallel processes (default: one per core)', wholeNumber)
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
    .description('write golden files again')
    .argument('<what>', `which: ${known.replace(' and ', ' or ')}`)
    .argument(
      '[case...]',
      'cases of fixtures/inference, fixtures/markdown or fixtures/screenshots (default: all); for costs, result files (default: reports/results.json)',
    )
    .option('--check', 'compare the golden files of screenshots without writing any')
    .action(async (what: string, names: readonly string[], { check = false }: { check?: boolean }) => {
      if (check && what !== 'screenshots') {
        program.error('touchstone record takes --check for screenshots only', { exitCode: 2 });
      }
      const record = Object.hasOwn(recordings, what) ? recordings[what] : undefined;
      if (!record)
        return program.error(`touchstone record can write ${known}, not '${what}'`, { exitCode: 2 });
      process.exitCode = await record(names, check);
    });
}
