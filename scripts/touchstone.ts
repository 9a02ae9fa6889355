/** The command line. It loads each command on demand, so that `serve` starts at once. */
import { existsSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { version } from '../mock/assembly/version.ts';
import { addConform } from './conform/command.ts';
import { endWithReader } from './end-with-reader.ts';
import type { CoverageOptions } from './openapi/print-coverage.ts';
import { portNumber } from './option-values.ts';
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

addConform(program);
addSeed(program);

program
  .command('webhook-certificate')
  .description(
    'make a certificate for a webhook receiver: conform presents it, serve trusts it with --webhook-ca',
  )
  .argument('<file>', 'PEM file to write certificate and key to')
  .argument('[name...]', 'names and IPv4 addresses of the receiver (default: localhost and 127.0.0.1)')
  .action(async (file: string, names: readonly string[]) => {
    const { writeWebhookCertificate } = await import('./certificates.ts');
    await writeWebhookCertificate(file, names);
  });

program
  .command('fixture-site')
  .description('serve the origin of the edge tests')
  .option('--port <n>', 'port; 0 picks a free one', portNumber, 4810)
  .option('--host <address>', 'address to listen on', '127.0.0.1')
  .action(async (options: { port: number; host: string }) => {
    const { serveFixtureSite } = await import('./fixture-site.ts');
    console.log((await serveFixtureSite(options)).url);
  });

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
  .argument('<file|url>', 'document, as JSON or YAML')
  .option('--overlay <file|url...>', 'OpenAPI overlays to apply to it, in order')
  .option('--json', 'print JSON, with every operation')
  .action(async (file: string, options: CoverageOptions) => {
    const { printCoverage } = await import('./openapi/print-coverage.ts');
    process.exitCode = await printCoverage(file, options);
  });

// Commands for work on this project; the package does not install their dependencies.
const cloneCommands = new URL('./clone-commands.ts', import.meta.url);
if (existsSync(cloneCommands)) {
  // The build must not see them, not even their types.
  const { addCloneCommands }: { addCloneCommands(to: Command): void } = await import(cloneCommands.href);
  addCloneCommands(program);
}

process.stdout.on('error', endWithReader);

try {
  await program.parseAsync();
} catch (error) {
  if (!(error instanceof CommanderError)) throw error;
  // Exit code 1 means that an implementation failed, so a usage error exits with 2.
  process.exit(error.exitCode === 0 ? 0 : 2);
}
