import { type Command, Option } from 'commander';
import type { InitOptions } from './init.ts';

/** Adds the commands about seed files. */
export function addSeed(program: Command): void {
  program
    .command('init')
    .description('write a seed file to begin with: what the mock holds at the start')
    .argument('[file]', 'file to write (default: touchstone.seed.yaml, or .json)')
    .addOption(
      new Option('--format <format>', 'what it is written in (default: as its name says)').choices([
        'yaml',
        'json',
      ]),
    )
    .option('--force', 'write over a file that is there')
    .action(async (file: string | undefined, options: InitOptions) => {
      const { init } = await import('./init.ts');
      process.exitCode = await init(file, options);
    });

  const seed = program.command('seed').description('check seed files, and print their JSON schema');

  seed
    .command('check')
    .description('say whether seed files can be used together, and all that is wrong with them')
    .argument('<file...>', 'seed files, in the order in which they are put in')
    .action(async (files: readonly string[]) => {
      const { checkSeeds } = await import('./check-seeds.ts');
      process.exitCode = await checkSeeds(files);
    });

  seed
    .command('schema')
    .description('print the JSON schema of seed files')
    .action(async () => {
      const { seedJsonSchema } = await import('../spec/seed-file/json-schema.ts');
      console.log(JSON.stringify(seedJsonSchema(), null, 2));
    });
}
