#!/usr/bin/env node
/** The command line. Each command is loaded when it is asked for, so that `serve` starts at once. */
import { existsSync } from 'node:fs';
import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { version } from '../mock/assembly/version.ts';
import { type ObjectsAuth, objectsAuths } from '../mock/serve/ports.ts';
import { addConform } from './conform/command.ts';
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

const program = new Command('touchstone')
  .description('A local edge platform that behaves, and suites that hold any implementation to it.')
  .version(version)
  .exitOverride();

program
  .command('serve')
  .description('serve the platform on this machine')
  .option(
    '--port <n>',
    'port of the API, the next five for the other planes; 0 takes free ports (default 4800)',
    portNumber,
  )
  .option('--host <address>', 'address to listen on (default 127.0.0.1)')
  .option('--public-host <host...>', 'hosts under which others reach it, beside localhost and that address')
  .option('--tls', 'speak HTTPS, with a certificate of its own making')
  .option('--tls-cert <file>', 'PEM file of the certificate to speak HTTPS with')
  .option('--tls-key <file>', 'PEM file of the key of that certificate')
  .option('--state <folder>', 'keep repositories and objects in a folder (default: nothing outlives it)')
  .option('--seed <file...>', 'seed files with what is there at the start, put in one after another')
  .option(
    '--objects-auth <mode>',
    "whether the object-storage example asks who is there: 'on' (default), 'off' or 'both', on two ports",
    objectsAuth,
  )
  .option('--worker <file>', 'run a Worker module of your own beside the examples')
  .option(
    '--bindings <file>',
    'wrangler.jsonc or wrangler.toml with the bindings of that Worker, and its main where --worker names none',
  )
  .option(
    '--git-profile <name>',
    "what of Git is offered: 'git' (default), or 'live', as the platform has it",
  )
  .option('--import-http', 'let repositories of this machine be imported over http:// too')
  .option(
    '--zone-origin <url|folder>',
    'where zone traffic goes: a URL or a folder of files (default: a built-in page)',
  )
  .option(
    '--tenants <mode>',
    "'strict' (default) or 'on-demand': make accounts and zones for any well-formed id",
    tenants,
  )
  .option(
    '--stances <file>',
    'JSON file of what to do where the documents are silent, as conform stances --write makes it',
  )
  .option('--leeway <seconds>', 'clock mismatch that exp and nbf of tokens allow (default 0)', wholeNumber)
  .option(
    '--basis <certainty>',
    "refuse what is decided on less: 'seed', 'documented', 'observed' or 'inferred' (default)",
  )
  .option('--strict-hostnames', 'refuse custom hostnames under .localhost, as the platform does')
  .option('--api-token <token>', 'API token in place of the published one (better: TOUCHSTONE_API_TOKEN)')
  .option('--admin-token <secret>', 'opens the admin interface from elsewhere than this machine')
  .option(
    '--gateway-header <mode>',
    "'required' (default) or 'optional': answer runs of @cf/ models that name no gateway",
    gatewayHeader,
  )
  .option(
    '--webhook-allow-host <host...>',
    'hosts that webhooks may go to although they are private, as host or host:port',
  )
  .option('--webhook-ca <file>', 'PEM file of certificates to trust where webhooks go')
  .option(
    '--upstream <url>',
    "server that speaks OpenAI's interface and answers for models, such as http://localhost:11434/v1 (default: answers are made up)",
  )
  .option('--upstream-key <key>', 'key for that server (better: TOUCHSTONE_UPSTREAM_KEY)')
  .option(
    '--upstream-model <from=to...>',
    "what models are called there, such as '@cf/*=llama3.2'; * stands for any run of characters",
  )
  .option('--record <folder>', 'keep what models answer in a folder')
  .option('--replay <folder>', 'answer for models with what was kept, with its timing')
  .option('--replay-speed <n>', 'how many times faster than it was recorded; 0 waits for nothing (default 1)')
  .option('--replies <file>', 'JSON file of what models reply to which requests')
  .option(
    '--browser <path|url>',
    'browser that renders pages: an executable, or ws://... of one that runs elsewhere (default: one is looked for)',
  )
  .option('--no-browser', 'render no pages: answer as if no browser were there')
  .option(
    '--allow-private-network',
    'let pages reach private networks (default: this machine alone, and only for its own pages)',
  )
  .option('--config <file>', 'a .json or .ts file with these options')
  .option('--json', 'print one line of JSON when ready, and nothing else')
  .action(async (flags) => {
    const { serve } = await import('./serve/serve.ts');
    // Connections to an origin that are kept for later must not keep the process.
    process.exit(await serve(flags));
  });

program
  .command('doctor')
  .description('say which browser renders pages, and why not another; exits 1 when there is none that draws')
  .option('--browser <path|url>', 'the browser to try (default: one is looked for)')
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
    'make a certificate for the receiver of webhooks: conform shows it, serve trusts it by --webhook-ca',
  )
  .argument('<file>', 'PEM file to write, certificate and key')
  .argument('[name...]', 'names and IPv4 addresses of the receiver (default: localhost and 127.0.0.1)')
  .action(async (file: string, names: readonly string[]) => {
    const { writeWebhookCertificate } = await import('./certificates.ts');
    await writeWebhookCertificate(file, names);
  });

program
  .command('fixture-site')
  .description('serve the origin of the edge tests')
  .option('--port <n>', 'port; 0 takes a free one', portNumber, 4810)
  .option('--host <address>', 'address to listen on', '127.0.0.1')
  .action(async (options: { port: number; host: string }) => {
    const { serveFixtureSite } = await import('./fixture-site.ts');
    console.log((await serveFixtureSite(options)).url);
  });

program
  .command('markdown')
  .description('convert a page to Markdown, as the edge does')
  .argument('<file-or-url>', "file, http(s) URL, or '-' for standard input")
  .option('--url <url>', 'address of the page, which relative links are resolved against')
  .option('--charset <name>', 'encoding of the page (default: as a browser finds it)')
  .action(async (source: string, options: { url?: string; charset?: string }) => {
    const { markdown } = await import('./markdown.ts');
    process.exitCode = await markdown(source, options);
  });

program
  .command('openapi')
  .description('print the contract as an OpenAPI 3.1 document')
  .option('--server <origin>', 'origin of the API', 'http://localhost:4800')
  .action(async ({ server }: { server: string }) => {
    const { openapiDocument } = await import('../spec/openapi.ts');
    console.log(JSON.stringify(openapiDocument({ version, server }), null, 2));
  });

// For work on this project itself; what they need is not installed with the package.
const cloneCommands = new URL('./clone-commands.ts', import.meta.url);
if (existsSync(cloneCommands)) {
  // The build must not see them, not even their types.
  const { addCloneCommands }: { addCloneCommands(to: Command): void } = await import(cloneCommands.href);
  addCloneCommands(program);
}

// Whoever reads the output may have seen enough: `conform list | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

try {
  await program.parseAsync();
} catch (error) {
  if (!(error instanceof CommanderError)) throw error;
  // 1 says that an implementation failed; a command that was not understood is something else.
  process.exit(error.exitCode === 0 ? 0 : 2);
}
