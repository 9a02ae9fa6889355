/** The command line. It loads each command on demand, so that `serve` starts at once. */
import { existsSync } from 'node:fs';
import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { version } from '../mock/assembly/version.ts';
import { type ObjectsAuth, objectsAuths } from '../mock/serve/ports.ts';
import { type RequestLogMode, requestLogModes } from '../spec/services/touchstone/request-log.ts';
import { addConform } from './conform/command.ts';
import type { CoverageOptions } from './openapi/print-coverage.ts';
import { portNumber, wholeNumber } from './option-values.ts';
import { addSeed } from './seed/command.ts';

const tenants = (text: string) => {
  if (text !== 'strict' && text !== 'on-demand')
    throw new InvalidArgumentError("It must be 'strict' or 'on-demand'.");
  return text;
};

const gatewayHeader = (text: string) => {
  if (text !== 'required' && text !== 'optional')
    throw new InvalidArgumentError("It must be 'required' or 'optional'.");
  return text;
};

const objectsAuth = (text: string): ObjectsAuth => {
  const known = objectsAuths.find((mode) => mode === text);
  if (known === undefined) throw new InvalidArgumentError("It must be 'on', 'off' or 'both'.");
  return known;
};

const requestLog = (text: string): RequestLogMode => {
  const known = requestLogModes.find((mode) => mode === text);
  if (known === undefined) throw new InvalidArgumentError("It must be 'pretty', 'json', 'errors' or 'none'.");
  return known;
};

const program = new Command('touchstone')
  .description('A local edge platform, and suites that test any implementation of it.')
  .version(version)
  .exitOverride();

program
  .command('serve')
  .description('serve the platform on this machine')
  .option(
    '--port <n>',
    'port of the API; the other planes take the next five; 0 picks free ports (default 4800)',
    portNumber,
  )
  .option('--host <address>', 'address to listen on (default 127.0.0.1)')
  .option(
    '--public-host <host...>',
    'more hosts by which others reach the server, besides localhost and that address',
  )
  .option(
    '--cors <origin...>',
    'origins of pages that may call from a browser, besides those of this machine; * for any',
  )
  .option('--no-cors', 'let no pages of other origins call, not even of this machine')
  .option('--tls', 'serve HTTPS with a generated certificate')
  .option('--tls-cert <file>', 'PEM file of the certificate for HTTPS')
  .option('--tls-key <file>', 'PEM file of the key of that certificate')
  .option(
    '--log <mode>',
    "what to print of requests: 'pretty' (default), 'json', 'errors' or 'none' (default with --json)",
    requestLog,
  )
  .option('--state <folder>', 'keep everything that users make in a folder (default: it is lost at the end)')
  .option('--seed <file...>', 'seed files with the initial data, applied in order')
  .option(
    '--objects-auth <mode>',
    "authorization of the object-storage example: 'on' (default), 'off' or 'both', on two ports",
    objectsAuth,
  )
  .option('--worker <file>', 'run your own Worker module alongside the examples')
  .option(
    '--bindings <file>',
    "wrangler.jsonc or wrangler.toml with the Worker's bindings, and its main unless --worker is given",
  )
  .option(
    '--git-profile <name>',
    "features of Git: 'git' (default), or 'live', only what the platform offers",
  )
  .option('--import-http', 'allow imports over http:// from repositories on this machine')
  .option(
    '--zone-origin <url|folder>',
    'where zone traffic goes: a URL or a folder of files (default: a built-in page)',
  )
  .option(
    '--openapi <file|url...>',
    'OpenAPI documents: what the mock does not implement is served from their schemas, with state',
  )
  .option('--openapi-overlay <file|url...>', 'OpenAPI overlays that correct those documents')
  .option(
    '--tenants <mode>',
    "'strict' (default) or 'on-demand': create accounts and zones for any well-formed id",
    tenants,
  )
  .option(
    '--stances <file>',
    'JSON file of what to do where the documents are silent; conform stances --write makes one',
  )
  .option('--leeway <seconds>', 'clock skew that exp and nbf of tokens allow (default 0)', wholeNumber)
  .option(
    '--basis <certainty>',
    "refuse answers with a weaker basis: 'seed', 'documented', 'observed', 'inferred' or 'schema' (default)",
  )
  .option('--strict-hostnames', 'refuse custom hostnames under .localhost, as the platform does')
  .option('--api-token <token>', 'API token instead of the published one (better: TOUCHSTONE_API_TOKEN)')
  .option('--admin-token <secret>', 'token that opens the admin interface to other machines')
  .option(
    '--gateway-header <mode>',
    "'required' (default) or 'optional': also run @cf/ models without a named gateway",
    gatewayHeader,
  )
  .option('--webhook-allow-host <host...>', 'private hosts that webhooks may reach, as host or host:port')
  .option('--webhook-ca <file>', 'PEM file of certificates to trust for webhook receivers')
  .option(
    '--upstream <url>',
    'OpenAI-compatible server that answers for models, such as http://localhost:11434/v1 (default: generated answers)',
  )
  .option('--upstream-key <key>', 'key for that server (better: TOUCHSTONE_UPSTREAM_KEY)')
  .option(
    '--upstream-model <from=to...>',
    "upstream names of models, such as '@cf/*=llama3.2'; * matches any characters",
  )
  .option('--record <folder>', 'record model answers in a folder')
  .option('--replay <folder>', 'replay recorded model answers, with their timing')
  .option('--replay-speed <n>', "speed of the replay; 0 doesn't wait at all (default 1)")
  .option('--replies <file>', 'JSON file of scripted model replies')
  .option(
    '--browser <path|url>',
    'browser that renders pages: an executable, or ws://... of a remote one (default: found automatically)',
  )
  .option('--no-browser', 'render no pages: answer as if there were no browser')
  .option(
    '--allow-private-network',
    'let pages reach private networks (default: only this machine, and only for its own pages)',
  )
  .option('--config <file>', '.json or .ts file with these options')
  .option('--watch', 'apply changes of seeds, replies, stances, Worker and configuration while running')
  .option('--json', 'print one line of JSON when ready, and nothing else without --log')
  .action(async (flags) => {
    const { serve } = await import('./serve/serve.ts');
    // The server outlives the reader of its log.
    process.stdout.off('error', endWithReader).on('error', () => {});
    // Kept-alive connections to an origin must not keep the process alive.
    process.exit(await serve(flags));
  });

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

// The reader of the output may close the pipe early: `conform list | head`.
function endWithReader(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
}
process.stdout.on('error', endWithReader);

try {
  await program.parseAsync();
} catch (error) {
  if (!(error instanceof CommanderError)) throw error;
  // Exit code 1 means that an implementation failed, so a usage error exits with 2.
  process.exit(error.exitCode === 0 ? 0 : 2);
}
