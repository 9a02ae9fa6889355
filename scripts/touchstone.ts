#!/usr/bin/env bun
/** The command line. Each command is loaded when it is asked for, so that `serve` starts at once. */
import { Command, InvalidArgumentError } from 'commander';
import { version } from '../mock/version.ts';

const wholeNumber = (text: string) => {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
};

const portNumber = (text: string) => {
  const port = wholeNumber(text);
  if (port > 65_532)
    throw new InvalidArgumentError('It must be at most 65532, since four planes take four ports.');
  return port;
};

const tenants = (text: string) => {
  if (text !== 'strict' && text !== 'on-demand')
    throw new InvalidArgumentError("It must be 'strict' or 'on-demand'.");
  return text;
};

const program = new Command('touchstone')
  .description('A local edge platform that behaves, and suites that hold any implementation to it.')
  .version(version)
  .showHelpAfterError('(touchstone --help lists the commands)');

program
  .command('serve')
  .description('serve the platform on this machine')
  .option(
    '--port <n>',
    'port of the API, the next three for the other planes; 0 takes free ports (default 4800)',
    portNumber,
  )
  .option('--host <address>', 'address to listen on (default 127.0.0.1)')
  .option(
    '--zone-origin <url|folder>',
    'where zone traffic goes: a URL or a folder of files (default: a built-in page)',
  )
  .option(
    '--tenants <mode>',
    "'strict' (default) or 'on-demand': make accounts and zones for any well-formed id",
    tenants,
  )
  .option('--leeway <seconds>', 'clock mismatch that exp and nbf of tokens allow (default 0)', wholeNumber)
  .option('--admin-token <secret>', 'opens the admin interface from elsewhere than this machine')
  .option('--config <file>', 'a .json or .ts file with these options')
  .option('--json', 'print one line of JSON when ready, and nothing else')
  .action(async (flags) => {
    const { serve } = await import('./serve.ts');
    process.exitCode = await serve(flags);
  });

program
  .command('openapi')
  .description('print the contract as an OpenAPI 3.1 document')
  .option('--server <origin>', 'origin of the API', 'http://localhost:4800')
  .action(async ({ server }: { server: string }) => {
    const { openapiDocument } = await import('../spec/openapi.ts');
    console.log(JSON.stringify(openapiDocument({ version, server }), null, 2));
  });

await program.parseAsync();
