/** The command line. It loads each command on demand, so that `serve` starts at once. */
import { existsSync } from 'node:fs';
import { Command } from 'commander';
import { version } from '../mock/assembly/version.ts';
import { addWebhookCertificate } from './certificates-command.ts';
import type { CoverageOptions } from './openapi/print-coverage.ts';
import { runProgram } from './run-program.ts';
import { addSeed } from './seed/command.ts';
import { addServe } from './serve/command.ts';

const program = new Command('touchstone')
  .description("Cloudflare's v4 API on this machine, and suites that test any implementation of it.")
  .version(version)
  .exitOverride();

addServe(program);

program
  .command('doctor')
  .description('say which browser renders pages, and why not another; exits 1 when none can draw')
  .option('--browser <path|url>', 'browser to try (default: found automatically)')
  .option('--json', 'print one line of JSON')
  .action(async (options) => {
    const { doctor } = await import('./doctor.ts');
    process.exitCode = await doctor(options);
  });

addSeed(program);
addWebhookCertificate(program);

program
  .command('markdown')
  .description('convert a page to Markdown, as the edge does')
  .argument('<file-or-url>', "file, http(s) URL, or '-' for standard input")
  .option('--url <url>', 'address of the page, the base of its relative links')
  .option('--charset <name>', 'encoding of the page (default: detected as a browser does)')
  .action(async (source: string, options: { url?: string; charset?: string }) => {
    const { markdown } = await import('./markdown.ts');
    process.exitCode = await markdown(source, options);
  });

const openapi = program
  .command('openapi')
  .description('print the contract as an OpenAPI 3.1 document')
  .option('--server <origin>', 'origin of the API', 'http://localhost:4800')
  .action(async ({ server }: { server: string }) => {
    const { createOpenapiJson } = await import('../mock/serve/front/openapi-json.ts');
    console.log(await createOpenapiJson(server));
  });

openapi
  .command('coverage')
  .description('say how the operations of an OpenAPI document are served, by tag')
  .argument('[file|url]', 'document, as JSON or YAML (default: the register of the v4 API)')
  .option('--overlay <file|url...>', 'OpenAPI overlays to apply to it, in order')
  .option('--json', 'print JSON, with every operation')
  .action(async (file: string | undefined, options: CoverageOptions) => {
    const { printCoverage } = await import('./openapi/print-coverage.ts');
    process.exitCode = await printCoverage(file, options);
  });

// Commands of a clone: the package does not have them, nor their dependencies.
const cloneCommands = new URL('./clone-commands.ts', import.meta.url);
if (existsSync(cloneCommands)) {
  // The build must not see them, not even their types.
  const { addCloneCommands }: { addCloneCommands(to: Command): void } = await import(cloneCommands.href);
  addCloneCommands(program);
} else {
  const { addHandOver } = await import('./conform/hand-over.ts');
  addHandOver(program);
}

await runProgram(program);
