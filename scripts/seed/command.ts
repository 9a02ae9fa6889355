import { type Command, Option } from 'commander';
import type { OpenApiOptions } from '../serve/openapi.ts';
import type { ExportOptions } from './export.ts';
import type { SeedFileOptions } from './files.ts';

/** Adds the commands for seed files. */
export function addSeed(program: Command): void {
  program
    .command('init')
    .description('write a starter seed file, with the data that the mock starts with')
    .argument('[file]', 'file to write (default: touchstone.seed.yaml, or .json)')
    .addOption(formatOption())
    .option('--force', 'overwrite an existing file')
    .action(async (file: string | undefined, options: SeedFileOptions) => {
      const { init } = await import('./init.ts');
      process.exitCode = await init(file, options);
    });

  const seed = program
    .command('seed')
    .description('check seed files, export one from a running server, and print their JSON schema');

  seed
    .command('check')
    .description('check whether seed files are valid together, and print all problems')
    .argument('<file...>', 'seed files, applied in order')
    .option('--openapi <file|url...>', 'OpenAPI documents of their records')
    .option('--openapi-overlay <file|url...>', 'OpenAPI overlays that correct those documents')
    .action(async (files: readonly string[], options: OpenApiOptions) => {
      const { checkSeeds } = await import('./check.ts');
      process.exitCode = await checkSeeds(files, options);
    });

  seed
    .command('export')
    .description('export the data of a running server to a seed file, including secrets')
    .argument('[file]', 'file to write (default: standard output)')
    .option('--from <url>', 'URL of its API (default: http://localhost:4800)')
    .addOption(
      new Option('--admin-token <secret>', 'token for its admin interface, if it is on another machine').env(
        'TOUCHSTONE_ADMIN_TOKEN',
      ),
    )
    .addOption(formatOption())
    .option('--force', 'overwrite an existing file')
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
  new Option('--format <format>', 'format of the file (default: by its extension)').choices(['yaml', 'json']);
