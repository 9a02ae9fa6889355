import { type Command, Option } from 'commander';
import type { ExportOptions } from './export.ts';
import type { SeedFileOptions } from './files.ts';

/** Adds the commands about seed files. */
export function addSeed(program: Command): void {
  program
    .command('init')
    .description('write a seed file to begin with: what the mock holds at the start')
    .argument('[file]', 'file to write (default: touchstone.seed.yaml, or .json)')
    .addOption(formatOption())
    .option('--force', 'write over a file that is there')
    .action(async (file: string | undefined, options: SeedFileOptions) => {
      const { init } = await import('./init.ts');
      process.exitCode = await init(file, options);
    });

  const seed = program
    .command('seed')
    .description('check seed files, write one of a running server, and print their JSON schema');

  seed
    .command('check')
    .description('say whether seed files can be used together, and all that is wrong with them')
    .argument('<file...>', 'seed files, in the order in which they are put in')
    .action(async (files: readonly string[]) => {
      const { checkSeeds } = await import('./check.ts');
      process.exitCode = await checkSeeds(files);
    });

  seed
    .command('export')
    .description('write what a running server holds as a seed file, secrets included')
    .argument('[file]', 'file to write (default: standard output)')
    .option('--from <url>', 'where its API stands (default: http://localhost:4800)')
    .addOption(
      new Option('--admin-token <secret>', 'what opens its admin interface from elsewhere').env(
        'TOUCHSTONE_ADMIN_TOKEN',
      ),
    )
    .addOption(formatOption())
    .option('--force', 'write over a file that is there')
    .action(async (file: string | undefined, options: ExportOptions) => {
      const { exportSeed } = await import('./export.ts');
      process.exitCode = await exportSeed(file, options);
    });

  seed
    .command('schema')
    .description('print the JSON schema of seed files')
    .action(async () => {
      const { seedJsonSchema } = await import('../../spec/seed-file/seed-schema.ts');
      console.log(JSON.stringify(seedJsonSchema(), null, 2));
    });
}

const formatOption = () =>
  new Option('--format <format>', 'what it is written in (default: as its name says)').choices([
    'yaml',
    'json',
  ]);
